/** A place to run calls in: an executor on real time, an agent around the tools under test, and what came out. */
import { defineAgent } from "../../../src/agents/define_agent.ts";
import type { Hooks } from "../../../src/core/agent.ts";
import type { CallMark, Disposition, PlannedCall } from "../../../src/core/call.ts";
import type { Entry, Observation } from "../../../src/core/entry.ts";
import type { ToolEvent } from "../../../src/core/event.ts";
import type { ExecutionContext } from "../../../src/core/executor.ts";
import type { Json, JsonObject } from "../../../src/core/json.ts";
import type { Tool, ToolContext } from "../../../src/core/tool.ts";
import type { EnvSource } from "../../../src/core/tool/bindings.ts";
import type { StateView } from "../../../src/core/tool/state_view.ts";
import { approvalNeed } from "../../../src/plugins/approvals/approval_need.ts";
import { createToolContext } from "../../../src/testing/tool_context.ts";
import { createExecutor } from "../../../src/kernel/tools/executor.ts";

export interface Bench {
  readonly tools?: readonly Tool[];
  readonly hooks?: Hooks;
  readonly parallelCalls?: number;
  readonly flags?: { readonly throwOnToolFailure?: boolean; readonly stopOnToolBlock?: boolean };
  readonly marks?: Readonly<Record<string, CallMark>>;
  /** The entries of the thread, asked for each time the context's `history` is read. */
  readonly history?: () => readonly Entry[];
  /** Asked for each time the context's `state` is read. */
  readonly state?: () => StateView;
  readonly context?: Partial<ExecutionContext>;
  /** The environment that tools declare names of. */
  readonly env?: EnvSource;
}

export interface Run {
  readonly observations: Observation[];
  readonly events: ToolEvent[];
  /** What markStarted was called with. */
  readonly marked: string[][];
}

/** Runs calls to the end. */
export async function runCalls(calls: readonly PlannedCall[], bench: Bench): Promise<Run> {
  const events: ToolEvent[] = [];
  const marked: string[][] = [];
  const observations = await startCalls(calls, bench, (event) => events.push(event), marked);
  return { observations, events, marked };
}

/** The execution itself, for tests that act on its events as they happen. */
export function startCalls(
  calls: readonly PlannedCall[],
  bench: Bench,
  emit: (event: ToolEvent) => void,
  marked: string[][] = [],
): Promise<Observation[]> {
  const agent = defineAgent({
    name: "tester",
    tools: bench.tools ?? [],
    hooks: bench.hooks ?? {},
    limits: { parallelCalls: bench.parallelCalls ?? 8 },
    ...bench.flags,
  });
  return createExecutor({ clock: () => performance.now(), sleep, env: bench.env ?? {} }).execute(calls, {
    agent,
    tenant: "acme",
    thread: "t1",
    step: 2,
    epoch: 2,
    marks: new Map(Object.entries(bench.marks ?? {})),
    cancelledEpoch: 0,
    get history() {
      return bench.history?.() ?? [];
    },
    known: new Map(),
    denialOf: ({ name, args, disposition }) => {
      if (disposition.type === "approve") return undefined; // checkApproval has looked for its release
      const { needsApproval = false } = bench.tools?.find((tool) => tool.name === name) ?? {};
      const context = { tenant: "acme", thread: "t1", agent: agent.name, user: undefined, metadata: {} };
      return approvalNeed(needsApproval, args, context).needed ? "not approved." : undefined;
    },
    metadata: {},
    user: undefined,
    get state() {
      return bench.state?.() ?? createToolContext().state;
    },
    signal: new AbortController().signal,
    markStarted: (ids) => {
      marked.push([...ids]);
      return Promise.resolve();
    },
    ...bench.context,
  }, emit);
}

/** A call that was planned in epoch 1. */
export function call(
  id: string,
  name: string,
  args: JsonObject = {},
  disposition: Disposition = { type: "run" },
): PlannedCall {
  return { id, name, args, disposition, epoch: 1 };
}

/** A tool that takes anything, built field by field so that what defineTool would refuse can be tested too. */
export function tool(
  name: string,
  run: (args: JsonObject, context: ToolContext) => unknown,
  more: Partial<Tool> = {},
): Tool {
  return {
    name,
    description: name,
    parameters: { type: "object", properties: {}, additionalProperties: true },
    effect: "pure",
    timeoutMs: 1_000,
    maxOutputBytes: 10_000,
    needsApproval: false,
    wantsThread: false,
    run: async (args, context) => await run(args, context) as Json,
    ...more,
  };
}

/** Never settles and ignores its signal. */
export function hang(): Promise<never> {
  return new Promise(() => {});
}

function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal?.addEventListener("abort", () => {
      clearTimeout(timer);
      reject(signal.reason);
    }, { once: true });
  });
}
