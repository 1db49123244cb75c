// Row E10: agents and their tools as the tools of an MCP server: names, hints, and calls that run as those of a model do.

import assert from "node:assert/strict";
import { defineAgent } from "../../../../src/agents/define_agent.ts";
import { definePolicy } from "../../../../src/agents/define_policy.ts";
import { defineTool } from "../../../../src/agents/define_tool.ts";
import { readHistory } from "../../../../src/kernel/threads/threads.ts";
import { scenario } from "../../../../src/providers/scripted/scenario.ts";
import { policies } from "../../../../src/plugins/policies/mod.ts";
import { messageOf, modern, type Served, serveMcp } from "./_app.ts";

interface Result {
  readonly content: readonly { readonly text: string }[];
  readonly structuredContent?: Record<string, unknown>;
  readonly isError?: boolean;
  readonly _meta: Record<string, unknown>;
}

async function call(
  served: Served,
  name: string,
  args: Record<string, unknown>,
  meta: Record<string, unknown> = {},
): Promise<Result> {
  const { body, headers } = modern("tools/call", { name, arguments: args }, { meta });
  const { result } = Object(await messageOf(await served.post(body, headers)));
  return result ?? assert.fail("no result");
}

async function list(served: Served, path?: string) {
  const { body, headers } = modern("tools/list");
  const { result } = Object(await messageOf(await served.post(body, headers, path)));
  return result.tools;
}

const namesOf = (tools: readonly { readonly name: string }[]) => tools.map(({ name }) => name);

Deno.test("E10: without the option there is one tool for each agent, and the order of the list is fixed", async () => {
  const other = defineAgent({ name: "a.b", model: "scripted/m" });
  await using served = serveMcp({ more: [other] });
  assert.deepEqual(namesOf(await list(served)), ["ask_support", "ask_a_b", "continue_run"]);
  assert.deepEqual(await list(served), await list(served));
  assert.deepEqual(namesOf(await list(served, "/mcp/support")), ["ask_support", "continue_run"]);
});

Deno.test("E10: own tools have legal names, hints by their effect, and no question or tool of the caller is among them", async () => {
  const client = defineTool({ name: "page", description: "Of the page.", parameters: ["x"] });
  await using served = serveMcp({
    tools: true,
    more: [defineAgent({ name: "pages", model: "scripted/m", tools: [client] })],
  });
  const tools = await list(served);
  assert.deepEqual(namesOf(tools), [
    "ask_support",
    "ask_pages",
    "Orders_Find",
    "remove",
    "charge",
    "broken",
    "continue_run",
  ]);
  const hints = Object.fromEntries(
    tools.map((tool: { name: string; annotations: unknown }) => [tool.name, tool.annotations]),
  );
  assert.deepEqual(hints.Orders_Find, { readOnlyHint: true, idempotentHint: true });
  assert.deepEqual(hints.remove, { readOnlyHint: false, destructiveHint: true, idempotentHint: false });
  assert.deepEqual(hints.charge, { readOnlyHint: false, destructiveHint: true, idempotentHint: false });
  // A keyed tool has a key for each call, so a second call is a second effect.
  assert.deepEqual(hints.broken, { readOnlyHint: false, idempotentHint: false });
  for (const { name } of tools) assert.match(name, /^[A-Za-z0-9_-]{1,64}$/);
});

Deno.test("E10: two agents with a tool of one name have both, each under its agent; a long name is cut and stays distinct", async () => {
  const find = defineTool({
    name: "find",
    description: "Finds.",
    parameters: ["id"],
    effect: "pure",
    run: () => "x",
  });
  const long = "n".repeat(64);
  await using served = serveMcp({
    tools: ["find"],
    more: ["one", "two", long].map((name) => defineAgent({ name, model: "scripted/m", tools: [find] })),
  });
  const names = namesOf(await list(served));
  assert.ok(names.includes("one_find") && names.includes("two_find"), names.join());
  assert.equal(new Set(names).size, names.length);
  for (const name of names) assert.match(name, /^[A-Za-z0-9_-]{1,64}$/);
  assert.deepEqual(namesOf(await list(served, "/mcp/one")), ["ask_one", "find", "continue_run"]);
});

Deno.test("E10: a name that the deployment does not have is refused when it is made", () => {
  assert.throws(() => serveMcp({ agents: ["nobody"] }), { code: "config_invalid", message: /nobody/ });
  assert.throws(() => serveMcp({ tools: ["nothing"] }), { code: "config_invalid", message: /nothing/ });
  assert.throws(() => serveMcp({ tools: ["ask_user"] }), { code: "config_invalid", message: /ask_user/ });
});

Deno.test("E10: a call of a tool is a run of its thread: a plan of the caller, the call, its outcome, and no model", async () => {
  await using served = serveMcp({ tools: true });
  const { structuredContent, content: [first], _meta } = await call(served, "Orders_Find", { id: "7" });
  assert.deepEqual(structuredContent, { id: "7", state: "sent" });
  assert.equal(first?.text, '{"id":"7","state":"sent"}');
  assert.deepEqual(served.ran, ["find 7"]);
  const ref = { tenant: "acme", thread: String(_meta["treadle/thread"]) };
  const { entries } = await readHistory(ref, { after: 0, limit: 10 }, served.deps);
  assert.deepEqual(entries.map(({ type }) => type), ["user", "assistant", "tool"]);
  const [input, plan] = entries;
  assert.ok(input?.type === "user" && input.door === "mcp" && input.text === "Call Orders.Find.");
  assert.ok(plan?.type === "assistant" && plan.model === "caller/mcp");
  assert.deepEqual(plan.usage, { inputTokens: 0, outputTokens: 0 });
  const header = await served.store.read(ref);
  assert.equal(header?.header.counters.calls, 1);
});

Deno.test("E10: a text is the text of the result, and what fails is a result that the model reads", async () => {
  await using served = serveMcp({ tools: true });
  const charged = await call(served, "charge", { cents: "5" });
  assert.equal(charged.content[0]?.text, "charged 5");
  assert.equal(charged.structuredContent, undefined);
  const broken = await call(served, "broken", {});
  assert.equal(broken.isError, true);
  assert.equal(broken.content[0]?.text, "broken failed: The disk is full.");
});

Deno.test("E10: hooks and policies hold for a call of a client", async () => {
  const ran: string[] = [];
  const tool = (name: string) =>
    defineTool({
      name,
      description: name,
      parameters: ["x"],
      run: ({ x }) => ran.push(`${name} ${x}`),
    });
  const guarded = defineAgent({
    name: "guarded",
    model: "scripted/m",
    tools: [tool("open"), tool("close")],
    policy: definePolicy({
      name: "open_first",
      rules: [{ type: "after", tool: "close", after: ["open"] }],
    }),
    hooks: {
      beforeCall: ({ args: { x } }) =>
        x === "bad" ? { type: "block", reason: "Not this one." } : { type: "modify", args: { x: `${x}!` } },
    },
  });
  await using served = serveMcp({ tools: true, more: [guarded], plugins: [policies()] });
  const blocked = await call(served, "open", { x: "bad" });
  assert.equal(blocked.isError, true);
  assert.match(blocked.content[0]?.text ?? "", /open blocked: Not this one/);
  assert.equal((await call(served, "open", { x: "a" })).isError, undefined);
  const early = await call(served, "close", { x: "a" });
  assert.equal(early.isError, true);
  assert.deepEqual(ran, ["open a!"]);
});

Deno.test("E10: an agent's answer has its thread, its status and its calls; the thread goes on", async () => {
  const script = scenario().calls("Orders.Find", { id: "7" }).next().says("It was sent.").next().says(
    "Yesterday.",
  );
  await using served = serveMcp({ script });
  const first = await call(served, "ask_support", { input: "Where is order 7?" });
  const { thread, status, output, calls } = first.structuredContent ?? {};
  assert.equal(status, "done");
  assert.equal(output, "It was sent.");
  assert.equal(first.content[0]?.text, "It was sent.");
  assert.deepEqual(Object(calls).map(({ name, state }: Record<string, unknown>) => [name, state]), [[
    "Orders.Find",
    "completed",
  ]]);
  const second = await call(served, "ask_support", { input: "When?", thread });
  assert.equal(second.structuredContent?.thread, thread);
  assert.equal(second.structuredContent?.output, "Yesterday.");
  const done = await call(served, "continue_run", { thread });
  assert.equal(done.structuredContent?.output, "Yesterday.");
});

Deno.test("E10: a run that fails is an error with its code, and has its thread", async () => {
  await using served = serveMcp({ script: scenario().fails("model_auth") });
  const failed = await call(served, "ask_support", { input: "Hi." });
  assert.equal(failed.isError, true);
  assert.match(failed.content[0]?.text ?? "", /^model_/);
  assert.match(String(failed.structuredContent?.thread), /^thread_/);
});

Deno.test("E10: a key makes two calls one, at once as well, and is not for other arguments", async () => {
  await using served = serveMcp({ tools: true });
  const meta = { "treadle/idempotencyKey": "k1" };
  const both = await Promise.all([1, 2, 3].map(() => call(served, "charge", { cents: "5" }, meta)));
  assert.deepEqual(served.ran, ["charge 5"]);
  const done = both.filter(({ isError }) => !isError);
  assert.ok(done.length >= 1);
  for (const { content } of done) assert.equal(content[0]?.text, "charged 5");
  for (const { _meta } of both.filter(({ isError }) => isError)) {
    assert.equal(Object(_meta["treadle/error"]).retryable, true);
  }
  const other = await call(served, "charge", { cents: "6" }, meta);
  assert.match(other.content[0]?.text ?? "", /^idempotency_mismatch/);
  const none = await call(served, "charge", { cents: "5" }, { "treadle/idempotencyKey": 5 });
  assert.match(none.content[0]?.text ?? "", /^invalid_request: .*must be a text/);
  assert.deepEqual(served.ran, ["charge 5"]);
});

Deno.test("E10: progress is one line for each step and call, and none without a token", async () => {
  const script = scenario().calls("Orders.Find", { id: "7" }).next().says("It was sent.");
  await using served = serveMcp({ script });
  const args = { name: "ask_support", arguments: { input: "Where is it?" } };
  const asked = modern("tools/call", args, { meta: { progressToken: "p1" } });
  const text = await (await served.post(asked.body, asked.headers)).text();
  const messages = text.split("\n").filter((line) => line.startsWith("data: ")).map((line) =>
    JSON.parse(line.slice(6))
  );
  assert.deepEqual(messages.slice(0, -1).map(({ params }) => params), [
    { progressToken: "p1", progress: 1, message: "step 1" },
    { progressToken: "p1", progress: 2, message: "step 2" },
    { progressToken: "p1", progress: 3, message: "Orders.Find runs" },
    { progressToken: "p1", progress: 4, message: "Orders.Find: completed" },
  ]);
  const silent = modern("tools/call", args);
  assert.doesNotMatch(await (await served.post(silent.body, silent.headers)).text(), /notifications/);
});
