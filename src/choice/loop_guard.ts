// Detects loops: the same call in every one of the last plans.

import { canonicalJson, fnv64 } from "../core/text/hash.ts";
import { parseUntrustedJson } from "../core/json.ts";

/** In how many plans without a gap, counted back from the newest, a call stands. `recent` is AgentState.recent. */
export function timesInARow(recent: readonly string[], name: string, args: string): number {
  const mark = fingerprint(name, args);
  let times = 0;
  for (let index = recent.length - 1; index >= 0 && recent[index]?.includes(mark); index--) times++;
  return times;
}

/** AgentState.recent after one more plan: the marks of the last `limit` plans. */
export function rememberPlan(
  recent: readonly string[],
  calls: readonly { name: string; args: string }[],
  limit: number,
): string[] {
  const marks = new Set(calls.map((call) => fingerprint(call.name, call.args)));
  return [...recent, [...marks].join("")].slice(-limit);
}

// `x` and eight hex digits. The marks of a plan are joined without a separator; `x` is no hex digit, so no mark is found
// across the border of two others.
function fingerprint(name: string, args: string): string {
  const json = parseUntrustedJson(args);
  return `x${fnv64(`${name} ${json === undefined ? args : canonicalJson(json)}`).slice(0, 8)}`;
}
