// Rows E5, E14: the branches of a chat are those of its user, whatever id another one gives to a thread.

import assert from "node:assert/strict";
import { agUi } from "../../../src/plugins/ag_ui/mod.ts";
import { chat } from "../../../src/plugins/chat/mod.ts";
import { KEY, SAYS_HI } from "../_app.ts";
import { createTokenApp } from "./_tokens.ts";

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
