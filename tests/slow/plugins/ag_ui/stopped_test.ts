// Row E7: a message behind a run that was stopped: its question is in the thread once, before the message.

import assert from "node:assert/strict";
import { eventually } from "../../../support/eventually.ts";
import { createHaltingDriver } from "../_halting.ts";
import { type AgUiApp, createAgUiApp } from "./_app.ts";
import { type Client, ran, say, shortOf, type Version, VERSIONS } from "./_clients.ts";

const TURNS = ["user:halt", "assistant:Half", "user:more", "assistant:Half of more."];

/** A client whose run has halted half-way. */
async function openHalted(
  app: AgUiApp,
  version: Version,
): Promise<{ client: Client; run: Promise<unknown> }> {
  const client = app.open(version);
  const run = say(client, "halt", "m1");
  await eventually(() => client.messages.at(-1)?.content === "Half", () => client.messages);
  return { client, run };
}

/** What the thread has, in its order. */
async function told(app: AgUiApp): Promise<string[]> {
  const { entries } = await (await app.send("GET", "/v1/threads/c1/history")).json();
  return entries.map(({ type, text, blocks }: Record<string, unknown>) =>
    `${type}:${text ?? Object(blocks)[0]?.text}`
  );
}

for (const version of VERSIONS) {
  Deno.test(`E7: ${version.name}: a question that was stopped is not taken again with the next one`, async () => {
    const app = createAgUiApp({ driver: createHaltingDriver().driver });
    const { client, run } = await openHalted(app, version);
    const cancelling = app.send("POST", "/v1/threads/c1/cancel");
    // A page that has left the run has what came of it by then.
    const next = app.open(version, { initialMessages: client.messages });
    const { error } = await say(next, "more", "m2");
    await Promise.all([cancelling, run]);
    assert.equal(error, undefined);
    assert.deepEqual(shortOf(next), TURNS);
    await app.idle();
    assert.deepEqual(await told(app), TURNS);
    const reloaded = app.open(version);
    await ran(reloaded);
    assert.deepEqual(shortOf(reloaded), TURNS);
  });

  Deno.test(`E7: ${version.name}: a message that interrupts stops the run that another page shows, and keeps what it has said`, async () => {
    const app = createAgUiApp({ driver: createHaltingDriver().driver });
    const { client, run } = await openHalted(app, version);
    // The other page has none of the answer.
    const other = app.open(version, { initialMessages: client.messages.slice(0, 1) });
    const { error } = await say(other, "more", "m2", { forwardedProps: { busy: "interrupt" } });
    await run;
    assert.equal(error, undefined);
    assert.deepEqual(shortOf(other), TURNS);
    await app.idle();
    assert.deepEqual(await told(app), TURNS);
  });

  Deno.test(`V5: E7: ${version.name}: a message that steers the run that another page shows does not bring its question again`, async () => {
    const { driver, release } = createHaltingDriver();
    const app = createAgUiApp({ driver });
    const { client, run } = await openHalted(app, version);
    // The thread has the question when the run has committed.
    const other = app.open(version, { initialMessages: client.messages.slice(0, 1) });
    const steered = say(other, "more", "m2");
    await eventually(async () => (await (await app.send("GET", "/v1/threads/c1")).json()).waiting === 1);
    release();
    const { error } = await steered;
    await run;
    assert.equal(error, undefined);
    const turns = ["user:halt", "assistant:Half of halt.", "user:more", "assistant:Half of more."];
    assert.deepEqual(shortOf(other), turns);
    await app.idle();
    assert.deepEqual(await told(app), turns);
  });

  Deno.test(`E7: ${version.name}: a run that is sent again goes on, and its message again stops it`, async () => {
    const { driver, release } = createHaltingDriver();
    const app = createAgUiApp({ driver });
    const first = app.open(version);
    const sent = say(first, "halt", "m1", { runId: "r1" });
    await eventually(() => first.messages.at(-1)?.content === "Half", () => first.messages);
    const initialMessages = first.messages.slice(0, 1);
    const repeated = app.open(version, { initialMessages });
    const again = ran(repeated, { runId: "r1" });
    await eventually(() => repeated.messages.at(-1)?.content === "Half", () => repeated.messages);
    const anew = app.open(version, { initialMessages });
    const answered = ran(anew, { runId: "r2" });
    await eventually(async () => (await app.send("GET", "/v1/threads/c1:2")).status === 200);
    await eventually(() => anew.messages.at(-1)?.content === "Half", () => anew.messages);
    release();
    assert.equal((await answered).error, undefined);
    assert.deepEqual(shortOf(anew), ["user:halt", "assistant:Half of halt."]);
    assert.equal((await again).last?.type, "RUN_ERROR");
    await sent;
    await app.idle();
    assert.deepEqual(await told(app), TURNS.slice(0, 2));
  });
}
