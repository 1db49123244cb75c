// The whole deployment without a model and without a browser: people sign in, chat as the page does, and staff decide.

import { createTreadle } from "@treadle/treadle";
import { createScriptedProvider, scenario } from "@treadle/treadle/testing";
import { Hono } from "hono";
import assert from "node:assert/strict";
import { test } from "node:test";
import { createDeployment } from "../deployment.ts";

const SETTINGS = { SESSION_SECRET: "a-secret-of-the-tests", APP_PASSWORD: "right", APP_STAFF: "sue" };

test("a customer signs in, asks, and reads the chat again", async () => {
  await using shop = open();
  const ada = await shop.signIn("ada");
  assert.match(await ada.say("c1", "Where are my orders?"), /^These are your orders: .*teapot/);
  const { messages } = await ada.get("/api/chat/support/c1/messages") as { messages: { role: string }[] };
  assert.deepEqual(messages.map(({ role }) => role), ["user", "assistant"]);
  const { threads } = await ada.get("/v1/threads") as { threads: { id: string }[] };
  assert.deepEqual(threads.map(({ id }) => id), ["c1"]);
});

test("nobody reads the chat of another customer, and nobody gets in with a wrong password or a forged session", async () => {
  await using shop = open();
  await (await shop.signIn("ada")).say("c1", "Where are my orders?");
  const bob = await shop.signIn("bob");
  assert.equal((await bob.request("/v1/threads/c1")).status, 404);
  assert.equal((await shop.request("/v1/threads/c1")).status, 401);
  assert.equal((await shop.login("ada", "wrong")).status, 401);
  assert.equal((await shop.request("/login", { method: "POST", body: "no JSON" })).status, 401);
  const forged = { cookie: "session=eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZGEifQ." };
  assert.equal((await shop.request("/v1/threads/c1", { headers: forged })).status, 401);
});

test("a refund waits for staff: the customer cannot approve it, staff can, and about no other arguments than they saw", async () => {
  await using shop = open();
  const ada = await shop.signIn("ada");
  await ada.say("c1", "Order 1001 is broken, please refund it.");
  const sue = await shop.signIn("sue");
  const { items: [item] } = await sue.get("/v1/inbox") as {
    items: { callId: string; user: string; approval: { digest: string } }[];
  };
  assert.equal(item?.user, "ada");
  const decide = async (by: typeof sue, digest: string | undefined) => {
    const decision = { thread: "c1", callId: item?.callId, digest, approved: true, by: "sue" };
    const response = await by.request("/v1/inbox/decisions", {
      method: "POST",
      body: JSON.stringify([decision]),
    });
    if (!response.ok) return response.status;
    const { results: [result] } = await response.json() as { results: [{ error?: { code: string } }] };
    return result.error?.code ?? "decided";
  };
  assert.equal(await decide(ada, item.approval.digest), 403);
  assert.equal(await decide(sue, "0".repeat(64)), "approval_mismatch");
  assert.equal(await decide(sue, item.approval.digest), "decided");
  assert.equal((await sue.request("/v1/threads/c1/wake", { method: "POST", body: "{}" })).status, 202);
  await shop.until(async () => (await ada.get("/v1/threads/c1") as { status: string }).status === "done");
  assert.match(JSON.stringify(await ada.get("/api/chat/support/c1/messages")), /Order 1001 is refunded/);
  assert.match(await ada.say("c2", "Where are my orders?"), /"teapot","price":48,"status":"refunded"/);
});

test("a message that is sent while an answer runs is read by its next step", async () => {
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => release = resolve);
  const model = createScriptedProvider({
    script: ({ input }) =>
      input.includes("teapot")
        ? scenario().says("The teapot is delivered.")
        : scenario().says("Let me look.").calls("find_orders").next().says("These are all orders."),
    chunkMs: 1,
    sleep: () => isReleased,
  });
  await using shop = open([model]);
  const ada = await shop.signIn("ada");
  const first = ada.say("c1", "Where are my orders?");
  await shop.until(async () => (await ada.request("/v1/threads/c1")).ok);
  const second = ada.say("c1", "I mean the teapot.");
  await shop.until(async () => (await ada.get("/v1/threads/c1") as { waiting?: number }).waiting === 1);
  release();
  await Promise.all([first, second]);
  const chat = JSON.stringify(await ada.get("/api/chat/support/c1/messages"));
  assert.match(chat, /The teapot is delivered/);
  assert.doesNotMatch(chat, /These are all orders/);
});

test("an order of another customer cannot be refunded, whatever the model calls", async () => {
  const script = scenario()
    .calls("refund_order", { number: "1003", reason: "I want it." }).next()
    .calls("find_orders").next()
    .calls("refund_order", { number: "1003", reason: "I want it." }).next()
    .says("Done.");
  await using shop = open([createScriptedProvider({ script, obeys: false })]);
  await (await shop.signIn("ada")).say("c1", "Refund order 1003.");
  const app = shop.treadle.as({ tenant: "app" });
  const { calls: [call] } = await app.thread("c1");
  await app.approve("c1", call?.id ?? "", { approved: true, by: "sue" });
  await app.run("c1");
  const { entries } = await app.history("c1");
  const outcomes = entries.filter((entry) => entry.type === "tool").map(({ name, outcome }) =>
    `${name} ${outcome}`
  );
  assert.deepEqual(outcomes, ["refund_order blocked", "find_orders completed", "refund_order failed"]);
});

test("a page of another site cannot use the session", async () => {
  await using shop = open();
  const response = await shop.login("ada", "right");
  assert.match(response.headers.get("set-cookie") ?? "", /HttpOnly; SameSite=Strict; Secure$/);
});

function open(providers?: ReturnType<typeof createDeployment>["providers"]) {
  const { routes, ...deployment } = createDeployment(SETTINGS);
  const options = { ...deployment, ...providers && { providers }, env: {}, log: () => {} };
  const treadle = createTreadle({ ...options, store: "memory" });
  // As it is served: what is no route of routes.ts is one of Treadle.
  const app = new Hono().route("/", routes).all("*", (c) => treadle.fetch(c.req.raw));
  const send = async (path: string, init: RequestInit = {}) => {
    const headers = { "content-type": "application/json", ...init.headers };
    return await app.request(`http://shop.test${path}`, { ...init, headers });
  };
  const login = (name: string, password: string) =>
    send("/login", { method: "POST", body: JSON.stringify({ name, password }) });
  return {
    treadle,
    login,
    async until(isSo: () => Promise<boolean>) {
      for (const end = Date.now() + 10_000; !await isSo();) {
        if (Date.now() > end) throw new Error("It does not become so.");
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    },
    request: send,
    async signIn(name: string) {
      const response = await login(name, "right");
      const cookie = response.headers.get("set-cookie")?.split(";")[0] ?? "";
      const request = (path: string, init: RequestInit = {}) => send(path, { ...init, headers: { cookie } });
      return {
        request,
        get: async (path: string): Promise<unknown> => await (await request(path)).json(),
        /** Sends a message as useChat does, and returns the text of the answer, which comes word by word. */
        async say(id: string, text: string): Promise<string> {
          const message = { id: crypto.randomUUID(), role: "user", parts: [{ type: "text", text }] };
          const body = JSON.stringify({ id, messages: [message], trigger: "submit-message" });
          const response = await request("/api/chat/support?mode=full", { method: "POST", body });
          const stream = await response.text();
          assert.equal(response.status, 200, stream);
          return [...stream.matchAll(/^data: (\{.*\})$/gm)]
            .map(([, part = ""]) => JSON.parse(part) as { type: string; delta?: string })
            .map(({ type, delta }) => type === "text-delta" ? delta : "").join("");
        },
      };
    },
    [Symbol.asyncDispose]: treadle.close,
  };
}
