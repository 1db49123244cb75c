// A call that a client makes of an agent's tool, as the plan of a run: the runtime treats it as the call of a model, so that its
// policy, approvals, hooks, budgets, ledger and history hold. No model is called.

import type { Driver, Plan, PlanEvent, Turn } from "../../../core/driver.ts";
import { AgentError } from "../../../core/error.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { Provider } from "../../../core/model/provider.ts";
import type { ResolvedModel } from "../../../runtime/deps.ts";
import type { HttpDeps } from "../../../http/context.ts";

/** A call, by the agent's name of the tool. */
export interface CallerCall {
  readonly tool: string;
  readonly args: JsonObject;
}

/** The deployment in which a plan is this call, for one run with the execution `execute`. */
export function withCall(call: CallerCall, deps: HttpDeps): HttpDeps {
  return { ...deps, model: () => CALLER, driver: (name) => callDriver(name, call) };
}

const NO_USAGE = { inputTokens: 0, outputTokens: 0 } as const;

function callDriver(name: string, call: CallerCall): Driver {
  return {
    name,
    toolForm: "none",
    plan: (turn, emit) => Promise.resolve(planOf(call, turn, emit)),
    summarize: () => Promise.resolve({ text: "", usage: NO_USAGE }),
  };
}

function planOf({ tool: name, args }: CallerCall, turn: Turn, emit: (event: PlanEvent) => void): Plan {
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
  stream: () => Promise.reject(new AgentError("internal", "A call of an MCP client asks no model.")),
};

const CALLER: ResolvedModel = {
  provider: PROVIDER,
  model: "mcp",
  ref: "caller/mcp",
  price: { input: 0, output: 0 },
};
