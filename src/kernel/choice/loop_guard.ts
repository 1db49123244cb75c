// Detects loops: the same call in every one of the last plans, plans that come again in a cycle, and plans in a row of which nothing
// may run.

import { isRunnable, type PlannedCall } from "../../core/call.ts";
import { AgentError, unreachable } from "../../core/error.ts";
import { canonicalJson, fnv64 } from "../../core/text/hash.ts";
import { parseUntrustedJson } from "../../core/json.ts";
import type { CallBlock } from "../../core/entry.ts";
import type { AgentState, RunState, ThreadMeta } from "../../core/state.ts";
import { isForced, type ToolChoice } from "../../core/tool_choice.ts";

/**
 * What keys the marks of calls: the mark of the thread's notices, a random value that no API but an export shows. Arguments can be short
 * and private, and their plain hash would be them. A thread of an earlier version has none until its next commit.
 */
export function readLoopKey(
  { meta, state }: {
    readonly meta: Pick<ThreadMeta, "noticeMark">;
    readonly state: Pick<AgentState, "noticeMark">;
  },
): string {
  return meta.noticeMark ?? state.noticeMark ?? "";
}

/** Plans of the cycles that are found. */
const CYCLES = [2, 3, 4] as const;

/** How often a call was made in a row, or the plans of a cycle that has come to it again. */
export interface Repetition {
  readonly times: number;
  /** Plans of the cycle; missing for a call that stood in each of the last plans. */
  readonly cycle?: number;
}

/**
 * The repetition that a call goes on with, once it has come `limit` times. In a cycle all calls of each plan are the same, so that a
 * call beside others that change is none.
 *
 * | plans, with `limit` 3 | the next call | |
 * |---|---|---|
 * | a, a, a | a | 3 times |
 * | a, b, a, b, a, b | a | a cycle of 2, 3 times |
 * | a, b1, a, b2, a, b3 | a | none |
 */
export function findRepetition(
  recent: readonly string[],
  call: Pick<CallBlock, "name" | "args">,
  { limit, key }: { readonly limit: number; readonly key: string },
): Repetition | undefined {
  if (timesInARow(recent, call, key) >= limit) return { times: limit };
  const mark = fingerprint(call.name, call.args, key);
  // One round is no repetition: a, b and then a are three plans.
  const times = Math.max(limit, 2);
  const counts = parseCounts(recent.at(-1));
  const cycle = CYCLES.find((length, index) =>
    (counts[index] ?? 0) >= (times - 1) * length && recent.at(-length)?.includes(mark)
  );
  return cycle === undefined ? undefined : { times, cycle };
}

/** In how many plans without a gap, counted back from the newest, a call stands. `recent` is AgentState.recent. */
export function timesInARow(
  recent: readonly string[],
  { name, args }: Pick<CallBlock, "name" | "args">,
  key: string,
): number {
  const mark = fingerprint(name, args, key);
  let times = 0;
  for (let index = recent.length - 1; index >= 0 && recent[index]?.includes(mark); index--) times++;
  return times;
}

/**
 * AgentState.recent after one more plan: the marks of the last plans. Behind `~` of a plan stands how many plans in a row, with it, are
 * the same as the one 2, 3 and 4 before: `x1f…~3,0,0` is the last of a, b, a, b, a.
 */
export function rememberPlan(
  recent: readonly string[],
  calls: readonly { name: string; args: string }[],
  { limit, key }: { readonly limit: number; readonly key: string },
): string[] {
  const marks = [...new Set(calls.map((call) => fingerprint(call.name, call.args, key)))].sort().join("");
  const before = parseCounts(recent.at(-1));
  const counts = CYCLES.map((length, index) =>
    recent.at(-length)?.split("~")[0] === marks ? (before[index] ?? 0) + 1 : 0
  );
  const plan = counts.some((count) => count > 0) ? `${marks}~${counts}` : marks;
  return [...recent, plan].slice(-Math.max(limit, ...CYCLES));
}

function parseCounts(plan = ""): readonly number[] {
  return (plan.split("~")[1] ?? "").split(",").map(Number);
}

/**
 * RunState.refused behind a plan with these calls: one more when none of them may run, nothing when one may. A plan without calls
 * is an answer and leaves it.
 */
export function countRefused({ refused = 0 }: RunState, calls: readonly PlannedCall[]): number {
  if (calls.length === 0) return refused;
  return calls.some(isRunnable) ? 0 : refused + 1;
}

/** What a plan is judged by when none of its calls may run. */
export interface LoopTerms {
  readonly choice: ToolChoice;
  /** Plans in a row, with this one, of which nothing may run. */
  readonly refused: number;
  /** `limits.repeatedCalls` of the agent. */
  readonly limit: number;
}

/**
 * The error that ends a run when nothing of its plan may run, because a further plan would be refused too.
 *
 * - The plan repeats itself under a choice that is forced on every plan: the model cannot answer in words.
 * - It is the last of `limit` plans in a row whose calls were all refused, under any choice.
 */
export function loopIn(
  pending: readonly PlannedCall[],
  { choice, refused, limit }: LoopTerms,
): AgentError | undefined {
  const [first] = pending;
  if (first === undefined || pending.some(isRunnable)) return undefined;
  for (const { name, disposition } of isForcedAlways(choice) ? pending : []) {
    if (disposition.type !== "repeated") continue;
    return new AgentError(
      "loop_detected",
      `The model made the same call of ${name} ${disposition.times} times in a row, as the tool choice forces; send another choice.`,
      { details: { tool: name, times: disposition.times } },
    );
  }
  if (refused < limit) return undefined;
  const often = refused === 1 ? "The last plan" : `Each of the last ${refused} plans`;
  return new AgentError(
    "loop_detected",
    `${often} made only calls that are refused; the last call, of ${first.name}, ${
      describeReason(first)
    }. Send an input that goes on in another way, or raise limits.repeatedCalls.`,
    { details: { tool: first.name, refused } },
  );
}

function isForcedAlways(choice: ToolChoice): boolean {
  return isForced(choice) && "times" in choice && choice.times === "always";
}

function describeReason({ disposition }: PlannedCall): string {
  switch (disposition.type) {
    case "repeated":
      return disposition.cycle === undefined
        ? `repeats that of the ${disposition.times} plans before it`
        : `goes on with ${disposition.cycle} plans that were made ${disposition.times} times`;
    case "malformed":
      return "has arguments that cannot be used";
    case "unknown_tool":
      return "is of no tool of the agent";
    case "surplus":
      return `is beyond the ${disposition.limit} that may be made at once`;
    case "forbidden":
      return disposition.reason === undefined
        ? "is not permitted by the tool choice"
        : `is forbidden: ${disposition.reason}`;
    case "moved":
      return `is moved to thread ${disposition.thread}`;
    case "run":
    case "approve":
    case "client":
      return "may run";
    default:
      return unreachable(disposition);
  }
}

// `x` and eight hex digits. The marks of a plan are joined without a separator; `x` is no hex digit, so no mark is found
// across the border of two others.
function fingerprint(name: string, args: string, key: string): string {
  if (last.name === name && last.args === args && last.key === key) return last.mark;
  const json = parseUntrustedJson(args);
  const mark = `x${fnv64(`${key}${name} ${json === undefined ? args : canonicalJson(json)}`).slice(0, 8)}`;
  last = { name, args, key, mark };
  return mark;
}

/** A plan with one call, as most have, asks for its mark three times. */
let last = { name: "", args: "", key: "", mark: "" };
