// What a step does about a plan that failed or violated its choice, each at most once: the request again without what the model
// lacks, without the thinking that it refuses, the fallback model, and the request again behind a correction.

import { correctable, describeCorrection } from "../choice/correction_text.ts";
import type { ChoiceVerification } from "../choice/verify.ts";
import { inOrder, isFeature, type Lack } from "../../core/model/capability.ts";
import type { Plan } from "../../core/driver.ts";
import { type AgentError, type ErrorCode, toAgentError } from "../../core/error.ts";
import { ModelError } from "../../core/model/model_error.ts";
import type { RestartReason } from "../../core/event.ts";
import type { LearnedState } from "../../core/state.ts";
import type { Violation, Warning } from "../../core/tool_choice/choice_report.ts";
import { addCounters, ZERO_COUNTERS } from "../../core/usage.ts";
import type { RefusedFeature } from "../hooks/counted_step.ts";
import { refuseStep } from "../refuse_step.ts";
import { choiceAfterRefusal, type PlanChoice, planChoiceFor, replanChoice } from "../plan/plan_choice.ts";
import { addLearned, type CapabilityRefusal, recordLearned } from "../plan/learned_capabilities.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Session } from "../session.ts";

/** How a step goes on after a plan that failed or violated its choice: with another try, or with an error of its own. */
export interface RecoveryAction {
  readonly warning: Warning;
  readonly next: PlanChoice | AgentError;
  /** What the model is told of an answer that was dropped. */
  readonly correction?: string;
  readonly reason: Exclude<RestartReason, "policy" | "tools">;
  readonly because: string;
}

/**
 * Failures that the fallback model may not have. Failures about the request itself (its shape, its length, its content) are not
 * among them: the fallback model would have them too.
 */
const FALLBACK_CODES: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  "model_auth",
  "model_rate_limit",
  "model_quota",
  "model_overloaded",
  "model_timeout",
  "model_network",
  "model_protocol",
  "model_server",
  "model_answer_invalid",
]);

/**
 * A thread whose prefix changes with every step would have its thinking refused in each of them: refused again within so many
 * entries, it goes without for a while.
 */
const SOON = 8;
const REST = 64;

/**
 * Index of the first entry whose thinking goes back, where that before `end` no longer fits its prompt: one that lies ahead where it did
 * not fit shortly `before`.
 */
export function thinkingBehind(end: number, before: number | undefined): number {
  return before !== undefined && end - before <= SOON ? end + REST : end;
}

/** Tools that one step leaves out, each behind a refusal: APIs name one at a time. */
const MOST_TOOLS = 3;

/** The recovery of one step. */
export class PlanRecovery {
  readonly #session: Session;
  readonly #deps: RuntimeDeps;
  #resent = 0;
  /** The failure of the agent's model that led to the fallback model. */
  #primaryFailure: AgentError | undefined;
  #learned: LearnedState | undefined;
  #thinkingFrom: number | undefined;
  /** A refusal whose trial is running: the request without what the model refused. */
  #unconfirmed: (CapabilityRefusal & { readonly code: ErrorCode }) | undefined;
  readonly #storing: Promise<void>[] = [];
  readonly #refused: RefusedFeature[] = [];
  #corrected: Violation | undefined;

  constructor(session: Session, deps: RuntimeDeps) {
    this.#session = session;
    this.#deps = deps;
  }

  /** What the step has learned and confirmed, for the state of the thread. */
  get learned(): LearnedState | undefined {
    return this.#learned;
  }

  /** Index of the first entry whose thinking goes back, where this step has left out what a model refused. */
  get thinkingFrom(): number | undefined {
    return this.#thinkingFrom;
  }

  /** What the models' APIs refused, confirmed or not yet. */
  get refused(): readonly RefusedFeature[] {
    return this.#refused;
  }

  /** Store requests under way; none of them rejects. */
  get storing(): readonly Promise<void>[] {
    return this.#storing;
  }

  /** How the answer before the last one violated the choice. */
  get corrected(): Violation | undefined {
    return this.#corrected;
  }

  /** The action after a plan that failed before its first output. Undefined: the failure is that of the step. */
  async afterFailure(thrown: unknown, choice: PlanChoice): Promise<RecoveryAction | undefined> {
    const error = toAgentError(thrown);
    if (error instanceof ModelError && error.afterOutput) return undefined;
    if (error instanceof ModelError && error.refusesThinking && this.#sendsThinking()) {
      this.confirm();
      return this.#leaveOutThinking(choice);
    }
    const features = newLacks(error, choice);
    // Refused again without it: what was left out was not the reason, so it is not recorded for a day.
    if (features.length === 0 && error.code === this.#unconfirmed?.code) this.#unconfirmed = undefined;
    else this.confirm();
    if (features.length > 0) return this.#learn(features, error, choice);
    const action = FALLBACK_CODES.has(error.code) ? await this.#fallBack(error, choice) : undefined;
    return action ?? this.#afterFallback(error, choice);
  }

  /** The model has answered, or failed in another way: its refusal named the reason, and that is recorded. */
  confirm(): void {
    const refusal = this.#unconfirmed;
    if (refusal === undefined) return;
    this.#unconfirmed = undefined;
    this.#learned = { model: refusal.model, ...refusal.learned };
    this.#storing.push(recordLearned(this.#session, refusal, this.#deps));
  }

  /**
   * The action after a plan that violated its choice: another try when the agent is set to it, a correction can help, and the
   * step has as much time left as the first answer took and budget for another. No step can follow the last one that a budget
   * permits, so calls under `none` are tried once more there without tools, whatever the agent says. Undefined: the plan stands.
   */
  afterViolation(
    verdict: ChoiceVerification,
    plan: Plan,
    choice: PlanChoice,
    { startedAt, askedAt }: { readonly startedAt: number; readonly askedAt: number },
  ): RecoveryAction | undefined {
    const { agent, header, state } = this.#session;
    if (this.#corrected !== undefined) return undefined;
    const violation = correctable(verdict, plan.finish, choice.enforced);
    if (violation === undefined) return undefined;
    const isIgnored = violation === "forbidden" && choice.enforced.tools.length > 0;
    const isLastWord = isIgnored && choice.resolved.lastBy !== undefined;
    if (agent.onViolation !== "retry" && !isLastWord) return undefined;
    const now = this.#deps.clock();
    if (agent.limits.stepMs - (now - startedAt) < now - askedAt) return undefined;
    const { inputTokens, outputTokens } = plan.usage;
    const spent = { ...ZERO_COUNTERS, inputTokens, outputTokens, wallMs: now - startedAt };
    if (refuseStep(agent, addCounters(header.counters, spent), state.run)) return undefined;
    if (this.#session.budget?.permitsAnother === false) return undefined;
    this.#corrected = violation;
    const called = plan.blocks.flatMap((block) => block.type === "call" ? [block.name] : []);
    const known = agent.tools.map(({ name }) => name);
    const correction = describeCorrection(
      choice.effective.requested,
      violation,
      called,
      known,
      choice.untold,
    );
    const because = `the answer violated the tool choice: ${violation}`;
    const warning = {
      code: "choice_violated",
      message: `${capitalize(because)}; the plan was requested once more.`,
    };
    const again = isIgnored ? orError(() => choiceAfterRefusal(this.#session, choice, this.#deps)) : choice;
    return { warning, next: again, correction, reason: "violation", because };
  }

  #learn(features: readonly Lack[], error: AgentError, choice: PlanChoice): RecoveryAction {
    const { model } = choice;
    const learned = addLearned(this.#session, model.ref, features, this.#deps);
    for (const feature of features.filter(isFeature)) this.#refused.push({ model: model.ref, feature });
    this.#unconfirmed = { model: model.ref, features, learned, code: error.code };
    const isOfTool = !features.every(isFeature);
    const because = `${model.ref} refused the request because it lacks: ${features.join(", ")}`;
    const message = isOfTool ? `${because}. The refusal was: ${error.message}` : `${because}.`;
    const warning = { code: "capability_learned", message };
    const isLast = this.#resent >= (isOfTool ? MOST_TOOLS : 1);
    // In place of one tool any is demanded, which Kimi refuses next: oh-my-pi#1077, inspect_ai#5152.
    if (features.join() !== "tool") this.#resent++;
    const next = isLast
      ? this.#finalError(error)
      : orError(() => replanChoice(this.#session, model, learned, this.#deps));
    if (next instanceof Error) this.confirm(); // no trial follows: the refusal counts by itself
    return { warning, next, reason: "capability", because };
  }

  #sendsThinking(): boolean {
    return (this.#thinkingFrom ?? this.#session.state.thinkingFrom ?? 0) < this.#answersEnd();
  }

  /** Index of the first entry behind all earlier answers. */
  #answersEnd(): number {
    const { header, imported } = this.#session;
    return header.length + imported.length;
  }

  // All of it: thinking is chained, so what follows a block that is left out is refused as well. Nothing is tried out first,
  // because the same request would be refused for ever.
  #leaveOutThinking(choice: PlanChoice): RecoveryAction {
    const { thinkingFrom: before } = this.#session.state;
    const end = this.#answersEnd();
    this.#thinkingFrom = thinkingBehind(end, before);
    const isAgain = this.#thinkingFrom > end;
    const because = `${choice.model.ref} refused the thinking of earlier answers`;
    const message = `${because}; the thread goes on without it` +
      (isAgain ? `, and without that of the next ${REST} entries, because this happens often.` : ".");
    return { warning: { code: "thinking_left_out", message }, next: choice, reason: "thinking", because };
  }

  async #fallBack(error: AgentError, { model }: PlanChoice): Promise<RecoveryAction | undefined> {
    const { fallback } = this.#session;
    if (fallback === undefined || fallback.ref === model.ref || this.#primaryFailure) return undefined;
    this.#primaryFailure = error;
    this.#resent = 0; // what the other model lacks is learned as well
    const because = `${model.ref} failed with ${error.code}`;
    const action = { reason: "fallback" as const, because };
    try {
      const next = await planChoiceFor(this.#session, fallback, this.#deps);
      const message = `${because}; ${next.model.ref} is called instead. The error was: ${error.message}`;
      return { ...action, warning: { code: "model_fallback", message }, next };
    } catch (thrown) {
      const message = `${because}; ${fallback.ref} cannot be called instead: ${toAgentError(thrown).message}`;
      return { ...action, warning: { code: "model_fallback", message }, next: error };
    }
  }

  #afterFallback(error: AgentError, { model }: PlanChoice): RecoveryAction | undefined {
    const next = this.#finalError(error);
    if (next === error) return undefined;
    const because = `${model.ref} failed with ${error.code} as well`;
    const warning = { code: "model_fallback", message: `${because}. The error was: ${error.message}` };
    return { warning, next, reason: "fallback", because };
  }

  // A final failure of the fallback model does not end a run whose own model may answer later. Failures of Treadle stand.
  #finalError(error: AgentError): AgentError {
    const isFinal = !error.retryable && error.code.startsWith("model_");
    return isFinal && this.#primaryFailure?.retryable ? this.#primaryFailure : error;
  }
}

/**
 * The features that a refusal adds to the known lacks, in the order of {@link FEATURES}; only these change the next request.
 * `forced_thinking` of a model that is not known to think means every forced choice: `required` and `tool`.
 */
function newLacks(error: AgentError, { lacks, thinks }: PlanChoice): readonly Lack[] {
  if (!(error instanceof ModelError)) return [];
  const named = new Set(
    error.lacks.flatMap((feature) => feature === "forced_thinking" && !thinks ? FORCED_CHOICES : [feature]),
  );
  return inOrder(named).filter((lack) => lacks[lack] === undefined);
}

const FORCED_CHOICES: readonly Lack[] = ["required", "tool"];

function orError(choice: () => PlanChoice): PlanChoice | AgentError {
  try {
    return choice();
  } catch (thrown) {
    return toAgentError(thrown);
  }
}

function capitalize(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
