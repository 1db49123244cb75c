// Telling when an agent goes in circles: the same call in every one of its last plans (row C7).

import { canonicalJson, fnv64 } from "../core/text/hash.ts";
import { parseUntrustedJson } from "../core/json.ts";

/** How often a call stands in an unbroken row of plans that ends with the newest. `recent` is AgentState.recent. */
export function timesInARow(recent: readonly string[], name: string, args: string): number {
  const mark = fingerprint(name, args);
  let times = 0;
  for (let index = recent.length - 1; index >= 0 && recent[index]?.includes(mark); index--) times++;
  return times;
}

/** AgentState.recent after one more plan; keeps what is needed to see `limit` repetitions. */
export function rememberPlan(
  recent: readonly string[],
  calls: readonly { name: string; args: string }[],
  limit: number,
): string[] {
  const marks = new Set(calls.map((call) => fingerprint(call.name, call.args)));
  return [...recent, [...marks].join("")].slice(-limit);
}

// Eight hex digits a call: texts of several calls are joined without a separator, so a mark could in theory match across a
// border; the prefix letter, which is no hex digit, rules that out.
function fingerprint(name: string, args: string): string {
  const json = parseUntrustedJson(args);
  return `x${fnv64(`${name} ${json === undefined ? args : canonicalJson(json)}`).slice(0, 8)}`;
}
