// Admission: what a request itself and the state of its thread refuse before anything is spent, each with its own code. Budgets and plugins
// are asked behind it, in `equip` of read_session.ts.

import type { PlannedCall } from "../../core/call.ts";
import { findHeldCalls } from "../../core/held_calls/resolve_call.ts";
import type { NewPart } from "../../core/content/new_part.ts";
import { AgentError, unreachable } from "../../core/error.ts";
import type { AgentState } from "../../core/state.ts";
import type { BeginOutcome } from "../../core/store/begin.ts";
import { schemaUnsupported } from "../../core/store/errors.ts";
import { travelBytes } from "../stored_history/blobs.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { NewInput, StepRequest } from "../request.ts";
import { readMeta, readPendingCalls, readState } from "../stored.ts";
import { assertSameAgent, assertSameUser, resolveThreadAgent } from "./resolve_agent.ts";
import { assertAnswerable } from "./tool_results.ts";
import { assertNotPaused } from "./pausing.ts";
import { pluginMissing } from "../plugin_missing.ts";

/** The outcome of a begin that took the lease. */
export type Begun = Extract<BeginOutcome, { type: "begun" }>;

/** Most bytes of the inputs of one request as JSON within JSON: the inbox holds them whole. */
const INPUT_BYTES = 512 * 1024;

/**
 * Refuses a request that is wrong for every thread.
 *
 * @throws {AgentError} body_too_large, invalid_request
 * @throws {AgentError} plugin_missing - entries are to be pinned, or the run is to go on without its client, and nothing here does that
 */
export function assertRequest(
  {
    busy,
    inputAlone,
    inputs,
    pin,
    pins,
    toolResults,
    toolChoice,
    execution,
    onUnsupported,
    limits,
    clientTools,
    model,
    wake,
  }: StepRequest,
  { pinning, wakes }: Pick<RuntimeDeps, "pinning" | "wakes">,
): void {
  if (pin && inputs.length === 0) {
    throw new AgentError(
      "invalid_request",
      "A step without input has nothing to pin; name entries in pins.",
      {
        problems: [{ pointer: "/pin", detail: "goes with input" }],
      },
    );
  }
  if ((pin ?? pins) !== undefined && pinning === undefined) {
    const pointer = pin ? "/pin" : "/pins";
    throw pluginMissing("Pins", "pins", "pins", { problems: [{ pointer, detail: "takes the plugin" }] });
  }
  if (wake && !wakes.knows(undefined)) {
    const facts = { problems: [{ pointer: "/wake", detail: "takes the plugin" }] };
    throw pluginMissing("Runs without a client", "wakes", "wakes", facts);
  }
  const bytes = inputs.reduce((sum, input) => sum + inputBytes(input), 0);
  if (bytes > INPUT_BYTES) {
    const limit = `${INPUT_BYTES / 1024} KB`;
    throw new AgentError(
      "body_too_large",
      `The input is larger than ${limit}; give the agent a tool to read it with.`,
    );
  }
  const more = model || toolChoice || execution || onUnsupported || pins || limits || clientTools;
  const waits = busy === "steer" || busy === "queue";
  if (waits && (toolResults.length > 0 || more && !inputAlone)) {
    throw new AgentError(
      "invalid_request",
      "A request that waits for its step takes an input only.",
      {
        problems: [{
          pointer: "/busy",
          detail:
            `${busy} goes with input only, not with toolResults, clientTools, model, toolChoice, onUnsupported, execution, pins or limits`,
        }],
      },
    );
  }
  const twice = toolResults.findIndex(({ callId }, index) =>
    toolResults.findIndex((result) => result.callId === callId) < index
  );
  if (twice < 0) return;
  throw new AgentError("invalid_request", `Call ${toolResults[twice]?.callId} is given two results.`, {
    problems: [{ pointer: `/toolResults/${twice}/callId`, detail: "was given before" }],
  });
}

/** What an inbox has in the place of the bytes of a medium, at its longest. */
const REFERENCE = {
  type: "blob",
  blob: { id: "0".repeat(64), chunks: 10_000, bytes: Number.MAX_SAFE_INTEGER },
  bytes: Number.MAX_SAFE_INTEGER,
} as const;

function inputBytes(input: NewInput): number {
  if (typeof input === "string") return travelBytes(JSON.stringify(input));
  return input.reduce((sum, part) => sum + partBytes(part), 0);
}

/** Words are in the text of the entry too. */
function partBytes(part: NewPart): number {
  if (part.type === "text") return 2 * travelBytes(JSON.stringify(part.text));
  const { source, ...mediaPart } = part;
  return travelBytes(JSON.stringify({ ...mediaPart, source: source.type === "url" ? source : REFERENCE }));
}

/**
 * Refuses an interruption of a busy thread that would cancel its step and then be refused itself.
 *
 * @throws {AgentError} nothing_to_do, version_conflict, and what refuses the request after begin
 */
export async function assertWorthInterrupting(request: StepRequest, deps: RuntimeDeps): Promise<void> {
  const snapshot = await deps.store.read(request.ref);
  if (!snapshot) return;
  const { version } = snapshot.header;
  if (request.expectedVersion !== undefined && request.expectedVersion !== version) {
    throw toBeginError({ type: "conflict", version }, request);
  }
  const meta = readMeta(request.ref, snapshot.header);
  await resolveThreadAgent(meta, request, deps);
  assertSameUser(meta, request);
  await assertNotPaused(meta.agent, deps.pausing?.read(request.ref.tenant));
  const pending = readPendingCalls(request.ref, snapshot.pending);
  assertCallsKnown(request, pending);
  const { execution } = readState(request.ref, snapshot.header).run;
  assertAnswerable(request, { pending, marks: snapshot.marks, execution, now: deps.clock() });
  if (request.inputs.length > 0 || request.toolResults.length > 0 || snapshot.waiting > 0) return;
  const message = `An interruption of thread ${request.ref.thread} would have nothing to run; send an input.`;
  throw new AgentError("nothing_to_do", message);
}

/**
 * Refuses an input that would wait in a thread of another agent or user: the step that takes it knows neither.
 *
 * @throws {AgentError} agent_mismatch, user_mismatch; thread_unknown, where the caller has the threads of its user alone
 */
export async function assertQueueable(request: StepRequest, deps: RuntimeDeps): Promise<void> {
  const snapshot = await deps.store.read(request.ref);
  if (!snapshot) return;
  const meta = readMeta(request.ref, snapshot.header);
  assertSameAgent(meta, request);
  assertSameUser(meta, request);
}

/**
 * Refuses results for calls that are not outstanding.
 *
 * @throws {AgentError} call_unknown
 */
export function assertCallsKnown({ toolResults, ref }: StepRequest, pending: readonly PlannedCall[]): void {
  const unknown = toolResults.filter(({ callId }) => !pending.some((call) => call.id === callId));
  if (unknown.length === 0) return;
  throw new AgentError(
    "call_unknown",
    `Thread ${ref.thread} has no outstanding call ${unknown.map((result) => result.callId).join(", ")}.`,
    {
      problems: unknown.map((result) => ({
        pointer: `/toolResults/${toolResults.indexOf(result)}/callId`,
        detail: "is not an outstanding call",
      })),
    },
  );
}

/**
 * With a new input the run goes on without the calls that have no approval: the executor denies them, as it does those whose
 * time to answer is over.
 *
 * @throws {AgentError} approval_required
 */
export function assertApproved(
  pending: readonly PlannedCall[],
  begun: Begun,
  request: StepRequest,
  { clock }: Pick<RuntimeDeps, "clock">,
): void {
  if (begun.inbox.length > 0 || begun.header.cancelledEpoch > 0 && begun.header.status === "cancelled") {
    return;
  }
  const { header: { cancelledEpoch }, marks } = begun;
  const undecided = findHeldCalls(pending, { marks, cancelledEpoch }, clock(), ["people"]);
  if (undecided.length === 0) return;
  const ids = undecided.map(({ call: { id } }) => id).join(", ");
  throw new AgentError("approval_required", `Thread ${request.ref.thread} waits for approval of ${ids}.`, {
    details: { calls: ids },
  });
}

/**
 * After a cancel a run needs a new input; the calls that were planned before it never run.
 *
 * @throws {AgentError} nothing_to_do
 */
export function assertAwake({ header, inbox }: Begun, { ref, toolResults }: StepRequest): void {
  if (header.status !== "cancelled" || inbox.length > 0 || toolResults.length > 0) return;
  throw new AgentError("nothing_to_do", `Thread ${ref.thread} is cancelled; send an input.`, {
    details: { status: header.status, version: header.version },
  });
}

/**
 * Refuses a step before the time at which the provider takes requests again, or a tool takes the calls that are planned. An
 * input goes on without the calls of such a tool.
 *
 * @throws {AgentError} not_yet
 */
export function assertRested(
  { resumeAt, resumeFor }: AgentState,
  hasInput: boolean,
  deps: RuntimeDeps,
): void {
  const now = deps.clock();
  if (resumeAt === undefined || resumeAt <= now || (resumeFor === "tools" && hasInput)) return;
  const retryAfterMs = resumeAt - now;
  const message = resumeFor === "tools"
    ? `A tool takes no calls yet; retry after ${retryAfterMs} ms, or send an input to go on without its calls.`
    : `The model is not to be called yet; retry after ${retryAfterMs} ms.`;
  throw new AgentError("not_yet", message, { retryAfterMs });
}

/** The error of a begin that did not take the lease. */
export function toBeginError(
  outcome: Exclude<BeginOutcome, { type: "begun" | "replayed" | "queued" }>,
  { ref, expectedVersion, idempotency }: Pick<StepRequest, "ref" | "idempotency"> & {
    readonly expectedVersion?: number | undefined;
  },
): AgentError {
  const thread = `Thread ${ref.thread}`;
  const after = (ms: number) => `retry after ${ms} ms`;
  switch (outcome.type) {
    case "missing":
      return new AgentError("thread_unknown", `${thread} does not exist; name an agent to create it.`);
    case "unsupported":
      return schemaUnsupported(ref.thread, outcome.schema);
    case "mismatch":
      return new AgentError(
        "idempotency_mismatch",
        `Idempotency key ${idempotency?.key} was used for another request; use a new key.`,
      );
    case "in_flight":
      return new AgentError(
        "idempotency_in_flight",
        `The request with idempotency key ${idempotency?.key} is still running; ${
          after(outcome.retryAfterMs)
        }.`,
        { retryAfterMs: outcome.retryAfterMs },
      );
    case "busy":
      return new AgentError(
        "thread_busy",
        `${thread} has a step in progress; ${after(outcome.retryAfterMs)}.`,
        {
          retryAfterMs: outcome.retryAfterMs,
        },
      );
    case "full":
      return new AgentError(
        "inbox_full",
        `${thread} has too many inputs waiting; ${after(outcome.retryAfterMs)}.`,
        {
          retryAfterMs: outcome.retryAfterMs,
        },
      );
    case "conflict":
      return new AgentError(
        "version_conflict",
        `${thread} is at version ${outcome.version}, not ${expectedVersion}; read it again.`,
        { details: { version: outcome.version } },
      );
    case "idle":
      return new AgentError("nothing_to_do", `${thread} is ${outcome.status}; send an input.`, {
        details: { status: outcome.status, version: outcome.version },
      });
    default:
      return unreachable(outcome);
  }
}
