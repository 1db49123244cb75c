// Row E7: messages of the client that the thread has otherwise, before the last answer: nothing of two conversations is mixed.

import assert from "node:assert/strict";
import type { ScriptedPlan } from "../../../../src/kernel/drivers/scripted.ts";
import { inputsOf } from "../_conversation.ts";
import { type AgUiApp, createAgUiApp, input, said } from "./_app.ts";
import { type Message, ran, say, shortOf, VERSIONS } from "./_clients.ts";

const SAYS = (says: string): ScriptedPlan => ({ says });
const TWO = ["user:one", "assistant:A.", "user:two", "assistant:B."];

async function createTalk(scenario: readonly ScriptedPlan[] = ["A.", "B.", "C."].map(SAYS)) {
  const app = createAgUiApp({ scenario });
  const [version] = VERSIONS;
  const client = app.open(version ?? assert.fail());
  await say(client, "one", "m1");
  await say(client, "two", "m2");
  assert.deepEqual(shortOf(client), TWO);
  return { app, messages: client.messages };
}

function post(app: AgUiApp, messages: readonly object[]): Promise<Response> {
  return app.post(input({ runId: "r9", messages: [...messages, said("three", "m3")] }));
}

async function versionOf(app: AgUiApp): Promise<number> {
  return (await (await app.send("GET", "/v1/threads/c1")).json()).version;
}

Deno.test("E7: an earlier message with other words is refused, and nothing is made", async () => {
  const { app, messages } = await createTalk();
  const edited = messages.map((message) => message.id === "m1" ? { ...message, content: "uno" } : message);
  const response = await post(app, edited);
  const { errors, detail } = await response.json();
  assert.deepEqual([response.status, errors[0].pointer], [422, "/messages/0/content"]);
  assert.match(detail, /send the messages up to it for a new answer/);
  assert.equal((await app.send("GET", "/v1/threads/c1:2")).status, 404);
  assert.equal(await versionOf(app), 2);
  const up = await app.post(input({ runId: "r10", messages: edited.slice(0, 1) }));
  await up.text();
  assert.equal((await app.send("GET", "/v1/threads/c1:2")).status, 200);
});

Deno.test("E7: words in parts, and messages that were one input, are the same words", async () => {
  const app = createAgUiApp({ scenario: ["A.", "B.", "C."].map(SAYS) });
  const [version] = VERSIONS;
  const client = app.open(version ?? assert.fail());
  // As threads have them of before messages were inputs of their own.
  await say(client, "zero\n\none", "m1");
  const parts: Message[] = client.messages.flatMap((message): Message[] =>
    message.id === "m1"
      ? [said("zero", "m0"), { ...message, content: [{ type: "text", text: "one" }] }]
      : [message]
  );
  const next = app.open(version ?? assert.fail(), { initialMessages: parts });
  const { error } = await say(next, "two", "m2");
  assert.equal(error, undefined);
  const { entries } = await (await app.send("GET", "/v1/threads/c1/history")).json();
  assert.deepEqual(
    entries.flatMap(({ type, text }: Record<string, string>) => type === "user" ? [text] : []),
    ["zero\n\none", "two"],
  );
});

for (const version of VERSIONS) {
  Deno.test(`E7: ${version.name}: a page that has left out a message between others gets all of the thread`, async () => {
    const { app } = await createTalk(["A.", "B.", "C.", "D."].map(SAYS));
    const reading = app.open(version);
    await ran(reading);
    await say(reading, "three", "m3");
    const whole = shortOf(reading);
    const left = reading.messages.filter((_, index) => index !== 2 && index !== 3);
    const client = app.open(version, { initialMessages: left });
    const { error } = await say(client, "four", "m4");
    assert.equal(error, undefined);
    assert.deepEqual(shortOf(client), [...whole, "user:four", "assistant:D."]);
  });

  Deno.test(`E7: ${version.name}: a page that keeps the newest messages alone keeps them`, async () => {
    const { app, messages } = await createTalk();
    const client = app.open(version, { initialMessages: messages.slice(2) });
    const { error, types } = await say(client, "three", "m3");
    assert.equal(error, undefined);
    assert.ok(!types.includes("MESSAGES_SNAPSHOT"));
    assert.deepEqual(shortOf(client), [...TWO.slice(2), "user:three", "assistant:C."]);
  });
}

/** The texts of the inputs of each branch. */
async function branchesOf(app: AgUiApp): Promise<Record<string, string[]>> {
  const { threads } = await (await app.send("GET", "/v1/threads?branches=all")).json();
  const ids = threads.map(({ id }: { id: string }) => id).toSorted();
  const inputs = ids.map(async (id: string) => [id, await inputsOf(app, id)]);
  return Object.fromEntries(await Promise.all(inputs));
}

Deno.test("V5, E7: a message behind an edit whose answer the page has not seen is of the edit's branch", async () => {
  const { app, messages } = await createTalk(["A.", "B.", "C.", "D."].map(SAYS));
  const edited = [...messages.slice(0, 2), said("two, again", "m3")];
  await (await app.post(input({ runId: "r8", messages: edited }))).text();
  await (await app.post(input({ runId: "r9", messages: [...edited, said("three", "m4")] }))).text();
  assert.deepEqual(await branchesOf(app), {
    c1: ["one", "two"],
    "c1:2": ["one", "two, again", "three"],
  });
});

Deno.test("V5, E7: a run that has made a fork finds it when it is sent again, though another page has forked since", async () => {
  const { app, messages } = await createTalk(["A.", "B.", "C.", "D."].map(SAYS));
  const again = () => app.post(input({ runId: "r8", messages: messages.slice(0, 3) }));
  await (await again()).text();
  const edited = [...messages.slice(0, 2), said("another", "m9")];
  await (await app.post(input({ runId: "r9", messages: edited }))).text();
  await (await again()).text();
  assert.deepEqual(Object.keys(await branchesOf(app)), ["c1", "c1:2", "c1:3"]);
});

Deno.test("V5, E7: a page that shows no answer goes on in the branch that has its messages, whatever others have edited", async () => {
  const app = createAgUiApp({ scenario: ["A.", "B.", "C.", "D."].map(SAYS) });
  const unseen = [said("one", "m1"), said("two", "m2"), said("three", "m3")];
  for (const count of [1, 2]) {
    await (await app.post(input({ runId: `r${count}`, messages: unseen.slice(0, count) }))).text();
  }
  const other = app.open(VERSIONS[0] ?? assert.fail());
  await ran(other);
  other.setMessages(other.messages.slice(0, 2));
  await say(other, "another", "n1");
  assert.deepEqual(await branchesOf(app), { c1: ["one", "two"], "c1:2": ["one", "another"] });
  await (await app.post(input({ runId: "r3", messages: unseen }))).text();
  assert.deepEqual(await branchesOf(app), { c1: ["one", "two", "three"], "c1:2": ["one", "another"] });
});

Deno.test("V5, E7: wherever the stream that shows others' messages is cut, the next message is none in the place of them", async () => {
  for (let frames = 1; frames <= 4; frames++) {
    const app = createAgUiApp({ scenario: ["A.", "B.", "C.", "D."].map(SAYS) });
    let kept = Infinity;
    const cut: typeof fetch = async (url, init) => {
      const response = await app.fetch(new Request(String(url), init));
      const begun = (await response.text()).split("\n\n").slice(0, kept).join("\n\n");
      return new Response(`${begun}\n\n`, response);
    };
    const client = app.open(VERSIONS.at(-1) ?? assert.fail(), { fetch: cut });
    await say(client, "one", "m1");
    await (await app.send("POST", "/v1/threads/c1/steps", { input: "of others" })).text();
    kept = frames;
    await say(client, "two", "m2");
    kept = Infinity;
    await say(client, "three", "m3");
    assert.deepEqual(
      await branchesOf(app),
      { c1: ["one", "of others", "two", "three"] },
      `cut behind frame ${frames}`,
    );
  }
});
