// Row E5: a page that is loaded while a question waits in the inbox and no step runs.

import assert from "node:assert/strict";
import type { Store } from "../../../../src/core/store.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { overridden } from "../../../chaos/overridden.ts";
import { eventually } from "../../../support/eventually.ts";
import { inputsOf, leaveWaiting, threadBegins, threadIs, waitingIs } from "../_conversation.ts";
import { createHaltingDriver } from "../_halting.ts";
import { REMOVES } from "../../../http/_app.ts";
import { type ChatApp, chunksOf, createChatApp, said } from "./_app.ts";
import { atRest, MAJORS, type Message } from "./_clients.ts";

interface Stored {
  readonly messages: readonly Message[];
  readonly waiting: readonly Message[];
  readonly version: number;
}

async function readStored(app: ChatApp): Promise<Stored> {
  return await (await app.send("GET", "/api/chat/tester/c1/messages")).json();
}

/** Ids and last words. */
function wordsOf(messages: readonly Message[]) {
  return messages.map(({ id, parts }) => [id, parts.findLast(({ type }) => type === "text")?.text]);
}

for (const major of MAJORS) {
  Deno.test(`V5: E5: ${major.name}: a page that is loaded while a question waits has it, before a message of its own`, async () => {
    const { driver, release } = createHaltingDriver();
    const app = createChatApp({ driver });
    await leaveWaiting(app, release);
    const loaded = await readStored(app);
    assert.deepEqual(wordsOf(loaded.messages).map(([, words]) => words), ["halt", "Half of halt.", "more"]);
    const { chat } = app.open(major, loaded);
    await chat.resumeStream();
    await chat.sendMessage({ text: "and this?" });
    await atRest(chat, () => true);
    await app.idle();
    const { messages } = await readStored(app);
    assert.deepEqual(wordsOf(chat.messages), wordsOf(messages));
    assert.equal(messages.length, 5, "one answer to both");
  });

  Deno.test(`V5: E5: ${major.name}: a page that is loaded between a run and that of the message behind it has the message before its answer`, async () => {
    const behind = Promise.withResolvers<void>();
    const memory = createMemoryStore();
    const store = overridden(memory, {
      async begin(request) {
        const { running, header } = await memory.read(request.ref) ?? {};
        if (running === false && header?.version === 1) await behind.promise;
        return await memory.begin(request);
      },
    });
    const { driver, release } = createHaltingDriver();
    const app = createChatApp({ driver, store });
    const first = app.chat({ id: "c1", message: said("halt", "m1") }).then(chunksOf);
    await threadBegins(app);
    const second = app.chat({ id: "c1", message: said("halt again", "m2") }).then(chunksOf);
    await waitingIs(app, 1);
    await threadIs(app, ({ version }) => {
      release(); // the answer may not have halted before
      return version === 1;
    });
    await first;
    const loaded = await readStored(app);
    behind.resolve();
    await threadIs(app, ({ running }) => running === true);
    const { chat } = app.open(major, loaded);
    const resumed = chat.resumeStream();
    await eventually(() => wordsOf(chat.messages).at(-1)?.[1] === "Half", () => chat.messages);
    release();
    await Promise.all([resumed, second]);
    await atRest(chat, () => true);
    await app.idle();
    const { messages } = await readStored(app);
    assert.deepEqual(wordsOf(chat.messages), wordsOf(messages));
    assert.deepEqual(messages.map(({ role }) => role), ["user", "assistant", "user", "assistant"]);
  });
}

Deno.test("V5: E5: a question that a step takes while the messages are read stands there once", async () => {
  const memory = createMemoryStore();
  let take: (() => Promise<void>) | undefined;
  const store: Store = overridden(memory, {
    async inbox(ref) {
      const now = take;
      take = undefined;
      await now?.();
      return await memory.inbox(ref);
    },
  });
  const { driver, release } = createHaltingDriver();
  const app = createChatApp({ driver, store });
  await leaveWaiting(app, release);
  take = async () => {
    await (await app.send("POST", "/v1/threads/c1/steps", { until: "step" })).text();
  };
  const { messages } = await readStored(app);
  assert.equal(take, undefined);
  assert.deepEqual(wordsOf(messages).map(([, words]) => words), [
    "halt",
    "Half of halt.",
    "more",
    "Half of more.",
  ]);
});

Deno.test("V5: E5: a question that is queued behind an approval comes after it: the approval is in the last message", async () => {
  const app = createChatApp({ scenario: REMOVES });
  await chunksOf(await app.chat({ id: "c1", message: said("remove", "m1") }));
  await chunksOf(await app.chat({ id: "c1", message: said("later", "m2"), busy: "queue" }));
  await waitingIs(app, 1);
  const { messages, waiting } = await readStored(app);
  assert.deepEqual(messages.map(({ role }) => role), ["user", "assistant"]);
  assert.equal(messages[1]?.parts.at(-1)?.state, "approval-requested");
  assert.deepEqual(wordsOf(waiting), [["m2", "later"]]);
});

Deno.test("E5: a page that is loaded while an answer runs has the messages queued behind it apart, until their step takes them", async () => {
  const { driver, release } = createHaltingDriver();
  const app = createChatApp({ driver });
  const first = app.chat({ id: "c1", message: said("halt", "m1") }).then(chunksOf);
  await threadBegins(app);
  const queued = ["m2", "m3"].map(async (id, place) => {
    await waitingIs(app, place);
    return await chunksOf(await app.chat({ id: "c1", message: said(`of ${id}`, id), busy: "queue" }));
  });
  await waitingIs(app, 2);
  const running = await readStored(app);
  assert.deepEqual(wordsOf(running.messages).map(([id]) => id), ["m1"]);
  assert.deepEqual(wordsOf(running.waiting), [["m2", "of m2"], ["m3", "of m3"]]);
  await eventually(async () => {
    release(); // the answer may not have halted before
    const { messages, waiting } = await readStored(app);
    return waiting.length === 0 && messages.at(-1)?.role === "assistant";
  });
  await Promise.all([first, ...queued]);
  await app.idle();
  const { messages, waiting } = await readStored(app);
  assert.deepEqual(messages.filter(({ role }) => role === "user").map(({ id }) => id), ["m1", "m2", "m3"]);
  assert.deepEqual(waiting, []);
});

Deno.test("V5: E5: a message that a step has taken together with the outcomes of calls is not lost for a page that shows both", async () => {
  const app = createChatApp({ scenario: [...REMOVES, { says: "Answer." }] });
  await chunksOf(await app.chat({ id: "c1", message: said("delete", "m1") }));
  // The input denies the call, and one commit has both; the fork has no answer to it yet.
  await (await app.send("POST", "/v1/threads/c1/steps", { input: "of another" })).text();
  await app.send("POST", "/v1/threads/c1/fork", { id: "c1:2", replan: true });
  const { messages } = await (await app.send("GET", "/api/chat/tester/c1/messages?branch=c1:2")).json();
  assert.equal(messages.at(-1).parts[0].text, "of another");
  await chunksOf(await app.chat({ id: "c1", messages: [...messages, said("next", "m2")] }));
  await app.idle();
  assert.deepEqual(await inputsOf(app, "c1:2"), ["delete", "of another", "next"]);
});
