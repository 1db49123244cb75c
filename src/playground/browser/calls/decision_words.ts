// Who has decided about a call, in words.

import type { DecisionView } from "../../../core/contract/calls.ts";
import { someNames } from "../words.ts";

/** `approved by ann and bob`, `denied by cid`, `answered by ann`, `approved by ann with changes`; empty where no person has decided. */
export function decisionWords(decisions: readonly DecisionView[]): string {
  const last = decisions.at(-1);
  if (last === undefined) return "";
  const verb = !last.approved ? "denied" : last.answer === undefined ? "approved" : "answered";
  const changes = last.edit === undefined ? "" : " with changes";
  return `${verb} by ${
    peopleWords(decisions.filter(({ approved }) => approved === last.approved))
  }${changes}`;
}

/** `ann and bob`: who they are from. */
export function peopleWords(decisions: readonly Pick<DecisionView, "by">[]): string {
  return someNames([...new Set(decisions.map(({ by }) => personWords(by)))]);
}

/** A name as records have it: that of a person or a key, of a link, or of the tenant where the deployment has no keys. */
function personWords(by = "a person"): string {
  if (by.startsWith("tenant:")) return "a person without a key";
  return by.startsWith("link:") ? "a person with a link" : by;
}
