// The requests that led to no entry of their own: each was refused, failed, or had an answer that was dropped. The record of the plan
// that came of a later one names them, else that of a failure.

import type { Agent } from "../../core/agent.ts";
import type { EarlierReason, EarlierRequest, RequestRecord } from "../../core/record.ts";
import type { ReadHistory } from "../history/read_history.ts";
import type { PlanChoice } from "../plan/plan_choice.ts";
import { findCompacted } from "../plan/compacted.ts";
import { type SentRequest, toRequestRecord } from "./request_record.ts";

/** One call of the driver. */
export interface Attempt {
  readonly choice: PlanChoice;
  readonly sent: SentRequest;
  /** Why it led to no plan; undefined for the last one, where it did. */
  readonly why: EarlierReason | undefined;
}

/** What all attempts have in common. */
export interface AttemptContext {
  /** The window. */
  readonly history: ReadHistory;
  readonly agent: Agent;
  /** Notices and cuts of the whole step. */
  readonly logged: number;
}

/** Most requests that a record names; the oldest are left out. */
const MOST = 8;

/** What a record has of the requests that led to no plan. */
export async function toEarlierRequests(
  attempts: readonly Attempt[],
  { history, agent, logged }: AttemptContext,
): Promise<Pick<RequestRecord, "earlier" | "unnamed">> {
  const earlier: EarlierRequest[] = [];
  for (const { choice, sent, why: next } of attempts) {
    for (const [place, body] of sent.bodies.entries()) {
      const following = sent.bodies[place + 1];
      const why = following === undefined ? next : following.changes === body.changes ? "retry" : "answer";
      if (why === undefined) continue;
      const { request, start: _, writer: _writer, pins: _pins, ...record } = await toRequestRecord(choice, {
        compacted: findCompacted(history, choice.model, choice.lacks) !== undefined,
        sent: body,
        start: history.start,
        thinkingFrom: body.thinkingFrom,
        agent,
        pinned: history.pinned.map(({ index }) => index),
        parallel: undefined,
        response: undefined,
        dropped: body.changes,
        kept: undefined,
        earlier: {},
      });
      if (request === undefined) continue;
      const without = logged === body.logged ? undefined : logged - body.logged;
      earlier.push({ request, why, ...record, model: choice.model.ref, without });
    }
  }
  return nameEarlier(earlier);
}

/**
 * The same of a summary: its requests are repetitions of one, and `last` says why the last of them led to none. `before`: those for the
 * part of it that the API has made.
 */
export async function toEarlierOfSummary(
  choice: PlanChoice,
  sent: SentRequest,
  last: EarlierReason | undefined,
  before: readonly EarlierRequest[] = [],
): Promise<Pick<RequestRecord, "earlier" | "unnamed">> {
  const all = await listRepetitions(choice, sent, last);
  return nameEarlier([...before, ...last === undefined ? all.slice(0, -1) : all]);
}

/** The requests that led to the part of a summary that the API alone can read. */
export async function requestsOfSeal(choice: PlanChoice, sent: SentRequest): Promise<EarlierRequest[]> {
  const all = await listRepetitions(choice, sent, "summary");
  return all.map((each) => ({ ...each, continues: "provider" }));
}

async function listRepetitions(
  { model, learned }: PlanChoice,
  { bodies }: SentRequest,
  last: EarlierReason | undefined,
): Promise<EarlierRequest[]> {
  return await Promise.all(bodies.map(async ({ digest, api, maxOutputTokens }, place) => ({
    request: await digest,
    why: last !== undefined && place === bodies.length - 1 ? last : "retry",
    api,
    model: model.ref,
    lacks: learned?.features,
    maxOutputTokens,
  })));
}

function nameEarlier(earlier: readonly EarlierRequest[]): Pick<RequestRecord, "earlier" | "unnamed"> {
  if (earlier.length === 0) return {};
  return {
    earlier: earlier.slice(-MOST),
    unnamed: earlier.length > MOST ? earlier.length - MOST : undefined,
  };
}
