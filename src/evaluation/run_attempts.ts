// Every repeat of every case of an evaluation, each once, as the file of results goes on; then the report. It uses nothing of one
// runtime alone: the same evaluation runs in a test, on Deno and in a Worker.

import { AgentError, type ErrorCode, unreachable } from "../core/error.ts";
import type { RunDeps } from "../kernel/run_deps.ts";
import type { Attempt } from "./data/attempt.ts";
import type { AttemptFailure, EvaluationReport } from "./data/report.ts";
import { EVALUATION_SCHEMA } from "./data/schema.ts";
import type { Evaluation } from "./define.ts";
import { attemptAgent } from "./attempts/agent.ts";
import { attemptChoice } from "./attempts/choice.ts";
import { attemptSelection } from "./attempts/selection.ts";
import { summarise } from "./summarise.ts";

/** How an evaluation is run. */
export interface AttemptOptions {
  /** The tenant that tools and policies see; `local` by default. */
  readonly tenant?: string;
  /** Attempts that are not made again. */
  readonly previous?: readonly Attempt[];
  /** Takes each attempt as it ends; the next one of its place begins when the promise has settled. */
  readonly onAttempt?: (attempt: Attempt, progress: Progress) => void | Promise<void>;
  /** Takes each attempt that was prevented: it has no verdict, and a run that goes on tries it again. */
  readonly onFailure?: (failure: AttemptFailure) => void;
  /** In place of that of the evaluation. */
  readonly repeats?: number;
  /** Attempts at the same time; 1 by default. */
  readonly concurrency?: number;
  /** True for the cases that run; all by default. */
  readonly only?: (id: string) => boolean;
  /** Begins no more attempts once it is aborted. */
  readonly signal?: AbortSignal;
}

/** How far a run is, in attempts. */
export interface Progress {
  readonly done: number;
  readonly total: number;
}

/** Codes that say that the model was not reached, so there is nothing to judge: a run that goes on tries the attempt again. */
const PREVENTED: ReadonlySet<ErrorCode> = new Set([
  "model_rate_limit",
  "model_overloaded",
  "model_timeout",
  "model_network",
  "model_server",
  "model_protocol",
  "tools_unavailable",
  "step_deadline",
]);

/** Codes with which no other attempt can succeed. */
const HOPELESS: ReadonlySet<ErrorCode> = new Set([
  "model_auth",
  "model_quota",
  "config_invalid",
  "agent_invalid",
]);

/**
 * Runs what is missing of an evaluation, and makes the report of all attempts.
 *
 * @throws {AgentError} model_auth, model_quota, config_invalid, agent_invalid - the deployment cannot run the agent
 */
export async function runAttempts(
  evaluation: Evaluation,
  options: AttemptOptions,
  deps: RunDeps,
): Promise<EvaluationReport> {
  const { previous = [], onAttempt, only = () => true, concurrency = 1, signal, tenant = "local" } = options;
  const repeats = options.repeats ?? evaluation.repeats;
  const ids = evaluation.cases.map(({ id }) => id).filter(only);
  const isWanted = new Set(ids);
  const attempts = previous.filter((attempt) => isWanted.has(attempt.case) && attempt.repeat <= repeats);
  const done = new Set(attempts.map((attempt) => `${attempt.repeat} ${attempt.case}`));
  const total = ids.length * repeats;
  const failures: AttemptFailure[] = [];

  const places = new Map(evaluation.cases.map(({ id }, place) => [id, place]));
  const left = Array.from({ length: repeats }, (_, index) => index + 1)
    .flatMap((repeat) => ids.map((id) => ({ id, repeat, place: places.get(id) ?? 0 })))
    .filter(({ id, repeat }) => !done.has(`${repeat} ${id}`))
    .values();
  let isStopped = false;
  const attempt = async (id: string, repeat: number, place: number): Promise<Attempt | undefined> => {
    const startedAt = deps.clock();
    try {
      const { observed, verdict } = await runAttempt(evaluation, place, tenant, deps);
      return {
        schema: EVALUATION_SCHEMA,
        type: "attempt",
        evaluation: evaluation.name,
        case: id,
        repeat,
        ms: deps.clock() - startedAt,
        observed,
        verdict,
      };
    } catch (thrown) {
      if (!(thrown instanceof AgentError) || HOPELESS.has(thrown.code)) throw thrown;
      const failure = { case: id, repeat, code: thrown.code, message: thrown.message };
      failures.push(failure);
      options.onFailure?.(failure);
      return undefined;
    }
  };
  const work = async () => {
    try {
      for (const { id, repeat, place } of left) {
        if (isStopped || signal?.aborted) return;
        const made = await attempt(id, repeat, place);
        if (made === undefined) continue;
        attempts.push(made);
        await onAttempt?.(made, { done: attempts.length, total });
      }
    } catch (thrown) {
      isStopped = true;
      throw thrown;
    }
  };
  await Promise.all(Array.from({ length: Math.max(1, concurrency) }, work));
  return summarise(evaluation, { attempts, failures, ids, repeats });
}

/**
 * One attempt.
 *
 * @throws {AgentError} the attempt was prevented
 */
async function runAttempt(evaluation: Evaluation, place: number, tenant: string, deps: RunDeps) {
  switch (evaluation.kind) {
    case "agent":
      return assertReached(await attemptAgent(evaluation, place, tenant, deps));
    case "choice":
      return assertReached(await attemptChoice(evaluation, place, tenant, deps));
    case "selection":
      return await attemptSelection(evaluation, place, tenant, deps);
    default:
      return unreachable(evaluation);
  }
}

function assertReached<
  T extends { readonly observed: { readonly error?: { code: string; message: string } | undefined } },
>(
  attempt: T,
): T {
  const { error } = attempt.observed;
  const code = [...PREVENTED, ...HOPELESS].find((each) => each === error?.code);
  if (code !== undefined) throw new AgentError(code, error?.message ?? "");
  return attempt;
}
