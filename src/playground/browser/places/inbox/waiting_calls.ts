// What the list and the pane know of a call that waits for people.

import type { InboxItem } from "../../../../core/contract/calls.ts";
import { caller } from "../../api/api.ts";
import { peopleWords } from "../../calls/decision_words.ts";

/** Names a call among all that wait: the thread and the call. */
export function idOf({ thread, callId }: InboxItem): string {
  return `${thread}/${callId}`;
}

/** Whether two calls are of the same tool and agent: a person who has looked at each may approve them at once. Questions are not. */
export function isAlike(one: InboxItem, other: InboxItem): boolean {
  return one.name === other.name && one.agent === other.agent && !one.approval.asks && !other.approval.asks;
}

/** `1 of 2 approved`; empty where one person is enough. */
export function countWords({ approval: { needed, decisions } }: InboxItem): string {
  const given = decisions.filter(({ approved }) => approved).length;
  return needed < 2 ? "" : `${given} of ${needed} approved`;
}

/** `1 of 2 approved by ann.`, and for one of those how many more there must be. */
export function approvedWords(item: InboxItem): string {
  const { needed, decisions } = item.approval;
  const given = decisions.filter(({ approved }) => approved);
  const by = given.length === 0 ? "" : ` by ${peopleWords(given)}`;
  if (!isAnsweredHere(item)) return countWords(item) && `${countWords(item)}${by}.`;
  const left = needed - given.length;
  return `${countWords(item)}${by}. Your answer is recorded; ${left} more ${
    left === 1 ? "person" : "people"
  } must approve.`;
}

/** Whether the caller of the page is among those who have answered. */
export function isAnsweredHere({ approval: { decisions } }: InboxItem): boolean {
  const { user, key, tenant } = caller ?? {};
  const own = user ?? key ?? `tenant:${tenant}`;
  return decisions.some(({ by }) => by === own);
}
