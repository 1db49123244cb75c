// Approvals: a person's answer about one call with exactly the arguments it was shown with, given once by each person, with no
// step and no client attached. The next step acts on it.

import type { Approval } from "../../core/contract/calls.ts";
import type { Decision, DecisionChannel } from "../../core/approval/decision.ts";
import {
  countRequiredApprovals,
  findVerdict,
  hashCall,
  isAbout,
  isCancelled,
} from "../../core/approval/verdict.ts";
import type { ApproveDisposition, PlannedCall } from "../../core/call.ts";
import { AgentError, unreachable } from "../../core/error.ts";
import { heldByPeople } from "../../core/held_calls/people.ts";
import type { Json, JsonObject } from "../../core/json.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { WakeIo } from "../../core/wake.ts";
import { decisionView } from "../held_calls/call_views.ts";
import type { RuntimeDeps } from "../deps.ts";
import { findCall, type HeldCall } from "../children/holder.ts";
import { wakeAbove } from "../children/wake.ts";
import { redactDecision } from "../redaction/redact_entries.ts";
import { findRedactor } from "../redaction/find_redactor.ts";
import { takeSteering } from "../session/select_waiting_inputs.ts";
import { type StoredThread, toolOfThread } from "../session/tools_of_thread.ts";
import { readMeta, readState } from "../stored.ts";
import { enterOpening, UNKEPT } from "../outbox/send.ts";
import { readSnapshot } from "../snapshot.ts";

/** A person's answer to an approval request. */
export interface ApprovalAnswer {
  readonly approved: boolean;
  readonly reason?: string | undefined;
  /** Of the call as the person saw it; compared with the call's when it is given. */
  readonly digest?: string | undefined;
  /** Other arguments, for a tool that permits them. */
  readonly args?: JsonObject | undefined;
  /** The answer to a question. */
  readonly answer?: Json | undefined;
  /** Who answers: of several people each counts once. */
  readonly by: string;
  /** The API key that brought the answer or made its link, where it is not `by`. */
  readonly key?: string | undefined;
  readonly via: DecisionChannel;
}

type Deps = Pick<RuntimeDeps, "store" | "clock" | "agents" | "executor" | "sleep" | "log" | "sources">;

type DecideDeps = Deps & Pick<RuntimeDeps, "wakes" | "plugins">;

/** A call that needs approval, with the terms of its plan. */
type ApprovalCall = PlannedCall & { readonly disposition: ApproveDisposition };

/**
 * Records the answer of a person to a call of the thread, or of a thread below it in which a phase runs. A run that goes on by
 * itself is woken when the answer settles the call; `io` keeps the invocation alive for that.
 *
 * @throws {AgentError} thread_unknown
 * @throws {AgentError} call_unknown - the call does not wait for approval, is cancelled, or a step goes on with an input in its place
 * @throws {AgentError} approval_decided - the call is settled, or the same person answered it; that answer is in `details`
 * @throws {AgentError} approval_expired - the time to answer is over
 * @throws {AgentError} approval_mismatch - `digest` is another call's
 * @throws {AgentError} approval_edit_refused - `args` where the tool takes no others
 * @throws {AgentError} invalid_request - `args` or `answer` do not fit their schema, or are missing; or the tool is gone, and
 * the call can be denied only
 * @throws {AgentError} tools_unavailable, authorization_required - the tool is of a server that cannot be asked
 * @throws {AgentError} plugin_failed - the answer cannot be redacted, or what opens tools of the thread fails
 * @throws {AgentError} thread_busy - a step is in progress
 */
export async function decideApproval(
  ref: ThreadRef,
  callId: string,
  answer: ApprovalAnswer,
  deps: DecideDeps,
  io: WakeIo = UNKEPT,
): Promise<Approval> {
  const { ref: holder, snapshot: { header, marks }, call } = await findApprovalCall(ref, callId, deps);
  const digest = await hashCall(call);
  if (!await isAbout(call, { digest: answer.digest })) throw mismatch(callId, digest);
  const at = deps.clock();
  const held = heldByPeople(call, { marks }, at);
  if (held?.type === "settled" && held.by === "expired") throw approvalExpired(call);
  // An answer that comes too late is refused as such, whatever it says.
  if (held?.type === "waits") {
    await assertFits(call, answer, {
      ref: holder,
      meta: readMeta(holder, header),
      state: readState(holder, header),
    }, deps);
  }
  const given = await toDecision(call, answer, digest, at);
  const redactor = findRedactor(readMeta(holder, header).agent, deps);
  const decision = redactor === undefined ? given : redactDecision(given, redactor);
  const goesOn = await enterOpening(holder, header, deps);
  const outcome = await deps.store.decide(holder, callId, decision, countRequiredApprovals(call));
  switch (outcome.type) {
    case "decided": {
      const isSettled = findVerdict(call, { decisions: outcome.decisions }) !== undefined;
      const missing = isSettled ? 0 : countRequiredApprovals(call) - outcome.decisions.length;
      if (isSettled) {
        await wakeAbove(holder, header, `${callId} ${at}`, io, deps);
        if (goesOn) io.defer(deps.wakes.schedule({ tenant: holder.tenant, name: holder.thread }, io));
      }
      return { callId, digest, ...decisionView(decision), missing };
    }
    case "already":
      throw approvalDecided(call, answer.by, outcome.decisions);
    case "unknown":
      throw callUnknown(ref, callId);
    case "busy":
      // The step in progress denies what was not decided when it began: another try could not succeed.
      if (takeSteering(await deps.store.inbox(holder)).length > 0) throw callUnknown(ref, callId);
      throw new AgentError(
        "thread_busy",
        `Thread ${holder.thread} has a step in progress; answer call ${callId} again after ${outcome.retryAfterMs} ms.`,
        { retryAfterMs: outcome.retryAfterMs },
      );
    default:
      return unreachable(outcome);
  }
}

/**
 * The call that needs approval, and its thread.
 *
 * @throws {AgentError} thread_unknown, call_unknown
 */
export async function findApprovalCall(
  ref: ThreadRef,
  callId: string,
  deps: Pick<Deps, "store">,
): Promise<HeldCall & { readonly call: ApprovalCall }> {
  const held = await findCall(ref, await readSnapshot(ref, deps), callId, deps);
  if (held === undefined) throw callUnknown(ref, callId);
  const { call } = held;
  if (!isApprovalCall(call) || isCancelled(call, held.snapshot.header)) throw callUnknown(ref, callId);
  return { ...held, call };
}

function isApprovalCall(call: PlannedCall): call is ApprovalCall {
  return call.disposition.type === "approve";
}

async function toDecision(
  call: ApprovalCall,
  { approved, reason, args, answer, by, key, via }: ApprovalAnswer,
  digest: string,
  at: number,
): Promise<Decision> {
  const edit = approved && args !== undefined
    ? { args, digest: await hashCall({ ...call, args }) }
    : undefined;
  return {
    approved,
    at,
    by,
    via,
    digest,
    key: key === by ? undefined : key,
    reason,
    edit,
    answer,
  };
}

/** Most characters of other arguments and of an answer as JSON: they are kept with the call until its step. */
const ANSWER_LIMIT = 64 * 1024;

async function assertFits(
  call: ApprovalCall,
  { approved, args, answer }: ApprovalAnswer,
  thread: StoredThread,
  { agents, executor, sources }: DecideDeps,
): Promise<void> {
  const { id, name, disposition: { edits, asks } } = call;
  const { agent } = thread.meta;
  const tool = approved ? await toolOfThread(agents.get(agent), name, thread, { sources }) : undefined;
  if (args !== undefined) {
    if (!edits) {
      throw new AgentError(
        "approval_edit_refused",
        `Tool ${name} runs with the arguments of the model only.`,
      );
    }
    if (approved && tool !== undefined) {
      assertValid(
        "/args",
        `The arguments do not fit tool ${name}`,
        args,
        [tool.parameters, tool.ownParameters].flatMap((schema) => schema ? executor.check(schema, args) : []),
      );
    }
  }
  if (approved && tool === undefined) {
    const detail = `Agent ${agent} has no tool ${name} any more: call ${id} can be denied only.`;
    throw invalid("/approved", detail);
  }
  if (asks && approved) {
    if (answer === undefined) throw invalid("/answer", `Call ${id} is a question and needs an answer.`);
    if (tool?.answer === undefined) {
      throw invalid("/approved", `Tool ${name} asks no question any more: call ${id} can be denied only.`);
    }
    const problems = executor.check(tool.answer, answer).map((problem) =>
      problem.replace(/^\(arguments\): /, "")
    );
    assertValid("/answer", "The answer does not fit its schema", answer, problems);
  } else if (answer !== undefined) {
    throw invalid(
      "/answer",
      asks ? "A question that is denied takes no answer." : `Call ${id} is no question.`,
    );
  }
}

function assertValid(pointer: string, what: string, value: Json, problems: readonly string[]): void {
  if (JSON.stringify(value).length > ANSWER_LIMIT) {
    throw invalid(pointer, `${what}: it is longer than ${ANSWER_LIMIT} characters of JSON.`);
  }
  if (problems.length > 0) throw invalid(pointer, `${what}: ${problems.join(" ")}`);
}

function invalid(pointer: string, detail: string): AgentError {
  return new AgentError("invalid_request", detail, { problems: [{ pointer, detail }] });
}

function mismatch(callId: string, digest: string): AgentError {
  return new AgentError(
    "approval_mismatch",
    `Call ${callId} has other arguments than those that were answered; read it again.`,
    { details: { digest } },
  );
}

/** The refusal of an answer that comes too late. */
export function approvalExpired({ id, disposition: { expiresAt = 0 } }: ApprovalCall): AgentError {
  const at = new Date(expiresAt).toISOString();
  return new AgentError(
    "approval_expired",
    `Call ${id} could be answered until ${at}; the next step denies it.`,
    {
      details: { expiresAt: at },
    },
  );
}

/** The refusal of an answer to a call that is settled, or that `by` has answered: with the answer that stands. */
export function approvalDecided(
  call: ApprovalCall,
  by: string | undefined,
  decisions: readonly Decision[],
): AgentError {
  const stands = findVerdict(call, { decisions }) ?? decisions.find((decision) => decision.by === by);
  const { approved = false, reason = null, at = 0, by: who = null } = stands ?? {};
  const decided = `${approved ? "approved" : "denied"}${who === null ? "" : ` by ${who}`}`;
  return new AgentError("approval_decided", `Call ${call.id} was ${decided} before; that answer stands.`, {
    details: { approved, reason, at: new Date(at).toISOString(), by: who },
  });
}

function callUnknown(ref: ThreadRef, callId: string): AgentError {
  return new AgentError(
    "call_unknown",
    `Thread ${ref.thread} has no call ${callId} that waits for approval.`,
  );
}
