// Rows E3, E5: the threads of one conversation.

import assert from "node:assert/strict";
import { chat } from "../../src/plugins/chat/mod.ts";
import { createTestApp } from "./_app.ts";

const message = { id: "m1", role: "user", parts: [{ type: "text", text: "hello" }] };

function conversation() {
  const app = createTestApp({ plugins: [chat()], scenario: [{ says: "Hi." }] });
  const post = async (body: object) =>
    await (await app.send("POST", "/api/chat/tester", { id: "c1", messages: [message], ...body })).text();
  return {
    ...app,
    begin: () => post({ trigger: "submit-message" }),
    again: () => post({ trigger: "regenerate-message" }),
    async statuses(...threads: readonly string[]) {
      return await Promise.all(threads.map(async (thread) => {
        const response = await app.send("GET", `/v1/threads/${thread}`);
        await response.body?.cancel();
        return response.status;
      }));
    },
  };
}

Deno.test("E5: a chat is removed with its branches, and none comes back under its id", async () => {
  const app = conversation();
  await app.begin();
  await app.again();
  await app.again();
  // A thread of the form of a branch that is none.
  await (await app.send("POST", "/v1/threads/c2:2/steps", { agent: "tester", input: "hello" })).text();
  assert.deepEqual(await app.statuses("c1", "c1:2", "c1:3", "c2:2"), [200, 200, 200, 200]);
  assert.equal((await app.send("DELETE", "/v1/threads/c1")).status, 204);
  assert.deepEqual(await app.statuses("c1", "c1:2", "c1:3", "c2:2"), [404, 404, 404, 200]);
  await app.begin();
  const { runId } = await (await app.send("GET", "/api/chat/tester/c1/messages")).json();
  assert.equal(runId, "c1");
});

Deno.test("E5: a branch is removed alone, and the chat goes on with the one before it", async () => {
  const app = conversation();
  await app.begin();
  await app.again();
  assert.equal((await app.send("DELETE", "/v1/threads/c1:2")).status, 204);
  assert.deepEqual(await app.statuses("c1", "c1:2"), [200, 404]);
  assert.equal((await app.send("DELETE", "/v1/threads/c1:2")).status, 404);
});
