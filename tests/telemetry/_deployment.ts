// A deployment on a simulated provider, with one tool, run in process.

import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import type { Store } from "../../src/core/store.ts";
import type { TraceContext } from "../../src/core/text/trace_context.ts";
import type { ToolContext } from "../../src/core/tool.ts";
import type { StepEvent } from "../../src/core/event.ts";
import { type AppDeps, createDeps } from "../../src/deps/create_deps.ts";
import type { Plugin } from "../../src/http/plugin.ts";
import type { StepRequest } from "../../src/kernel/request.ts";
import type { RunResult } from "../../src/kernel/result.ts";
import { startRun } from "../../src/kernel/run.ts";
import { createMemoryStore } from "../../src/stores/embedded/memory.ts";
import { PROVIDERS } from "../../src/provider_registry.ts";
import { telemetry } from "../../src/plugins/telemetry/mod.ts";
import type { WireCase } from "../wire/case.ts";
import { CASES } from "../wire/cases.ts";
import type { ParsedRequest, Reply } from "../wire/openai/reply.ts";
import { toolRun } from "../wire/openai/script.ts";
import type { Simulator } from "../wire/simulator.ts";

export const CALLER: TraceContext = {
  traceId: "4bf92f3577b34da6a3ce929d0e0e4736",
  spanId: "00f067aa0ba902b7",
  flags: "01",
  state: "congo=t61rcWkgMzE",
};

export function wireCase(name: string): WireCase {
  return CASES.find((wire) => wire.name === name) ?? assert.fail(name);
}

/** Looks around once, then answers. */
export function looksOnce(request: ParsedRequest): Reply {
  const [name = ""] = request.tools;
  return toolRun([{ name, arguments: '{"place":"Oslo"}' }], { final: "Oslo is by the sea." })(request);
}

export interface DeploymentOptions {
  readonly env?: Record<string, string>;
  readonly run?: (context: ToolContext) => unknown;
  readonly agent?: Partial<AgentDefinition>;
  readonly store?: Store;
  /** Beside telemetry. */
  readonly plugins?: readonly Plugin[];
  /** Of the tool. */
  readonly timeoutMs?: number;
  readonly log?: (line: Record<string, unknown>) => void;
}

/** A request of {@link Deployment}; of the thread `t1` unless it names another. */
export interface Asked
  extends Partial<Pick<StepRequest, "trace" | "until" | "expectedVersion" | "resumable">> {
  readonly thread?: string;
  readonly input?: string;
}

export interface Deployment {
  readonly deps: AppDeps;
  start(asked?: Asked): Promise<StartedAgent>;
  run(asked?: Asked): Promise<RunResult>;
}

/** A run on its way. */
export interface StartedAgent {
  readonly result: Promise<RunResult>;
  /** The span of the run. */
  readonly trace: TraceContext | undefined;
  /** Settles when an event of the type has come. */
  until(type: StepEvent["type"]): Promise<void>;
}

/** The agent `guide` with the tool `look`, on the server of the case. */
export function deploy(wire: WireCase, server: Simulator, options: DeploymentOptions = {}): Deployment {
  const look = defineTool({
    name: "look",
    description: "What there is to see in a place.",
    parameters: ["place"],
    effect: "pure",
    ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    run: async ({ place }, context) => {
      await options.run?.(context);
      return `The old town of ${place}.`;
    },
  });
  const agent = defineAgent({
    name: "guide",
    model: `${wire.provider}/${wire.model}`,
    instructions: "Guide.",
    tools: [look],
    ...(wire.settings ? { settings: wire.settings } : {}),
    ...options.agent,
  });
  const store = options.store ?? createMemoryStore();
  const deps = createDeps({
    plugins: [telemetry(), ...options.plugins ?? []],
    registry: PROVIDERS,
    env: { ...wire.env(server), TREADLE_STORE: "test", TREADLE_OPEN: "1", ...options.env },
    ...(wire.bindings ? { bindings: wire.bindings(server) } : {}),
    ...(wire.fetch ? { fetch: wire.fetch(server) } : {}),
    agents: [agent],
    stores: { test: () => store },
    log: (level, message, fields) => options.log?.({ level, message, ...fields }),
  });
  const start = async (asked: Asked = {}): Promise<StartedAgent> => {
    const { thread = "t1", input = "What is in Oslo?", ...rest } = asked;
    const started = await startRun({
      ref: { tenant: "acme", thread },
      agent: "guide",
      inputs: [input],
      until: "done",
      toolResults: [],
      busy: "reject",
      resumable: false,
      ...rest,
    }, deps);
    if (started.type !== "running") return assert.fail(started.type);
    const seen = new Set<string>();
    let notify = () => {};
    const result = started.run(({ type }) => {
      seen.add(type);
      notify();
    });
    return {
      result,
      trace: started.trace,
      until: (type) =>
        new Promise((resolve) => {
          notify = () => seen.has(type) && resolve();
          notify();
        }),
    };
  };
  return { deps, start, run: async (asked) => await (await start(asked)).result };
}
