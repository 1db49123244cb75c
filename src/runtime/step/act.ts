// The first half of a step: each call of the previous plan gets exactly one observation.

import { recordOf } from "../../core/approval/verdict.ts";
import { isRunnable, type PlannedCall } from "../../core/call.ts";
import type { Observation, ToolEntry } from "../../core/entry.ts";
import { AgentError } from "../../core/error.ts";
import type { ToolEvent } from "../../core/event.ts";
import { endsBatch, type ExecutionContext } from "../../core/executor.ts";
import type { Origin } from "../../core/record.ts";
import { newId } from "../../core/text/id.ts";
import { withStoreRetries } from "../store_retry.ts";
import { refusedNow } from "../policy/session_policy.ts";
import type { RuntimeDeps, ToolResult } from "../request.ts";
import type { Session } from "../session/session.ts";
import type { ActedCall } from "./draft.ts";

/** What acting needs besides the session. */
export interface ActOptions {
  /** The step's number within the thread. */
  readonly step: number;
  /** Results of calls that the caller ran. */
  readonly toolResults: readonly ToolResult[];
  /** Who brought them. */
  readonly origin: Origin | undefined;
  readonly signal: AbortSignal;
  readonly emit: (event: ToolEvent) => void;
}

/**
 * All pending calls with their observations, in the order of the plan. Calls with a result of the caller do not run, nor do
 * predicted calls when an input goes on without them, nor calls that a rule of the policy forbids by now, nor calls that the
 * executor settles.
 *
 * @throws {AgentError} step_fenced - another worker took the thread before a `once` call was marked
 * @throws {AgentError} store_unavailable - a `once` call could not be marked
 */
export async function act(
  session: Session,
  options: ActOptions,
  deps: RuntimeDeps,
): Promise<ActedCall[]> {
  const { pending } = session;
  const refused = refusedNow(session);
  const known = new Map<string, Observation>(refused);
  for (const call of pending) {
    const observation = withoutRunning(call, session, options);
    if (observation) known.set(call.id, observation);
  }
  const settledBy = (id: string): ActedCall["settledBy"] => {
    if (options.toolResults.some(({ callId }) => callId === id)) return "caller";
    return refused.has(id) ? "rule" : undefined;
  };
  const context: ExecutionContext = {
    agent: session.agent,
    tenant: session.ref.tenant,
    thread: session.ref.thread,
    step: options.step,
    epoch: session.header.epoch,
    marks: session.marks,
    cancelledEpoch: session.header.cancelledEpoch,
    get history() {
      return session.history.entries;
    },
    metadata: session.meta.metadata,
    known,
    signal: options.signal,
    markStarted: (callIds) => markStarted(session, callIds, deps),
  };
  const observations = pending.length === 0
    ? []
    : await deps.executor.execute(pending, context, options.emit);
  const byId = new Map(observations.map((observation) => [observation.callId, observation]));
  return await Promise.all(pending.map(async (call) => ({
    call,
    observation: await toEntry(byId.get(call.id), call, session, deps),
    settledBy: settledBy(call.id),
  })));
}

function withoutRunning(
  call: PlannedCall,
  session: Session,
  { toolResults, origin }: Pick<ActOptions, "toolResults" | "origin">,
): Observation | undefined {
  const base = { callId: call.id, name: call.name, ms: 0 };
  const result = toolResults.find(({ callId }) => callId === call.id);
  if (result?.failed) {
    const error = { kind: "failed" as const, message: "The caller reports a failure." };
    return { ...base, ...origin, outcome: "failed", output: result.output, error };
  }
  if (result) return { ...base, ...origin, outcome: "completed", output: result.output };
  // A call that a worker has started may have happened: the executor decides what is observed.
  if (!session.abandoned || session.marks.get(call.id)?.startedEpoch !== undefined) return undefined;
  const error = { kind: "cancelled" as const, message: "The call was only predicted, and the user went on." };
  return { ...base, outcome: "skipped", output: null, error };
}

async function markStarted(session: Session, callIds: readonly string[], deps: RuntimeDeps): Promise<void> {
  const { ref, header: { epoch } } = session;
  // Asked again when no answer comes: a mark that was made for a call that never ran would leave it unknown.
  const marked = await withStoreRetries(() => deps.store.markStarted(ref, epoch, callIds), deps);
  if (marked === "marked") return;
  const message = `Another step took thread ${ref.thread} over before its tools ran.`;
  throw new AgentError("step_fenced", message);
}

async function toEntry(
  observation: Observation | undefined,
  call: PlannedCall,
  { header, marks }: Session,
  deps: RuntimeDeps,
): Promise<ToolEntry> {
  if (!observation) {
    throw new AgentError("internal", `The executor gave no observation for call ${call.id}.`);
  }
  const entry = { id: newId("entry", deps.random), at: deps.clock(), version: header.version + 1 };
  const approval = await recordOf(call, marks.get(call.id), entry.at);
  return { type: "tool", ...observation, ...entry, ...(approval === undefined ? {} : { approval }) };
}

/** True when the call was given to a tool: what the budget of calls counts. */
export function ranAsTool({ call, observation: { outcome } }: ActedCall): boolean {
  if (!isRunnable(call)) return false;
  return outcome === "completed" || outcome === "failed" || outcome === "unknown";
}

/** Why the run ends here instead of planning from the observations, if it does. */
export function stopAfterActing(
  { agent }: Session,
  observations: readonly ToolEntry[],
): AgentError | undefined {
  const cause = observations.find((entry) =>
    entry.error?.kind === "fatal" || endsBatch(agent, entry.outcome)
  );
  if (cause === undefined) return undefined;
  return cause.outcome === "blocked"
    ? toolError("tool_blocked", "was blocked", cause)
    : toolError("tool_failed", "failed", cause);
}

function toolError(code: "tool_failed" | "tool_blocked", what: string, entry: ToolEntry): AgentError {
  return new AgentError(code, `Tool ${entry.name} ${what}: ${entry.error?.message ?? "no reason"}`, {
    details: { tool: entry.name, callId: entry.callId, kind: entry.error?.kind ?? null },
  });
}
