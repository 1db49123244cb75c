// The first half of a step: each call of the previous plan gets exactly one observation.

import type { Agent } from "../../core/agent.ts";
import type { ApprovalRecord } from "../../core/approval/decision.ts";
import { toApprovalRecord } from "../../core/approval/record.ts";
import { isForCaller, isRunnable, isUntouched, type PlannedCall } from "../../core/call.ts";
import type { Observation, ToolEntry } from "../../core/entry.ts";
import { AgentError } from "../../core/error.ts";
import type { ToolEvent } from "../../core/event.ts";
import { endsBatch, type ExecutedCall, type ExecutionContext } from "../../core/executor.ts";
import { withoutPrediction } from "../../core/held_calls/predicted.ts";
import { withoutLimited } from "../../core/held_calls/rate_limited.ts";
import type { Origin } from "../../core/record.ts";
import { READ_OUTPUT } from "../../core/tool.ts";
import { appOfOutcome } from "../../core/tool/tool_app.ts";
import { APP_CALLER, withAppTools, withoutShownApps } from "../../core/tool/with_app_tools.ts";
import { newId } from "../../core/text/id.ts";
import { withStoreRetries } from "../store_retry.ts";
import { readKeptObservation } from "../held_calls/kept_observations.ts";
import { readResults } from "../held_calls/results.ts";
import { entriesForTools } from "../plan/outputs_to_read.ts";
import { redactionOfResults, redactObservation } from "../redaction/redact_entries.ts";
import { findPluginDenial, judgeByPluginsNow, type VerdictsNow } from "../hooks/in_step/plugin_verdicts.ts";
import { buildFacts } from "../hooks/in_step/session_plugins.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { ToolResult } from "../request.ts";
import type { Session } from "../session.ts";
import type { ActedCall } from "../draft.ts";
import { createStateView } from "../session/state_view.ts";
import { toStoredMedia } from "../session/stored_media.ts";

/** What acting needs besides the session. */
export interface ActOptions {
  /** The step's number within the thread. */
  readonly step: number;
  /** Observations of calls that do not run, by call id. */
  readonly known: ReadonlyMap<string, Observation>;
  /** Of those that the caller or a rule settled. */
  readonly settledBy: KnownCalls["settledBy"];
  readonly denials: KnownCalls["denials"];
  readonly signal: AbortSignal;
  readonly emit: (event: ToolEvent) => void;
  /** Aborts `signal`: the store has said that the step is fenced. */
  fence(): void;
}

/** What the caller brings for pending calls. */
export interface CallerResults {
  /** Results of calls that the caller ran. */
  readonly toolResults: readonly ToolResult[];
  /** Who brought them. */
  readonly origin: Origin | undefined;
}

/** The calls that do not run, by call id, and those of the others that plugins deny. */
export interface KnownCalls extends Pick<VerdictsNow, "denials"> {
  readonly observations: ReadonlyMap<string, Observation>;
  readonly settledBy: ReadonlyMap<string, "caller" | "rule">;
}

/**
 * The observations of pending calls that do not run: calls with a result of the caller, predicted calls when an
 * input goes on without them, calls that a plugin forbids by now, and calls of a tool that is rate limited when an
 * input goes on without them.
 */
export function findKnown(
  session: Session,
  results: CallerResults,
  deps: Pick<RuntimeDeps, "clock" | "log">,
): KnownCalls {
  const now = deps.clock();
  const untouched = session.pending.filter(isUntouched);
  const agent = agentOfCalls(session);
  const byPlugins = judgeByPluginsNow({ ...session, agent, pending: pickJudged(untouched) }, deps);
  const { refused } = byPlugins;
  const observations = new Map<string, Observation>(refused);
  const settledBy = new Map<string, "caller" | "rule">();
  for (const id of refused.keys()) settledBy.set(id, "rule");
  for (const { callId } of results.toolResults) settledBy.set(callId, "caller");
  for (const call of session.pending) {
    const observation = isUntouched(call) ? withoutRunning(call, session, results, now) : undefined;
    if (observation) observations.set(call.id, observation);
  }
  return { observations, settledBy, denials: byPlugins.denials };

  // A call whose result the caller brings in place of its tool counts for no judge.
  function pickJudged(calls: readonly PlannedCall[]): PlannedCall[] {
    const given = new Set(results.toolResults.map(({ callId }) => callId));
    return calls.filter((call) => isForCaller(call) || !given.has(call.id));
  }
}

/**
 * All pending calls with their observations, in the order of the plan. Calls that are known do not run, nor do calls that the
 * executor settles.
 *
 * @throws {AgentError} store_unavailable - a `once` call could not be marked
 */
export async function act(
  before: Session,
  options: ActOptions,
  deps: RuntimeDeps,
): Promise<ActedCall[]> {
  const { pending } = before;
  const session = { ...before, agent: agentOfCalls(before) };
  const unobserved = pending.filter(({ observed }) => observed === undefined);
  const hasDeferred = pending.some(({ deferred }) => deferred !== undefined);
  const { lateResults, media } = deps;
  const urlOfCallback = lateResults?.urlOf;
  const redactor = session.plugins?.compiled.redactor;
  const read = pending.some(({ name }) => name === READ_OUTPUT)
    ? await entriesForTools(session, deps)
    : undefined;
  const stateView = createStateView(session);
  const context: ExecutionContext = {
    agent: session.agent,
    tenant: session.ref.tenant,
    thread: session.ref.thread,
    step: options.step,
    epoch: session.header.epoch,
    marks: session.marks,
    cancelledEpoch: session.header.cancelledEpoch,
    get history() {
      return read ?? session.history.entries;
    },
    metadata: session.meta.metadata,
    user: session.user,
    get state() {
      return stateView();
    },
    known: options.known,
    denialOf: (call) => findPluginDenial(call, session, options, deps),
    results: hasDeferred ? await readResults(session, deps) : undefined,
    canDefer: lateResults !== undefined,
    fetch: deps.fetch,
    outbound: deps.outbound,
    urlOfCallback: urlOfCallback && ((callId, expiresInMs) => {
      const { meta: { createdAt }, ref } = session;
      return urlOfCallback({ ...ref, createdAt, callId, expiresAt: deps.clock() + expiresInMs });
    }),
    signal: options.signal,
    trace: session.trace,
    markStarted: async (callIds) => {
      const { ref, header: { epoch } } = session;
      // Asked again when no answer comes: a mark that was made for a call that never ran would leave it unknown.
      const marked = await withStoreRetries(() => deps.store.markStarted(ref, epoch, callIds), deps);
      if (marked === "fenced") options.fence();
    },
    redact: redactor && redactionOfResults(redactor),
    log: deps.log,
    wrap: session.plugins?.compiled.wrap(session.plugins.calls, buildFacts(session)),
    media: media && {
      maxBytes: deps.mediaLimits.bytes,
      store: (parts) => withStoreRetries(() => media.store(session.ref, parts, deps), deps),
    },
  };
  const observations = unobserved.length === 0
    ? []
    : await deps.executor.execute(unobserved, context, options.emit);
  const byId = new Map(observations.map((observation) => [observation.callId, observation]));
  return await Promise.all(pending.map(async (call): Promise<ActedCall> => {
    const kept = await readKeptObservation(call, session, deps);
    if (kept !== undefined) {
      // A deployment that redacts otherwise, or not at all, may have stored it.
      const observation = redactor === undefined ? kept : await redactObservation(kept, redactor);
      return { call, observation, settledBy: call.observed?.settledBy };
    }
    const executed = byId.get(call.id);
    const observation = await toEntry(executed, call, session, deps);
    return {
      call,
      observation: redactor === undefined ? observation : await redactObservation(observation, redactor),
      settledBy: options.settledBy.get(call.id),
      deferred: executed?.deferred,
    };
  }));
}

/** The agent with what its pending calls need of apps. */
function agentOfCalls({ agent, pending, history }: Session): Agent {
  const known = withAppTools(agent, pending);
  const plan = history.newest().find((entry) => entry.type === "assistant");
  return plan?.model === APP_CALLER ? withoutShownApps(known) : known;
}

function withoutRunning(
  call: PlannedCall,
  session: Session,
  { toolResults, origin }: CallerResults,
  now: number,
): Observation | undefined {
  const result = toolResults.find(({ callId }) => callId === call.id);
  const given = {
    callId: call.id,
    name: call.name,
    ms: 0,
    ...origin,
    media: result?.media && toStoredMedia(result.media),
    brought: isForCaller(call) ? undefined : true as const,
  };
  if (result?.failed) {
    const error = { kind: "failed" as const, message: "The caller reports a failure." };
    return { ...given, outcome: "failed", output: result.output, error };
  }
  if (result) return { ...given, outcome: "completed", output: result.output };
  // A call that a worker has started may have happened: the executor decides what is observed.
  if (session.marks.get(call.id)?.startedEpoch !== undefined) return undefined;
  if (session.abandoned) return withoutPrediction(call);
  return session.inbox.length === 0 ? undefined : withoutLimited(call, session.state.limited, now);
}

async function toEntry(
  executed: ExecutedCall | undefined,
  call: PlannedCall,
  { agent, header, marks }: Session,
  deps: RuntimeDeps,
): Promise<ToolEntry> {
  if (!executed) {
    throw new AgentError("internal", `The executor gave no observation for call ${call.id}.`);
  }
  const { deferred: _terms, ...observation } = executed;
  const entry = { id: newId("entry", deps.random), at: deps.clock(), version: header.version + 1 };
  const approval = await toApprovalRecord(call, marks.get(call.id), entry.at);
  return {
    type: "tool",
    ...observation,
    ...entry,
    inResult: observation.media && true,
    approval,
    edited: approval && isEdited(observation, approval) ? true : undefined,
    app: appOfOutcome(agent.tools, observation),
    movedTo: call.disposition.type === "moved" ? call.disposition.thread : undefined,
  };
}

function isEdited({ outcome }: Observation, { decisions }: ApprovalRecord): boolean {
  const isGiven = outcome === "completed" || outcome === "failed" || outcome === "unknown";
  return isGiven && decisions.some(({ edit }) => edit !== undefined);
}

/** True when the call was given to a tool: what the budget of calls counts. */
export function ranAsTool({ call, observation: { outcome, brought } }: ActedCall): boolean {
  if (!isRunnable(call) || brought) return false;
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
