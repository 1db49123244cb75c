// The result of a call that the run has gone on without: an input of the thread, once.

import type { CompletedCall } from "../../core/contract/calls.ts";
import { AgentError } from "../../core/error.ts";
import type { DetachedCall } from "../../core/state.ts";
import { canonicalJson } from "../../core/text/hash.ts";
import type { HeldDetached } from "./find_detached.ts";
import { hookResult } from "./hook_result.ts";
import { asJson } from "./stored_result.ts";
import type { WakeIo } from "../../core/wake.ts";
import { redactResult } from "../../kernel/redaction/redact_entries.ts";
import { findRedactor } from "../../kernel/redaction/find_redactor.ts";
import { readMeta, readState } from "../../kernel/stored.ts";
import { requireWaking } from "../../kernel/plugin_missing.ts";
import type { WakingDeps } from "../../http/ports/waking.ts";
import type { BroughtResult } from "../../http/ports/late_results.ts";
import { callExpired, resultGiven } from "./refusals.ts";

/** Most characters of a result in an input; a longer one is cut. */
const INPUT_CHARS = 200_000;

/**
 * Queues the result as an input behind the end of the run, and a wake-up begins its step: an input that steers would take back what
 * the run requests approval for. The after-hook sees it before.
 *
 * @throws {AgentError} plugin_missing, result_given, call_expired, and what refuses an input
 */
export async function deliverDetached(
  { ref, snapshot, call }: HeldDetached,
  { result, by }: BroughtResult,
  io: WakeIo,
  deps: WakingDeps,
): Promise<CompletedCall> {
  const waking = requireWaking(deps);
  const { callId, expiresAt } = call;
  const now = deps.clock();
  if (expiresAt <= now) throw callExpired(callId, expiresAt);
  const { agent, user: owner, noticeMark } = readMeta(ref, snapshot.header);
  const state = readState(ref, snapshot.header);
  const user = owner ?? state.run.wake?.user;
  const hooked = await hookResult(ref, call, result, snapshot, deps);
  const redactor = findRedactor(agent, deps);
  // Before it is cut, which may be within a match.
  const input = formatInput(call, redactor === undefined ? hooked : redactResult(hooked, redactor));
  const text = canonicalJson(asJson(result));
  // A result can be one private word, whose plain hash would be it. Receipts of before 2026-11-26 have that.
  const keyed = `${noticeMark ?? state.noticeMark ?? ""}\n${callId}\n${text}`;
  for (const [attempt, hashed] of [keyed, text].entries()) {
    try {
      const queued = await waking.enqueue(
        {
          ref,
          agent,
          input,
          resultOf: callId,
          queued: true,
          idempotency: { key: `call-result:${callId}`, bodyHash: await deps.sha256(hashed) },
          receiptMs: expiresAt - now,
          origin: { by, door: "result" },
          user,
        },
        io,
        deps,
      );
      return { callId, status: "queued", changed: queued.type === "queued" };
    } catch (refusal) {
      const isGiven = refusal instanceof AgentError && refusal.code === "idempotency_mismatch";
      if (!isGiven) throw refusal;
      if (attempt > 0) break;
    }
  }
  throw resultGiven(callId);
}

function formatInput({ callId, name, ref }: DetachedCall, result: BroughtResult["result"]): string {
  const text = JSON.stringify(result);
  const whole = text.length <= INPUT_CHARS
    ? text
    : `${
      text.slice(0, INPUT_CHARS).toWellFormed()
    }\n[cut: the whole result has ${text.length} characters of JSON]`;
  return `The result of call ${callId} of ${name} (ref ${JSON.stringify(ref)}) has come:\n${whole}`;
}
