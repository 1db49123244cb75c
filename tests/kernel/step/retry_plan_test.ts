// Rows C6 and P9: answers that violate their choice, and models that fail before they say anything.

import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { CapabilityTable } from "../../../src/core/model/capability.ts";
import { AgentError, ERROR_CODES } from "../../../src/core/error.ts";
import type { ModelErrorCode } from "../../../src/core/model/model_error.ts";
import type { AssistantEntry } from "../../../src/core/entry.ts";
import type { StepEvent } from "../../../src/core/event.ts";
import type { ModelRequest } from "../../../src/core/model/provider.ts";
import type { RuntimeDeps } from "../../../src/kernel/deps.ts";
import { asSent } from "../../support/as_sent.ts";
import { createLab, type Lab } from "../../support/lab.ts";
import { failing, lacking, type Reply, resolver, type TestModel, testModel } from "../../support/model.ts";

let ran: string[] = [];
const tool = (name: string) =>
  defineTool({
    name,
    description: "A tool.",
    effect: "pure",
    run: () => {
      ran.push(name);
      return "done";
    },
  });

interface Scene {
  readonly definition?: Partial<AgentDefinition>;
  readonly models: readonly TestModel[];
  readonly deps?: Partial<RuntimeDeps>;
}

function labOf({ definition, models, deps }: Scene): Lab {
  ran = [];
  const agent = defineAgent({ name: "a", instructions: "", tools: [tool("a"), tool("b")], ...definition });
  return createLab({ agents: [agent], deps: { model: resolver(...models), ...deps } });
}

/** A model that gives these answers one after the other, and the last one for ever. */
function answering(...replies: Reply[]): TestModel {
  return testModel((_, index) => replies[Math.min(index, replies.length - 1)] ?? {});
}

function restartsIn(events: readonly StepEvent[]) {
  return events.filter((event) => event.type === "plan.restarted");
}

async function lastAnswer(lab: Lab): Promise<AssistantEntry> {
  const entry = (await lab.history()).findLast((each) => each.type === "assistant");
  return entry?.type === "assistant" ? entry : assert.fail("nothing was said");
}

const RETRY: Partial<AgentDefinition> = { onViolation: "retry" };

// C6 --------------------------------------------------------------------------------------------------------------------

Deno.test("C6: a violation is reported in the last event, the answer, the history and the log; the call does not run", async () => {
  const logs: unknown[] = [];
  const lab = labOf({
    models: [answering({ calls: ["b"] }, { says: "Sorry." })],
    deps: { log: (_level, message, fields) => void logs.push([message, fields]) },
  });
  const { events, answer } = await lab.run({ input: "go", toolChoice: { type: "tool", name: "a" } });
  const violated = { type: "violated", how: "wrong_tool" };
  const last = events.at(-1);
  assert.deepEqual(last?.type === "step.finished" ? last.outcome : undefined, violated);
  assert.deepEqual([answer.outcome, answer.model], [violated, "first/m"]);
  assert.deepEqual(answer.warnings.map(({ code }) => code), ["choice_violated"]);
  assert.deepEqual((await lastAnswer(lab)).choice, {
    requested: { type: "tool", name: "a" },
    source: "request",
    enforcement: "native",
    outcome: violated,
  });
  const common = { thread: "t1", tenant: "acme", agent: "a", model: "first/m" };
  assert.deepEqual(logs, [
    ["choice violated", { ...common, choice: "tool", enforcement: "native", how: "wrong_tool" }],
  ]);
  await lab.run();
  assert.deepEqual(ran, []);
});

Deno.test("C6: nothing is recorded of an ordinary answer, and what was asked for is recorded of every other", async () => {
  const lab = labOf({ models: [answering({ says: "Hello." })] });
  await lab.run({ input: "go" });
  assert.equal((await lastAnswer(lab)).choice, undefined);
  await lab.run({ input: "go", toolChoice: { type: "none" } });
  assert.deepEqual((await lastAnswer(lab)).choice, {
    requested: { type: "none" },
    source: "request",
    enforcement: "native",
    outcome: { type: "satisfied" },
  });
});

Deno.test("C6: a forced choice is satisfied once by a permitted call, also beside others, and not by a cut answer", async () => {
  const cut = labOf({
    models: [answering({ calls: ["a"], finish: "length" }, { calls: ["a"] }, { says: "Done." })],
  });
  const first = await cut.run({ input: "go", toolChoice: { type: "required" } });
  assert.deepEqual(first.answer.outcome, { type: "cut" });
  assert.deepEqual((await cut.run()).answer.choice?.requested.type, "required", "the cut call was none");
  assert.deepEqual((await cut.run()).answer.choice?.source, "reset");
  assert.deepEqual(ran, ["a"]);

  const mixed = labOf({ models: [answering({ calls: ["a", "b"] }, { says: "Done." })] });
  const { answer } = await mixed.run({ input: "go", toolChoice: { type: "tool", name: "a" } });
  assert.deepEqual(answer.outcome, { type: "violated", how: "wrong_tool" });
  assert.equal((await mixed.run()).answer.choice?.source, "reset");
  assert.deepEqual(ran, ["a"]);
});

/** The last thing that the model was told. */
function toldIn(request: ModelRequest | undefined): string {
  const last = request?.messages.at(-1);
  return last?.role === "notice" ? last.text : "";
}

Deno.test("C6: a call of a tool that there is not satisfies no forced choice, and is asked for again", async () => {
  const required = { input: "go", toolChoice: { type: "required" } } as const;
  const lab = labOf({ models: [answering({ calls: ["ghost"] }, { calls: ["a"] }, { says: "Done." })] });
  assert.deepEqual((await lab.run(required)).answer.outcome, { type: "violated", how: "wrong_tool" });
  assert.equal((await lab.run()).answer.choice?.source, "request", "it still holds");
  assert.equal((await lab.run()).answer.choice?.source, "reset");
  assert.deepEqual(ran, ["a"]);

  const model = answering({ calls: ["ghost"] }, { calls: ["a"] });
  const { answer } = await labOf({ models: [model], definition: RETRY }).run(required);
  assert.deepEqual([answer.outcome, answer.calls.map(({ name }) => name)], [{ type: "satisfied" }, ["a"]]);
  assert.match(toldIn(model.requests[1]), /it called a tool that you do not have\. Call one/);

  const free = await labOf({ models: [answering({ calls: ["ghost"] })] }).run({ input: "go" });
  assert.deepEqual(free.answer.outcome, { type: "satisfied" }, "auto asks for nothing");
});

Deno.test("C6: more than one call where one was asked for is too many: the first runs, the others are skipped", async () => {
  const definition = { ...RETRY, limits: { parallelCalls: 1 } };
  const model = answering({ calls: ["a", "b"] }, { says: "Done." });
  const lab = labOf({ models: [model], definition });
  const { events, answer } = await lab.run({ input: "go" });
  assert.deepEqual(answer.outcome, { type: "violated", how: "too_many" });
  assert.deepEqual([restartsIn(events), model.requests.length], [[], 1], "something can run");
  await lab.run();
  const outcomes = (await lab.history()).flatMap((entry) => entry.type === "tool" ? [entry.outcome] : []);
  assert.deepEqual([outcomes, ran], [["completed", "skipped"], ["a"]]);
});

Deno.test("C6: one corrective retry: told, numbered behind the first answer, paid for, and only the second is kept", async () => {
  const model = answering({ says: "I would rather not.", calls: ["b"] }, {
    says: "All right.",
    calls: ["a"],
  });
  const lab = labOf({ models: [model], definition: RETRY });
  const { events, answer } = await lab.run({ input: "go", toolChoice: { type: "tool", name: "a" } });
  const [restarted, ...more] = restartsIn(events);
  assert.deepEqual([restarted?.reason, restarted?.from, restarted?.because, more], [
    "violation",
    2,
    "the answer violated the tool choice: wrong_tool",
    [],
  ]);
  const blocks = events.flatMap((event) =>
    event.type === "text.started" || event.type === "call.started" ? [event.block] : []
  );
  assert.deepEqual(blocks, [0, 1, 2, 3]);
  assert.match(
    toldIn(model.requests[1]),
    /Your last answer was dropped: it called b\. Call a in this answer/,
  );
  assert.deepEqual(
    model.requests[1]?.messages.slice(0, -1),
    model.requests[0]?.messages,
    "the dropped answer is not in the prompt, which begins with the first one",
  );
  const usage = { inputTokens: 20, outputTokens: 4 };
  assert.deepEqual([asSent(answer.usage), answer.outcome], [usage, { type: "satisfied" }]);
  assert.equal(answer.thread.counters.inputTokens, 20);
  assert.deepEqual(answer.warnings.map(({ code }) => code), ["choice_violated"]);
  const entry = await lastAnswer(lab);
  assert.deepEqual([entry.blocks.length, entry.usage, entry.choice?.corrected], [2, usage, "wrong_tool"]);
  assert.equal((await lab.run({})).answer.choice?.source, "reset");
  assert.deepEqual(ran, ["a"]);
});

Deno.test("C6: a second violation is reported, not asked for again, and its words are no output", async () => {
  const model = answering({ says: "No." });
  const lab = labOf({ models: [model], definition: RETRY });
  const { events, answer } = await lab.run({ input: "go", toolChoice: { type: "required" } });
  assert.deepEqual([restartsIn(events).length, model.requests.length], [1, 2]);
  assert.deepEqual([answer.outcome, answer.output], [{ type: "violated", how: "missing" }, null]);
  const { choice } = await lastAnswer(lab);
  assert.deepEqual([choice?.outcome, choice?.corrected], [answer.outcome, "missing"]);
});

Deno.test("C6: a forbidden call is asked away once, and nothing of it runs", async () => {
  const lab = labOf({ models: [answering({ calls: ["a"] }, { says: "In words." })], definition: RETRY });
  const { answer } = await lab.run({ input: "go", toolChoice: { type: "none" }, until: "done" });
  assert.deepEqual([answer.output, answer.calls, ran], ["In words.", [], []]);
});

Deno.test("C6: no retry without the agent's word, beyond its budget, or with less time left than the first answer took", async () => {
  const refused = async (
    definition: Partial<AgentDefinition>,
    deps?: Partial<RuntimeDeps>,
    model = answering({ says: "No." }),
  ) => {
    const lab = labOf({ models: [model], definition, ...(deps ? { deps } : {}) });
    const { answer } = await lab.run({ input: "go", toolChoice: { type: "required" } });
    assert.deepEqual([answer.outcome, model.requests.length], [{ type: "violated", how: "missing" }, 1]);
  };
  await refused({});
  let now = Date.now();
  const slow = () =>
    testModel(() => {
      now += 700;
      return { says: "No." };
    });
  await refused({ ...RETRY, limits: { stepMs: 1_000 } }, { clock: () => now }, slow());
  await refused({ ...RETRY, limits: { wallMs: 600 } }, { clock: () => now }, slow());
});

Deno.test("C6: a retry that fails is the step's failure, and the answer that was dropped is paid for", async () => {
  const lab = labOf({ models: [answering({ says: "No." }, failing("model_server"))], definition: RETRY });
  const { events, answer } = await lab.run({ input: "go", toolChoice: { type: "required" } });
  assert.equal(answer.error?.code, "model_server");
  assert.deepEqual(asSent(answer.usage), { inputTokens: 10, outputTokens: 2 });
  assert.equal(answer.thread.counters.inputTokens, 10);
  assert.deepEqual(events.slice(-2).map(({ type }) => type), ["usage", "step.failed"]);
  assert.deepEqual((await lab.history()).map(({ type }) => type), ["user", "notice"]);
});

Deno.test("C6: the replay of a request tells its outcome and who answered, once", async () => {
  const models = [answering({ says: "No." }, { calls: ["a"] })];
  const lab = labOf({ models, definition: RETRY });
  const idempotency = { key: "k", bodyHash: "h" };
  const asked = { input: "go", toolChoice: { type: "required" }, idempotency } as const;
  const { answer } = await lab.run(asked);
  const again = await lab.run(asked);
  assert.equal(again.replayed, true);
  const { choice, outcome, model, warnings, usage } = again.answer;
  assert.deepEqual({ choice, outcome, model, warnings, usage }, {
    choice: answer.choice,
    outcome: answer.outcome,
    model: answer.model,
    warnings: answer.warnings,
    usage: asSent(answer.usage),
  });
  assert.deepEqual(restartsIn(again.events), []);
});

// P9 --------------------------------------------------------------------------------------------------------------------

const FALLBACK: Partial<AgentDefinition> = { fallbackModel: "second/n" };
const second = (...replies: Reply[]) =>
  testModel((_, index) => replies[Math.min(index, replies.length - 1)] ?? {}, { name: "second" });

const PASSES_ON: readonly ModelErrorCode[] = [
  "model_auth",
  "model_rate_limit",
  "model_quota",
  "model_overloaded",
  "model_timeout",
  "model_network",
  "model_protocol",
  "model_server",
  "model_answer_invalid",
];

Deno.test("P9: a model that fails before it says anything is replaced by the fallback model, and that is told everywhere", async () => {
  for (const code of PASSES_ON) {
    const models = [answering(failing(code, { retryAfterMs: 60_000 })), second({ says: "Hello." })];
    const lab = labOf({ models, definition: FALLBACK });
    const { events, answer } = await lab.run({ input: "go" });
    const [restarted] = restartsIn(events);
    assert.deepEqual(
      [restarted?.reason, restarted?.model, restarted?.from, restarted?.because],
      ["fallback", "second/n", 0, `first/m failed with ${code}`],
    );
    const started = events[0];
    assert.equal(started?.type === "step.started" ? started.model : "", "first/m");
    assert.deepEqual([answer.output, answer.model, answer.error], ["Hello.", "second/n", undefined]);
    assert.deepEqual(answer.warnings.map(({ code }) => code), ["model_fallback"]);
    assert.deepEqual(asSent(answer.usage), { inputTokens: 10, outputTokens: 2 });
    assert.equal(answer.thread.resumeAt, undefined);
    assert.equal((await lastAnswer(lab)).model, "second/n");
    assert.equal(models[1]?.requests[0]?.model, "n");
  }
});

Deno.test("P9: what is wrong with the request, or happens after the first words, is not another model's to mend", async () => {
  const codes = Object.keys(ERROR_CODES).filter((code): code is ModelErrorCode => code.startsWith("model_"));
  for (const code of codes.filter((each) => !PASSES_ON.includes(each))) {
    const models = [answering(failing(code)), second({ says: "Hello." })];
    const { answer } = await labOf({ models, definition: FALLBACK }).run({ input: "go" });
    assert.deepEqual([answer.error?.code, models[1]?.requests.length], [code, 0]);
  }
  const late = { says: "Well,", ...failing("model_network", { afterOutput: true }) };
  const models = [answering(late), second({ says: "Hello." })];
  const { answer } = await labOf({ models, definition: FALLBACK }).run({ input: "go" });
  assert.deepEqual([answer.error?.code, models[1]?.requests.length], ["model_network", 0]);
});

Deno.test("P9: when the fallback fails too, its error is the step's, and the first one is in the warnings", async () => {
  const models = [
    answering(failing("model_quota")),
    second(failing("model_overloaded", { retryAfterMs: 20_000 })),
  ];
  const lab = labOf({ models, definition: FALLBACK });
  const { answer } = await lab.run({ input: "go" });
  assert.deepEqual([answer.error?.code, answer.thread.status], ["model_overloaded", "open"]);
  assert.ok(answer.thread.resumeAt !== undefined);
  assert.deepEqual(answer.warnings, [{
    code: "model_fallback",
    message:
      "first/m failed with model_quota; second/n is called instead. The error was: It failed with model_quota.",
  }]);
  assert.deepEqual(models.map(({ requests }) => requests.length), [1, 1]);
});

Deno.test("P9: a fallback that fails for good does not end what its model could be asked again", async () => {
  const busy = failing("model_overloaded", { retryAfterMs: 20_000 });
  const broken: [Reply, string[]][] = [
    [failing("model_auth"), ["model_fallback", "model_fallback"]],
    [failing("model_context_length"), ["model_fallback", "model_fallback"]],
  ];
  for (const [reply, warnings] of broken) {
    const lab = labOf({ models: [answering(busy), second(reply)], definition: FALLBACK });
    const { answer } = await lab.run({ input: "go" });
    assert.deepEqual([answer.error?.code, answer.thread.status], ["model_overloaded", "open"]);
    assert.ok(answer.thread.resumeAt !== undefined);
    assert.deepEqual(answer.warnings.map(({ code }) => code), warnings);
    assert.match(
      answer.warnings[1]?.message ?? "",
      /^second\/n failed with model_\w+ as well\. The error was: It failed/,
    );
  }
  const models = [
    testModel(({ choice }) => choice.type === "required" ? lacking("required") : busy),
    second(lacking("required")),
  ];
  const asked = { input: "go", toolChoice: { type: "required" } } as const;
  const { answer } = await labOf({ models, definition: FALLBACK }).run(asked);
  assert.deepEqual(
    [answer.error?.code, answer.thread.status],
    ["model_overloaded", "open"],
    "the step's one re-send was spent on the first model",
  );
});

Deno.test("P9: choice and capabilities are enforced anew for the fallback model", async () => {
  const table: CapabilityTable = { lacks: { required: "no field" }, models: [], thinks: () => false };
  const able = second({ calls: ["a"] });
  const models = [
    answering(failing("model_server")),
    { ...able, provider: { ...able.provider, capabilities: () => ({ lacks: table.lacks, thinks: false }) } },
  ];
  // What the agent says of its own model is nothing that the other has.
  const definition = { ...FALLBACK, capabilities: { required: true } };
  const { events, answer } = await labOf({ models, definition }).run({
    input: "go",
    toolChoice: { type: "required" },
  });
  assert.equal(restartsIn(events)[0]?.choice.enforcement, "announced");
  assert.equal(answer.choice?.enforcement, "announced");
  assert.deepEqual(answer.warnings.map(({ code }) => code), ["model_fallback", "choice_degraded"]);

  const strict = labOf({ models, definition: { ...FALLBACK, onUnsupported: "error" } });
  const failed = (await strict.run({ input: "go", toolChoice: { type: "required" } })).answer;
  assert.equal(failed.error?.code, "model_server", "a fallback that cannot hold the choice is none");
  assert.match(failed.warnings[0]?.message ?? "", /second\/n cannot be called instead: .*cannot be held/);
});

Deno.test("P9: all remedies in one step: asked without, of another, once more", async () => {
  const models = [
    testModel(({ choice }) => choice.type === "required" ? lacking("required") : failing("model_timeout")),
    second({ says: "No." }, { calls: ["a"] }),
  ];
  const definition = { ...FALLBACK, ...RETRY };
  const { events, answer } = await labOf({ models, definition }).run({
    input: "go",
    toolChoice: { type: "required" },
  });
  assert.deepEqual(restartsIn(events).map(({ reason, from }) => [reason, from]), [
    ["capability", 0],
    ["fallback", 0],
    ["violation", 1],
  ]);
  assert.deepEqual([answer.outcome, answer.model], [{ type: "satisfied" }, "second/n"]);
});

Deno.test("P9: a fallback that is asked in place of a correction is told what was wrong, and numbers its blocks behind", async () => {
  const models = [answering({ says: "No." }, failing("model_server")), second({ calls: ["a"] })];
  const { events, answer } = await labOf({ models, definition: { ...FALLBACK, ...RETRY } }).run({
    input: "go",
    toolChoice: { type: "required" },
  });
  assert.deepEqual(restartsIn(events).map(({ reason, from }) => [reason, from]), [
    ["violation", 1],
    ["fallback", 1],
  ]);
  assert.match(toldIn(models[1]?.requests[0]), /Your last answer was dropped: it made no call/);
  assert.deepEqual([answer.outcome, answer.usage.inputTokens], [{ type: "satisfied" }, 20]);
});

Deno.test("P9: a fallback model that is not there is refused before anything is spent", async () => {
  const model = answering({ says: "Hello." });
  const lab = labOf({ models: [model], definition: { fallbackModel: "nobody/n" } });
  const error = await lab.refused({ agent: "a", input: "go" });
  assert.ok(error instanceof AgentError);
  assert.deepEqual([error.code, Object.fromEntries(lab.counts), model.requests.length], [
    "config_invalid",
    {},
    0,
  ]);
});

Deno.test("P9: a summary is asked from the model that answered", async () => {
  const models = [answering(failing("model_overloaded")), second({ says: "Hello." })];
  const compaction = { afterEntries: 3, keepEntries: 1 };
  const lab = labOf({ models, definition: { ...FALLBACK, compaction } });
  await lab.run({ input: "go" });
  const { answer } = await lab.run({ input: "go on" });
  assert.deepEqual(answer.warnings.map(({ code }) => code), ["model_fallback"]);
  assert.equal((await lab.history()).at(-1)?.type, "summary");
});
