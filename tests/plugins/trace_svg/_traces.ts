// Threads to draw: what the API shows of them, written down.

import type { CallView } from "../../../src/core/contract/calls.ts";
import type { EntryView } from "../../../src/core/contract/entries.ts";
import type { ThreadView } from "../../../src/core/contract/threads.ts";
import type { ThreadTrace } from "../../../src/plugins/trace_svg/drawing/spans.ts";

/** When every thread begins. */
const START = Date.UTC(2026, 10, 22, 9, 0, 0);

/** The time so many milliseconds after the beginning. */
function after(ms: number): string {
  return new Date(START + ms).toISOString();
}

function thread(change: Partial<ThreadView> = {}): ThreadView {
  return {
    id: "t1",
    agent: "weather",
    status: "done",
    version: 1,
    length: 0,
    metadata: {},
    createdAt: after(0),
    updatedAt: after(0),
    ...change,
    counters: {
      steps: 1,
      calls: 0,
      inputTokens: 0,
      outputTokens: 0,
      cachedTokens: 0,
      wallMs: 0,
      microDollars: 0,
      ...change.counters,
    },
  };
}

function trace(change: Partial<ThreadTrace> & { readonly entries: readonly EntryView[] }): ThreadTrace {
  return { thread: thread(), calls: [], running: false, omitted: 0, phases: [], ...change };
}

let count = 0;

function user(ms: number, version: number, text: string): EntryView {
  return { type: "user", id: `u${++count}`, at: after(ms), version, text };
}

type Assistant = Extract<EntryView, { type: "assistant" }>;
type Tool = Extract<EntryView, { type: "tool" }>;

function plan(
  ms: number,
  version: number,
  calls: readonly string[],
  change: Partial<Assistant> = {},
): EntryView {
  return {
    type: "assistant",
    id: `a${++count}`,
    at: after(ms),
    version,
    model: "openai/gpt-5.4",
    blocks: calls.map((name, index) => ({ type: "call", id: `c${version}_${index}`, name, args: "{}" })),
    finish: calls.length > 0 ? "calls" : "stop",
    usage: { inputTokens: 420 + version * 80, outputTokens: 36 },
    ...change,
  };
}

function tool(
  ms: number,
  version: number,
  name: string,
  took: number,
  change: Partial<Tool> = {},
): EntryView {
  return {
    type: "tool",
    id: `r${++count}`,
    at: after(ms),
    version,
    callId: `c${version - 1}_0`,
    name,
    outcome: "completed",
    output: null,
    ms: took,
    ...change,
  };
}

const counters = (steps: number, calls: number, inputTokens: number, outputTokens: number) => ({
  steps,
  calls,
  inputTokens,
  outputTokens,
  cachedTokens: 0,
  wallMs: 0,
  microDollars: 0,
});

const waiting: CallView = {
  id: "c1_0",
  name: "delete_record",
  args: { id: "r1" },
  state: "approval",
  approval: { digest: "d", needed: 1, decisions: [] },
};

const BROKEN = {
  outcome: "failed",
  error: { kind: "failed", message: "The service answered 503." },
} as const;

/** Each is a golden file of its name. */
export const TRACES: Readonly<Record<string, ThreadTrace>> = {
  simple: trace({
    thread: thread({ counters: counters(2, 1, 1_080, 72) }),
    entries: [
      user(0, 1, "What is the weather in Paris?"),
      plan(1_240, 1, ["get_weather"]),
      tool(1_660, 2, "get_weather", 400),
      plan(2_900, 2, []),
    ],
  }),
  parallel: trace({
    thread: thread({ id: "trip", agent: "travel", counters: counters(2, 3, 1_080, 72) }),
    entries: [
      user(0, 1, "Compare Paris, Zürich and 東京 for next week."),
      plan(1_900, 1, ["get_weather", "find_hotels", "find_flights"]),
      tool(5_200, 2, "get_weather", 420),
      tool(5_200, 2, "find_hotels", 1_730, { callId: "c1_1" }),
      tool(5_200, 2, "find_flights", 3_260, { callId: "c1_2" }),
      plan(7_700, 2, []),
    ],
  }),
  approval: trace({
    thread: thread({ status: "waiting", counters: counters(3, 1, 1_620, 108) }),
    calls: [{ ...waiting, name: "send_mail" }],
    entries: [
      user(0, 1, "Remove record r1 and tell the team."),
      plan(1_300, 1, ["delete_record"]),
      tool(5_412_000, 2, "delete_record", 300, {
        approval: {
          outcome: "approved",
          digest: "d",
          decisions: [{ approved: true, at: after(5_411_500), by: "ana@example.com" }],
        },
      }),
      plan(5_413_400, 2, ["send_mail"]),
    ],
  }),
  deferred: trace({
    thread: thread({
      id: "nightly",
      status: "waiting",
      waitsFor: "deferred",
      wake: true,
      counters: counters(2, 2, 1_080, 72),
    }),
    calls: [
      { id: "c1_0", name: "look", args: {}, state: "completed", output: "seen" },
      {
        id: "c1_1",
        name: "export_records",
        args: {},
        state: "deferred",
        deferred: { ref: "exp_7", since: after(2_600), expiresAt: after(7_202_600) },
      },
    ],
    entries: [user(0, 1, "Export the records of today."), plan(1_900, 1, ["look", "export_records"])],
  }),
  woken: trace({
    thread: thread({
      status: "open",
      wake: true,
      resumeAt: after(3_600_000),
      error: { code: "model_rate_limit", message: "The provider limits the model." },
      counters: counters(2, 1, 1_080, 72),
    }),
    entries: [
      user(0, 1, "Look every day."),
      plan(1_900, 1, ["look"]),
      tool(5_200, 2, "look", 420),
    ],
  }),
  parked: trace({
    thread: thread({
      status: "failed",
      wake: true,
      counters: counters(2, 1, 1_080, 72),
      error: { code: "model_server", message: "The provider is broken." },
      parked: { code: "model_server", message: "The provider is broken.", failures: 5, at: after(20_000) },
    }),
    entries: [
      user(0, 1, "Look once."),
      plan(1_900, 1, ["look"]),
      tool(5_200, 2, "look", 420),
    ],
  }),
  failed_call: trace({
    thread: thread({
      status: "failed",
      counters: counters(2, 2, 1_080, 72),
      error: { code: "tool_failed", message: "Tool charge_card failed: The card was refused." },
    }),
    entries: [
      user(0, 1, "Book it."),
      plan(1_100, 1, ["find_price", "charge_card"]),
      tool(2_400, 2, "find_price", 1_200, BROKEN),
      tool(2_400, 2, "charge_card", 0, {
        callId: "c1_1",
        outcome: "denied",
        output: null,
        error: { kind: "failed", message: "Too expensive." },
        approval: {
          outcome: "denied",
          digest: "d",
          decisions: [{ approved: false, reason: "Too expensive.", at: after(1_190), by: "ben" }],
        },
      }),
    ],
  }),
  retries: trace({
    thread: thread({ counters: counters(3, 2, 1_740, 108) }),
    entries: [
      user(0, 1, "Look it up."),
      plan(3_200, 1, ["search"], {
        choice: {
          requested: { type: "required" },
          source: "request",
          enforcement: "announced",
          outcome: { type: "satisfied" },
          corrected: "missing",
        },
      }),
      tool(4_300, 2, "search", 1_000, BROKEN),
      plan(5_300, 2, ["search"]),
      tool(6_100, 3, "search", 700),
      plan(7_400, 3, [], { model: "anthropic/claude-haiku-5", finish: "length" }),
    ],
  }),
  phases: trace({
    thread: thread({ id: "report", agent: "lead", counters: counters(2, 2, 1_080, 72) }),
    entries: [
      user(0, 1, "Write the report."),
      plan(1_500, 1, ["run_phase", "run_phase"]),
      tool(9_500, 2, "run_phase", 7_900),
      tool(9_500, 2, "run_phase", 5_000, { callId: "c1_1", ...BROKEN }),
      plan(11_200, 2, []),
    ],
    phases: ["research", "review"].map((phase, index) => ({
      phase,
      worker: index === 0 ? "searcher" : "critic",
      omitted: 0,
      thread: thread({
        id: `report.${phase}`,
        createdAt: after(1_600),
        counters: counters(2, 1, 900, 60),
        parent: { thread: "report", callId: `c1_${index}`, phase, root: "report", depth: 1, levels: 1 },
      }),
      entries: [
        user(1_600, 1, `Do the ${phase}.`),
        plan(2_800 + index * 300, 1, ["search"], { model: "mistral/small" }),
        tool(5_400, 2, "search", 2_100 + index * 200, index === 0 ? {} : BROKEN),
        plan(6_600 + index * 2_400, 2, [], { model: "mistral/small" }),
      ],
    })),
  }),
  waiting_phase: trace({
    thread: thread({
      id: "report",
      agent: "lead",
      status: "waiting",
      counters: counters(1, 0, 500, 36),
    }),
    calls: [
      { ...waiting, thread: "report.research", name: "sign" },
      { id: "c1_1", name: "pick_colour", args: {}, state: "client" },
    ],
    entries: [user(0, 1, "Write the report."), plan(1_500, 1, ["run_phase", "pick_colour"])],
    phases: [{
      phase: "research",
      worker: "searcher",
      omitted: 12,
      thread: thread({
        id: "report.research",
        status: "waiting",
        createdAt: after(1_600),
        counters: counters(8, 9, 900, 60),
        parent: { thread: "report", callId: "c1_0", phase: "research", root: "report", depth: 1, levels: 1 },
      }),
      entries: [tool(90_400, 8, "search", 2_100), plan(92_000, 8, ["sign"], { model: "mistral/small" })],
    }],
  }),
  cancelled: trace({
    thread: thread({ status: "cancelled", counters: counters(2, 1, 1_080, 40) }),
    entries: [
      user(0, 1, "Tell me everything."),
      plan(900, 1, ["search"]),
      tool(1_500, 2, "search", 500, {
        outcome: "unknown",
        error: { kind: "failed", message: "Its worker vanished." },
      }),
      plan(4_000, 2, [], { interrupted: true }),
    ],
  }),
  hostile: trace({
    thread: thread({
      id: "t1",
      agent: '<script>alert(1)</script>"&\u0000\u202e',
      counters: counters(1, 1, 1, 1),
    }),
    entries: [
      user(0, 1, "]]><image href='https://evil.example'/>\ud83c \u2028 </title>"),
      plan(-5_000, 1, ["</text>"], { model: '" onload="alert(1)' }),
      tool(-90_000, 2, "</text><script>", -40, {
        outcome: "failed",
        error: { kind: "failed", message: "&amp; <a href='javascript:alert(1)'>x</a>" },
      }),
      tool(Number.MIN_SAFE_INTEGER / 1e4, 3, "a".repeat(5_000), 1e15),
    ],
  }),
  empty: trace({
    thread: thread({ status: "waiting", version: 0, counters: counters(0, 0, 0, 0) }),
    entries: [],
  }),
};

/** A thread with so many entries. */
export function longTrace(steps: number): ThreadTrace {
  const entries: EntryView[] = [user(0, 1, "Count.")];
  for (let step = 1; entries.length < steps; step++) {
    if (step > 1) entries.push(tool(step * 1_000, step, "count", 300));
    entries.push(plan(step * 1_000 + 600, step, ["count"]));
  }
  return trace({ thread: thread({ counters: counters(steps, steps, 1, 1) }), entries });
}
