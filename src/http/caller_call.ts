// A call that a client, or an app in a frame, makes of an agent's tool, as the plan of a run: the runtime treats it as the call of a model, so that its
// policy, approvals, hooks, budgets, ledger and history hold. No model is called.

import type { Driver, Plan, Turn } from "../core/driver.ts";
import type { PlanEvent } from "../core/event.ts";
import { AgentError } from "../core/error.ts";
import type { JsonObject } from "../core/json.ts";
import type { Provider } from "../core/model/provider.ts";
import type { ResolvedModel } from "../kernel/resolved_model.ts";
import type { HttpDeps } from "./context.ts";

/** A call, by the agent's name of the tool. */
export interface CallerCall {
  readonly tool: string;
  readonly args: JsonObject;
}

/**
 * The deployment in which a plan is this call, for one run with the execution `execute`. In the history its model is `caller/mcp` or
 * `caller/app`, by who makes it.
 */
export function withCall<Deps extends HttpDeps>(call: CallerCall, by: CallerKind, deps: Deps): Deps {
  const model: ResolvedModel = {
    provider: PROVIDER,
    model: by,
    ref: `caller/${by}`,
    price: { input: 0, output: 0 },
  };
  return { ...deps, model: () => model, driver: (name: string) => callDriver(name, call) };
}

/** Who makes a call: a client of MCP, or an app of a server. */
export type CallerKind = "mcp" | "app";

const NO_USAGE = { inputTokens: 0, outputTokens: 0 } as const;

function callDriver(name: string, call: CallerCall): Driver {
  return {
    name,
    toolForm: "none",
    plan: (turn, emit) => Promise.resolve(toPlan(call, turn, emit)),
    summarize: () => Promise.resolve({ text: "", usage: NO_USAGE }),
  };
}

function toPlan({ tool: name, args }: CallerCall, turn: Turn, emit: (event: PlanEvent) => void): Plan {
  turn.io.signal.throwIfAborted();
  const text = JSON.stringify(args);
  const callId = turn.mintCallId();
  emit({ type: "call.started", block: 0, callId, name });
  emit({ type: "call.delta", block: 0, callId, text });
  emit({ type: "call.ready", block: 0, callId, name, args: text, readiness: "ready" });
  return {
    blocks: [{ type: "call", id: callId, name, args: text }],
    finish: "calls",
    usage: NO_USAGE,
    model: turn.modelRef,
  };
}

/** Stands for the model in the thread: what it plans comes from the caller and costs nothing. */
const PROVIDER: Provider = {
  name: "caller",
  capabilities: () => ({ lacks: {}, thinks: false }),
  map: () => null,
  historyWriter: () => undefined,
  prepare: () => {},
  outputLimit: () => 0,
  body: () => "",
  stream: () => Promise.reject(new AgentError("internal", "A call of a caller needs no model.")),
};
