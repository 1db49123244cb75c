// An agent with a tool whose result comes later, on a store, with a clock that the test sets.

import assert from "node:assert/strict";
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool, type ToolReturn } from "../../../src/agents/define_tool.ts";
import type { Json } from "../../../src/core/json.ts";
import type { CallView, CompletedCall } from "../../../src/core/contract/calls.ts";
import type { Store } from "../../../src/core/store.ts";
import type { DeferOptions } from "../../../src/core/tool/deferred.ts";
import type { ToolContext } from "../../../src/core/tool.ts";
import type { WakeUp } from "../../../src/core/wake.ts";
import type { PlanScript, ScriptedPlan } from "../../../src/kernel/drivers/scripted.ts";
import { completeCall } from "../../../src/plugins/deferred_calls/complete_call.ts";
import type { BroughtResult } from "../../../src/http/ports/late_results.ts";
import { readThread } from "../../../src/kernel/threads/threads.ts";
import { createExecutor } from "../../../src/kernel/tools/executor.ts";
import type { Sleep } from "../../../src/core/ports.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { createLab, type Lab, type LabOptions } from "../../support/lab.ts";

export const REF = { tenant: "acme", thread: "t1" };
export const NOW = 1_700_000_000_000;
export const HOUR_MS = 3_600_000;

export const EXPORT: ScriptedPlan = { says: "Exporting.", calls: [{ tool: "export" }] };
export const DONE: ScriptedPlan = { says: "Done." };

/** One of three calls is deferred. */
export const THREE: ScriptedPlan = { calls: [{ tool: "look" }, { tool: "export" }, { tool: "pay" }] };

export interface SceneOptions {
  readonly scenario: PlanScript;
  readonly store?: Store;
  readonly defer?: Partial<DeferOptions>;
  readonly agent?: Partial<AgentDefinition>;
  readonly sleep?: Sleep;
  readonly deps?: LabOptions["deps"];
  readonly poll?: (ref: Json, context: ToolContext) => ToolReturn | Promise<ToolReturn>;
}

export interface Scene {
  readonly lab: Lab;
  /** The tools that ran, in order. */
  readonly ran: string[];
  readonly wakes: WakeUp[];
  now: number;
  /** Brings a result for the call of `export`. */
  complete(
    result: BroughtResult["result"],
    more?: Partial<BroughtResult> & { callId?: string },
  ): Promise<CompletedCall>;
  calls(): Promise<readonly CallView[]>;
  exportId(): Promise<string>;
}

export function scene(
  { scenario, store, defer = {}, agent: change, poll, sleep: sleeping, deps }: SceneOptions,
): Scene {
  const ran: string[] = [];
  const note = (name: string, effect: "pure" | "once") =>
    defineTool({
      name,
      description: name,
      effect,
      run: () => {
        ran.push(name);
        return `${name}: done`;
      },
    });
  const exporting = defineTool({
    name: "export",
    description: "Exports, for hours.",
    effect: "once",
    run: (_args, context) => {
      ran.push("export");
      return context.defer({ ref: { job: "j1" }, expiresInMs: HOUR_MS, ...defer });
    },
    ...(poll === undefined ? {} : {
      poll: (ref, context) => {
        ran.push("poll");
        return poll(ref, context);
      },
    }),
  });
  const tools = [exporting, note("look", "pure"), note("pay", "once")];
  const agent = defineAgent({ name: "a", instructions: "", driver: "scripted", tools, ...change });
  const clock = () => at.now;
  const wakes: WakeUp[] = [];
  const lab = createLab({
    agents: [agent],
    scenario,
    ...(store === undefined ? {} : { store }),
    deps: {
      clock,
      ...(sleeping === undefined ? {} : { sleep: sleeping }),
      executor: createExecutor({ clock, sleep }),
      wakes: {
        knows: (kind) => kind === undefined,
        schedule: (wake) => Promise.resolve(void wakes.push(wake)),
        handle: () => assert.fail("no wake-up arrives"),
        pump: () => assert.fail("no pump runs"),
      },
      ...deps,
    },
  });
  const calls = async () => (await readThread(REF, lab.deps)).calls;
  const exportId = async () => {
    const call = (await calls()).find(({ name }) => name === "export");
    return call?.id ?? assert.fail("no call of export is pending");
  };
  const at: Scene = {
    lab,
    ran,
    wakes,
    now: NOW,
    calls,
    exportId,
    async complete(result, { callId, ...more } = {}) {
      const id = callId ?? await exportId();
      const given: BroughtResult = { result, by: "key_1", via: "api", ...more };
      return await completeCall(REF, id, given, { defer: () => {} }, lab.deps);
    },
  };
  return at;
}
