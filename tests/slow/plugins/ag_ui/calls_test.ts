// Row E7: calls that wait in a run of AG-UI: for people, by interrupts and by messages of tools, and for tools of the page.

import assert from "node:assert/strict";
import { askUser } from "../../../../src/agents/ask_user.ts";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import type { ScriptedPlan } from "../../../../src/kernel/drivers/scripted.ts";
import { createAgUiApp, eventsOf, input } from "./_app.ts";
import { callsOf, type Client, ran, say, shortOf, VERSIONS } from "./_clients.ts";

const DONE: ScriptedPlan = { says: "Done." };
const calls = (...tools: readonly string[]): ScriptedPlan => ({
  says: "I see.",
  calls: tools.map((tool) => ({ tool, args: `{"${tool === "echo" ? "text" : "id"}":"r1"}` })),
});

function resumeOf({ pendingInterrupts }: Client, payload: unknown) {
  return pendingInterrupts.map(({ id }) => ({ interruptId: id, status: "resolved" as const, payload }));
}

for (const version of VERSIONS) {
  Deno.test(`E7: ${version.name}: an approval is an interrupt, granted or denied`, async () => {
    for (const approved of [true, false]) {
      const app = createAgUiApp({ scenario: [calls("remove"), DONE] });
      const client = app.open(version);
      const { last } = await say(client, "go", "m1");
      const [interrupt] = client.pendingInterrupts;
      assert.deepEqual(Object(last?.outcome).type, "interrupt");
      assert.deepEqual([interrupt?.reason, interrupt?.toolCallId], ["tool_call", callsOf(client)[0]?.id]);
      assert.equal(Object(client.state).thread.approvals.length, 1);
      const { error } = await ran(client, { resume: resumeOf(client, { approved, reason: "So be it." }) });
      assert.equal(error, undefined);
      const [, , result, answer] = shortOf(client);
      assert.equal(answer, "assistant:Done.");
      assert.match(result ?? "", approved ? /removed/ : /So be it/);
      assert.deepEqual([client.pendingInterrupts, Object(client.state).thread.approvals], [[], []]);
    }
  });

  Deno.test(`E7: ${version.name}: a client that knows no interrupts approves by the message of a tool`, async () => {
    for (const content of ['{"approved":true}', '{"approved":false,"reason":"No."}']) {
      const app = createAgUiApp({ scenario: [calls("remove"), DONE] });
      const first = app.open(version);
      await say(first, "go", "m1");
      const client = app.open(version, { initialMessages: first.messages });
      const toolCallId = callsOf(client)[0]?.id;
      client.addMessage({ id: "t1", role: "tool", toolCallId, content });
      const { error } = await ran(client);
      assert.equal(error, undefined);
      assert.equal(shortOf(client).at(-1), "assistant:Done.");
      // The answer of the person is the message of the call: there is no second one.
      assert.equal(client.messages.filter(({ role }) => role === "tool").length, 1);
      const { entries } = await (await app.send("GET", "/v1/threads/c1/history")).json();
      const outcome = entries.find((entry: { type: string }) => entry.type === "tool").outcome;
      assert.equal(outcome, content.includes("true") ? "completed" : "denied");
    }
  });

  Deno.test(`E7: ${version.name}: a reload while an approval waits, and after it was answered, shows one card`, async () => {
    const app = createAgUiApp({ scenario: [calls("remove"), DONE] });
    const first = app.open(version);
    await say(first, "go", "m1");
    for (const initialMessages of [[], first.messages.slice(0, 1), first.messages]) {
      const again = app.open(version, { initialMessages });
      // One that has the message runs again what waits; one that has nothing reads it.
      if (initialMessages.length === 1) continue;
      const { last, error } = await ran(again);
      assert.equal(error, undefined);
      assert.equal(Object(last?.outcome).type, "interrupt");
      assert.equal(callsOf(again).length, 1);
      assert.equal(again.pendingInterrupts.length, 1);
    }
    const reloaded = app.open(version);
    await ran(reloaded);
    await ran(reloaded, { resume: resumeOf(reloaded, { approved: true }) });
    assert.equal(shortOf(reloaded).at(-1), "assistant:Done.");
    for (const initialMessages of [[], reloaded.messages, first.messages]) {
      const after = app.open(version, { initialMessages });
      const { last } = await ran(after);
      assert.deepEqual(Object(last?.outcome), { type: "success" });
      assert.deepEqual(shortOf(after), shortOf(reloaded));
      assert.equal(callsOf(after).length, 1);
    }
  });

  Deno.test(`E7: ${version.name}: the same answer again runs nothing`, async () => {
    const app = createAgUiApp({ scenario: [calls("remove"), DONE] });
    const client = app.open(version);
    await say(client, "go", "m1");
    const kept = structuredClone(client.messages);
    const resume = resumeOf(client, { approved: true });
    await ran(client, { runId: "answer", resume });
    const again = app.open(version, { initialMessages: kept });
    const { error } = await ran(again, { runId: "answer", resume });
    assert.equal(error, undefined);
    assert.deepEqual(shortOf(again), shortOf(client));
    assert.equal((await (await app.send("GET", "/v1/threads/c1")).json()).version, 2);
    const other = app.open(version, { initialMessages: kept });
    const refused = await ran(other, { resume });
    assert.equal(Object(refused.error).status, 422);
  });

  Deno.test(`E7: ${version.name}: one of two approvals is not enough`, async () => {
    const app = createAgUiApp({ scenario: [calls("remove", "remove"), DONE] });
    const client = app.open(version);
    await say(client, "go", "m1");
    const [first, second] = resumeOf(client, { approved: true });
    const half = await eventsOf(
      await app.post(input({ runId: "half", messages: client.messages, resume: [first] })),
    );
    assert.equal(Object(half.at(-1)?.outcome).interrupts.length, 1);
    const { error } = await ran(client, {
      resume: [first ?? assert.fail(), second ?? assert.fail()],
    });
    assert.equal(error, undefined);
    assert.equal(shortOf(client).at(-1), "assistant:Done.");
  });

  Deno.test(`E7: ${version.name}: a closed question is a denial, and a message may come with it`, async () => {
    const app = createAgUiApp({ scenario: [calls("remove"), DONE] });
    const client = app.open(version);
    await say(client, "go", "m1");
    const resume = client.pendingInterrupts.map(({ id }) => ({
      interruptId: id,
      status: "cancelled" as const,
    }));
    const { error } = await say(client, "rather not", "m2", { resume });
    assert.equal(error, undefined);
    assert.equal(shortOf(client).at(-1), "assistant:Done.");
    const { entries } = await (await app.send("GET", "/v1/threads/c1/history")).json();
    assert.equal(entries.find((entry: { type: string }) => entry.type === "tool").outcome, "denied");
  });

  Deno.test(`E7: ${version.name}: a tool of the page runs in the page`, async () => {
    for (const agent of ["tester", "page"]) {
      const app = createAgUiApp({ scenario: [calls("pick"), DONE] });
      const tools = [{ name: "pick", description: "The user picks.", parameters: { type: "object" } }];
      const client = app.open(version, { agent });
      const { last } = await say(client, "go", "m1", { tools });
      const id = callsOf(client)[0]?.id ?? "";
      const isNew = version.name.includes("1.0");
      assert.deepEqual(last?.outcome, { type: "success", ...(isNew ? { pendingToolCallIds: [id] } : {}) });
      const waiting = await ran(app.open(version, { agent, initialMessages: client.messages }), { tools });
      assert.equal(Object(waiting.last?.result).status, "waiting");
      client.addMessage({ id: "t1", role: "tool", toolCallId: id, content: '{"color":"red"}' });
      const { error } = await ran(client, { tools });
      assert.equal(error, undefined);
      assert.deepEqual(shortOf(client), [
        "user:go",
        "assistant:I see.:pick",
        'tool:{"color":"red"}',
        "assistant:Done.",
      ]);
      const { entries } = await (await app.send("GET", "/v1/threads/c1/history")).json();
      const result = entries.find((entry: { type: string }) => entry.type === "tool");
      assert.deepEqual([result.output, result.outcome], [{ color: "red" }, "completed"]);
    }
  });

  Deno.test(`E7: ${version.name}: a tool of the page that failed, and one that people approve first`, async () => {
    const app = createAgUiApp({ scenario: [calls("pay"), DONE] });
    const client = app.open(version, { agent: "page" });
    await say(client, "go", "m1");
    const id = callsOf(client)[0]?.id ?? "";
    const approved = await ran(client, { resume: resumeOf(client, { approved: true }) });
    assert.deepEqual(Object(approved.last?.outcome).type, "success");
    client.addMessage({ id: "t1", role: "tool", toolCallId: id, content: "", error: "No money." });
    const { error } = await ran(client);
    assert.equal(error, undefined);
    assert.equal(shortOf(client).at(-1), "assistant:Done.");
    const { entries } = await (await app.send("GET", "/v1/threads/c1/history")).json();
    assert.equal(entries.find((entry: { type: string }) => entry.type === "tool").outcome, "failed");
  });

  Deno.test(`E7: ${version.name}: a client goes on behind a result, or an answer, whose stream broke`, async () => {
    const results = [["page", "pick", { content: '{"x":1}' }], ["page", "pick", {
      content: "",
      error: "No.",
    }]];
    const answers = ["true", "false"].map((
      approved,
    ) => ["tester", "remove", { content: `{"approved":${approved}}` }]);
    for (const [agent, name, said] of [...results, ...answers]) {
      const app = createAgUiApp({ scenario: [calls(String(name)), DONE, { says: "On." }] });
      const first = app.open(version, { agent: String(agent) });
      await say(first, "go", "m1");
      const toolCallId = callsOf(first)[0]?.id;
      const messages = [...first.messages, { id: "t1", role: "tool", toolCallId, ...Object(said) }];
      await (await app.post(input({ runId: "r2", messages }), "", String(agent))).text();
      // The client has sent its message, and has read nothing.
      const again = app.open(version, { agent: String(agent), initialMessages: messages });
      assert.equal((await ran(again)).error, undefined);
      assert.equal(shortOf(again).at(-1), "assistant:Done.");
      const later = app.open(version, { agent: String(agent), initialMessages: messages });
      assert.equal((await say(later, "on", "m2")).error, undefined);
      assert.deepEqual(shortOf(later).slice(-3), ["assistant:Done.", "user:on", "assistant:On."]);
      const other = messages.with(-1, { id: "t1", role: "tool", toolCallId, content: '{"approved":1}' });
      const refused = await app.post(input({ runId: "r5", messages: other }), "", String(agent));
      assert.deepEqual([refused.status, (await refused.json()).code], [422, "call_unknown"]);
    }
  });

  Deno.test(`E7: ${version.name}: an interrupt may be a question`, async () => {
    const agent = defineAgent({ name: "asker", driver: "scripted", tools: [askUser()] });
    const app = createAgUiApp({
      scenario: [{ calls: [{ tool: "ask_user", args: { question: "Why?" } }] }, DONE],
      agents: [agent],
    });
    const client = app.open(version, { agent: "asker" });
    await say(client, "go", "m1");
    assert.equal(client.pendingInterrupts[0]?.reason, "input_required");
    const { error } = await ran(client, { resume: resumeOf(client, { approved: true, answer: "Because." }) });
    assert.equal(error, undefined);
    assert.match(shortOf(client).at(-2) ?? "", /Because/);
    assert.equal(shortOf(client).at(-1), "assistant:Done.");
  });
}

const forged: readonly (readonly [string, (call: Call) => object, number, string])[] = [
  ["an interrupt that is none", () => resume("0".repeat(64), { approved: true }), 422, "call_unknown"],
  ["the id of the call", ({ id }) => resume(id, { approved: true }), 422, "call_unknown"],
  ["an answer that says nothing", ({ digest }) => resume(digest, {}), 422, "invalid_request"],
  ["an answer without a payload", ({ digest }) => resume(digest, undefined), 422, "invalid_request"],
  ["an answer that is a word", ({ digest }) => resume(digest, "yes"), 422, "invalid_request"],
  [
    "other arguments",
    ({ digest }) => resume(digest, { approved: true, args: {} }),
    422,
    "approval_edit_refused",
  ],
  [
    "a message of a tool behind other arguments",
    ({ id }) => echoed(id, '{"id":"r2"}', '{"approved":true}'),
    ...[409, "approval_mismatch"] as const,
  ],
  [
    "a message of a tool alone",
    ({ id }) => ({ messages: [said, tool(id, "true")] }),
    409,
    "approval_mismatch",
  ],
  ["an output", ({ id }) => echoed(id, '{"id":"r1"}', '{"removed":"r1"}'), 422, "invalid_request"],
  ["a result of no call", () => ({ messages: [said, tool("call_none", "1")] }), 422, "call_unknown"],
];

interface Call {
  readonly id: string;
  readonly digest: string;
}

const said = { id: "m1", role: "user", content: "go" };
const tool = (toolCallId: string, content: string) => ({ id: "t1", role: "tool", toolCallId, content });
const resume = (interruptId: string, payload: unknown) => ({
  messages: [said],
  resume: [{ interruptId, status: "resolved", payload }],
});
const echoed = (id: string, args: string, content: string) => ({
  messages: [
    said,
    {
      id: "msg/c1/1",
      role: "assistant",
      toolCalls: [{ id, type: "function", function: { name: "remove", arguments: args } }],
    },
    tool(id, content),
  ],
});
for (const [name, body, status, code] of forged) {
  Deno.test(`X5: a run that brings ${name} approves nothing`, async () => {
    const app = createAgUiApp({ scenario: [calls("remove"), DONE] });
    await (await app.post(input())).text();
    const { calls: [call] } = await (await app.send("GET", "/v1/threads/c1")).json();
    const sent = body({ id: call.id, digest: call.approval.digest });
    const messages = "resume" in sent ? echoed(call.id, '{"id":"r1"}', "").messages.slice(0, 2) : undefined;
    const response = await app.post(input({ runId: "r2", ...sent, ...(messages ? { messages } : {}) }));
    const problem = await response.json();
    assert.deepEqual([response.status, problem.code], [status, code]);
    const thread = await (await app.send("GET", "/v1/threads/c1")).json();
    assert.deepEqual([thread.version, thread.calls[0].state, thread.status], [1, "approval", "waiting"]);
  });
}

Deno.test("E7: two results of one call are refused, and so is an answer in a thread that there is not", async () => {
  const app = createAgUiApp({ scenario: [calls("pick"), DONE] });
  const resume = [{ interruptId: "x", status: "resolved", payload: true }];
  const nowhere = await app.post(input({ resume }), "", "page");
  assert.deepEqual([nowhere.status, (await nowhere.json()).code], [404, "thread_unknown"]);
  await (await app.post(input(), "", "page")).text();
  const { calls: [call] } = await (await app.send("GET", "/v1/threads/c1")).json();
  const messages = [said, tool(call.id, "1"), { ...tool(call.id, "2"), id: "t2" }];
  const response = await app.post(input({ runId: "r2", messages }), "", "page");
  const { errors } = await response.json();
  assert.deepEqual([response.status, errors[0].pointer], [422, "/messages/2/toolCallId"]);
});
