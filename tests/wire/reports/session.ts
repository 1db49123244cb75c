// What the tests of field reports share: one thread of an agent whose provider talks to a simulated server.
import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import type { Execution, ToolChoice } from "../../../src/core/tool_choice.ts";
import { createDeps } from "../../../src/deps/create_deps.ts";
import type { RunResult } from "../../../src/kernel/result.ts";
import { startRun } from "../../../src/kernel/run.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { PROVIDERS } from "../../../src/provider_registry.ts";
import type { WireCase } from "../case.ts";
import { CASES } from "../cases.ts";
import { isRecord } from "../openai/reply.ts";
import type { Simulator } from "../simulator.ts";
import { summaries } from "../../../src/plugins/summaries/mod.ts";

/** The wire case of a name. */
export function caseOf(name: string): WireCase {
  const wire = CASES.find((each) => each.name === name);
  return wire ?? assert.fail(`no wire case ${name}`);
}

/** The statuses of all requests. */
export function statuses({ requests }: Simulator): (number | undefined)[] {
  return requests.map(({ status }) => status);
}

/** The body of the last request. */
export function bodyOf({ requests }: Simulator): Record<string, unknown> {
  const body = requests.at(-1)?.body;
  return isRecord(body) ? body : assert.fail("no body");
}

/** What a run asks beside its choice. */
export interface Parts {
  readonly until?: "step" | "done";
  readonly execution?: Execution;
  /** Nothing reads the events. */
  readonly isUnread?: boolean;
}

/** Runs the thread on an input, or on nothing. */
export type Run = (input?: string, toolChoice?: ToolChoice, parts?: Parts) => Promise<RunResult>;

/** One thread of an agent of the case's model, unless the definition names one. */
export function session(wire: WireCase, server: Simulator, definition: Omit<AgentDefinition, "name">): Run {
  const agent = defineAgent({
    name: "a",
    model: `${wire.provider}/${wire.model}`,
    ...definition,
    settings: { ...wire.settings, ...definition.settings },
  });
  const store = createMemoryStore();
  const deps = createDeps({
    plugins: [summaries()],
    registry: PROVIDERS,
    env: { ...wire.env(server), TREADLE_STORE: "test", TREADLE_OPEN: "1" },
    ...(wire.fetch ? { fetch: wire.fetch(server) } : {}),
    agents: [agent],
    log: () => {},
    stores: { test: () => store },
  });
  return async (input, toolChoice, { until = "done", execution, isUnread } = {}) => {
    const started = await startRun({
      ref: { tenant: "acme", thread: "t1" },
      agent: "a",
      inputs: input === undefined ? [] : [input],
      until,
      toolChoice,
      execution,
      toolResults: [],
      busy: "reject",
      resumable: false,
    }, deps);
    if (started.type !== "running") return assert.fail(started.type);
    const result = await started.run(isUnread ? undefined : () => {});
    assert.equal(result.error, undefined);
    assert.deepEqual(server.complaints, []);
    return result;
  };
}
