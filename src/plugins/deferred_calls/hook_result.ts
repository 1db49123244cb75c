// The after-hook of a result that comes when the run has gone on without it: a hook that takes secrets out of outputs sees it, too.

import type { PlannedCall } from "../../core/call.ts";
import type { ExecutionContext } from "../../core/executor.ts";
import { isJsonObject, type JsonObject, parseJson } from "../../core/json.ts";
import type { DetachedCall } from "../../core/state.ts";
import type { ThreadRef, ThreadSnapshot } from "../../core/store/thread.ts";
import type { CallResult } from "../../core/tool/deferred.ts";
import { findAgent } from "../../kernel/session/resolve_agent.ts";
import { createStateView } from "../../kernel/session/state_view.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { readMeta, readState } from "../../kernel/stored.ts";
import { argumentsInHistory } from "./past_call.ts";

/**
 * The result as the after-hook leaves it; the same one for an agent without the hook. The hook has the arguments of the plan, and
 * empty ones for a call that is older than the newest entries.
 *
 * @throws {AgentError} agent_unknown
 */
export async function hookResult(
  ref: ThreadRef,
  { callId: id, name, ref: job, expiresAt }: DetachedCall,
  result: CallResult,
  { header }: ThreadSnapshot,
  deps: RuntimeDeps,
): Promise<CallResult> {
  const meta = readMeta(ref, header);
  const agent = findAgent(meta.agent, deps);
  if (agent.hooks.afterCall === undefined) return result;
  const { epoch } = header;
  const call: PlannedCall = {
    id,
    name,
    epoch,
    disposition: { type: "run" },
    args: parseArguments(await argumentsInHistory(ref, id, header, deps)),
    deferred: { ref: job, expiresAt },
  };
  const state = readState(ref, header);
  const view = createStateView({ agent, header, meta, state });
  const context: ExecutionContext = {
    agent,
    tenant: ref.tenant,
    thread: ref.thread,
    step: header.counters.steps,
    epoch,
    marks: new Map(),
    cancelledEpoch: 0,
    history: [],
    known: new Map(),
    metadata: meta.metadata,
    user: meta.user ?? state.run.wake?.user,
    outbound: deps.outbound,
    get state() {
      return view();
    },
    results: new Map([[id, result]]),
    signal: new AbortController().signal,
    markStarted: () => Promise.resolve(),
  };
  const [observation] = await deps.executor.execute([call], context, () => {});
  if (observation === undefined || observation.outcome === "completed") {
    return { output: observation?.output ?? null };
  }
  return { error: observation.error ?? { kind: "failed", message: "It failed." } };
}

function parseArguments(text: string | undefined): JsonObject {
  const args = parseJson(text ?? "");
  return isJsonObject(args) ? args : {};
}
