// Row E5: a message that is refused changes no branch and stops no run, and a conversation has the branches of its own user.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { chat } from "../../../../src/plugins/chat/mod.ts";
import { overridden } from "../../../chaos/overridden.ts";
import { createTokenApp } from "../../../http/access/_tokens.ts";
import { threadBegins } from "../_conversation.ts";
import { createHaltingDriver } from "../_halting.ts";
import { type ChatApp, chunksOf, createChatApp, said } from "./_app.ts";

const statusOf = async (app: ChatApp, path: string) => {
  const response = await app.send("GET", path);
  await response.body?.cancel();
  return response.status;
};

const again = { trigger: "regenerate-message" };

for (
  const { name, code, agent = "tester", more = {} } of [
    { name: "of another agent's path", code: "agent_mismatch", agent: "page" },
    {
      name: "with a tool that the agent has",
      code: "invalid_request",
      more: { clientTools: [{ name: "echo", description: "E" }] },
    },
  ]
) {
  Deno.test(`E5: an answer that is asked for again, ${name}, is refused, and nothing is forked or stopped`, async () => {
    const { driver, release } = createHaltingDriver();
    const app = createChatApp({ driver });
    const first = app.chat({ id: "c1", message: said("halt") }).then(chunksOf);
    await threadBegins(app);
    const refused = await app.chat({ id: "c1", message: said("halt"), ...again, ...more }, "", agent);
    assert.equal((await refused.json()).code, code);
    release();
    assert.equal((await first).map(({ delta = "" }) => delta).join(""), "Half of halt.");
    const late = await app.chat({ id: "c1", message: said("halt"), ...again, ...more }, "", agent);
    assert.equal((await late.json()).code, code);
    assert.equal(await statusOf(app, "/v1/threads/c1:2"), 404);
  });
}

Deno.test("E5: an answer that is asked for again beyond a limit is refused, and its fork is removed", async () => {
  const { driver } = createHaltingDriver();
  const lim = defineAgent({ name: "lim", driver: "scripted", limits: { steps: 1 } });
  const app = createChatApp({ driver, agents: [lim] });
  await app.chat({ id: "c1", message: said("hi") }, "", "lim").then(chunksOf);
  await app.chat({ id: "c1", message: said("more", "m2") }, "", "lim").then((response) => response.text());
  const refused = await app.chat({ id: "c1", message: said("hi"), ...again }, "", "lim");
  assert.equal(refused.status, 402);
  await refused.body?.cancel();
  assert.equal(await statusOf(app, "/v1/threads/c1:2"), 404);
  const { messages } = await (await app.send("GET", "/api/chat/lim/c1/messages")).json();
  assert.deepEqual(messages.map(({ role }: Record<string, string>) => role), ["user", "assistant"]);
});

Deno.test("E5: a thread of another user with the id of a branch is none of the conversation", async () => {
  const { driver } = createHaltingDriver();
  const app = createTokenApp({ plugins: [chat()], driver });
  const [ann, bob] = [await app.mint({ user: "ann" }), await app.mint({ user: "bob" })];
  await app.ask(ann, "POST", "/api/chat/tester", { id: "c1", message: said("hi") });
  await app.ask(bob, "POST", "/v1/threads/c1:2/steps", { agent: "tester", input: "of bob" });
  const next = await app.ask(ann, "POST", "/api/chat/tester", { id: "c1", message: said("more", "m2") });
  assert.equal(next.status, 200);
  const edited = { id: "c1", message: said("edited", "m2"), messageId: "m2" };
  assert.equal((await app.ask(ann, "POST", "/api/chat/tester", edited)).status, 200);
  const { body } = await app.ask(ann, "GET", "/api/chat/tester/c1/messages");
  assert.deepEqual([body.runId, body.messages.length], ["c1:3", 4]);
});

Deno.test("E5: a conversation whose first thread was removed and begun by another user has none of its branches", async () => {
  const { driver } = createHaltingDriver();
  const app = createTokenApp({ plugins: [chat()], driver });
  const [ann, bob] = [await app.mint({ user: "ann" }), await app.mint({ user: "bob" })];
  await app.ask(ann, "POST", "/api/chat/tester", { id: "c1", message: said("hi") });
  await app.ask(ann, "POST", "/api/chat/tester", { id: "c1", message: said("hi"), ...again });
  assert.equal((await app.ask(ann, "DELETE", "/v1/threads/c1")).status, 204);
  for (const [text, id] of [["hello", "m1"], ["more", "m2"]] as const) {
    const { status } = await app.ask(bob, "POST", "/api/chat/tester", { id: "c1", message: said(text, id) });
    assert.equal(status, 200);
  }
  const { body } = await app.ask(bob, "GET", "/api/chat/tester/c1/messages");
  assert.deepEqual([body.runId, body.messages.length], ["c1", 4]);
});

Deno.test("E5: two edits at once are two branches", async () => {
  const { driver } = createHaltingDriver();
  const base = createMemoryStore();
  const store = overridden(base, {
    fork: async (request) => {
      await new Promise((resolve) => setTimeout(resolve, 20));
      return await base.fork(request);
    },
  });
  const app = createChatApp({ driver, store });
  await app.chat({ id: "c1", message: said("hi") }).then(chunksOf);
  const edits = ["a", "b"].map((text) => app.chat({ id: "c1", message: said(text), messageId: "m1" }));
  const responses = await Promise.all(edits);
  assert.deepEqual(responses.map(({ status }) => status), [200, 200]);
  await Promise.all(responses.map(chunksOf));
  assert.equal(await statusOf(app, "/v1/threads/c1:3"), 200);
});

Deno.test("E5: messages whose long ids differ at the end alone are two messages", async () => {
  const { driver } = createHaltingDriver();
  const app = createChatApp({ driver });
  for (const end of ["a", "b"]) {
    const chunks = await app.chat({ id: "c1", message: said(end, "x".repeat(130) + end) }).then(chunksOf);
    assert.equal(chunks.map(({ delta = "" }) => delta).join(""), `Half of ${end}.`);
  }
});

Deno.test("E5: a chat is stopped by the path of its own agent alone", async () => {
  const { driver, release } = createHaltingDriver();
  const app = createChatApp({ driver });
  const first = app.chat({ id: "c1", message: said("halt") }).then(chunksOf);
  await threadBegins(app);
  const refused = await app.send("POST", "/api/chat/page/c1/stop");
  assert.equal((await refused.json()).code, "agent_mismatch");
  release();
  assert.equal((await first).at(-1)?.type, "finish");
  const stopped = await app.send("POST", "/api/chat/c1/stop");
  assert.equal(stopped.status, 200);
  await stopped.body?.cancel();
});

for (
  const { name, change } of [
    { name: "an edit", change: { message: said("bye"), messageId: "m1" } },
    { name: "a request for another answer", change: { message: said("hi"), ...again } },
  ]
) {
  Deno.test(`E5: ${name} that is sent twice with one idempotency key is one branch`, async () => {
    const { driver } = createHaltingDriver();
    const app = createChatApp({ driver });
    await app.chat({ id: "c1", message: said("hi") }).then(chunksOf);
    const send = () =>
      app.send("POST", "/api/chat/tester", { id: "c1", ...change }, { "idempotency-key": "k1" }).then(
        chunksOf,
      );
    const wordsOf = (chunks: Awaited<ReturnType<typeof chunksOf>>) =>
      chunks.map(({ delta = "" }) => delta).join("");
    const first = wordsOf(await send());
    assert.match(first, /^Half of /);
    assert.equal(wordsOf(await send()), first);
    assert.deepEqual(
      [await statusOf(app, "/v1/threads/c1:2"), await statusOf(app, "/v1/threads/c1:3")],
      [200, 404],
    );
  });
}
