// The routes, with the scripted demo model.

import assert from "node:assert/strict";
import { createApp } from "./app.ts";

const app = createApp({ JWT_SECRET: "a-secret-of-the-test-alone", APP_PASSWORD: "right", APP_STAFF: "sue" });

Deno.test("the token of a login opens the app's own routes and the agents", async () => {
  const headers = { authorization: `Bearer ${await login("ada")}`, "content-type": "application/json" };
  assert.deepEqual(await (await app.request("/me", { headers })).json(), { user: "ada" });

  const body = JSON.stringify({ agent: "assistant", input: "What is the weather in Paris?", until: "done" });
  const answer = await app.request("/agents/v1/threads/t1/steps", { method: "POST", headers, body });
  assert.equal((await answer.json()).output, "It is 18 °C and clear in Paris.");
});

Deno.test("without a token, and with that of another user, a thread is not seen", async () => {
  assert.equal((await app.request("/agents/v1/threads/t1")).status, 401);
  const headers = { authorization: `Bearer ${await login("bob")}` };
  assert.equal((await app.request("/agents/v1/threads/t1", { headers })).status, 404);
});

Deno.test("users approve nothing; the staff have what waits of all users", async () => {
  const answered = async (user: string, path: string) => {
    const headers = { authorization: `Bearer ${await login(user)}`, "content-type": "application/json" };
    return await app.request(path, { method: "POST", headers, body: '{"approved":true}' });
  };
  assert.equal(
    (await (await answered("ada", "/agents/v1/threads/t1/approvals/c1")).json()).code,
    "forbidden",
  );
  assert.equal((await answered("ada", "/staff/v1/threads/t1/approvals/c1")).status, 401);
  assert.equal(
    (await (await answered("sue", "/staff/v1/threads/t1/approvals/c1")).json()).code,
    "call_unknown",
  );
});

async function login(user: string): Promise<string> {
  const body = JSON.stringify({ user, password: "right" });
  const answer = await app.request("/login", { method: "POST", body });
  return await answer.text();
}
