// Row E7: messages that wait in the inbox of a thread, of this page and of other ways in.

import assert from "node:assert/strict";
import { eventually } from "../../support/eventually.ts";
import { createHaltingDriver } from "../_halting.ts";
import { type AgUiApp, createAgUiApp, eventsOf, input, said } from "./_app.ts";
import { ran, say, shortOf, VERSIONS } from "./_clients.ts";

async function waitingIs(app: AgUiApp, count: number): Promise<void> {
  await eventually(async () => (await (await app.send("GET", "/v1/threads/c1")).json()).waiting === count);
}

async function inputsOf(app: AgUiApp): Promise<string[]> {
  const { entries } = await (await app.send("GET", "/v1/threads/c1/history")).json();
  return entries.flatMap(({ type, text }: Record<string, string>) => type === "user" ? [text] : []);
}

for (const version of VERSIONS) {
  Deno.test(`V5: E7: ${version.name}: the first run of a thread is another's: a message of the page steers it`, async () => {
    const { driver, release } = createHaltingDriver();
    const app = createAgUiApp({ driver });
    const started = app.send("POST", "/v1/threads/c1/steps", {
      ...{ agent: "tester", input: "halt", until: "done", resumable: true },
    });
    await eventually(async () => (await app.send("GET", "/v1/threads/c1")).status === 200);
    const client = app.open(version);
    const steered = say(client, "more", "m1");
    await waitingIs(app, 1);
    release();
    assert.equal((await (await started).json()).thread.status, "done", "nothing has cancelled it");
    assert.equal((await steered).error, undefined);
    await app.idle();
    assert.deepEqual(await inputsOf(app), ["halt", "more"]);
    assert.deepEqual(shortOf(client), [
      ...["user:halt", "assistant:Half of halt.", "user:more", "assistant:Half of more."],
    ]);
  });

  Deno.test(`V5: E7: ${version.name}: a page that is loaded while its question is answered has the question`, async () => {
    const { driver, release } = createHaltingDriver();
    const app = createAgUiApp({ driver });
    const sent = app.send("POST", "/v1/threads/c1/steps", {
      ...{ agent: "tester", input: "halt", until: "done", resumable: true },
    });
    await eventually(async () => (await app.send("GET", "/v1/threads/c1")).status === 200);
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
    await ran(client);
    assert.deepEqual(shortOf(client), [
      ...["user:halt", "assistant:Half of halt.", "user:more", "assistant:Half of more."],
    ]);
  });
}

Deno.test("V5: E7: a conversation of elsewhere whose first run goes on is sent again: nothing of it is new", async () => {
  const { driver, release } = createHaltingDriver();
  const app = createAgUiApp({ driver });
  const answer = { id: "a0", role: "assistant", content: "Hello." };
  const messages = [said("hi", "m0"), answer, said("halt", "m1")];
  const first = app.post(input({ messages })).then(eventsOf);
  await eventually(async () => (await app.send("GET", "/v1/threads/c1")).status === 200);
  const steers = app.post(input({ runId: "r2", messages: [...messages, said("more", "m2")] })).then(eventsOf);
  await waitingIs(app, 1);
  release();
  await Promise.all([first, steers]);
  await app.idle();
  assert.deepEqual(await inputsOf(app), ["hi", "halt", "more"]);
});

Deno.test("V5: E7: of messages of which some wait the new ones are taken", async () => {
  const { driver, release } = createHaltingDriver();
  const app = createAgUiApp({ driver });
  const first = app.post(input({ messages: [said("halt", "m1")] })).then(eventsOf);
  await eventually(async () => (await app.send("GET", "/v1/threads/c1")).status === 200);
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
  await eventually(async () => (await app.send("GET", "/v1/threads/c1")).status === 200);
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
  const { entries } = await (await app.send("GET", "/v1/threads/c1:2/history")).json();
  assert.deepEqual(
    entries.flatMap(({ type, text }: Record<string, string>) => type === "user" ? [text] : []),
    ["halt", "two", "drei"],
  );
});
