import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import type { Disposition } from "../../../src/core/call.ts";
import type { Entry, Outcome } from "../../../src/core/entry.ts";
import { ToolError, type ToolFailure } from "../../../src/core/tool/tool_error.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { ExecutionContext } from "../../../src/core/executor.ts";
import type { Effect, ToolContext } from "../../../src/core/tool.ts";
import { call, hang, runCalls, startCalls, tool } from "./bench.ts";

const echo = tool("echo", (args) => args);

Deno.test("D9: calls run in parallel and are observed in the order of the calls, events as they happen", async () => {
  const release = Promise.withResolvers<string>();
  const slow = tool("slow", () => release.promise);
  const events: string[] = [];
  const calls = [call("a", "slow"), call("b", "echo")];
  const observations = await startCalls(calls, { tools: [slow, echo] }, ({ type, callId }) => {
    events.push(`${type} ${callId}`);
    if (type === "tool.finished") release.resolve("late");
  });
  assert.deepEqual(events, ["tool.started a", "tool.started b", "tool.finished b", "tool.finished a"]);
  assert.deepEqual(observations.map(({ callId, output }) => [callId, output]), [["a", "late"], ["b", {}]]);
});

Deno.test("D9: no more calls at a time than the agent allows", async () => {
  let running = 0;
  let most = 0;
  const busy = tool("busy", async () => {
    most = Math.max(most, ++running);
    await Promise.resolve();
    running--;
    return null;
  });
  const calls = Array.from({ length: 7 }, (_, index) => call(`c${index}`, "busy"));
  await runCalls(calls, { tools: [busy], parallelCalls: 2 });
  assert.equal(most, 2);
});

Deno.test("X3: a tool's events carry its arguments, attempt, outcome and output", async () => {
  const { events } = await runCalls([call("a", "echo", { n: 1 })], { tools: [echo] });
  const [started, finished] = events;
  assert.deepEqual(started, { type: "tool.started", callId: "a", name: "echo", args: { n: 1 }, attempt: 1 });
  assert(finished?.type === "tool.finished");
  assert.deepEqual({ ...finished, ms: 0 }, {
    type: "tool.finished",
    callId: "a",
    name: "echo",
    outcome: "completed",
    output: { n: 1 },
    ms: 0,
  });
});

const NEVER_RUN: readonly {
  disposition: Disposition;
  outcome: string;
  kind: ToolFailure["kind"];
  says: RegExp;
}[] = [
  {
    disposition: { type: "surplus", limit: 1 },
    outcome: "skipped",
    kind: "retryable",
    says: /at most 1 call can/,
  },
  {
    disposition: { type: "malformed", reason: "Unexpected end" },
    outcome: "failed",
    kind: "invalid_arguments",
    says: /Unexpected end.*one valid JSON object/,
  },
  {
    disposition: { type: "unknown_tool", available: ["echo", "ping"] },
    outcome: "failed",
    kind: "unknown_tool",
    says: /no tool named "echo".*echo, ping/,
  },
  { disposition: { type: "forbidden" }, outcome: "blocked", kind: "failed", says: /did not permit/ },
  {
    disposition: { type: "repeated", times: 3 },
    outcome: "failed",
    kind: "failed",
    says: /3 times.*Change the approach/,
  },
  {
    disposition: { type: "approve" },
    outcome: "denied",
    kind: "failed",
    says: /next input came before a person decided/,
  },
];
for (const { disposition, outcome, kind, says } of NEVER_RUN) {
  Deno.test(`X3: a call that is ${disposition.type} is ${outcome}, runs nothing and is finished once`, async () => {
    const { observations: [observation], events, marked } = await runCalls(
      [call("a", "echo", {}, disposition)],
      { tools: [tool("echo", () => assert.fail("must not run"), { effect: "once" })] },
    );
    assert.equal(observation?.outcome, outcome);
    assert.equal(observation?.error?.kind, kind);
    assert.match(`${observation?.error?.message} ${observation?.error?.hint}`, says);
    assert.deepEqual(events.map(({ type }) => type), ["tool.finished"]);
    assert.deepEqual(marked, []);
  });
}

Deno.test("X3: a tool that the agent no longer has is unknown, and at most 20 names are listed", async () => {
  const tools = Array.from({ length: 23 }, (_, index) => tool(`tool_${index}`, () => null));
  const { observations: [observation] } = await runCalls([call("a", "gone")], { tools });
  assert.equal(observation?.error?.kind, "unknown_tool");
  assert.match(observation?.error?.hint ?? "", /tool_19 and 3 more\.$/);
});

Deno.test("X5: an approved call runs, a denied one does not and says why", async () => {
  const guarded = tool("guarded", () => "done", { needsApproval: true });
  const approve = { type: "approve" } as const;
  const { observations } = await runCalls(
    [call("yes", "guarded", {}, approve), call("no", "guarded", {}, approve), call("unasked", "guarded")],
    {
      tools: [guarded],
      marks: {
        yes: { decisions: [{ approved: true, at: 1 }] },
        no: { decisions: [{ approved: false, reason: "Not on a Friday.", at: 1 }] },
      },
    },
  );
  assert.deepEqual(observations.map(({ outcome, error }) => [outcome, error?.message]), [
    ["completed", undefined],
    ["denied", "Not on a Friday."],
    ["denied", "not approved."],
  ]);
});

Deno.test("X2: arguments are validated before anything runs", async () => {
  const strict = tool("strict", () => assert.fail("must not run"), {
    parameters: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
  });
  const { observations: [observation] } = await runCalls([call("a", "strict", { city: 7 })], {
    tools: [strict],
  });
  assert.equal(observation?.error?.kind, "invalid_arguments");
  assert.match(observation?.error?.message ?? "", /\/city: must be string, not number\./);
});

Deno.test("X2: a tool that ignores its signal is left behind at its timeout, and the others are not held up", async () => {
  let signal: AbortSignal | undefined;
  const deaf = (effect: "pure" | "once") =>
    tool(`deaf_${effect}`, (_, context) => {
      signal = context.signal;
      return hang();
    }, { timeoutMs: 5, effect });
  const { observations } = await runCalls(
    [call("a", "deaf_pure"), call("b", "echo"), call("c", "deaf_once")],
    { tools: [deaf("pure"), echo, deaf("once")] },
  );
  assert.deepEqual(observations.map(({ outcome, error }) => [outcome, error?.kind]), [
    ["failed", "timeout"],
    ["completed", undefined],
    ["failed", "timeout"],
  ]);
  assert.match(observations[0]?.error?.hint ?? "", /may be tried again/);
  assert.match(observations[2]?.error?.hint ?? "", /may or may not have happened/);
  assert.equal(signal?.aborted, true);
  assert.equal(signal?.reason.name, "TimeoutError");
});

Deno.test("X2: one failing tool fails alone, whatever it throws", async () => {
  const untyped = Object.assign(new ToolError("fatal", "x"), { message: 7, hint: { not: "text" } });
  const thrown: readonly [unknown, RegExp][] = [
    [new Error("disk full"), /^disk full$/],
    ["just text", /^just text$/],
    [{ code: 7 }, /not an Error was thrown: \{"code":7\}/],
    [undefined, /undefined/],
    [10n, /cannot be shown/],
    [new Error(""), /^Error$/],
    [untyped, /^7$/],
    [
      {
        get message() {
          throw new Error("trap");
        },
        toJSON() {
          throw new Error("trap");
        },
      },
      /cannot be shown/,
    ],
  ];
  const tools = thrown.map(([value], index) =>
    tool(`tool_${index}`, () => {
      throw value;
    })
  );
  const calls = tools.map(({ name }) => call(name, name));
  const { observations } = await runCalls([...calls, call("z", "echo")], { tools: [...tools, echo] });
  thrown.forEach(([, says], index) => {
    assert.equal(observations[index]?.outcome, "failed");
    assert.match(observations[index]?.error?.message ?? "", says);
  });
  assert.equal(observations.at(-1)?.outcome, "completed");
});

Deno.test("X2: what is thrown is cut to 2,000 characters, without stack and cause", async () => {
  const secret = new Error(`${"a".repeat(1_998)}😀 long`, { cause: "sk-secret" });
  const { observations: [observation] } = await runCalls([call("a", "leaky")], {
    tools: [tool("leaky", () => {
      throw secret;
    })],
  });
  assert.equal(observation?.error?.message, `${"a".repeat(1_998)}…`);
  assert.doesNotMatch(JSON.stringify(observation), /sk-secret|executor_test/);
});

Deno.test("X7: a ToolError keeps its kind, hint and retry time", async () => {
  const limited = tool("limited", () => {
    throw new ToolError("rate_limited", "Slow down.", {
      hint: "Wait.",
      retryAfterMs: 900,
      cause: "upstream",
    });
  });
  const { observations: [observation] } = await runCalls([call("a", "limited")], { tools: [limited] });
  assert.deepEqual(observation?.error, {
    kind: "rate_limited",
    message: "Slow down.",
    hint: "Wait.",
    retryAfterMs: 900,
  });
});

Deno.test("X2: a schema that cannot be used fails its call, by the tool's name", async () => {
  const broken = tool("broken", () => null, {
    parameters: { type: "object", properties: { a: { $ref: "#/nowhere" } } },
  });
  // Such a tool cannot be defined; it can only come from code that went round defineTool and defineAgent.
  const context = { agent: { ...defineAgent({ name: "tester" }), tools: [broken] } };
  const { observations: [observation] } = await runCalls([call("a", "broken", { a: 1 })], { context });
  assert.match(observation?.error?.message ?? "", /schema of tool broken is broken/);
});

Deno.test("X4: a tool is given the call id as idempotency key, the attempt and a signal; the history only when it asks", async () => {
  const contexts: ToolContext[] = [];
  const keep = (_: unknown, context: ToolContext) => {
    contexts.push(context);
    return null;
  };
  const history: Entry[] = [{ type: "user", id: "e1", at: 1, version: 1, text: "hello" }];
  let reads = 0; // a runtime decodes the entries at the first read
  await runCalls([call("a", "plain"), call("b", "curious"), call("c", "plain")], {
    tools: [tool("plain", keep), tool("curious", keep, { wantsThread: true })],
    context: { epoch: 4 },
    history: () => (reads++, history),
  });
  const [plain, curious] = contexts;
  assert.equal(plain?.idempotencyKey, "a");
  assert.equal(plain?.attempt, 3);
  assert.equal(plain?.signal.aborted, false);
  assert.equal(plain?.history, undefined);
  assert.equal(curious?.history, history);
  assert.equal(reads, 1);
});

Deno.test("X4: once calls are marked with one request before anything runs", async () => {
  const ran: string[] = [];
  const tools = ["pure", "once", "keyed"].map((effect) =>
    tool(effect, () => ran.push(effect), {
      effect: effect === "pure" ? "pure" : effect === "once" ? "once" : "keyed",
    })
  );
  let requests = 0;
  await runCalls([call("a", "pure"), call("b", "once"), call("c", "keyed"), call("d", "once")], {
    tools,
    context: {
      markStarted: (ids) => {
        requests++;
        assert.deepEqual(ids, ["b", "d"]);
        assert.deepEqual(ran, []);
        return Promise.resolve();
      },
    },
  });
  assert.equal(requests, 1);
  assert.deepEqual(ran.toSorted(), ["keyed", "once", "once", "pure"]);
});

Deno.test("X4: when the mark is refused nothing runs, pure tools included, and the refusal is thrown", async () => {
  const untouched = tool("untouched", () => assert.fail("must not run"));
  const once = tool("once", () => assert.fail("must not run"), { effect: "once" });
  const fenced = new AgentError("step_fenced", "Another worker took over.");
  await assert.rejects(
    runCalls([call("a", "untouched"), call("b", "once")], {
      tools: [untouched, once],
      context: { markStarted: () => Promise.reject(fenced) },
    }),
    fenced,
  );
});

const RECONCILIATIONS = [
  { found: { happened: true, output: "r1" }, outcome: "completed", runs: 0 },
  { found: { happened: false }, outcome: "completed", runs: 1 },
  { found: { happened: "unknown" }, outcome: "unknown", runs: 0 },
  { found: undefined, outcome: "unknown", runs: 0 },
] as const;
for (const { found, outcome, runs } of RECONCILIATIONS) {
  Deno.test(`X4: a once call of a vanished worker, reconcile says ${JSON.stringify(found)}: ${outcome}`, async () => {
    let ran = 0;
    const pay = tool("pay", () => `ran ${++ran}`, {
      effect: "once",
      ...(found === undefined ? {} : { reconcile: () => Promise.resolve(found) }),
    });
    const { observations: [observation], marked, events } = await runCalls([call("a", "pay")], {
      tools: [pay],
      marks: { a: { startedEpoch: 1 } },
    });
    assert.equal(observation?.outcome, outcome);
    assert.equal(ran, runs);
    assert.deepEqual(marked, runs === 1 ? [["a"]] : []);
    assert.equal(events.filter(({ type }) => type === "tool.started").length, runs);
  });
}

Deno.test("X4: a reconcile that throws or hangs leaves the call unknown", async () => {
  const options = { effect: "once", timeoutMs: 5 } as const;
  const { observations } = await runCalls([call("a", "throws"), call("b", "hangs")], {
    tools: [
      tool("throws", () => assert.fail(), { ...options, reconcile: () => Promise.reject(new Error("no")) }),
      tool("hangs", () => assert.fail(), { ...options, reconcile: hang }),
    ],
    marks: { a: { startedEpoch: 1 }, b: { startedEpoch: 1 } },
  });
  assert.deepEqual(observations.map(({ outcome }) => outcome), ["unknown", "unknown"]);
  assert.match(observations[0]?.error?.hint ?? "", /may or may not have happened/);
});

Deno.test("X4: pure and keyed calls of a vanished worker run again under the same key", async () => {
  const keys: string[] = [];
  const again = tool("again", (_, context) => keys.push(`${context.idempotencyKey} ${context.attempt}`), {
    effect: "keyed",
  });
  await runCalls([call("a", "again")], {
    tools: [again],
    marks: { a: { startedEpoch: 2 } },
    context: { epoch: 3 },
  });
  assert.deepEqual(keys, ["a 2"]);
});

Deno.test("X4: a call of a cancelled plan is skipped; one that was started is cleared up first", async () => {
  const pay = tool("pay", () => assert.fail("must not run"), {
    effect: "once",
    reconcile: (id) =>
      Promise.resolve(id === "paid" ? { happened: true, output: "paid" } : { happened: false }),
  });
  const { observations } = await runCalls(
    [
      call("new", "pay"),
      call("paid", "pay"),
      call("unpaid", "pay"),
      call("ask", "pay", {}, { type: "approve" }),
    ],
    {
      tools: [pay],
      marks: { paid: { startedEpoch: 1 }, unpaid: { startedEpoch: 1 } },
      context: { cancelledEpoch: 2, epoch: 3 },
    },
  );
  assert.deepEqual(observations.map(({ outcome }) => outcome), [
    "skipped",
    "completed",
    "skipped",
    "skipped",
  ]);
  assert.equal(observations[0]?.error?.kind, "cancelled");
});

Deno.test("X4: a cancelled keyed call is unknown when an earlier step may have run it", async () => {
  const must = () => assert.fail("must not run");
  const tools = [
    tool("put", must, { effect: "keyed" }),
    tool("look", must, { effect: "pure" }),
    tool("guarded", must, { effect: "keyed", needsApproval: true }),
  ];
  const calls = [
    call("a", "put"),
    call("b", "look"),
    ...["c", "d"].map((id) => call(id, "guarded", {}, { type: "approve" })),
  ];
  const marks = { d: { decisions: [{ approved: true, at: 1 }] } };
  const outcomes = async (epoch: number) => {
    const { observations } = await runCalls(calls, {
      tools,
      marks,
      context: { cancelledEpoch: epoch, epoch },
    });
    return observations.map(({ outcome }) => outcome);
  };
  assert.deepEqual(await outcomes(2), ["skipped", "skipped", "skipped", "skipped"]);
  assert.deepEqual(await outcomes(3), ["unknown", "skipped", "skipped", "unknown"]);

  const { observations: [observation], events } = await runCalls(calls.slice(0, 1), {
    tools,
    context: { signal: AbortSignal.abort(), epoch: 3 },
  });
  assert.equal(observation?.outcome, "unknown");
  assert.match(observation?.error?.hint ?? "", /may or may not have happened/);
  assert.deepEqual(events.map(({ type }) => type), ["tool.finished"]);
});

Deno.test("X4: when the step is stopped, the running call fails as cancelled and the waiting one is skipped", async () => {
  const stop = new AbortController();
  const deaf = tool("deaf", () => {
    stop.abort(new AgentError("step_cancelled", "Cancelled."));
    return hang();
  }, { effect: "once" });
  const { observations, events } = await runCalls([call("a", "deaf"), call("b", "deaf")], {
    tools: [deaf],
    parallelCalls: 1,
    context: { signal: stop.signal },
  });
  assert.deepEqual(observations.map(({ outcome, error }) => [outcome, error?.kind]), [
    ["failed", "cancelled"],
    ["skipped", "cancelled"],
  ]);
  assert.match(observations[0]?.error?.hint ?? "", /may or may not have happened/);
  assert.equal(events.filter(({ type }) => type === "tool.finished").length, 2);
});

Deno.test("X4: a step that is stopped before it acts runs nothing and marks nothing", async () => {
  const { observations, marked } = await runCalls([call("a", "once")], {
    tools: [tool("once", () => assert.fail(), { effect: "once" })],
    context: { signal: AbortSignal.abort() },
  });
  assert.equal(observations[0]?.outcome, "skipped");
  assert.deepEqual(marked, []);
});

Deno.test("X4: an abort of the step aborts the tools that run, with its reason", async () => {
  const started = Promise.withResolvers<void>();
  const aborted = Promise.withResolvers<unknown>();
  const slow = tool("slow", (_, { signal }) => {
    signal.addEventListener("abort", () => aborted.resolve(signal.reason));
    started.resolve();
    return hang();
  });
  const step = new AbortController();
  const running = runCalls([call("a", "slow")], { tools: [slow], context: { signal: step.signal } });
  await started.promise;
  const reason = new AgentError("step_cancelled", "The step was cancelled.");
  step.abort(reason);
  assert.equal(await aborted.promise, reason);
  assert.equal((await running).observations[0]?.error?.kind, "cancelled");
});

Deno.test("X2: a tool cannot change the arguments that others see", async () => {
  const vandal = tool("vandal", (args) => {
    args.city = "Oslo";
    return null;
  });
  const planned = call("a", "vandal", { city: "Paris" });
  const { events } = await runCalls([planned], { tools: [vandal] });
  assert(events[0]?.type === "tool.started");
  assert.deepEqual(events[0].args, { city: "Paris" });
  assert.deepEqual(planned.args, { city: "Paris" });
});

Deno.test("X4: a once call whose request ended without an answer is unknown, another one failed", async () => {
  const lost = () => new TypeError("fetch failed", { cause: new Error("connection closed") });
  const refused = () =>
    new TypeError("fetch failed", { cause: new Error("client error (Connect): refused") });
  const thrown: readonly (readonly [() => Error, Effect, Outcome])[] = [
    [lost, "once", "unknown"],
    [() => new Error("The payment failed.", { cause: lost() }), "once", "unknown"],
    [
      () => new ToolError("failed", "The payment failed.", { cause: lost(), hint: "Ask the bank." }),
      "once",
      "unknown",
    ],
    [() => new Error("Network connection lost."), "once", "unknown"],
    [lost, "keyed", "failed"],
    [lost, "pure", "failed"],
    [refused, "once", "failed"],
    [() => new ToolError("retryable", "It did not happen.", { cause: lost() }), "once", "failed"],
    [() => new Error("No such order."), "once", "failed"],
  ];
  for (const [make, effect, outcome] of thrown) {
    const pay = { ...tool("pay", () => Promise.reject(make())), effect };
    const { observations: [observation] } = await runCalls([call("a", "pay")], { tools: [pay] });
    const error = make();
    assert.deepEqual([observation?.outcome, observation?.error?.message], [outcome, error.message]);
    const hint = error instanceof ToolError ? error.hint : undefined;
    assert.equal(
      observation?.error?.hint,
      outcome === "unknown"
        ? hint ?? "It may or may not have happened: check before you make the call again."
        : hint,
    );
  }
});

Deno.test("X3: throwOnToolFailure ends the run at a call that may have happened, too", async () => {
  const pay = {
    ...tool("pay", () => Promise.reject(new TypeError("fetch failed"))),
    effect: "once" as const,
  };
  const { observations } = await runCalls([call("a", "pay"), call("b", "echo")], {
    tools: [pay, echo],
    parallelCalls: 1,
    flags: { throwOnToolFailure: true },
  });
  assert.deepEqual(observations.map(({ outcome }) => outcome), ["unknown", "skipped"]);
});

Deno.test("O1, E16: what a tool throws is in the log with class, message, own frames and its step; a ToolError is no warning", async () => {
  const lines: { level: string; message: string; fields: Record<string, unknown> }[] = [];
  const log: NonNullable<ExecutionContext["log"]> = (level, message, fields = {}) =>
    lines.push({ level, message, fields });
  const broken = tool("broken", () => parseOrder(undefined));
  const asks = tool("asks", () => {
    throw new ToolError("context_required", "Which order?");
  });
  const hostile = tool("hostile", () => {
    throw new Proxy({}, {
      getPrototypeOf: () => {
        throw new Error("no");
      },
    });
  });
  const unsure = tool("unsure", () => "sent", {
    effect: "once",
    reconcile: () => Promise.reject(new RangeError("no such payment")),
  });
  const calls = [call("a", "broken"), call("b", "asks"), call("c", "hostile"), call("d", "unsure")];
  const { observations } = await runCalls(calls, {
    tools: [broken, asks, hostile, unsure],
    marks: { d: { startedEpoch: 1 } },
    context: { log },
  });
  assert.deepEqual(observations.map(({ outcome }) => outcome), ["failed", "failed", "failed", "unknown"]);
  const shown = lines.map(({ level, fields: { tool, detail, cause } }) => [level, tool, detail, cause]);
  assert.deepEqual(shown.toSorted(), [
    ["info", "asks", "Which order?", "ToolError"],
    ["warn", "broken", "The order has no lines.", "TypeError"],
    ["warn", "hostile", "A value that cannot be shown was thrown.", undefined],
    ["warn", "unsure", "no such payment", "RangeError"],
  ]);
  const { fields, message } = lines.find(({ fields }) => fields.tool === "broken") ?? assert.fail("no line");
  assert.equal(message, "a tool threw");
  const { tenant, thread, agent, step, call: id } = fields;
  assert.deepEqual({ tenant, thread, agent, step, id }, {
    tenant: "acme",
    thread: "t1",
    agent: "tester",
    step: 2,
    id: "a",
  });
  assert.match(String(fields.frames), /^at parseOrder \(.*executor_test\.ts:\d+:\d+\) < at /);
});

Deno.test("E16: what a hook throws is in the log", async () => {
  const lines: unknown[] = [];
  await runCalls([call("a", "echo")], {
    tools: [echo],
    hooks: { beforeCall: () => parseOrder(undefined), afterCall: () => parseOrder(undefined) },
    context: { log: (level, _, fields) => lines.push([level, fields?.detail, fields?.tool]) },
  });
  assert.deepEqual(lines, [["warn", "The order has no lines.", "echo"]]);
});

function parseOrder(order: string | undefined): never {
  throw new TypeError(order ?? "The order has no lines.");
}
