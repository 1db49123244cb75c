// Row V3: a worker that was frozen while it told a conversation, and has lost it, leaves what it did not tell to be told.

import assert from "node:assert/strict";
import {
  beginConversation,
  ConversationLost,
  holdConversation,
} from "../../../src/plugins/channels/conversation.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { eventually } from "../../support/eventually.ts";
import { BOT, type ChannelApp, GENERAL, PRIVATE, SlackApp, TelegramApp } from "./_app.ts";

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
