// Row V3: how often, how long and how far back what was not told is tried, also where a worker that was frozen has lost the conversation.

import assert from "node:assert/strict";
import { scenario } from "../../../src/providers/scripted/scenario.ts";
import { eventually } from "../../support/eventually.ts";
import { type GitHubFault, LOGIN } from "../../support/github/server.ts";
import type { SlackFault } from "../../support/slack/server.ts";
import { BOT, type ChannelApp, GENERAL, GitHubApp, PRIVATE, SlackApp, TelegramApp } from "./_app.ts";
import {
  beginConversation,
  ConversationLost,
  holdConversation,
} from "../../../src/plugins/channels/conversation.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";

Deno.test("V3: an answer whose response was lost is found though the clock of the platform is nearly five minutes behind", async () => {
  const behindMs = 290_000;
  {
    const faults: (GitHubFault | undefined)[] = ["lost"];
    await using app = new GitHubApp({ channel: { streams: false }, faults: () => faults.shift() });
    app.github.behindMs = behindMs;
    await app.github.deliver(app.github.comment(7, `@${LOGIN} hello`));
    await app.idle();
    assert.deepEqual(app.github.answers(7), ["It is blue."]);
  }
  const faults: (SlackFault | undefined)[] = ["lost"];
  await using app = new SlackApp({ channel: { streams: false }, faults: () => faults.shift() });
  app.slack.workspace.behindMs = behindMs;
  const message = await app.slack.say({ channel: GENERAL, text: `${BOT} hello` });
  await app.idle();
  assert.deepEqual(app.answers(message), ["It is blue."]);
});

Deno.test("V3: what fails 300 times is given up, and not before", async () => {
  await using app = new SlackApp({ channel: { streams: false }, faults: () => "failed" });
  await app.slack.say({ channel: GENERAL, text: `${BOT} hello` });
  const attempts = (number: number) => app.logs.some((line) => line.includes(`"attempts":${number},`));
  // The next one is left to the cron pump.
  await eventually(() => attempts(8));
  await app.idle();
  const [id = ""] = await app.store.listDefinitions("acme", "channel");
  const text = await app.store.readDefinition("acme", "channel", id) ?? assert.fail("it is kept");
  const tried = JSON.stringify({ ...JSON.parse(text), attempts: 298 });
  assert.ok(await app.store.putDefinition("acme", "channel", id, tried, text));
  await app.pump();
  await eventually(() => attempts(299));
  await app.idle();
  assert.deepEqual(await app.store.listDefinitions("acme", "channel"), [id]);
  const posts = app.slack.calls.length;
  await app.pump();
  await eventually(async () => (await app.store.listDefinitions("acme", "channel")).length === 0);
  assert.ok(app.logs.some((line) => /"error".*was not told in its channel/.test(line)));
  await app.pump();
  await app.idle();
  // One of each attempt: a post, or the search before it that has failed.
  assert.equal(app.slack.calls.length, posts + 1);
});

Deno.test("V3: a file that cannot be loaded is tried five times, and then named in the input", async () => {
  await using app = new TelegramApp({
    script: scenario().says("No file."),
    faults: (method) => method === "getFile" ? "failed" : undefined,
  });
  const document = { file_id: "f1", file_name: "a.txt", mime_type: "text/plain", file_size: 3 };
  await app.telegram.say({ chat: PRIVATE, text: "read it", files: { document } });
  const loads = () => app.telegram.calls.filter((method) => method === "getFile").length;
  for (let loaded = 3; loaded <= 5; loaded++) {
    await eventually(() => loads() === loaded);
    await app.idle();
    await app.pump();
  }
  await eventually(() => app.telegram.answers(PRIVATE).length === 1);
  await app.pump();
  await app.idle();
  assert.equal(loads(), 5);
  const { entries: [input] } = await app.acme.history(`telegram.${PRIVATE}`);
  assert.ok(input?.type === "user");
  assert.match(input.text, /^read it\n*\[file a\.txt \(text\/plain\) is missing: it could not be loaded\]$/);
});

/** Another worker takes the conversation over and vanishes, as if the one that holds it were frozen meanwhile. */
async function takeOver({ store }: Pick<ChannelApp, "store">, thread: string): Promise<void> {
  const text = await store.readDefinition("acme", "conversation", thread) ?? assert.fail("it has begun");
  const held = { by: "another", until: Date.now() + 200 };
  const taken = JSON.stringify({ ...JSON.parse(text), held });
  assert.ok(await store.putDefinition("acme", "conversation", thread, taken, text));
}

Deno.test("V3: an answer that a frozen worker has begun in Telegram is told, though the worker that took over has vanished", async () => {
  let posts = 0;
  await using app: TelegramApp = new TelegramApp({
    channel: { streams: false },
    faults(method) {
      if (method === "sendMessage" && posts++ === 0) void takeOver(app, `telegram.${PRIVATE}`);
      return undefined;
    },
  });
  await app.telegram.say({ chat: PRIVATE, text: "hello" });
  await eventually(() => app.telegram.answers(PRIVATE).includes("It is blue."));
  await app.idle();
  // Of the first attempt the ellipsis stands there, whose id no worker knows.
  assert.deepEqual(app.telegram.answers(PRIVATE), ["…", "It is blue."]);
  assert.deepEqual(await app.store.listDefinitions("acme", "channel"), []);
});

Deno.test("V3: an answer that a frozen worker has posted in Slack is told by the next one once", async () => {
  let posts = 0;
  let thread = "";
  await using app: SlackApp = new SlackApp({
    channel: { streams: false },
    faults(method) {
      if (method === "chat.postMessage" && posts++ === 0) void takeOver(app, thread);
      return undefined;
    },
  });
  const { message, events } = app.slack.write({ channel: GENERAL, text: `${BOT} hello` });
  thread = app.thread(message);
  await app.slack.deliver(events.at(-1) ?? {});
  await eventually(async () => (await app.store.listDefinitions("acme", "channel")).length === 0);
  await app.idle();
  assert.deepEqual(app.answers(message), ["It is blue."]);
  const kept = await app.store.readDefinition("acme", "conversation", thread);
  assert.equal(JSON.parse(kept ?? "{}").entry, 2);
});

Deno.test("V3: a worker that was frozen while it wrote that it holds a conversation posts nothing when another one has it", async () => {
  const ref = { tenant: "acme", thread: "slack.t1" };
  const store = createMemoryStore();
  let now = 1_000_000;
  let freezes = false;
  const put = store.putDefinition.bind(store);
  store.putDefinition = async (...args) => {
    const isPut = await put(...args);
    if (!freezes) return isPut;
    freezes = false;
    now += 40_000;
    assert.equal((await holdConversation(ref, deps)).type, "held");
    return isPut;
  };
  const deps = {
    store,
    clock: () => now,
    random: (count: number) => crypto.getRandomValues(new Uint8Array(count)),
  };
  await beginConversation(ref, { place: {}, user: "slack:ann", person: "ann" }, { store });
  const held = await holdConversation(ref, deps);
  assert.ok(held.type === "held");
  now += 20_000;
  freezes = true;
  await assert.rejects(held.conversation.keep(15_000), ConversationLost);
});
