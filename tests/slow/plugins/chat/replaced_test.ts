// Row E5: a message that still waits is edited: it is replaced where it waits, and no call runs twice.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import type { Driver } from "../../../../src/core/driver.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { overridden } from "../../../chaos/overridden.ts";
import { eventually } from "../../../support/eventually.ts";
import { REMOVES } from "../../../http/_app.ts";
import { inputsOf, threadBegins, waitingIs } from "../_conversation.ts";
import { createHaltingDriver } from "../_halting.ts";
import { createAgUiApp, eventsOf, input, said as agUiSaid } from "../ag_ui/_app.ts";
import { chunksOf, createChatApp, said } from "./_app.ts";

Deno.test("V5: E5: a message that waits is replaced by its edit, and does not run", async () => {
  const { driver, release } = createHaltingDriver();
  const app = createChatApp({ driver });
  const send = (text: string, id: string, more: object = {}) =>
    app.chat({ id: "c1", message: said(text, id), ...more }, "?mode=full").then(chunksOf);
  const streams = [send("halt", "m1")];
  await threadBegins(app);
  streams.push(send("delete r1", "m2"));
  await waitingIs(app, 1);
  const edited = send("delete r2", "m2", { messageId: "m2" });
  await eventually(async () =>
    (await app.store.inbox({ tenant: "acme", thread: "c1" })).at(-1)?.includes("delete r2") === true
  );
  release();
  assert.equal((await edited).map(({ delta = "" }) => delta).join(""), "Half of delete r2.");
  await Promise.all(streams);
  await app.idle();
  assert.deepEqual(await inputsOf(app, "c1"), ["halt", "delete r2"]);
  assert.equal((await app.send("GET", "/v1/threads/c1:2")).status, 404);
});

Deno.test("V5: E5: the messages before the edited one run once", async () => {
  const { driver: halting, release } = createHaltingDriver();
  const paid: unknown[] = [];
  const pay = defineTool({
    name: "pay",
    description: "Pays.",
    parameters: ["n"],
    run: ({ n }) => {
      paid.push(n);
      return "paid";
    },
  });
  const driver: Driver = {
    ...halting,
    async plan(turn, emit) {
      const last = turn.history.entries.at(-1);
      if (last?.type !== "user" || last.text === "halt") return await halting.plan(turn, emit);
      return {
        blocks: [{
          type: "call",
          id: `call_${turn.history.entries.length}`,
          name: "pay",
          args: '{"n":"10"}',
        }],
        finish: "calls",
        usage: { inputTokens: 0, outputTokens: 0 },
        model: turn.modelRef,
      };
    },
  };
  const app = createChatApp({
    driver,
    agents: [defineAgent({ name: "payer", driver: "scripted", tools: [pay] })],
  });
  const send = (text: string, id: string, more: object = {}) =>
    app.chat({ id: "c1", message: said(text, id), ...more }, "?mode=full", "payer").then(chunksOf);
  const streams = [send("halt", "m1")];
  await threadBegins(app);
  streams.push(send("pay 10", "m2"));
  await waitingIs(app, 1);
  streams.push(send("three", "m3"));
  await waitingIs(app, 2);
  streams.push(send("drei", "m3", { messageId: "m3" }));
  await eventually(async () =>
    (await app.store.inbox({ tenant: "acme", thread: "c1" })).at(-1)?.includes("drei") === true
  );
  release();
  await Promise.all(streams);
  await app.idle();
  assert.deepEqual(paid, ["10"]);
  assert.deepEqual(await inputsOf(app, "c1"), ["halt", "pay 10", "drei"]);
});

Deno.test("V5: E5: an edit of a message that is queued behind an approval waits there, and the approval stands", async () => {
  const app = createChatApp({ scenario: [...REMOVES, { says: "Answer." }] });
  const send = (text: string, id: string, more: object = {}) =>
    app.chat({ id: "c1", message: said(text, id), ...more }, "?mode=full").then(chunksOf);
  await send("delete", "m1");
  await send("first", "m2", { busy: "queue" });
  await send("second", "m2", { busy: "queue", messageId: "m2" });
  const { waiting, calls } = await (await app.send("GET", "/v1/threads/c1")).json();
  assert.deepEqual([waiting, calls[0].state], [1, "approval"]);
  assert.match((await app.store.inbox({ tenant: "acme", thread: "c1" }))[0] ?? "", /"second"/);
  assert.equal((await app.send("GET", "/v1/threads/c1:2")).status, 404);
});

Deno.test("V5: E5: a message of another page that waits behind the edited one stays, and is answered", async () => {
  const { driver, release } = createHaltingDriver();
  const app = createChatApp({ driver });
  const send = (text: string, id: string, more: object = {}) =>
    app.chat({ id: "c1", message: said(text, id), ...more }, "?mode=full").then(chunksOf);
  const streams = [send("halt", "m1")];
  await threadBegins(app);
  streams.push(send("two", "m2"));
  await waitingIs(app, 1);
  const other = send("other", "n1");
  await waitingIs(app, 2);
  streams.push(send("zwei", "m2", { messageId: "m2" }));
  await eventually(async () =>
    (await app.store.inbox({ tenant: "acme", thread: "c1" })).at(-1)?.includes("zwei") === true
  );
  release();
  await Promise.all(streams);
  await app.idle();
  assert.deepEqual(await inputsOf(app, "c1"), ["halt", "other", "zwei"]);
  assert.ok((await other).some(({ type }) => type === "text-delta"), "the other page has an answer");
});

Deno.test("V5: E5: an edit whose message a step takes while it is looked for is made in a fork", async () => {
  const ref = { tenant: "acme", thread: "c1" };
  const bare = createMemoryStore();
  let isLookedFor = false;
  const store = overridden(bare, {
    async inbox(ref) {
      if (isLookedFor) {
        isLookedFor = false;
        await (await app.send("POST", "/v1/threads/c1/steps", { input: "go on", until: "done" })).text();
      }
      return await bare.inbox(ref);
    },
  });
  const app = createChatApp({ store, scenario: [...REMOVES, { says: "Answer." }, { says: "Another." }] });
  const send = (text: string, id: string, more: object = {}) =>
    app.chat({ id: "c1", message: said(text, id), ...more }, "?mode=full");
  await chunksOf(await send("delete", "m1"));
  await chunksOf(await send("first", "m2", { busy: "queue" }));
  assert.equal((await bare.inbox(ref)).length, 1);
  isLookedFor = true;
  const edited = await send("second", "m2", { messageId: "m2" });
  assert.equal(edited.status, 200);
  await edited.text();
  await app.idle();
  assert.ok((await inputsOf(app, "c1")).includes("first"));
  assert.equal((await inputsOf(app, "c1:2")).at(-1), "second");
});

Deno.test("V5: E5: AG-UI: a message of another page that waits behind the edited one stays", async () => {
  const { driver, release } = createHaltingDriver();
  const app = createAgUiApp({ driver });
  const one = [agUiSaid("halt", "m1")];
  const post = (runId: string, text: string, id: string) =>
    app.post(input({ runId, messages: [...one, agUiSaid(text, id)] })).then(eventsOf);
  const streams = [app.post(input({ messages: one })).then(eventsOf)];
  await threadBegins(app);
  streams.push(post("r2", "two", "m2"));
  await waitingIs(app, 1);
  streams.push(post("r3", "other", "n1"));
  await waitingIs(app, 2);
  streams.push(post("r4", "zwei", "m2"));
  await eventually(async () =>
    (await app.store.inbox({ tenant: "acme", thread: "c1" })).at(-1)?.includes("zwei") === true
  );
  release();
  await Promise.all(streams);
  await app.idle();
  assert.deepEqual(await inputsOf(app, "c1"), ["halt", "other", "zwei"]);
});

Deno.test("V5: E5: AG-UI: a message that waits is replaced by its edit, and does not run", async () => {
  const { driver, release } = createHaltingDriver();
  const app = createAgUiApp({ driver });
  const one = [agUiSaid("halt", "m1")];
  const streams = [app.post(input({ messages: one })).then(eventsOf)];
  await threadBegins(app);
  streams.push(app.post(input({ runId: "r2", messages: [...one, agUiSaid("two", "m2")] })).then(eventsOf));
  await waitingIs(app, 1);
  const edited = app.post(input({ runId: "r3", messages: [...one, agUiSaid("zwei", "m2")] })).then(eventsOf);
  await eventually(async () =>
    (await app.store.inbox({ tenant: "acme", thread: "c1" })).at(-1)?.includes("zwei") === true
  );
  release();
  assert.match(JSON.stringify(await edited), /of zwei\./);
  await Promise.all(streams);
  await app.idle();
  assert.deepEqual(await inputsOf(app, "c1"), ["halt", "zwei"]);
});

Deno.test("V5: E5: a message whose cancelled step commits while its edit looks for it is edited in a fork", async () => {
  const { driver: halting } = createHaltingDriver();
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  // The step that is cancelled takes its time to commit.
  const driver: Driver = {
    ...halting,
    async plan(turn, emit) {
      await gate;
      return await halting.plan(turn, emit);
    },
  };
  const memory = createMemoryStore();
  let isLookedFor = false;
  const store = overridden(memory, {
    async read(ref) {
      const snapshot = await memory.read(ref);
      if (isLookedFor) release();
      return snapshot;
    },
  });
  const app = createChatApp({ driver, store });
  const send = (text: string, more: object = {}) =>
    app.chat({ id: "c1", message: said(text, "m1"), ...more }, "?mode=full");
  const first = send("one").then(chunksOf);
  await threadBegins(app);
  await (await app.send("POST", "/v1/threads/c1/cancel", {})).text();
  isLookedFor = true;
  const edited = await send("another", { messageId: "m1" });
  assert.equal(edited.status, 200, edited.ok ? "" : await edited.text());
  await Promise.all([first, chunksOf(edited)]);
  await app.idle();
  assert.deepEqual([await inputsOf(app, "c1"), await inputsOf(app, "c1:2")], [["one"], ["another"]]);
});

Deno.test("V5: E5: an edit of a message that no step has, and that waits no more, is taken", async () => {
  const { driver, release } = createHaltingDriver();
  const app = createChatApp({ driver });
  const send = (text: string, id: string, more: object = {}) =>
    app.chat({ id: "c1", message: said(text, id), ...more }, "?mode=full");
  const streams = [send("halt", "m1").then(chunksOf)];
  await threadBegins(app);
  const waiting = send("two", "m2");
  await waitingIs(app, 1);
  const ref = { tenant: "acme", thread: "c1" };
  const { header } = await app.store.read(ref) ?? assert.fail("the thread");
  const texts = (await app.store.inbox(ref)).slice(-1);
  assert.equal(await app.store.withdraw(ref, { epoch: header.epoch, texts }), true);
  release();
  await Promise.all([...streams, waiting.then((response) => response.body?.cancel())]);
  await app.idle();
  const edited = await send("zwei", "m2", { messageId: "m2" });
  assert.equal(edited.status, 200, edited.ok ? "" : await edited.text());
  await chunksOf(edited);
  assert.deepEqual(await inputsOf(app, "c1"), ["halt", "zwei"]);
});
