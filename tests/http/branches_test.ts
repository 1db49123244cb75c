// Rows E5, E7, E14: a chat is one thing with branches, whatever has become of one of them, and by whichever id it is named. They are
// those of its user, whatever id another one gives to a thread.

import assert from "node:assert/strict";
import { createMemoryStore } from "../../src/stores/embedded/memory.ts";
import { conversation, said } from "./_conversation.ts";
import { agUi } from "../../src/plugins/ag_ui/mod.ts";
import { chat } from "../../src/plugins/chat/mod.ts";
import { KEY, SAYS_HI } from "./_app.ts";
import { createTokenApp } from "./access/_tokens.ts";

const TENANT = "acme";

Deno.test("E5: a chat keeps the branches that were made behind a removed one", async () => {
  const app = conversation();
  await app.begin();
  for (const _ of [2, 3, 4, 5]) await app.again();
  for (const thread of ["c1:2", "c1:4"]) {
    assert.equal((await app.send("DELETE", `/v1/threads/${thread}`)).status, 204);
  }
  assert.equal((await app.load("c1")).runId, "c1:5");
  await app.again();
  assert.deepEqual(await app.statuses("c1:2", "c1:4", "c1:6"), [404, 404, 200], "a number is taken once");
  assert.equal((await app.send("DELETE", "/v1/threads/c1")).status, 204);
  assert.deepEqual(await app.statuses("c1", "c1:3", "c1:5", "c1:6"), [404, 404, 404, 404]);
});

Deno.test("E5: a chat whose first thread is over goes on in its branches, and is removed with them", async () => {
  const store = createMemoryStore();
  const app = conversation({ store });
  await app.begin();
  await app.again();
  await store.remove({ tenant: TENANT, thread: "c1" });
  assert.equal((await app.load("c1")).runId, "c1:2");
  assert.equal(await app.say("c1", "more"), 200);
  assert.deepEqual(await app.texts("c1:2"), ["hello", "more"]);
  assert.equal((await app.send("DELETE", "/v1/threads/c1")).status, 204);
  assert.deepEqual(await app.statuses("c1", "c1:2"), [404, 404]);
  assert.equal((await app.send("DELETE", "/v1/threads/c1")).status, 404);
});

Deno.test("E5: branches from before stores had sets of them are found by their numbers", async () => {
  const store = createMemoryStore();
  const app = conversation({ store });
  await app.begin();
  await app.again();
  await app.again();
  for (const thread of ["c1:2", "c1:3"]) {
    const ref = { tenant: TENANT, thread };
    const { facets = [], version } = (await store.read(ref))?.header ?? assert.fail();
    const before = facets.filter((text) => !text.startsWith("chat="));
    assert.notDeepEqual(before, facets);
    await store.putFacets(ref, { version, facets: before });
  }
  assert.equal((await app.load("c1")).runId, "c1:3");
});

Deno.test("E5: useChat opens a branch by its own id and writes to it, and what it changes there is a branch of the chat", async () => {
  const app = conversation();
  await app.begin();
  await app.again();
  await app.again();
  const page = await app.load("c1:2");
  assert.equal(page.runId, "c1:2");
  assert.equal(await app.say("c1:2", "more", page), 200);
  assert.deepEqual(await app.texts("c1:2"), ["hello", "more"]);
  assert.deepEqual(await app.texts("c1:3"), ["hello"]);
  const { messages } = await app.load("c1:2");
  const edit = { id: "c1:2", messages: [...messages.slice(0, 2), said("more", "other")], messageId: "more" };
  assert.equal(await app.post({ ...edit, trigger: "submit-message" }), 200);
  assert.deepEqual(await app.texts("c1:4"), ["hello", "other"]);
  assert.equal((await app.load("c1:2")).runId, "c1:2");
  assert.equal((await app.load("c1")).runId, "c1:4");
});

Deno.test("E7: a client of AG-UI opens a branch by its own id and writes to it, and what it changes there is a branch of the chat", async () => {
  const app = conversation();
  await app.begin();
  await app.again();
  await app.again();
  const { text } = await app.agUi("c1:2", "r1", []);
  const snapshot = text.split("\n").find((line) => line.includes("MESSAGES_SNAPSHOT")) ?? assert.fail(text);
  const { messages } = JSON.parse(snapshot.slice("data: ".length));
  const ask = { id: "u2", role: "user", content: "more" };
  assert.equal((await app.agUi("c1:2", "r2", [...messages, ask])).status, 200);
  assert.deepEqual(await app.texts("c1:2"), ["hello", "more"]);
  assert.equal(
    (await app.agUi("c1:2", "r3", [...messages, { ...ask, id: "u3", content: "other" }])).status,
    200,
  );
  assert.deepEqual(await app.texts("c1:4"), ["hello", "other"]);
  assert.match((await app.agUi("c1:2", "r4", [])).text, /msg\/c1:2\//);
});

Deno.test("E5, E7: an id of a branch that there is not begins nothing, and a thread of such an id that is no branch is a chat of its own", async () => {
  const app = conversation();
  assert.equal(await app.say("c1:2", "more"), 422);
  assert.equal((await app.agUi("c1:2", "r1", [{ id: "u1", role: "user", content: "more" }])).status, 422);
  assert.deepEqual(await app.statuses("c1", "c1:2"), [404, 404]);
  const steps = await app.send("POST", "/v1/threads/room:42/steps", { agent: "tester", input: "hello" });
  await steps.text();
  assert.equal(await app.say("room:42", "more"), 200);
  assert.deepEqual(await app.texts("room:42"), ["hello", "more"]);
});

Deno.test("E5: what a page says in a branch that was removed goes to the branch that is loaded", async () => {
  const app = conversation();
  await app.begin();
  await app.again();
  const page = await app.load("c1");
  assert.equal((await app.send("DELETE", "/v1/threads/c1:2")).status, 204);
  assert.equal(await app.say("c1", "more", page), 200);
  assert.deepEqual(await app.statuses("c1:2"), [404]);
  assert.deepEqual(await app.texts("c1"), ["hello", "more"]);
});

const idsOf = ({ threads }: { threads: readonly { id: string }[] }) => threads.map(({ id }) => id);

Deno.test("B2, E5: a list has one row of a chat, and its branches where it asks for them or for what threads have done", async () => {
  let now = Date.now();
  const app = conversation({ clock: () => now++ }); // no two threads are made in one millisecond
  const list = async (query = "") => await (await app.send("GET", `/v1/threads${query}`)).json();
  await app.begin();
  await app.again();
  await app.again();
  await (await app.send("POST", "/v1/threads/c1:2/fork", { id: "copy" })).text();
  await (await app.send("POST", "/v1/threads/copy/fork", { id: "c1:9" })).text();
  assert.deepEqual(idsOf(await list()), ["c1:9", "copy", "c1"], "c1:9 is a copy of another chat");
  assert.deepEqual(idsOf(await list("?search=hello&agent=tester")), ["c1:9", "copy", "c1"]);
  assert.deepEqual(idsOf(await list("?branches=all")), ["c1:9", "copy", "c1:3", "c1:2", "c1"]);
  assert.deepEqual(idsOf(await list("?status=done")), ["c1:9", "copy", "c1:3", "c1:2", "c1"]);
  const first = await list("?limit=3");
  assert.deepEqual([idsOf(first), first.cursor], [["c1:9", "copy", "c1"], undefined], "a page is filled");
  const { runId } = await app.load("c1");
  assert.equal(runId, "c1:3");
});

Deno.test("E5: a branch whose first thread is over has a row", async () => {
  const store = createMemoryStore({ lifetimes: { threadMs: 300_000 } });
  const app = conversation({ store });
  await app.begin();
  await app.again();
  const list = async () => idsOf(await (await app.send("GET", "/v1/threads")).json());
  assert.deepEqual(await list(), ["c1"]);
  await store.remove({ tenant: TENANT, thread: "c1" });
  assert.deepEqual(await list(), ["c1:2"]);
});

Deno.test("B2, E5: a chat is renamed and archived by its id and by that of a branch", async () => {
  const app = conversation();
  const list = async (query = "") => idsOf(await (await app.send("GET", `/v1/threads${query}`)).json());
  await app.begin();
  await app.again();
  await app.again();
  const change = async (thread: string, changes: object) => {
    const response = await app.send("PATCH", `/v1/threads/${thread}`, changes);
    assert.equal(response.status, 200);
    return await response.json();
  };
  assert.equal((await change("c1:2", { title: "Orders" })).title, "Orders");
  assert.deepEqual(await list("?search=orders&branches=all"), ["c1:3", "c1:2", "c1"]);
  await change("c1:3", { archived: true });
  assert.deepEqual(await list("?branches=all"), []);
  await change("c1", { archived: false });
  assert.deepEqual(await list("?branches=all"), ["c1:3", "c1:2", "c1"]);
  assert.equal((await app.send("PATCH", "/v1/threads/c9:2", { title: "Orders" })).status, 404);
});

Deno.test("E5: a page is told which branches a message has, and chooses one by its id", async () => {
  const app = conversation();
  await app.begin();
  await app.again();
  await app.say("c1", "more");
  const { messages } = await app.load("c1");
  const edit = async (at: number, text: string) => {
    const id = messages[at].id;
    const kept = messages.slice(0, at);
    const body = { messages: [...kept, said(id, text)], messageId: id, trigger: "submit-message" };
    assert.equal(await app.post(body), 200);
  };
  await edit(2, "other");
  await edit(0, "bye");
  /** The branches of each message of a page, in its order. */
  const shown = async (id: string) => {
    const page: {
      messages: { id: string }[];
      runId: string;
      branches: Record<string, string[]>;
    } = await app.load(id);
    return [page.runId, ...page.messages.map((message) => page.branches[message.id] ?? [])];
  };
  // c1: hello, Hi. c1:2: hello, Hi again, more, Hi. c1:3: hello, Hi again, other, Hi. c1:4: bye, Hi.
  assert.deepEqual(await shown("c1"), ["c1:4", ["c1:3", "c1:4"], []]);
  assert.deepEqual(await shown("c1:3"), ["c1:3", ["c1:3", "c1:4"], ["c1", "c1:3"], ["c1:2", "c1:3"], []]);
  assert.deepEqual(await shown("c1:2"), ["c1:2", ["c1:2", "c1:4"], ["c1", "c1:2"], ["c1:2", "c1:3"], []]);
  assert.equal((await app.load("c1", "?branch=c1")).runId, "c1");
  assert.equal((await app.load("c1", "?branch=c1:9")).code, "thread_unknown");
  assert.equal(
    await app.say("c1", "and", await app.load("c1", "?branch=c1:2")),
    200,
    "what is shown is written on",
  );
  assert.deepEqual(await app.texts("c1:2"), ["hello", "more", "and"]);
  assert.deepEqual(await shown("c1"), [
    ...["c1:2", ["c1:2", "c1:4"], ["c1", "c1:2"], ["c1:2", "c1:3"], []],
    ...[[], []],
  ]);
  const choices: string[][][] = [];
  for (let page = { next: 99 }; page.next !== null;) {
    const older = await app.load("c1", `?limit=1&before=${page.next}`);
    choices.push(Object.values(older.branches));
    page = older;
  }
  assert.deepEqual(choices, [[], [["c1:2", "c1:3"]], [["c1", "c1:2"], ["c1:2", "c1:4"]]]);
  assert.equal((await app.send("DELETE", "/v1/threads/c1:2")).status, 204);
  assert.deepEqual(await shown("c1:3"), ["c1:3", ["c1", "c1:3", "c1:4"], [], [], []], "none is out of reach");
});

const hello = { id: "m1", role: "user", parts: [{ type: "text", text: "hi" }] };

/** A chat c1 of ann with the branch c1:2, and a thread c1:3 of bob, forked from c1:4, which is no branch of it. */
async function twoUsers() {
  const app = createTokenApp({
    plugins: [chat(), agUi()],
    scenario: Array.from({ length: 9 }, () => SAYS_HI).flat(),
  });
  const [ann, bob] = [await app.mint(), await app.mint({ user: "bob" })];
  const post = async (token: string, body: object) =>
    (await app.ask(token, "POST", "/api/chat/tester", { messages: [hello], ...body })).status;
  assert.equal(await post(ann, { id: "c1" }), 200);
  assert.equal(await post(ann, { id: "c1", trigger: "regenerate-message" }), 200);
  const step = { agent: "tester", input: "hi", user: "bob" };
  assert.equal((await app.ask(KEY, "POST", "/v1/threads/c1:4/steps", step)).status, 200);
  assert.equal((await app.ask(KEY, "POST", "/v1/threads/c1:4/fork", { id: "c1:3" })).status, 201);
  return { ...app, ann, bob, post };
}

Deno.test("E14: a thread that another user has given the id of a branch is none, in no route", async () => {
  const app = await twoUsers();
  const { ann, bob } = app;
  assert.equal((await app.ask(ann, "GET", "/api/chat/tester/c1/messages")).body.runId, "c1:2");
  assert.equal((await app.ask(bob, "GET", "/api/chat/tester/c1/messages")).status, 404);
  assert.equal((await app.ask(bob, "GET", "/api/chat/tester/c1:2/messages")).status, 404);
  assert.equal((await app.ask(ann, "GET", "/api/chat/tester/c1:3/messages")).status, 404);
  assert.equal(await app.post(bob, { id: "c1:2" }), 404);
  assert.equal(await app.post(ann, { id: "c1:3" }), 404);
  assert.equal(await app.post(bob, { id: "c1:2", trigger: "regenerate-message" }), 404);
  const run = (thread: string) => ({ threadId: thread, runId: "r1", messages: [], state: {}, context: [] });
  assert.equal((await app.ask(bob, "POST", "/agui/tester", run("c1:2"))).status, 404);
  assert.equal((await app.ask(ann, "PATCH", "/v1/threads/c1", { title: "Of ann" })).status, 200);
  assert.equal((await app.ask(KEY, "GET", "/v1/threads/c1:3")).body.title, "hi");
  assert.equal((await app.ask(ann, "DELETE", "/v1/threads/c1")).status, 204);
  const statuses = await Promise.all(
    ["c1", "c1:2", "c1:3", "c1:4"].map(async (id) => (await app.ask(KEY, "GET", `/v1/threads/${id}`)).status),
  );
  assert.deepEqual(statuses, [404, 404, 200, 200]);
});

Deno.test("E14: what is left of a chat without its first thread is removed and renamed by its own user alone", async () => {
  const app = await twoUsers();
  await app.deps.store.remove({ tenant: "acme", thread: "c1" });
  assert.equal((await app.ask(app.bob, "PATCH", "/v1/threads/c1:3", { title: "Of bob" })).status, 200);
  assert.equal((await app.ask(KEY, "GET", "/v1/threads/c1:2")).body.title, "hi");
  await app.ask(app.bob, "DELETE", "/v1/threads/c1");
  assert.equal((await app.ask(KEY, "GET", "/v1/threads/c1:2")).status, 200);
  assert.equal((await app.ask(app.ann, "GET", "/api/chat/tester/c1/messages")).body.runId, "c1:2");
});

Deno.test("E14: a token for one branch has a chat of its own in it", async () => {
  const app = await twoUsers();
  const token = await app.mint({ thread: "c1:2" });
  assert.equal(await app.post(token, { id: "c1:2", trigger: "regenerate-message" }), 200);
  assert.equal((await app.ask(token, "GET", "/api/chat/tester/c1:2/messages")).body.runId, "c1:2:2");
  assert.equal((await app.ask(token, "GET", "/api/chat/tester/c1/messages")).status, 403);
});
