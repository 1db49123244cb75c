// Row E5: how far a request of a chat goes, how it fails, and that it outlives its client.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { AgentError } from "../../../../src/core/error.ts";
import { createScriptedDriver, type ScriptedPlan } from "../../../../src/kernel/drivers/scripted.ts";
import { chunksOf, createChatApp, said, typesOf } from "./_app.ts";
import { atRest, cardsOf, MAJORS, shortOf } from "./_clients.ts";
import { eventually } from "../../../support/eventually.ts";

const LOOKS: ScriptedPlan = { says: "I look.", calls: [{ tool: "echo", args: { text: "hi" } }] };
const scenario: readonly ScriptedPlan[] = [LOOKS, { says: "Done." }];

/** A tool that runs until it is released. */
function gatedAgent() {
  const gate = Promise.withResolvers<void>();
  const started = Promise.withResolvers<void>();
  const wait = defineTool({
    name: "wait",
    description: "Waits.",
    effect: "pure",
    run: async (_args, { signal }) => {
      started.resolve();
      signal.addEventListener("abort", () => gate.resolve());
      await gate.promise;
      return "waited";
    },
  });
  return {
    agent: defineAgent({ name: "slow", driver: "scripted", tools: [wait] }),
    gate,
    started: started.promise,
  };
}

const WAITS: readonly ScriptedPlan[] = [{ says: "I wait.", calls: [{ tool: "wait" }] }, { says: "Done." }];

for (const major of MAJORS) {
  Deno.test(`E5: ${major.name}: mode full goes on to the answer in one request`, async () => {
    const app = createChatApp({ scenario });
    const { chat, finished, posts } = app.open(major, { api: "/api/chat/tester?mode=full" });
    await chat.sendMessage({ text: "go" });
    await atRest(chat, () => finished.length === 1);
    const expected = ["step-start", "text:I look.", "tool-echo:output-available", "step-start", "text:Done."];
    assert.deepEqual(shortOf(chat.messages[1] ?? assert.fail()), expected);
    assert.deepEqual([posts.length, finished[0]?.finishReason], [1, "stop"]);
  });

  Deno.test(`E5: ${major.name}: mode execute ends with the outputs, and the client does not go on`, async () => {
    const app = createChatApp({ scenario });
    const { chat, finished, posts } = app.open(major, { api: "/api/chat/tester?mode=execute" });
    await chat.sendMessage({ text: "go" });
    await atRest(chat, () => finished.length === 1);
    assert.deepEqual(cardsOf(chat).map(({ state, output }) => [state, output]), [["output-available", {
      text: "hi",
    }]]);
    assert.deepEqual([posts.length, finished[0]?.finishReason], [1, "stop"]);
  });

  Deno.test(`E5: ${major.name}: a step that fails is an error of the chat, and can be tried again`, async () => {
    const failing: ScriptedPlan = { fails: new AgentError("model_auth", "The key is wrong.") };
    let isBroken = true;
    const app = createChatApp({
      driver: createScriptedDriver(() => isBroken ? failing : { says: "Better." }),
    });
    const { chat, finished } = app.open(major);
    await chat.sendMessage({ text: "go" });
    await atRest(chat, () => finished.length === 1);
    assert.deepEqual([chat.status, chat.error?.message, finished[0]?.isError], [
      "error",
      "The key is wrong.",
      true,
    ]);
    isBroken = false;
    await chat.regenerate();
    await atRest(chat, () => finished.length === 2);
    assert.deepEqual([chat.status, chat.messages.length], ["ready", 2]);
    assert.deepEqual(shortOf(chat.messages[1] ?? assert.fail()), ["step-start", "text:Better."]);
  });

  Deno.test(`E5: ${major.name}: a refusal is an error whose message is the problem`, async () => {
    const app = createChatApp({ scenario });
    const { chat, finished } = app.open(major, { api: "/api/chat/nobody" });
    await chat.sendMessage({ text: "go" });
    await atRest(chat, () => finished.length === 1);
    assert.equal(JSON.parse(chat.error?.message ?? "{}").code, "agent_unknown");
  });

  Deno.test(`E5: ${major.name}: a tab that closes does not end the run; another one resumes it`, async () => {
    const { agent, gate, started } = gatedAgent();
    const app = createChatApp({ scenario: WAITS, agents: [agent] });
    const api = "/api/chat/slow";
    const first = app.open(major, { api });
    void first.chat.sendMessage({ text: "go" });
    await started;
    await eventually(() => cardsOf(first.chat).length === 1, () => first.chat.messages);
    const kept = structuredClone(first.chat.messages);
    await first.chat.stop();
    const second = app.open(major, { api, messages: kept });
    const resumed = second.chat.resumeStream();
    await eventually(() => second.chat.status === "streaming", () => second.chat.status);
    gate.resolve();
    await resumed;
    await atRest(second.chat, () => second.finished.length >= 2);
    assert.equal(second.chat.messages.length, 2);
    const expected = ["step-start", "text:I wait.", "tool-wait:output-available", "step-start", "text:Done."];
    assert.deepEqual(shortOf(second.chat.messages[1] ?? assert.fail()), expected);
    await app.idle();
  });

  Deno.test(`E5: ${major.name}: stop cancels the run, and its stream is no finished one`, async () => {
    const { agent, started } = gatedAgent();
    const app = createChatApp({ scenario: WAITS, agents: [agent] });
    const { chat, finished } = app.open(major, { api: "/api/chat/slow" });
    const sending = chat.sendMessage({ text: "go" });
    await started;
    const stopped = await (await app.send("POST", "/api/chat/slow/c1/stop", {})).json();
    assert.deepEqual([stopped.status, stopped.running], ["cancelled", true]);
    await sending;
    assert.deepEqual(finished.map(({ finishReason }) => finishReason), [undefined]);
    assert.equal((await app.send("GET", "/api/chat/slow/c1/stream")).status, 204);
    await app.idle();
  });

  Deno.test(`E5: ${major.name}: a chat that has its answer does not go on, however often the client sends it`, async () => {
    const app = createChatApp({ scenario });
    const { chat, finished } = app.open(major);
    await chat.sendMessage({ text: "go" });
    await atRest(chat, () => finished.length === 2);
    const version = (await (await app.send("GET", "/v1/threads/c1")).json()).version;
    const message = chat.messages[1] ?? assert.fail();
    const chunks = await chunksOf(await app.chat({ id: "c1", message }));
    assert.deepEqual(typesOf(chunks), ["start", "start-step", "finish-step", "finish"]);
    assert.equal(chunks[0]?.messageId, message.id);
    assert.equal((await (await app.send("GET", "/v1/threads/c1")).json()).version, version);
  });
}

Deno.test("E5: the chunks of a turn are those that both majors know, in their order", async () => {
  const app = createChatApp({ scenario });
  const response = await app.chat({ id: "c1", message: said("go") });
  assert.equal(response.headers.get("x-vercel-ai-ui-message-stream"), "v1");
  const text = await response.text();
  assert.ok(text.endsWith("data: [DONE]\n\n"));
  assert.ok(!text.includes("null"));
  const chunks = await chunksOf(new Response(text));
  assert.deepEqual(typesOf(chunks), [
    "start",
    "start-step",
    "text-start",
    "text-delta",
    "text-end",
    "tool-input-start",
    "tool-input-available",
    "tool-output-available",
    "finish-step",
    "finish",
  ]);
  const { entries: [question] } = await (await app.send("GET", "/v1/threads/c1/history")).json();
  const messageId = `msg_c1_${question.id}`;
  assert.deepEqual(chunks[0], { type: "start", messageId, messageMetadata: { runId: "c1" } });
  assert.deepEqual(chunks.at(-1), {
    type: "finish",
    finishReason: "tool-calls",
    messageMetadata: { version: 2 },
  });
});

Deno.test("E5: a message that comes twice is taken once", async () => {
  const app = createChatApp({ scenario });
  const first = await chunksOf(await app.chat({ id: "c1", message: said("go") }));
  const again = await chunksOf(await app.chat({ id: "c1", message: said("go") }));
  assert.equal(again.at(-1)?.finishReason, first.at(-1)?.finishReason);
  const { entries } = await (await app.send("GET", "/v1/threads/c1/history")).json();
  assert.equal(entries.filter((entry: { type: string }) => entry.type === "user").length, 1);
});

const ANSWER_AGAIN = { trigger: "regenerate-message", messageId: "answer" };
/** What makes branches behind the messages m1 and m2, and what the newest one has then. */
const BRANCHED: Readonly<Record<string, readonly [bodies: readonly object[], words: readonly string[]]>> = {
  "another answer": [[{ ...ANSWER_AGAIN, message: said("two", "m2") }], ["one", "two"]],
  "two other answers": [
    [{ ...ANSWER_AGAIN, message: said("two", "m2") }, { ...ANSWER_AGAIN, message: said("two", "m2") }],
    ["one", "two"],
  ],
  "an edit": [[{ messageId: "m2", message: said("two!", "m2") }], ["one", "two!"]],
  "another answer to the message before": [[{ ...ANSWER_AGAIN, message: said("one", "m1") }], ["one"]],
};

for (const [name, [bodies, words]] of Object.entries(BRANCHED)) {
  Deno.test(`V5: E5: a message that comes again behind ${name} is consumed once`, async () => {
    const app = createChatApp({
      scenario: Array.from({ length: 9 }, (_, turn) => ({ says: `Answer ${turn}.` })),
    });
    const turn = async (body: object) => {
      const chunks = await chunksOf(await app.chat({ id: "c1", ...body }, "?mode=full"));
      return chunks.flatMap(({ type, delta }) => type === "text-delta" ? [delta] : []).join("");
    };
    await turn({ message: said("one", "m1") });
    const first = await turn({ message: said("two", "m2") });
    for (const body of bodies) await turn(body);
    assert.equal(await turn({ message: said("two", "m2") }), first, "its request has its answer again");
    const wordsOf = async (branch: string) => {
      const { entries } = await (await app.send("GET", `/v1/threads/${branch}/history`)).json();
      return entries.flatMap(({ type, text }: { type: string; text: string }) =>
        type === "user" ? [text] : []
      );
    };
    const branch = `c1:${bodies.length + 1}`;
    assert.deepEqual([await wordsOf("c1"), await wordsOf(branch)], [["one", "two"], words]);
    assert.notEqual(await turn({ message: said("three", "m3") }), "");
    assert.deepEqual(
      await wordsOf(branch),
      [...words, "three"],
      "a new one goes to the branch of the last answer",
    );
  });
}

Deno.test("V5: E5: a message that interrupts takes the place of an answer that still runs", async () => {
  const { agent, started } = gatedAgent();
  const app = createChatApp({ scenario: WAITS, agents: [agent] });
  const first = app.chat({ id: "c1", message: said("go") }, "", "slow");
  await started;
  const second = await chunksOf(
    await app.chat({ id: "c1", message: said("wait no more", "m2"), busy: "interrupt" }, "", "slow"),
  );
  assert.equal(second.at(-1)?.type, "finish");
  assert.equal((await chunksOf(await first)).at(-1)?.type, "abort");
  await app.idle();
});

const REFUSED: readonly (readonly [string, object, string, number, string])[] = [
  ["no message", { id: "c1" }, "", 422, "/messages"],
  ["an empty list", { id: "c1", messages: [] }, "", 422, "/messages"],
  ["no id", { messages: [said("go")] }, "", 422, "/id"],
  ["an id that is none", { id: "a b", message: said("go") }, "", 422, "/id"],
  ["the id of a branch", { id: "c1:2", message: said("go") }, "", 422, "/id"],
  ["a message without text", { id: "c1", message: { ...said(""), parts: [] } }, "", 422, "/message/parts"],
  [
    "a file",
    {
      id: "c1",
      messages: [{ ...said("go"), parts: [{ type: "file", mediaType: "image/png", url: "data:," }] }],
    },
    ...["", 422, "/messages/0/parts/0"] as const,
  ],
  ["a message of the system", { id: "c1", message: { ...said("go"), role: "system" } }, "", 422, "/messages"],
  ["a mode that is none", { id: "c1", message: said("go") }, "?mode=all", 422, ""],
  [
    "an answer of another chat",
    { id: "c1", message: { id: "a", role: "assistant", parts: [], metadata: { runId: "c2" } } },
    ...["", 422, "/message/metadata/runId"] as const,
  ],
  [
    "client tools that are none",
    { id: "c1", message: said("go"), clientTools: [{ name: "echo" }] },
    ...["", 422, "/clientTools/0/name"] as const,
  ],
  [
    "an answer of a chat that there is not",
    { id: "c9", message: { id: "a", role: "assistant", parts: [] } },
    "",
    404,
    "",
  ],
];
for (const [name, body, query, status, pointer] of REFUSED) {
  Deno.test(`E5: a chat with ${name} is refused, and nothing is made`, async () => {
    const app = createChatApp({ scenario });
    const response = await app.chat(body, query);
    const { errors = [] } = await response.json();
    assert.deepEqual([response.status, errors[0]?.pointer ?? ""], [status, pointer]);
    assert.deepEqual((await (await app.send("GET", "/v1/threads")).json()).threads, []);
  });
}

Deno.test("E14: the chat of another user, and of another tenant, is none", async () => {
  let user = "u1";
  let tenant = "acme";
  const app = createChatApp({ scenario: [REMOVE], authenticate: () => ({ tenant, user }) });
  await (await app.chat({ id: "c1", message: said("go") })).text();
  const { calls: [call] } = await (await app.send("GET", "/v1/threads/c1")).json();
  const part = {
    type: "tool-remove",
    toolCallId: call.id,
    state: "approval-responded",
    input: call.args,
    approval: { id: call.approval.digest, approved: true },
  };
  const answer = { id: "c1", message: { id: "a1", role: "assistant", parts: [part] } };
  for (const [other, of, missing] of [["u2", "acme", 404], ["u1", "beta", 404]] as const) {
    [user, tenant] = [other, of];
    assert.equal((await app.chat(answer)).status, missing);
    assert.equal((await app.send("POST", "/api/chat/tester/c1/stop", {})).status, missing);
    assert.equal((await app.send("GET", "/api/chat/tester/c1/stream")).status, of === "acme" ? 404 : 204);
    if (of !== "acme") continue;
    for (const change of [{}, { trigger: "regenerate-message" }, { messageId: "m1" }]) {
      assert.equal((await app.chat({ id: "c1", message: said("go"), ...change })).status, 404);
    }
  }
  [user, tenant] = ["u1", "acme"];
  const thread = await (await app.send("GET", "/v1/threads/c1")).json();
  assert.deepEqual([thread.version, thread.status], [1, "waiting"]);
});

const REMOVE: ScriptedPlan = { calls: [{ tool: "remove", args: { id: "r1" } }] };
