// Row E7: messages that wait in the inbox of a thread, of this page and of other ways in.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import type { ScriptedPlan } from "../../../../src/kernel/drivers/scripted.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { overridden } from "../../../chaos/overridden.ts";
import { eventually } from "../../../support/eventually.ts";
import { inputsOf, leaveWaiting, threadBegins, threadIs, waitingIs } from "../_conversation.ts";
import { slowClock } from "../../../support/slow_clock.ts";
import { createHaltingDriver } from "../_halting.ts";
import { createAgUiApp, eventsOf, input, said } from "./_app.ts";
import { type Client, ran, say, shortOf, VERSIONS } from "./_clients.ts";

const HOLDING: ScriptedPlan = { says: "I hold.", calls: [{ tool: "hold" }] };

/** An agent whose calls wait until each of `holds` is called. */
function createHolder() {
  const holds: (() => void)[] = [];
  const hold = defineTool({
    name: "hold",
    description: "Holds.",
    effect: "pure",
    run: () => new Promise<string>((resolve) => holds.push(() => resolve("held"))),
  });
  return { holds, holder: defineAgent({ name: "holder", driver: "scripted", tools: [hold] }) };
}

for (const version of VERSIONS) {
  Deno.test(`V5: E7: ${version.name}: the first run of a thread is another's: a message of the page steers it`, async () => {
    const { driver, release } = createHaltingDriver();
    const app = createAgUiApp({ driver });
    const started = app.send("POST", "/v1/threads/c1/steps", {
      agent: "tester",
      input: "halt",
      until: "done",
      resumable: true,
    });
    await threadBegins(app);
    const client = app.open(version);
    const steered = say(client, "more", "m1");
    await waitingIs(app, 1);
    release();
    assert.equal((await (await started).json()).thread.status, "done", "nothing has cancelled it");
    assert.equal((await steered).error, undefined);
    await app.idle();
    assert.deepEqual(await inputsOf(app), ["halt", "more"]);
    assert.deepEqual(shortOf(client), [
      "user:halt",
      "assistant:Half of halt.",
      "user:more",
      "assistant:Half of more.",
    ]);
  });

  Deno.test(`V5: E7: ${version.name}: a page that is loaded while its question is answered has the question`, async () => {
    const { driver, release } = createHaltingDriver();
    const app = createAgUiApp({ driver });
    const sent = app.send("POST", "/v1/threads/c1/steps", {
      agent: "tester",
      input: "halt",
      until: "done",
      resumable: true,
    });
    await threadBegins(app);
    const client = app.open(version);
    const loaded = ran(client);
    await eventually(() => client.messages.length === 2, () => client.messages);
    assert.deepEqual(shortOf(client), ["user:halt", "assistant:Half"]);
    // Behind the step that runs comes one with an input of another.
    const steered = app.send("POST", "/v1/threads/c1/steps", { input: "more", busy: "steer" });
    await waitingIs(app, 1);
    release();
    await Promise.all([loaded, sent, steered]);
    await app.idle();
    const shown = ["user:halt", "assistant:Half of halt."];
    assert.deepEqual(shortOf(client), shown, "its stream ends with the run");
    await ran(client);
    assert.deepEqual(shortOf(client), [...shown, "user:more", "assistant:Half of more."]);
  });
}

for (const version of VERSIONS) {
  Deno.test(`V5: E7: ${version.name}: a page that is loaded before a step takes an input of another has the input before its answer`, async () => {
    const { holder, holds } = createHolder();
    const scenario = [HOLDING, HOLDING, { says: "Both." }];
    const app = createAgUiApp({ agents: [holder], scenario, clock: slowClock });
    const run = app.send("POST", "/v1/threads/c1/steps", {
      agent: "holder",
      input: "go",
      until: "done",
      resumable: true,
    });
    await eventually(() => holds.length === 1);
    const client = app.open(version, { agent: "holder" });
    const loaded = ran(client);
    await eventually(() => client.messages.length > 1, () => client.messages);
    const steered = app.send("POST", "/v1/threads/c1/steps", { input: "more", busy: "steer" });
    await waitingIs(app, 1);
    holds[0]?.();
    await eventually(() => holds.length === 2);
    holds[1]?.();
    await Promise.all([loaded, run, steered]);
    await app.idle();
    const held = ["assistant:I hold.:hold", "tool:held"];
    const all = ["user:go", ...held, ...held, "user:more", "assistant:Both."];
    assert.deepEqual(shortOf(client), all);
    await ran(client);
    assert.deepEqual(shortOf(client), all);
  });
}

for (const version of VERSIONS) {
  Deno.test(`V5: E7: ${version.name}: a page that reads the log late shows the answer behind an input of another once`, async () => {
    const bare = createMemoryStore();
    const isWhole = Promise.withResolvers<void>();
    let isLate = false;
    const store = overridden(bare, {
      readEvents: async (...page) => {
        if (isLate) await isWhole.promise;
        return await bare.readEvents(...page);
      },
    });
    const { holder, holds } = createHolder();
    const scenario = [HOLDING, HOLDING, HOLDING, { says: "Both." }];
    const app = createAgUiApp({ agents: [holder], scenario, store });
    const body = { agent: "holder", input: "go", until: "done", resumable: true };
    const run = app.send("POST", "/v1/threads/c1/steps", body);
    await eventually(() => holds.length === 1);
    const client = app.open(version, { agent: "holder" });
    const loaded = ran(client);
    await eventually(() => client.messages.length > 1, () => client.messages);
    isLate = true;
    const steered = app.send("POST", "/v1/threads/c1/steps", { input: "more", busy: "steer" });
    await waitingIs(app, 1);
    for (let at = 0; at < 3; at++) {
      await eventually(() => holds.length > at);
      holds[at]?.();
    }
    await run;
    isWhole.resolve();
    await Promise.all([loaded, steered]);
    await app.idle();
    const reloaded = app.open(version, { agent: "holder" });
    await ran(reloaded);
    assert.deepEqual(shortOf(client), shortOf(reloaded), "wherever the input was taken");
    assert.deepEqual(shortOf(client).filter((text) => text.includes("Both")), ["assistant:Both."]);
  });
}

for (const version of VERSIONS) {
  Deno.test(`V5: E7: ${version.name}: a page that is loaded while a question waits has it, before a message of its own`, async () => {
    const { driver, release } = createHaltingDriver();
    const app = createAgUiApp({ driver });
    await leaveWaiting(app, release);
    const client = app.open(version);
    await ran(client);
    const loaded = ["user:halt", "assistant:Half of halt.", "user:more"];
    assert.deepEqual(shortOf(client), loaded);
    await say(client, "and this?", "m1");
    await app.idle();
    assert.deepEqual(shortOf(client), [...loaded, "user:and this?", "assistant:Half of and this?."]);
    assert.deepEqual(await inputsOf(app), ["halt", "more", "and this?"]);
  });
}

Deno.test("V5: E7: a conversation of elsewhere whose first run goes on is sent again: nothing of it is new", async () => {
  const { driver, release } = createHaltingDriver();
  const app = createAgUiApp({ driver });
  const answer = { id: "a0", role: "assistant", content: "Hello." };
  const messages = [said("hi", "m0"), answer, said("halt", "m1")];
  const first = app.post(input({ messages })).then(eventsOf);
  await threadBegins(app);
  const steers = app.post(input({ runId: "r2", messages: [...messages, said("more", "m2")] })).then(eventsOf);
  await waitingIs(app, 1);
  release();
  await Promise.all([first, steers]);
  await app.idle();
  assert.deepEqual(await inputsOf(app), ["hi", "halt", "more"]);
});

Deno.test("V5: E7: a run that is sent again while it begins behind another one is followed to its answer", async () => {
  const bare = createMemoryStore();
  const hasBegun = Promise.withResolvers<void>();
  let isHeld = false;
  let held = 0;
  const store = overridden(bare, {
    begin: async (...args) => {
      if (isHeld) {
        held++;
        await hasBegun.promise;
      }
      return await bare.begin(...args);
    },
  });
  const { driver, release } = createHaltingDriver();
  const app = createAgUiApp({ driver, store });
  const one = [said("halt", "m1")];
  const first = app.post(input({ messages: one })).then(eventsOf);
  await threadBegins(app);
  const body = input({ runId: "r2", messages: [...one, said("halt more", "m2")] });
  const second = app.post(body).then(eventsOf);
  await waitingIs(app, 1);
  isHeld = true;
  const again = app.post(body);
  await eventually(() => held === 1);
  isHeld = false;
  release();
  await first;
  await threadIs(app, ({ running, version }) => running === true && version === 1);
  hasBegun.resolve();
  const events = again.then(eventsOf);
  await again;
  await threadIs(app, ({ status }) => {
    release(); // the answer may not have halted before
    return status === "done";
  });
  for (const each of await Promise.all([second, events])) {
    assert.match(JSON.stringify(each), / of halt more/);
  }
  await app.idle();
  assert.deepEqual(await inputsOf(app), ["halt", "halt more"]);
});

Deno.test("V5: E7: of messages of which some wait the new ones are taken", async () => {
  const { driver, release } = createHaltingDriver();
  const app = createAgUiApp({ driver });
  const first = app.post(input({ messages: [said("halt", "m1")] })).then(eventsOf);
  await threadBegins(app);
  const other = app.send("POST", "/v1/threads/c1/steps", { input: "other", busy: "steer" });
  await waitingIs(app, 1);
  const both = [said("halt", "m1"), said("two", "m2")];
  const second = app.post(input({ runId: "r2", messages: both })).then(eventsOf);
  await waitingIs(app, 2);
  const third = app.post(input({ runId: "r3", messages: [...both, said("three", "m3")] })).then(eventsOf);
  await waitingIs(app, 3);
  release();
  await Promise.all([first, other, second, third]);
  await app.idle();
  assert.deepEqual(await inputsOf(app), ["halt", "other", "two", "three"]);
});

Deno.test("V5: E7: of two messages that one step has taken the later one is edited, and the other stays", async () => {
  const { driver, release } = createHaltingDriver();
  const app = createAgUiApp({ driver });
  const one = [said("halt", "m1")];
  const streams = [app.post(input({ messages: one })).then(eventsOf)];
  await threadBegins(app);
  const two = [...one, said("two", "m2")];
  streams.push(app.post(input({ runId: "r2", messages: two })).then(eventsOf));
  await waitingIs(app, 1);
  streams.push(app.post(input({ runId: "r3", messages: [...two, said("three", "m3")] })).then(eventsOf));
  await waitingIs(app, 2);
  release();
  await Promise.all(streams);
  const answer = { id: "msg/c1/1", role: "assistant", content: "Half of halt." };
  const messages = [...one, answer, said("two", "m2"), said("drei", "m3")];
  await eventsOf(await app.post(input({ runId: "r4", messages })));
  await app.idle();
  assert.deepEqual(await inputsOf(app, "c1:2"), ["halt", "two", "drei"]);
});

for (const version of VERSIONS) {
  Deno.test(`E7: ${version.name}: a page that is loaded has the messages that wait in its state, until a step takes them`, async () => {
    const { holder, holds } = createHolder();
    const scenario = [HOLDING, HOLDING, { says: "Both." }];
    const app = createAgUiApp({ agents: [holder], scenario, clock: slowClock });
    const step = { agent: "holder", until: "done", resumable: true };
    const run = app.send("POST", "/v1/threads/c1/steps", { ...step, input: "go" });
    await eventually(() => holds.length === 1);
    const other = app.open(version, { agent: "holder" });
    const steered = say(other, "more", "m2");
    await waitingIs(app, 1);
    const client = app.open(version, { agent: "holder" });
    const loaded = ran(client);
    await eventually(() => client.messages.length > 1, () => client.messages);
    const [entry] = await app.store.inbox({ tenant: "acme", thread: "c1" });
    const { id: entryId } = JSON.parse(entry ?? "{}");
    assert.deepEqual(waitingOf(client), [{ id: "m2", role: "user", content: "more", entryId }]);
    holds[0]?.();
    await eventually(() => holds.length === 2);
    holds[1]?.();
    await Promise.all([loaded, run, steered]);
    await app.idle();
    assert.deepEqual(waitingOf(client), []);
    assert.equal(shortOf(client).at(-2), "user:more");
  });

  Deno.test(`E7: ${version.name}: a page that is loaded has the branches of its messages, and opens another one by its id`, async () => {
    const app = createAgUiApp({ scenario: [{ says: "Hi." }, { says: "Go on." }, { says: "Yes." }] });
    const client = app.open(version);
    await say(client, "hello", "m1");
    await say(client, "more", "m2");
    client.setMessages([said("bye", "m1")]);
    await ran(client);
    await app.idle();
    const page = app.open(version);
    await ran(page);
    assert.deepEqual(stateOf(page).branches, { m1: ["c1", "c1:2"] });
    assert.deepEqual(shortOf(page), ["user:bye", "assistant:Hi."]);
    const other = app.open(version);
    await other.runAgent({ forwardedProps: { branch: "c1" } });
    assert.deepEqual(stateOf(other).branches, { m1: ["c1", "c1:2"] });
    await say(other, "and?", "m3");
    await app.idle();
    assert.deepEqual(await inputsOf(app), ["hello", "more", "and?"]);
    assert.equal((await app.post(input({ messages: [], forwardedProps: { branch: "c1:9" } }))).status, 404);
  });
}

function stateOf({ state }: Client): Record<string, unknown> {
  return JSON.parse(JSON.stringify(state.thread));
}

const waitingOf = (client: Client) => stateOf(client).waiting;
