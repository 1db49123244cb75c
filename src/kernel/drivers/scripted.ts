// Driver scripted: plans of a scenario, without a model. For tests of agents.

import type { Driver, Plan, Turn } from "../../core/driver.ts";
import type { PlanEvent } from "../../core/event.ts";
import type { Block } from "../../core/entry.ts";
import { AgentError } from "../../core/error.ts";
import { argumentsText, type JsonObject } from "../../core/json.ts";

/** One plan of a scenario. */
export type ScriptedPlan =
  | { readonly says: string; readonly calls?: readonly ScriptedCall[] }
  | { readonly calls: readonly ScriptedCall[] }
  | { readonly fails: AgentError };

/** A call by tool name; text arguments stand for what a model may get wrong. */
export interface ScriptedCall {
  readonly tool: string;
  readonly args?: JsonObject | string;
}

/** The plans in order, or a function that returns the next one. */
export type PlanScript = readonly ScriptedPlan[] | ((turn: Turn) => ScriptedPlan | Promise<ScriptedPlan>);

/**
 * A driver that returns the plans of a scenario, one plan a step. In a list, the next plan follows from the history (the
 * number of assistant entries in it), so the same scenario serves any number of threads and survives restarts.
 *
 * @example
 * ```ts
 * import { createScriptedDriver } from "./scripted.ts";
 *
 * const driver = createScriptedDriver([
 *   { says: "Let me check.", calls: [{ tool: "get_weather", args: { city: "Paris" } }] },
 *   { says: "It is 18 °C and clear in Paris." },
 * ]);
 * console.assert(driver.name === "scripted");
 * ```
 */
export function createScriptedDriver(scenario: PlanScript, name = "scripted"): Driver {
  return {
    name,
    toolForm: "native",
    plan: (turn, emit) => plan(scenario, turn, emit),
    summarize: (turn) =>
      Promise.resolve({
        text: `${turn.history.entries.length} earlier entries.`,
        usage: { inputTokens: 0, outputTokens: 0 },
      }),
  };
}

async function plan(scenario: PlanScript, turn: Turn, emit: (event: PlanEvent) => void): Promise<Plan> {
  const next = await (typeof scenario === "function" ? scenario(turn) : findNext(scenario, turn));
  turn.io.signal.throwIfAborted();
  if ("fails" in next) throw next.fails;
  const blocks: Block[] = [];
  if ("says" in next) {
    emit({ type: "text.started", block: 0 });
    emit({ type: "text.delta", block: 0, text: next.says });
    emit({ type: "text.ended", block: 0 });
    blocks.push({ type: "text", text: next.says });
  }
  for (const call of next.calls ?? []) {
    const block = blocks.length;
    const callId = turn.mintCallId();
    const args = typeof call.args === "string" ? call.args : argumentsText(call.args ?? {});
    emit({ type: "call.started", block, callId, name: call.tool });
    emit({ type: "call.delta", block, callId, text: args });
    emit({ type: "call.ready", block, callId, name: call.tool, args, readiness: "ready" });
    blocks.push({ type: "call", id: callId, name: call.tool, args });
  }
  return {
    blocks,
    finish: next.calls?.length ? "calls" : "stop",
    usage: { inputTokens: 0, outputTokens: 0 },
    model: turn.modelRef,
  };
}

function findNext(scenario: readonly ScriptedPlan[], { history: { entries } }: Turn): ScriptedPlan {
  const planned = entries.filter((entry) => entry.type === "assistant").length;
  const next = scenario[planned];
  if (next) return next;
  const message = `The scenario has ${scenario.length} plans; plan ${planned + 1} was asked for.`;
  throw new AgentError("agent_invalid", message);
}
