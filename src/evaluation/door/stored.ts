// An evaluation in the store: one definition with how far it is, and texts with its data, its attempts and its report.

import * as z from "zod/mini";
import { AgentError } from "../../core/error.ts";
import { parseJson } from "../../core/json.ts";
import type { Store } from "../../core/store.ts";
import { putText, readText, removeText, type TextPlace } from "../../core/store/definition_texts.ts";
import type { Attempt } from "../data/attempt.ts";
import { parseRunFile, toLine } from "../data/run_file.ts";

/** The kind of the definition, and of its wake-ups. */
export const EVALUATION = "evaluation";

/** The kind of the pieces of its texts. */
const TEXT = "evaluation_text";

/** Evaluations that a tenant has; the oldest leaves for a new one. */
const KEPT = 50;

/** The form of the state. */
const SCHEMA = 1;

/** A state without a number is of the first form, whichever the present one is. */
const numbered = z.object({ schema: z._default(z.int().check(z.minimum(1)), 1) });

const stateSchema = z.extend(numbered, {
  /** Epoch milliseconds. */
  createdAt: z.number(),
  status: z.enum(["running", "done", "failed"]),
  /** Attempts with a verdict, and all of them. */
  done: z.int(),
  total: z.int(),
  /** Of the evaluation with its agents as it began. */
  digest: z.string(),
  /** Pieces of the data, of each text of attempts, and of the report. */
  source: z.int(),
  attempts: z.array(z.int()),
  report: z.optional(z.int()),
  /** Wake-ups in a row that have made no attempt, the one that works on it included. */
  barren: z.int(),
  /** A wake-up works on it until then, in epoch milliseconds. */
  lease: z.optional(z.number()),
  error: z.optional(z.object({ code: z.string(), message: z.string() })),
  /** What is evaluated. Missing in states of before 2026-11-27, whose isolates leave it out as well. */
  about: z.optional(z.object({ name: z.string(), kind: z.string(), agent: z.nullable(z.string()) })),
  /** What the report says first; missing before there is one. */
  outcome: z.optional(z.object({
    passed: z.boolean(),
    measure: z.nullable(z.object({ name: z.string(), value: z.nullable(z.number()) })),
  })),
});

/** How far an evaluation is. */
export type EvaluationState = z.output<typeof stateSchema>;

/** A state with the text that it was read from, which a change names. */
export interface ReadState {
  readonly state: EvaluationState;
  readonly text: string;
}

/** One evaluation of a tenant. */
export interface EvaluationRef {
  readonly tenant: string;
  readonly id: string;
}

/**
 * The state; undefined when there is no such evaluation.
 *
 * @throws {AgentError} store_corrupt; schema_unsupported, for a state of a later form
 */
export async function readState({ tenant, id }: EvaluationRef, store: Store): Promise<ReadState | undefined> {
  const text = await store.readDefinition(tenant, EVALUATION, id);
  if (text === undefined) return undefined;
  const json = parseJson(text);
  const form = z.safeParse(numbered, json).data?.schema;
  if (form !== undefined && form > SCHEMA) {
    throw new AgentError("schema_unsupported", `A newer Treadle has written evaluation ${id}.`);
  }
  const read = z.safeParse(stateSchema, json);
  if (read.success) return { state: read.data, text };
  throw new AgentError("store_corrupt", `Evaluation ${id} cannot be read.`);
}

/** The names of a tenant's evaluations, the newest first; behind `after`, where one is given. At most `limit`. */
export async function listNewest(
  tenant: string,
  { after, limit }: { readonly after: string | undefined; readonly limit: number },
  store: Store,
): Promise<{ readonly ids: readonly string[]; readonly hasMore: boolean }> {
  const names = (await store.listDefinitions(tenant, EVALUATION)).toReversed();
  const rest = after === undefined ? names : names.filter((name) => name < after);
  return { ids: rest.slice(0, limit), hasMore: rest.length > limit };
}

/** A new state. */
export function newState(
  { createdAt, total, digest, source, about }:
    & Pick<EvaluationState, "createdAt" | "total" | "digest" | "source">
    & Required<Pick<EvaluationState, "about">>,
): EvaluationState {
  return {
    schema: SCHEMA,
    createdAt,
    status: "running",
    done: 0,
    total,
    digest,
    source,
    attempts: [],
    barren: 0,
    about,
  };
}

/** Changes the state; undefined where another worker has changed it before. */
export async function changeState(
  { tenant, id }: EvaluationRef,
  before: string | null,
  state: EvaluationState,
  store: Store,
): Promise<ReadState | undefined> {
  const text = JSON.stringify(state);
  return await store.putDefinition(tenant, EVALUATION, id, text, before) ? { state, text } : undefined;
}

/** Keeps the data of a new evaluation; how many pieces they are. Of the evaluations before, the oldest leave. */
export async function putSource(
  { tenant, id }: EvaluationRef,
  source: string,
  store: Store,
): Promise<number> {
  const names = await store.listDefinitions(tenant, EVALUATION);
  for (const old of names.slice(0, Math.max(0, names.length - KEPT + 1))) {
    await removeEvaluation({ tenant, id: old }, store);
  }
  return await putText(toPlace({ tenant, id }, "source"), source, store);
}

/** The data that the evaluation was made with. */
export async function readSource({ tenant, id }: EvaluationRef, { source }: EvaluationState, store: Store) {
  return await readText(toPlace({ tenant, id }, "source"), source, store);
}

/** Keeps the attempts of one wake-up, behind those of the others; how many pieces they are. */
export async function putAttempts(
  { tenant, id }: EvaluationRef,
  place: number,
  attempts: readonly Attempt[],
  store: Store,
): Promise<number> {
  return await putText(toPlace({ tenant, id }, `attempts.${place}`), attempts.map(toLine).join(""), store);
}

/** All attempts. */
export async function readAttempts(
  { tenant, id }: EvaluationRef,
  { attempts }: EvaluationState,
  store: Store,
): Promise<readonly Attempt[]> {
  const texts = await Promise.all(
    attempts.map((pieces, place) => readText(toPlace({ tenant, id }, `attempts.${place}`), pieces, store)),
  );
  return parseRunFile(texts.join("")).attempts;
}

/** Keeps the report; how many pieces it is. */
export async function putReport(
  { tenant, id }: EvaluationRef,
  report: object,
  store: Store,
): Promise<number> {
  return await putText(toPlace({ tenant, id }, "report"), JSON.stringify(report), store);
}

/** The report as JSON; undefined while there is none. */
export async function readReport({ tenant, id }: EvaluationRef, { report }: EvaluationState, store: Store) {
  if (report === undefined) return undefined;
  const text = await readText(toPlace({ tenant, id }, "report"), report, store);
  return text === undefined ? undefined : parseJson(text);
}

/** Removes what a report no longer needs: the data and the attempts. */
export async function removeWork({ tenant, id }: EvaluationRef, state: EvaluationState, store: Store) {
  await removeText(toPlace({ tenant, id }, "source"), state.source, store);
  for (const [place, pieces] of state.attempts.entries()) {
    await removeText(toPlace({ tenant, id }, `attempts.${place}`), pieces, store);
  }
}

function toPlace({ tenant, id }: EvaluationRef, part: string): TextPlace {
  return { tenant, kind: TEXT, name: `${id}.${part}` };
}

/**
 * Removes an evaluation with its texts. One of a later form stays whole: that version removes it. One that cannot be read names no
 * texts, so they are found by their names.
 *
 * @throws {AgentError} store_*, but for store_corrupt of the state
 */
async function removeEvaluation(ref: EvaluationRef, store: Store): Promise<void> {
  const { tenant, id } = ref;
  try {
    const read = await readState(ref, store);
    if (read !== undefined) {
      await removeWork(ref, read.state, store);
      await removeText(toPlace(ref, "report"), read.state.report ?? 0, store);
    }
  } catch (thrown) {
    if (!(thrown instanceof AgentError)) throw thrown;
    if (thrown.code === "schema_unsupported") return;
    if (thrown.code !== "store_corrupt") throw thrown;
    const texts = await store.listDefinitions(tenant, TEXT);
    for (const name of texts.filter((each) => each.startsWith(`${id}.`))) {
      await store.removeDefinition(tenant, TEXT, name);
    }
  }
  await store.removeDefinition(tenant, EVALUATION, id);
}
