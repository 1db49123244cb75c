// Row V3: 200 messages on both runtimes, with duplicates, answers that nobody hears, and calls of the API that fail: one answer each, in its
// thread. And a machine that vanishes in the middle of them.

import assert from "node:assert/strict";
import type { Store } from "../../../src/core/store.ts";
import { createSqliteStore } from "../../../src/stores/embedded/sqlite/store.ts";
import { createTreadle } from "../../../src/treadle.ts";
import { bootDeno, bootWorker } from "../../support/boot.ts";
import { eventually } from "../../support/eventually.ts";
import { mulberry32 } from "../../support/mulberry32.ts";
import { BOT_TOKEN, SIGNING_SECRET, SlackServer } from "../../support/slack/server.ts";
import { type SlackMessage, wordsOf } from "../../support/slack/workspace.ts";
import { agents, plugins } from "./_agents.ts";
import { BOT } from "./_app.ts";

const MESSAGES = 200;
const CHANNELS = 20;
const KEY = "key-of-acme-0123456789";

/** One in so many calls of the API fails in each of three ways, and one in so many answers of the app is not heard. */
const ODDS = 12;

function envOf(slack: SlackServer): Record<string, string> {
  return {
    TREADLE_API_KEYS: `acme:${KEY}`,
    SLACK_BOT_TOKEN: BOT_TOKEN,
    SLACK_SIGNING_SECRET: SIGNING_SECRET,
    SLACK_API_URL: slack.apiUrl,
  };
}

/** Slack that fails now and then, by a seed. */
function faultySlack(seed: number): SlackServer {
  const random = mulberry32(seed);
  return new SlackServer({
    faults: () => {
      const draw = Math.floor(random() * ODDS * 3);
      return draw < 3 ? (["limited", "lost", "failed"] as const)[draw] : undefined;
    },
    hears: () => random() * ODDS >= 1,
  });
}

/** A name of letters alone, which the model takes for a city. */
function cityOf(index: number): string {
  return `Q${String(index).replaceAll(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)))}`;
}

/** Writes messages, each delivered twice or more. */
async function writeAll(slack: SlackServer, count = MESSAGES, first = 0): Promise<[string, SlackMessage][]> {
  const written = Array.from({ length: count }, (_, place) => {
    const index = first + place;
    const channel = `C${index % CHANNELS}`;
    return { channel, ...slack.write({ channel, text: `${BOT} What is the weather in ${cityOf(index)}?` }) };
  });
  await Promise.all(
    written.flatMap(({ events }) => [...events, ...events]).map((event) =>
      slack.deliver(event).catch(() => {})
    ),
  );
  return written.map(({ channel, message }) => [channel, message]);
}

function answersTo(slack: SlackServer, [channel, message]: [string, SlackMessage]): string[] {
  return slack.workspace.answersIn(channel, message.ts).map(wordsOf);
}

/** Waits until each message has its answer; `pump` is the cron job of a platform that has none by itself. */
async function assertAnswered(
  slack: SlackServer,
  messages: readonly [string, SlackMessage][],
  pump: (() => Promise<unknown>) | undefined,
): Promise<void> {
  const isWhole = (texts: readonly string[]) => texts.length === 1 && texts[0]?.endsWith("…") === false;
  const unanswered = () => messages.filter((message) => !isWhole(answersTo(slack, message)));
  const pumping = setInterval(() => void pump?.().catch(() => {}), 1_000);
  try {
    await eventually(
      () => unanswered().length === 0,
      () => unanswered().slice(0, 3).map((message) => [message[1].ts, answersTo(slack, message)]),
    );
  } finally {
    clearInterval(pumping);
  }
  for (const [index, message] of messages.entries()) {
    assert.match(answersTo(slack, message).join("|"), new RegExp(`\\b${cityOf(index)}\\b`));
  }
}

Deno.test({
  name:
    "V3: on Deno 200 messages of Slack with duplicates, lost answers and retries have one answer each, in their threads",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    await using slack = faultySlack(1);
    await using app = await bootDeno({ ...envOf(slack), TREADLE_STORE: "memory" }, {
      main: "tests/plugins/channels/_server.ts",
    });
    slack.appUrl = `${app.url}/channels/slack`;
    await assertAnswered(slack, await writeAll(slack), app.scheduled);
  },
});

Deno.test({
  name:
    "V3: in workerd 200 messages of Slack with duplicates, lost answers and retries have one answer each, in their threads",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    await using slack = faultySlack(2);
    await using app = await bootWorker({ ...envOf(slack), TREADLE_STORE: "memory" }, {
      main: "tests/plugins/channels/_worker.ts",
    });
    slack.appUrl = `${app.url}/channels/slack`;
    await assertAnswered(slack, await writeAll(slack), app.scheduled);
  },
});

Deno.test({
  name: "V3: a process that is killed while it answers in Slack loses no message and repeats no answer",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    const folder = await Deno.makeTempDir();
    const path = `${folder}/t.sqlite`;
    await using slack = faultySlack(3);
    const env = { ...envOf(slack), TREADLE_STORE: `sqlite:${path}` };
    const main = "tests/plugins/channels/_server.ts";
    const messages: [string, SlackMessage][] = [];
    for (const aliveMs of [50, 150, 400]) {
      await using app = await bootDeno(env, { main });
      slack.appUrl = `${app.url}/channels/slack`;
      const written = writeAll(slack, 15, messages.length);
      await new Promise((resolve) => setTimeout(resolve, aliveMs));
      await app.kill();
      messages.push(...await written);
    }
    const store = createSqliteStore({ path });
    const treadle = createTreadle({ agents, store, env, doors: plugins, log: () => {} });
    const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, treadle.fetch);
    slack.appUrl = `http://127.0.0.1:${server.addr.port}/channels/slack`;
    // Slack has given up on some of the events while no process was there.
    await Promise.all(messages.map(([channel, message]) => slack.deliver(slack.mentionOf(channel, message))));
    await assertAnswered(slack, messages, async () => {
      await makeDue(store);
      await treadle.pump();
    });
    await server.shutdown();
    await treadle.close();
    await Deno.remove(folder, { recursive: true });
  },
});

/** What the pump would take in a minute is due now. */
async function makeDue(store: Store): Promise<void> {
  for (const { tenant, name, at } of await store.listDue(Date.now() + 120_000, 100)) {
    await store.moveDue(tenant, name, { from: at, to: Date.now() - 1 });
  }
}
