// Row E5: a page that was closed in the middle of an answer, and is loaded again at any time, has what the thread has.
// It shows "1 of 3" and goes from one branch to another.

import assert from "node:assert/strict";
import type { ScriptedPlan } from "../../../../src/kernel/drivers/scripted.ts";
import { definePlugin } from "../../../../src/http/define_plugin.ts";
import { type ChatApp, chunksOf, createChatApp, said } from "./_app.ts";
import { atRest, cardsOf, MAJORS, type Message, shortOf } from "./_clients.ts";
import { createHaltingDriver } from "../_halting.ts";
import { eventually } from "../../../support/eventually.ts";

const LOOKS: ScriptedPlan = { says: "I look.", calls: [{ tool: "echo", args: { text: "hi" } }] };
const REMOVES: ScriptedPlan = { says: "I see.", calls: [{ tool: "remove", args: { id: "r1" } }] };

interface StoredChat {
  readonly runId: string;
  readonly version: number;
  readonly messages: readonly Message[];
  readonly next: number | null;
}

async function stored(app: ChatApp, query = "", id = "c1"): Promise<StoredChat> {
  return await (await app.send("GET", `/api/chat/tester/${id}/messages${query}`)).json();
}

/** What a page says of its last message when it asks for the stream. */
function versionOf(messages: readonly Message[]): number {
  return Number(Object(messages.at(-1)?.metadata).version ?? 0);
}

for (const major of MAJORS) {
  Deno.test(`E5: ${major.name}: half of an answer is whole behind a reload, with and without what the page has kept`, async () => {
    const { driver, release } = createHaltingDriver();
    const app = createChatApp({ driver });
    const first = app.open(major);
    const sending = first.chat.sendMessage({ text: "halt" });
    await eventually(() => first.chat.messages[1]?.parts.at(-1)?.text === "Half", () => first.chat.messages);
    const kept = structuredClone(first.chat.messages);
    await first.chat.stop();
    await sending;
    release();
    await app.idle();

    const whole = ["step-start", "text:Half of halt."];
    const resumed = app.open(major, { messages: kept, version: versionOf(kept) });
    await resumed.chat.resumeStream();
    await atRest(resumed.chat, () => true);
    assert.deepEqual(resumed.chat.messages.map(({ id }) => id), kept.map(({ id }) => id));
    assert.deepEqual(shortOf(resumed.chat.messages[1] ?? assert.fail()), whole);

    const { messages, version, runId } = await stored(app);
    assert.deepEqual([runId, version], ["c1", 1]);
    assert.deepEqual(messages.map(({ id }) => id), kept.map(({ id }) => id));
    assert.deepEqual(shortOf(messages[1] ?? assert.fail()), whole);
    const again = app.open(major, { messages, version });
    await again.chat.resumeStream();
    assert.deepEqual(again.chat.messages, messages, "nothing came again");
  });

  Deno.test(`E5: ${major.name}: the messages of a chat are those that its page shows`, async () => {
    const app = createChatApp({ scenario: [LOOKS, { says: "Done." }, REMOVES, { says: "Gone." }] });
    const { chat, finished } = app.open(major);
    await chat.sendMessage({ text: "go" });
    await atRest(chat, () => finished.length === 2);
    await chat.sendMessage({ text: "remove it" });
    await atRest(chat, () => finished.length === 3);
    assert.deepEqual(essenceOf((await stored(app)).messages), essenceOf(chat.messages));
    const reloaded = app.open(major, { messages: (await stored(app)).messages });
    const id = cardsOf(reloaded.chat).at(-1)?.approval?.id ?? assert.fail();
    await reloaded.chat.addToolApprovalResponse({ id, approved: true, reason: "So be it." });
    await atRest(reloaded.chat, () => reloaded.finished.length === 1);
    const { messages, version } = await stored(app);
    assert.deepEqual(essenceOf(messages), essenceOf(reloaded.chat.messages));
    assert.deepEqual(messages.map(({ metadata }) => Object(metadata).version), [
      undefined,
      3,
      undefined,
      version,
    ]);
    assert.equal(cardsOf({ ...chat, messages }).at(-1)?.approval?.approved, true);
  });
}

/** Ids, texts and cards. The state of a text is the client's. */
function essenceOf(messages: readonly Message[]) {
  return messages.map(({ id, role, parts }) => [
    id,
    role,
    ...parts.map(({ type, text, toolCallId, state, input, output, approval }) =>
      toolCallId === undefined ? [type, text] : [type, toolCallId, state, input, output, approval?.id]
    ),
  ]);
}

Deno.test("E5: the messages of a chat come in pages, and a question stays with its answer", async () => {
  const app = createChatApp({ driver: createHaltingDriver().driver });
  for (const number of [1, 2, 3]) {
    await (await app.chat({ id: "c1", message: said(`m${number}`, `m${number}`) })).text();
  }
  const newest = await stored(app, "?limit=3");
  assert.deepEqual(newest.messages.map(({ parts }) => parts.at(-1)?.text), [
    "m2",
    "Half of m2.",
    "m3",
    "Half of m3.",
  ]);
  const older = await stored(app, `?limit=3&before=${newest.next}`);
  assert.deepEqual(older.messages.map(({ parts }) => parts.at(-1)?.text), ["m1", "Half of m1."]);
  assert.equal(older.next, null);
  assert.deepEqual(await stored(app, "", "c9"), {
    id: "c9",
    runId: "c9",
    title: null,
    version: 0,
    messages: [],
    waiting: [],
    branches: {},
    next: null,
  });
});

Deno.test("E5: files of a message are its parts, and inputs of other ways in are messages", async () => {
  const app = createChatApp({ driver: createHaltingDriver().driver });
  const file = {
    type: "file",
    mediaType: "image/png",
    filename: "dot.png",
    url: "https://example.com/dot.png",
  };
  const message = { ...said("look"), parts: [{ type: "text", text: "look" }, file] };
  await (await app.chat({ id: "c1", message })).text();
  await app.send("POST", "/v1/threads/c1/steps", { input: "by the API" });
  const { messages } = await stored(app);
  assert.deepEqual(messages[0], { id: "m1", role: "user", parts: [{ type: "text", text: "look" }, file] });
  assert.deepEqual(messages.slice(2).map(({ role, parts }) => [role, parts.at(-1)?.text]), [
    ["user", "by the API"],
    ["assistant", "Half of by the API."],
  ]);
});

Deno.test("E5: a message that runs is in its stream, and a page without a version gets none that has ended", async () => {
  const { driver, release } = createHaltingDriver();
  const app = createChatApp({ driver });
  const running = app.chat({ id: "c1", message: said("halt") });
  await eventually(async () => (await app.send("GET", "/v1/threads/c1")).status === 200, () => "no thread");
  assert.deepEqual((await stored(app)).messages.map(({ id }) => id), ["m1"]);
  const resumed = app.send("GET", "/api/chat/tester/c1/stream?version=0");
  release();
  const [chunks, again] = [await chunksOf(await running), await chunksOf(await resumed)];
  assert.deepEqual(
    again.filter(({ type }) => type === "start"),
    chunks.filter(({ type }) => type === "start"),
  );
  assert.equal((await app.send("GET", "/api/chat/tester/c1/stream")).status, 204);
  assert.equal((await app.send("GET", "/api/chat/tester/c1/stream?version=1")).status, 204);
  assert.equal((await app.send("GET", "/api/chat/tester/c1/stream?version=0")).status, 200);
  for (const query of ["version=-1", "version=x"]) {
    assert.equal((await app.send("GET", `/api/chat/tester/c1/stream?${query}`)).status, 422);
  }
});

Deno.test("E14: the messages of a chat are for whom its thread is", async () => {
  let user = "u1";
  let tenant = "acme";
  const app = createChatApp({ scenario: [LOOKS], authenticate: () => ({ tenant, user }) });
  await (await app.chat({ id: "c1", message: said("go") })).text();
  assert.equal((await stored(app)).messages.length, 2);
  user = "u2";
  assert.equal((await app.send("GET", "/api/chat/tester/c1/messages")).status, 404);
  assert.equal((await app.send("GET", "/api/chat/tester/c1/stream?version=0")).status, 404);
  [user, tenant] = ["u1", "beta"];
  assert.deepEqual((await stored(app)).messages, []);
});

Deno.test("E5: what a plugin redacts is redacted in the messages of a chat", async () => {
  const secrets = definePlugin({
    name: "secrets",
    compile: () => ({
      redact: { text: (text) => text.replaceAll("s3cret", "[taken]"), longest: "s3cret".length },
    }),
  });
  const plugins = [secrets];
  const app = createChatApp({ scenario: [{ says: "Your s3cret." }], plugins });
  await (await app.chat({ id: "c1", message: said("my s3cret") })).text();
  const { messages } = await stored(app);
  assert.deepEqual(messages.map(({ parts }) => parts.at(-1)?.text), ["my [taken]", "Your [taken]."]);
  const chunks = await chunksOf(await app.send("GET", "/api/chat/tester/c1/stream?version=0"));
  assert.ok(!JSON.stringify(chunks).includes("s3cret"));
});

interface Page {
  readonly runId: string;
  readonly messages: readonly Message[];
  readonly branches: Readonly<Record<string, readonly string[]>>;
}

for (const major of MAJORS) {
  Deno.test(`E5: ${major.name}: a page has the branches of a message, opens another one and writes to it`, async () => {
    const scenario = ["Hi.", "Go on."].map((says) => ({ says }));
    const app = createChatApp({ scenario });
    const load = async (query = ""): Promise<Page> =>
      await (await app.send("GET", `/api/chat/tester/c1/messages${query}`)).json();
    const { chat } = app.open(major);
    await chat.sendMessage({ text: "hello" });
    for (const _ of [2, 3]) await chat.regenerate();
    await atRest(chat, () => true);
    await app.idle();
    const newest = await load();
    const answer = newest.messages.at(-1) ?? assert.fail();
    const choices = newest.branches[answer.id] ?? [];
    assert.deepEqual(choices, ["c1", "c1:2", "c1:3"]);
    assert.equal(choices.indexOf(newest.runId), 2, "3 of 3");
    const pages = await Promise.all(choices.map((branch) => load(`?branch=${branch}`)));
    assert.deepEqual(pages.map(({ runId }) => runId), choices);
    const { runId, messages, branches } = pages[0] ?? assert.fail();
    assert.equal(branches[messages.at(-1)?.id ?? ""]?.indexOf(runId), 0, "1 of 3");
    const { chat: shown } = app.open(major, { messages });
    await shown.sendMessage({ text: "and then?" });
    await atRest(shown, () => true);
    await app.idle();
    const now = await load();
    assert.equal(now.runId, "c1", "what is loaded is what was written last");
    assert.deepEqual(
      now.messages.map(({ parts }) => parts.findLast(({ type }) => type === "text")?.text),
      ["hello", "Hi.", "and then?", "Go on."],
    );
    assert.deepEqual(shown.messages.map(({ id }) => id), now.messages.map(({ id }) => id));
  });
}
