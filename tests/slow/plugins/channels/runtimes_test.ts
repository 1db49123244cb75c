// Row V3: messages of each platform on both runtimes, with duplicates, answers that are not heard, and calls of the API that fail: one
// answer each, in its thread. And a machine that vanishes in the middle of them.

import assert from "node:assert/strict";
import { createSqliteStore } from "../../../../src/stores/embedded/sqlite/store.ts";
import { createTreadle } from "../../../../src/treadle.ts";
import { bootDeno } from "../../../support/boot_deno.ts";
import { bootWorker } from "../../support/boot_worker.ts";
import { eventually } from "../../../support/eventually.ts";
import { BOT_TOKEN as DISCORD_TOKEN, DiscordServer, PUBLIC_KEY } from "../../../support/discord/server.ts";
import { GitHubServer, LOGIN, TOKEN, WEBHOOK_SECRET } from "../../../support/github/server.ts";
import { isSearch } from "../../../support/lives.ts";
import { runQueue } from "../../../support/runner/run_queue.ts";
import { mulberry32 } from "../../../support/mulberry32.ts";
import { BOT_TOKEN, SIGNING_SECRET, SlackServer } from "../../../support/slack/server.ts";
import { type SlackMessage, wordsOf } from "../../../support/slack/workspace.ts";
import {
  BOT_TOKEN as TELEGRAM_TOKEN,
  TelegramServer,
  WEBHOOK_SECRET as TELEGRAM_SECRET,
} from "../../../support/telegram/server.ts";
import { agents, plugins } from "./_agents.ts";
import { BOT, makeDue } from "../../../plugins/channels/_app.ts";

/** Of each platform on each runtime. */
const MESSAGES = isSearch() ? 200 : 40;
const CHANNELS = 20;
/** Deliveries at a time, so that each is answered within the three seconds of Slack and Discord on a slow machine as well. */
const AT_A_TIME = 20;
const KEY = "key-of-acme-0123456789";

/** One in so many calls of the API fails in each of three ways, and one in so many answers of the app is not heard. */
const ODDS = 12;

const ENV = {
  TREADLE_API_KEYS: `acme:${KEY}`,
  SLACK_BOT_TOKEN: BOT_TOKEN,
  SLACK_SIGNING_SECRET: SIGNING_SECRET,
  GITHUB_TOKEN: TOKEN,
  GITHUB_WEBHOOK_SECRET: WEBHOOK_SECRET,
  TELEGRAM_BOT_TOKEN: TELEGRAM_TOKEN,
  TELEGRAM_WEBHOOK_SECRET: TELEGRAM_SECRET,
  DISCORD_BOT_TOKEN: DISCORD_TOKEN,
  DISCORD_PUBLIC_KEY: PUBLIC_KEY,
};

/** Now and then one of three faults. */
function faultsOf(random: () => number): () => "limited" | "lost" | "failed" | undefined {
  return () => {
    const draw = Math.floor(random() * ODDS * 3);
    return draw < 3 ? (["limited", "lost", "failed"] as const)[draw] : undefined;
  };
}

/** Slack that fails now and then, by a seed. */
function faultySlack(seed: number): SlackServer {
  const random = mulberry32(seed);
  return new SlackServer({ faults: faultsOf(random), hears: () => random() * ODDS >= 1 });
}

/** A name of letters alone, which the model takes for a city. */
function cityOf(index: number): string {
  return `Q${String(index).replaceAll(/\d/g, (digit) => "abcdefghij".charAt(Number(digit)))}`;
}

/** Writes messages, each delivered twice or more. */
async function writeAll(slack: SlackServer, count = MESSAGES, first = 0): Promise<[string, SlackMessage][]> {
  const { messages, events } = writeMessages(slack, count, first);
  await Promise.all(events.map((event) => slack.deliver(event).catch(() => {})));
  return messages;
}

/** Writes messages to an app that lives, some at a time. Where a busy machine misses Slack's limit of three seconds four times, Slack is asked to deliver again. */
async function insistAll(slack: SlackServer): Promise<[string, SlackMessage][]> {
  const { messages, events } = writeMessages(slack, MESSAGES, 0);
  await runQueue(events, AT_A_TIME, async (event) => {
    await sendUntilTaken(async () => (await slack.deliver(event)).status);
  });
  return messages;
}

/** Messages, and what Slack sends of them: each event twice. */
function writeMessages(slack: SlackServer, count: number, first: number) {
  const written = Array.from({ length: count }, (_, place) => {
    const index = first + place;
    const channel = `C${index % CHANNELS}`;
    return { channel, ...slack.write({ channel, text: `${BOT} What is the weather in ${cityOf(index)}?` }) };
  });
  return {
    messages: written.map(({ channel, message }): [string, SlackMessage] => [channel, message]),
    events: written.flatMap(({ events }) => [...events, ...events]),
  };
}

/** What waits for its answer: what it is about, and what was said to it. */
interface Asked {
  readonly city: string;
  readonly answers: () => readonly string[];
}

function askedIn(slack: SlackServer, messages: readonly [string, SlackMessage][]): Asked[] {
  return messages.map(([channel, { ts }], index) => ({
    city: cityOf(index),
    answers: () => slack.workspace.answersIn(channel, ts).map(wordsOf),
  }));
}

/** Sends a request until it is answered with 200, some times at most: `send` gives the status. */
async function sendUntilTaken(send: () => Promise<number>): Promise<void> {
  const statuses: number[] = [];
  while (statuses.at(-1) !== 200) {
    if (statuses.length >= 40) throw new Error(`A request was not taken: ${statuses.join(", ")}.`);
    statuses.push(await send());
  }
}

/** Comments on an issue each, delivered twice. */
async function commentAll(github: GitHubServer): Promise<Asked[]> {
  const issues = Array.from({ length: MESSAGES }, (_, index) => index + 1);
  const payloads = issues.map((issue) =>
    github.comment(issue, `@${LOGIN} What is the weather in ${cityOf(issue)}?`)
  );
  await runQueue([...payloads, ...payloads], AT_A_TIME, async (payload) => {
    // GitHub sends nothing again by itself: a person has it delivered again, until it is taken.
    await sendUntilTaken(() => github.deliver(payload));
  });
  return issues.map((issue) => ({ city: cityOf(issue), answers: () => github.answers(issue) }));
}

/** A message in a group of Telegram, what Telegram sends of it, and its answers. */
interface Mention extends Asked {
  readonly update: object;
}

/** Writes mentions in groups of Telegram, the first about the city `first`. */
function writeMentions(telegram: TelegramServer, count = MESSAGES, first = 0): Mention[] {
  const { chats, username } = telegram.chats;
  return Array.from({ length: count }, (_, place) => {
    const city = cityOf(first + place);
    const chat = -1_000 - place % CHANNELS;
    chats.set(chat, { id: chat, type: "supergroup" });
    const { message, update } = telegram.write({
      chat,
      text: `@${username} What is the weather in ${city}?`,
    });
    // A post whose answer was lost leaves an ellipsis beside the answer.
    const answers = () => telegram.answers(chat, message.message_id).filter((text) => text !== "…");
    return { city, update, answers };
  });
}

/** Delivers each mention twice or more, until it is taken. */
async function mentionAll(telegram: TelegramServer, mentions: readonly Mention[]): Promise<void> {
  await runQueue([...mentions, ...mentions], AT_A_TIME, async ({ update }) => {
    await sendUntilTaken(() => telegram.deliver(update));
  });
}

/** Commands in Discord, in a thread each, sent twice. */
async function commandAll(discord: DiscordServer): Promise<Asked[]> {
  const commands = Array.from({ length: MESSAGES }, (_, index) => {
    const channel = `T${index}`;
    const text = `What is the weather in ${cityOf(index)}?`;
    return { channel, city: cityOf(index), ...discord.command({ channel, kind: 11, text }) };
  });
  await runQueue([...commands, ...commands], AT_A_TIME, async ({ body }) => {
    // Discord sends nothing again: a person runs the command once more, until it is answered.
    await sendUntilTaken(async () => (await discord.send(body)).status);
  });
  return commands.map(({ channel, city }) => ({ city, answers: () => discord.answers(channel) }));
}

/** Waits until each message has its answer; `pump` is the cron job of a platform that has none by itself. */
async function assertAnswered(
  asked: readonly Asked[],
  pump: (() => Promise<unknown>) | undefined,
): Promise<void> {
  const isWhole = (texts: readonly string[]) => texts.length === 1 && texts[0]?.endsWith("…") === false;
  const unanswered = () => asked.filter(({ answers }) => !isWhole(answers()));
  const pumping = setInterval(() => void pump?.().catch(() => {}), 1_000);
  try {
    await eventually(
      () => unanswered().length === 0,
      () => unanswered().slice(0, 3).map(({ city, answers }) => [city, answers()]),
    );
  } finally {
    clearInterval(pumping);
  }
  for (const { city, answers } of asked) assert.match(answers().join("|"), new RegExp(`\\b${city}\\b`));
}

Deno.test({
  name:
    `V3: on Deno ${MESSAGES} messages of Slack with duplicates, lost answers and retries have one answer each, in their threads`,
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    await using slack = faultySlack(1);
    await using app = await bootDeno({ ...ENV, SLACK_API_URL: slack.apiUrl, TREADLE_STORE: "memory" }, {
      main: "tests/slow/plugins/channels/_server.ts",
    });
    slack.appUrl = `${app.url}/channels/slack`;
    await assertAnswered(askedIn(slack, await insistAll(slack)), app.scheduled);
  },
});

Deno.test({
  name:
    `V3: in workerd ${MESSAGES} messages of Slack with duplicates, lost answers and retries have one answer each, in their threads`,
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    await using slack = faultySlack(2);
    await using app = await bootWorker({ ...ENV, SLACK_API_URL: slack.apiUrl, TREADLE_STORE: "memory" }, {
      main: "tests/slow/plugins/channels/_worker.ts",
    });
    slack.appUrl = `${app.url}/channels/slack`;
    await assertAnswered(askedIn(slack, await insistAll(slack)), app.scheduled);
  },
});

for (
  const { where, boot, main } of [
    { where: "on Deno", boot: bootDeno, main: "tests/slow/plugins/channels/_server.ts" },
    { where: "in workerd", boot: bootWorker, main: "tests/slow/plugins/channels/_worker.ts" },
  ]
) {
  Deno.test({
    name:
      `V3: ${where} ${MESSAGES} comments on GitHub with duplicates and lost answers have one answer each, on their issues`,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => {
      await using github = new GitHubServer({ faults: faultsOf(mulberry32(4)) });
      await using app = await boot({ ...ENV, GITHUB_API_URL: github.apiUrl, TREADLE_STORE: "memory" }, {
        main,
      });
      github.appUrl = `${app.url}/channels/github`;
      await assertAnswered(await commentAll(github), app.scheduled);
    },
  });
  Deno.test({
    name:
      `V3: ${where} ${MESSAGES} commands in Discord with duplicates and lost answers have one answer each, in their threads`,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => {
      await using discord = new DiscordServer({ faults: faultsOf(mulberry32(6)) });
      await using app = await boot({ ...ENV, DISCORD_API_URL: discord.apiUrl, TREADLE_STORE: "memory" }, {
        main,
      });
      discord.appUrl = `${app.url}/channels/discord`;
      await assertAnswered(await commandAll(discord), app.scheduled);
    },
  });
  Deno.test({
    name:
      `V3: ${where} ${MESSAGES} messages of Telegram with duplicates, lost answers and retries have one answer each, in their threads`,
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => {
      const random = mulberry32(5);
      await using telegram = new TelegramServer({
        faults: faultsOf(random),
        hears: () => random() * ODDS >= 1,
      });
      await using app = await boot({ ...ENV, TELEGRAM_API_URL: telegram.apiUrl, TREADLE_STORE: "memory" }, {
        main,
      });
      telegram.appUrl = `${app.url}/channels/telegram`;
      const mentions = writeMentions(telegram);
      await mentionAll(telegram, mentions);
      await assertAnswered(mentions, app.scheduled);
    },
  });
}

Deno.test({
  name: "V3: a process that is killed while it answers in Slack loses no message and repeats no answer",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    await using slack = faultySlack(3);
    const messages: [string, SlackMessage][] = [];
    await assertSurvives({ path: "slack", env: { SLACK_API_URL: slack.apiUrl } }, {
      async write(url, killed) {
        slack.appUrl = url;
        const written = writeAll(slack, 15, messages.length);
        await killed;
        messages.push(...await written);
      },
      // Slack has given up on some of the events while no process was there.
      async writeAgain(url) {
        slack.appUrl = url;
        const events = messages.map(([channel, message]) => slack.mentionOf(channel, message));
        await Promise.all(events.map((event) => slack.deliver(event)));
        return askedIn(slack, messages);
      },
    });
  },
});

Deno.test({
  name: "V3: a process that is killed while it answers in Telegram loses no message and repeats no answer",
  sanitizeOps: false,
  sanitizeResources: false,
  fn: async () => {
    await using telegram = new TelegramServer({ faults: faultsOf(mulberry32(7)) });
    const mentions: Mention[] = [];
    await assertSurvives({ path: "telegram", env: { TELEGRAM_API_URL: telegram.apiUrl } }, {
      async write(url, killed) {
        telegram.appUrl = url;
        const written = writeMentions(telegram, 15, mentions.length);
        mentions.push(...written);
        await Promise.all([...written.map(({ update }) => telegram.deliver(update)), killed]);
      },
      async writeAgain(url) {
        telegram.appUrl = url;
        await mentionAll(telegram, mentions);
        return mentions;
      },
    });
  },
});

/** What people write while the process is killed, and what the platform sends again to the last one. */
interface Life {
  write(url: string, killed: Promise<void>): Promise<void>;
  writeAgain(url: string): Promise<readonly Asked[]>;
}

/** Three processes are killed in the middle of messages; what the last one finds is answered once. */
async function assertSurvives(
  { path, env: own }: { readonly path: string; readonly env: Readonly<Record<string, string>> },
  life: Life,
): Promise<void> {
  const folder = await Deno.makeTempDir();
  const file = `${folder}/t.sqlite`;
  const env = { ...ENV, ...own, TREADLE_STORE: `sqlite:${file}` };
  for (const aliveMs of [50, 150, 400]) {
    await using app = await bootDeno(env, { main: "tests/slow/plugins/channels/_server.ts" });
    const killed = new Promise<void>((resolve) => setTimeout(resolve, aliveMs)).then(() => app.kill());
    await life.write(`${app.url}/channels/${path}`, killed);
  }
  const store = createSqliteStore({ path: file });
  const treadle = createTreadle({ agents, store, env, doors: plugins, log: () => {} });
  const server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, treadle.fetch);
  const asked = await life.writeAgain(`http://127.0.0.1:${server.addr.port}/channels/${path}`);
  await assertAnswered(asked, async () => {
    await makeDue(store);
    await treadle.pump();
  });
  await server.shutdown();
  await treadle.close();
  await Deno.remove(folder, { recursive: true });
}
