// Row V3: how often, how long and how far back what was not told is tried, also where a worker that was frozen has lost the conversation.

import assert from "node:assert/strict";
import { scenario } from "../../../../src/providers/scripted/scenario.ts";
import { eventually } from "../../../support/eventually.ts";
import { faultsOfAnswers, type GitHubFault, LOGIN } from "../../../support/github/server.ts";
import type { SlackFault } from "../../../support/slack/server.ts";
import {
  BOT,
  type ChannelApp,
  GENERAL,
  GitHubApp,
  PRIVATE,
  SlackApp,
  TelegramApp,
} from "../../../plugins/channels/_app.ts";
import {
  beginConversation,
  ConversationLost,
  holdConversation,
} from "../../../../src/plugins/channels/conversation.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import type { Plugin } from "../../../../src/http/plugin.ts";

Deno.test("V3: an answer whose response was lost is found though the clock of the platform is nearly five minutes behind", async () => {
  const behindMs = 290_000;
  {
    const faults: (GitHubFault | undefined)[] = ["lost"];
    await using app = new GitHubApp({ channel: { streams: false }, faults: faultsOfAnswers(faults) });
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

Deno.test("V3: a file that cannot be loaded is tried five times without a pump, and then named in the input", async () => {
  await using app = new TelegramApp({
    script: scenario().says("No file."),
    faults: (method) => method === "getFile" ? "failed" : undefined,
  });
  const document = { file_id: "f1", file_name: "a.txt", mime_type: "text/plain", file_size: 3 };
  await app.telegram.say({ chat: PRIVATE, text: "read it", files: { document } });
  const loads = () => app.telegram.calls.filter((method) => method === "getFile").length;
  await eventually(() => app.telegram.answers(PRIVATE).length === 1);
  await app.pump();
  await app.idle();
  assert.equal(loads(), 5);
  const { entries: [input] } = await app.acme.history(`telegram.${PRIVATE}`);
  assert.ok(input?.type === "user");
  assert.match(input.text, /^read it\n*\[file a\.txt \(text\/plain\) is missing: it could not be loaded\]$/);
});

Deno.test("K4, V3: a deployment that takes no media names a file in the input, and does not load it", async () => {
  await using app = new TelegramApp({ script: scenario().says("No file."), takesMedia: false });
  const document = { file_id: "f1", file_name: "a.txt", mime_type: "text/plain", file_size: 3 };
  await app.telegram.say({ chat: PRIVATE, text: "read it", files: { document } });
  await eventually(() => app.telegram.answers(PRIVATE).length === 1);
  await app.idle();
  assert.equal(app.telegram.calls.includes("getFile"), false);
  const { entries: [input] } = await app.acme.history(`telegram.${PRIVATE}`);
  assert.ok(input?.type === "user");
  assert.match(
    input.text,
    /^read it\n*\[file a\.txt \(text\/plain\) is missing: files are not taken here\]$/,
  );
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
  assert.deepEqual(app.telegram.answers(PRIVATE), ["It is blue."]);
  assert.deepEqual(await app.store.listDefinitions("acme", "channel"), []);
});

Deno.test("V3: a frozen worker that wakes behind another one removes its ellipsis from Telegram, behind limits and lost responses too", async () => {
  let posts = 0;
  const faults = ["limited", "failed", "lost", undefined] as const;
  let removals = 0;
  await using app: TelegramApp = new TelegramApp({
    channel: { streams: false },
    faults(method) {
      if (method === "sendMessage" && posts++ === 0) void takeOver(app, `telegram.${PRIVATE}`);
      return method === "deleteMessage" ? faults[removals++] : undefined;
    },
  });
  await app.telegram.say({ chat: PRIVATE, text: "hello" });
  await eventually(() => app.telegram.answers(PRIVATE).includes("It is blue."));
  await app.idle();
  assert.deepEqual([app.telegram.answers(PRIVATE), removals], [["It is blue."], faults.length]);
});

Deno.test("V3: a message that the conversation knows stays, though the answer of the store to that write was lost", async () => {
  await using app = new TelegramApp({ channel: { streams: false } });
  const { store } = app;
  const put = store.putDefinition.bind(store);
  let isFirst = true;
  store.putDefinition = async (tenant, kind, id, text, before) => {
    const isPut = await put(tenant, kind, id, text, before);
    if (kind !== "conversation" || JSON.parse(text).draft === undefined || !isFirst) return isPut;
    isFirst = false;
    // The hold is over at once, so that the next attempt need not wait for that.
    const { held: _held, ...others } = JSON.parse(text);
    await put(tenant, kind, id, JSON.stringify(others), text);
    return false;
  };
  await app.telegram.say({ chat: PRIVATE, text: "hello" });
  await eventually(async () => {
    await app.pump();
    return app.telegram.answers(PRIVATE).includes("It is blue.");
  });
  await app.idle();
  assert.deepEqual([app.telegram.answers(PRIVATE), app.telegram.calls.includes("deleteMessage")], [[
    "It is blue.",
  ], false]);
});

Deno.test("V3: a message that a frozen worker cannot remove is logged, and the answer is told all the same", async () => {
  let posts = 0;
  await using app: TelegramApp = new TelegramApp({
    channel: { streams: false },
    faults(method) {
      if (method === "sendMessage" && posts++ === 0) void takeOver(app, `telegram.${PRIVATE}`);
      return method === "deleteMessage" ? "failed" : undefined;
    },
  });
  await app.telegram.say({ chat: PRIVATE, text: "hello" });
  await eventually(() => app.telegram.answers(PRIVATE).includes("It is blue."));
  await app.idle();
  assert.deepEqual(app.telegram.answers(PRIVATE), ["…", "It is blue."]);
  assert.ok(
    app.logs.some((line) =>
      line.includes("a message stands in a channel beside the one that another worker")
    ),
  );
});

/** The first worker is frozen behind what it writes before its post; another one takes over, posts with its key, and vanishes. */
function freezeBeforePost(app: ChannelApp, postAsOther: (key: string) => void): void {
  const { store } = app;
  const put = store.putDefinition.bind(store);
  let isFirst = true;
  store.putDefinition = async (tenant, kind, id, text, before) => {
    const isPut = await put(tenant, kind, id, text, before);
    const { sending } = kind === "conversation" ? JSON.parse(text) : {};
    if (sending === undefined || !isFirst) return isPut;
    isFirst = false;
    await takeOver(app, id);
    postAsOther(sending.key);
    return isPut;
  };
}

Deno.test("V3: what a frozen worker posts in Slack behind the one that took over is removed", async () => {
  await using app = new SlackApp({ channel: { streams: false } });
  const { message, events } = app.slack.write({ channel: GENERAL, text: `${BOT} hello` });
  const { workspace } = app.slack;
  freezeBeforePost(app, (key) =>
    workspace.add(GENERAL, {
      bot_id: workspace.botId,
      user: workspace.botUser,
      text: "It is blue.",
      thread_ts: message.ts,
      metadata: { event_type: "treadle_message", event_payload: { key } },
    }));
  await app.slack.deliver(events.at(-1) ?? {});
  await eventually(() => app.slack.calls.includes("chat.delete"));
  await eventually(async () => (await app.store.listDefinitions("acme", "channel")).length === 0);
  await app.idle();
  assert.deepEqual(app.answers(message), ["It is blue."]);
});

Deno.test("V3: what a frozen worker posts on GitHub behind the one that took over is removed", async () => {
  await using app = new GitHubApp({ channel: { streams: false } });
  const { comments } = app.github;
  freezeBeforePost(app, (key) =>
    comments.push({
      id: 1,
      issue: 7,
      login: LOGIN,
      body: `It is blue.\n\n<!-- treadle ${key} -->`,
      edits: 0,
      createdAt: Date.now(),
    }));
  await app.github.deliver(app.github.comment(7, `@${LOGIN} hello`));
  await eventually(() => app.github.methods.includes("DELETE"));
  await eventually(async () => (await app.store.listDefinitions("acme", "channel")).length === 0);
  await app.idle();
  assert.deepEqual(app.github.answers(7), ["It is blue."]);
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

Deno.test("K1, V3: a message with files is kept redacted until they are here", async () => {
  const redacting: Plugin = {
    name: "redacting",
    compile: () => ({ redact: { text: (text) => text.replaceAll("paul@corp", "[email]"), longest: 9 } }),
    open: () => ({}),
  };
  // The file does not come: its message waits.
  const faults = (method: string) => method.includes("getFile") ? "failed" as const : undefined;
  await using app = new TelegramApp({ doors: [redacting], faults });
  const document = { file_id: "F1", file_name: "of paul@corp.png", mime_type: "image/png", file_size: 70 };
  await app.telegram.say({ chat: PRIVATE, text: "paul@corp asks", files: { document } });
  await eventually(async () => (await app.store.listDefinitions("acme", "channel_files")).length === 1);
  const [id = ""] = await app.store.listDefinitions("acme", "channel_files");
  const { message } = JSON.parse(await app.store.readDefinition("acme", "channel_files", id) ?? "");
  assert.deepEqual([message.text, message.files[0].name], ["[email] asks", "of [email].png"]);
});
