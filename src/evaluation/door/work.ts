// The work of a wake-up `@evaluation/<id>`: some attempts, kept together; the last one makes the report.

import { AgentError, failureFields } from "../../core/error.ts";
import { parseJson } from "../../core/json.ts";
import { parseWakeName, type WakeHandler, type WakeIo, type WakeOutcome } from "../../core/wake.ts";
import type { HttpDeps } from "../../http/context.ts";
import type { Attempt } from "../data/attempt.ts";
import { evaluationFrom } from "../from_data.ts";
import { runAttempts } from "../run_attempts.ts";
import {
  changeState,
  type EvaluationRef,
  type EvaluationState,
  putAttempts,
  putReport,
  readAttempts,
  readSource,
  readState,
  removeWork,
} from "./stored.ts";

/** Milliseconds that a worker has for its attempts until another one may begin: as long as the longest wake-up and one run. */
const LEASE_MS = 900_000;

/** Wake-ups in a row without an attempt, or whose worker vanished, behind which the report says what is missing. */
const MAX_BARREN = 3;

/** Attempts of one wake-up at most. */
const MAX_ATTEMPTS = 200;

/** Milliseconds until the next request to a model that was not reached. */
const REST_MS = 10_000;

/**
 * An attempt that was made by a worker which ends before it has kept it is made again. A wake-up begins attempts for as long as one of
 * a thread begins steps (TREADLE_WAKE_MS), at least one.
 */
export function evaluationHandler(deps: HttpDeps): WakeHandler {
  const { store, clock } = deps;
  return async ({ tenant, name }, io) => {
    const ref = { tenant, id: parseWakeName(name).id };
    const read = await readState(ref, store);
    const now = clock();
    if (read === undefined || read.state.status !== "running") {
      await leave(tenant, name, now, deps);
      return { type: "stale" };
    }
    const { lease = 0 } = read.state;
    if (lease > now) return { type: "again", afterMs: lease - now, because: "not_yet" };
    const claim = { ...read.state, lease: now + LEASE_MS, barren: read.state.barren + 1 };
    const claimed = await changeState(ref, read.text, claim, store);
    if (claimed === undefined) return { type: "handled" };
    await store.moveDue(tenant, name, { to: now + LEASE_MS });
    const state = await work(ref, claimed.state, deps).catch((thrown): EvaluationState => {
      const { code = "internal", detail: message = "" } = failureFields(thrown);
      deps.log("warn", "an evaluation failed", { tenant, evaluation: ref.id, ...failureFields(thrown) });
      return { ...claimed.state, status: "failed", error: { code, message } };
    });
    if (await changeState(ref, claimed.text, { ...state, lease: undefined }, store) === undefined) {
      return { type: "handled" }; // another worker has claimed it
    }
    return await goOn(ref, name, state, io, deps);
  };
}

async function work(ref: EvaluationRef, state: EvaluationState, deps: HttpDeps): Promise<EvaluationState> {
  const { store, clock, wakeLimits: { budgetMs } } = deps;
  const source = await readSource(ref, state, store);
  const evaluation = evaluationFrom(parseJson(source ?? ""), [...deps.agents.values()]);
  if (evaluation.digest !== state.digest) {
    throw new AgentError(
      "version_conflict",
      "The agent was deployed with another definition while it was evaluated; begin again.",
    );
  }
  const previous = await readAttempts(ref, state, store);
  const stop = new AbortController();
  if (state.barren > MAX_BARREN) stop.abort();
  const until = clock() + budgetMs;
  const made: Attempt[] = [];
  const check = () => {
    if (clock() >= until || made.length >= MAX_ATTEMPTS) stop.abort();
  };
  const report = await runAttempts(evaluation, {
    tenant: ref.tenant,
    previous,
    signal: stop.signal,
    onAttempt: (attempt) => {
      made.push(attempt);
      check();
    },
    onFailure: check,
  }, deps);
  const pieces = made.length === 0 ? [] : [await putAttempts(ref, state.attempts.length, made, store)];
  const barren = made.length === 0 ? state.barren : 0;
  const next = {
    ...state,
    attempts: [...state.attempts, ...pieces],
    done: report.attempts,
    barren,
  };
  if (report.attempts < state.total && barren < MAX_BARREN) return next;
  const [measure] = report.measures;
  return {
    ...next,
    status: "done",
    report: await putReport(ref, report, store),
    outcome: {
      passed: report.passed,
      measure: measure === undefined ? null : { name: measure.name, value: measure.value },
    },
  };
}

async function goOn(
  ref: EvaluationRef,
  name: string,
  state: EvaluationState,
  io: WakeIo,
  deps: HttpDeps,
): Promise<WakeOutcome> {
  const { store, clock, wakes } = deps;
  if (state.status !== "running") {
    await removeWork(ref, state, store);
    await leave(ref.tenant, name, clock(), deps);
    return { type: "handled" };
  }
  const next = clock() + (state.barren > 0 ? REST_MS : 0);
  await store.moveDue(ref.tenant, name, { to: next });
  io.defer(wakes.schedule({ tenant: ref.tenant, name, notBefore: next }, io));
  return { type: "handled" };
}

/** Removes the row from the due index. Its time is not known here: it is set first, and then removed. */
async function leave(tenant: string, name: string, now: number, { store }: HttpDeps): Promise<void> {
  await store.moveDue(tenant, name, { to: now });
  await store.moveDue(tenant, name, { from: now });
}
