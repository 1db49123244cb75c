// The entry of requests that led to nothing: without it no record would name them.

import type { AssistantEntry, ChoiceRecord, FailureEntry, SummaryEntry } from "../../core/entry.ts";
import { type EarlierRequest, type RequestRecord, WRITER } from "../../core/record.ts";
import { newId } from "../../core/text/id.ts";
import type { PlanChoice } from "../plan/plan_choice.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Session } from "../session.ts";
import { type Attempt, toEarlierOfSummary, toEarlierRequests } from "./earlier_requests.ts";
import type { SentRequest } from "./request_record.ts";

type FailureDeps = Pick<RuntimeDeps, "clock" | "random">;

/** The entry of a plan that failed with this code, behind `logged` notices and cuts of its step; undefined where nothing was sent. */
export async function failureOfPlan(
  session: Session,
  attempts: readonly Attempt[],
  { code, logged }: { readonly code: string; readonly logged: number },
  deps: FailureDeps,
): Promise<FailureEntry | undefined> {
  const { agent, history, state } = session;
  const { start, pinned } = history;
  const { earlier, unnamed } = await toEarlierRequests(attempts, { history, agent, logged });
  if (earlier === undefined) return undefined;
  const isLimited = state.run.parallel === false && agent.limits.parallelCalls !== 1;
  return toEntry(session, code, {
    writer: WRITER,
    start,
    pins: pinned.length === 0 ? undefined : pinned.map(({ index }) => index),
    parallel: isLimited ? false : undefined,
    earlier,
    unnamed,
  }, deps);
}

/** The same of a summary of the entries before index `through`. */
export async function failureOfSummary(
  session: Session,
  { choice, sent, continues, before, code, through }: {
    readonly choice: PlanChoice;
    readonly sent: SentRequest;
    /** See {@link RequestRecord.continues}. */
    readonly continues: RequestRecord["continues"];
    /** See {@link toEarlierOfSummary}. */
    readonly before: readonly EarlierRequest[];
    readonly code: string;
    readonly through: number;
  },
  deps: FailureDeps,
): Promise<FailureEntry | undefined> {
  const { earlier, unnamed } = await toEarlierOfSummary(choice, sent, "failure", before);
  if (earlier === undefined) return undefined;
  const { start } = session.history;
  const record = { writer: WRITER, start, continues, earlier, unnamed };
  return { ...toEntry(session, code, record, deps), through };
}

/** What stands in place of an entry that a cancelled step does not keep: the requests of its record. Undefined where there are none. */
export function failureInstead(
  { id, at, version, record, ...entry }: AssistantEntry | SummaryEntry,
): FailureEntry | undefined {
  if (record === undefined) return undefined;
  const { writer = WRITER, start, pins, parallel, continues, unnamed } = record;
  const model = entry.type === "assistant" ? entry.model : record.model;
  const own = toEarlier(record, model, entry.type === "assistant" ? entry.choice : undefined);
  const earlier = [...record.earlier ?? [], ...own === undefined ? [] : [own]];
  if (earlier.length === 0) return undefined;
  return {
    type: "failure",
    id,
    at,
    version,
    code: "step_cancelled",
    through: entry.type === "summary" ? entry.through : undefined,
    record: { writer, start, pins, parallel, continues, earlier, unnamed },
  };
}

function toEarlier(
  record: RequestRecord,
  model: string | undefined,
  kept: ChoiceRecord | undefined,
): EarlierRequest | undefined {
  const { request, api, frame, tools, reads, lacks, thinkingFrom, choice, dropped, maxOutputTokens } = record;
  if (request === undefined || model === undefined) return undefined;
  return {
    request,
    why: "failure",
    api,
    frame,
    tools,
    reads,
    lacks,
    thinkingFrom,
    choice: choice ?? (kept?.requested.type === "auto" ? undefined : kept?.requested),
    dropped,
    maxOutputTokens,
    model,
    compacted: record.compacted,
  };
}

function toEntry(
  { header: { version } }: Session,
  code: string,
  record: RequestRecord,
  { clock, random }: FailureDeps,
): FailureEntry {
  return { type: "failure", id: newId("entry", random), at: clock(), version: version + 1, code, record };
}
