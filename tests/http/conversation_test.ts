// Rows E3, E5: the threads of one conversation.

import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { agUi } from "../../src/plugins/ag_ui/mod.ts";
import { chat } from "../../src/plugins/chat/mod.ts";
import { pauses } from "../../src/plugins/pauses/mod.ts";
import { conversation, said } from "./_conversation.ts";

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

/** The inputs of the thread c1, each with the client's id of its message. */
async function inputsOf(app: Pick<ReturnType<typeof conversation>, "send">): Promise<string[]> {
  const { entries } = await (await app.send("GET", "/v1/threads/c1/history")).json();
  return entries.flatMap(({ type, text, door }: Record<string, string>) =>
    type === "user" ? [`${door} ${text}`] : []
  );
}

Deno.test("E5: messages of a page whose requests were lost are taken with the next one, each once, also where they come late", async () => {
  const app = conversation();
  const [m1, m2, m3] = [said("m1", "one"), said("m2", "two"), said("m3", "three")];
  const submit = async (messages: object[]) => {
    const response = await app.send("POST", "/api/chat/tester", {
      id: "c1",
      messages,
      trigger: "submit-message",
    });
    assert.equal(response.status, 200);
    await response.text();
    await app.idle();
  };
  await submit([m1, m2]);
  assert.deepEqual(await inputsOf(app), ["chat:m1 one", "chat:m2 two"]);
  await submit([m1]);
  const { messages } = await (await app.send("GET", "/api/chat/tester/c1/messages")).json();
  await submit([...messages, m3, said("m4", "four")]);
  await submit([...messages, m3]);
  const all = ["chat:m1 one", "chat:m2 two", "chat:m3 three", "chat:m4 four"];
  assert.deepEqual(await inputsOf(app), all);
  // One that is refused stays with the page, and the next one is taken.
  const broken = { id: "m5", role: "user", parts: [] };
  const page = await (await app.send("GET", "/api/chat/tester/c1/messages")).json();
  await submit([...page.messages, broken, said("m6", "six")]);
  assert.deepEqual(await inputsOf(app), [...all, "chat:m6 six"]);
});

Deno.test("E5: so are those before a message that is sent again, where its branch has none of them: their order stays", async () => {
  const app = conversation();
  const send = async (messages: object[], again: object) => {
    const response = await app.send("POST", "/api/chat/tester", { id: "c1", messages, ...again });
    assert.equal(response.status, 200);
    await response.text();
    await app.idle();
  };
  // sendMessage() of useChat without a message, and regenerate().
  const submit = { trigger: "submit-message", messageId: "m2" };
  await send([said("m1", "one"), said("m2", "two")], submit);
  assert.deepEqual(await inputsOf(app), ["chat:m1 one", "chat:m2 two"]);
  const { messages } = await (await app.send("GET", "/api/chat/tester/c1/messages")).json();
  await send([...messages, said("m3", "three"), said("m4", "four")], { trigger: "regenerate-message" });
  const all = ["chat:m1 one", "chat:m2 two", "chat:m3 three", "chat:m4 four"];
  assert.deepEqual(await inputsOf(app), all);
  // The branch that an edit makes brings none of another one.
  await send([said("m0", "lost"), said("m2", "changed")], submit);
  assert.deepEqual(await inputsOf(app), all);
  const { entries } = await (await app.send("GET", "/v1/threads/c1:2/history")).json();
  const texts = entries.flatMap(({ type, text }: Record<string, string>) => type === "user" ? [text] : []);
  assert.deepEqual(texts, ["one", "changed"]);
});

Deno.test("E7: messages of AG-UI behind each other are inputs of their own, each by its id", async () => {
  const app = conversation();
  let runs = 0;
  const run = async (messages: object[]) => {
    const body = {
      threadId: "c1",
      runId: `r${++runs}`,
      state: {},
      tools: [],
      context: [],
      forwardedProps: {},
      messages,
    };
    const response = await app.send("POST", "/agui/tester", body);
    assert.equal(response.status, 200);
    return await response.text();
  };
  const [m1, m2, m3] = ["m1", "m2", "m3"].map((id) => ({ id, role: "user", content: `of ${id}` }));
  await run([m1, { id: "m0", role: "user", content: "" }, m2].flatMap((each) => each ?? []));
  assert.deepEqual(await inputsOf(app), ["agui:m1 of m1", "agui:m2 of m2"]);
  await run([m1, m2, m3].flatMap((each) => each ?? []));
  assert.deepEqual(await inputsOf(app), ["agui:m1 of m1", "agui:m2 of m2", "agui:m3 of m3"]);
  assert.equal((await app.statuses("c1:2"))[0], 404);
});

Deno.test("E5: a key of the client's own is the last message's, which is taken without those before it", async () => {
  const app = conversation();
  const body = { id: "c1", messages: [said("m1", "one"), said("m2", "two")], trigger: "submit-message" };
  const response = await app.send("POST", "/api/chat/tester", body, { "idempotency-key": "of-m2" });
  assert.equal(response.status, 200);
  await response.text();
  assert.deepEqual(await inputsOf(app), ["chat:m2 two"]);
});

Deno.test("E7: an edit that is sent again is known, also where another page has written on another branch since", async () => {
  const app = conversation();
  const run = async (runId: string, messages: object[]) => {
    const body = { threadId: "c1", runId, state: {}, tools: [], context: [], forwardedProps: {}, messages };
    const response = await app.send("POST", "/agui/tester", body);
    assert.equal(response.status, 200);
    await response.text();
  };
  const user = (id: string, content: string) => ({ id, role: "user", content });
  await run("r1", [user("m1", "one")]);
  await run("r2", [user("m1", "changed")]);
  assert.deepEqual(await app.statuses("c1:2", "c1:3"), [200, 404]);
  await (await app.send("POST", "/v1/threads/c1/steps", { input: "more" })).text();
  await run("r2", [user("m1", "changed")]);
  assert.deepEqual(await app.statuses("c1:2", "c1:3"), [200, 404]);
});

Deno.test("E7: of several messages behind each other an earlier one is edited in a branch with those behind it", async () => {
  const app = conversation();
  const run = async (runId: string, messages: object[]) => {
    const body = { threadId: "c1", runId, state: {}, tools: [], context: [], forwardedProps: {}, messages };
    const response = await app.send("POST", "/agui/tester", body);
    await response.text();
    return response.status;
  };
  const user = (id: string, content: string) => ({ id, role: "user", content });
  await run("r1", [user("m1", "one"), user("m2", "two")]);
  await run("r2", [user("m9", "other"), user("m2", "two")]);
  const { entries } = await (await app.send("GET", "/v1/threads/c1:2/history")).json();
  const texts = entries.flatMap(({ type, text }: Record<string, string>) => type === "user" ? [text] : []);
  assert.deepEqual(texts, ["other", "two"]);
  const many = Array.from({ length: 101 }, (_, n) => user(`n${n}`, "more"));
  assert.equal(await run("r3", [user("m9", "other"), user("m2", "two"), ...many]), 422);
});

Deno.test("K1, E5, E7: a message that is edited while its agent is paused is refused, and the step that runs goes on to its end", async () => {
  const [began, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<string>()];
  const nap = defineTool({
    name: "nap",
    description: "Naps.",
    run: () => {
      began.resolve();
      return gate.promise;
    },
  });
  const app = conversation({
    plugins: [chat(), agUi(), pauses()],
    agents: [defineAgent({ name: "sleeper", driver: "scripted", tools: [nap] })],
    scenario: [{ calls: [{ tool: "nap", args: {} }] }, { says: "Done." }],
  });
  const ask = async (path: string, body: object) => {
    const response = await app.send("POST", path, body);
    return [response.status, await response.text()] as const;
  };
  const submit = { id: "c1", trigger: "submit-message" };
  const running = ask("/api/chat/sleeper", { ...submit, messages: [said("m1", "Sleep.")] });
  await began.promise;
  await (await app.send("PUT", "/v1/pauses/sleeper")).text();
  const edited = { messageId: "m1", messages: [said("m1", "Sleep well.")] };
  const [status, problem] = await ask("/api/chat/sleeper", { ...submit, ...edited });
  assert.deepEqual([status, JSON.parse(problem).code], [503, "agent_paused"]);
  const { entries: [asked] } = await (await app.send("GET", "/v1/threads/c1/history")).json();
  const [, events] = await ask("/agui/sleeper", {
    threadId: "c1",
    runId: "r1",
    state: {},
    tools: [],
    context: [],
    forwardedProps: {},
    messages: [{ id: `input/${asked.id}`, role: "user", content: "Sleep well." }],
  });
  assert.match(events, /agent_paused/);
  const { running: goesOn } = await (await app.send("GET", "/v1/threads/c1")).json();
  assert.equal(goesOn, true);
  await (await app.send("DELETE", "/v1/pauses/sleeper")).text();
  gate.resolve("slept");
  assert.match((await running)[1], /"output":"slept"/);
  await app.idle();
  assert.deepEqual(await app.statuses("c1", "c1:2"), [200, 404]);
});
