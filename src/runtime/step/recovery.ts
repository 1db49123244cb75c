// What may be done within the step about a plan that failed or went wrong, each at most once: asking without what the model
// lacks (row C4), asking another model (row P9), asking once more with a word about what was wrong (row C6).

import { correctable, corrected } from "../../choice/correct.ts";
import type { ChoiceVerification } from "../../choice/verify.ts";
import { type Feature, FEATURES, lacksIn } from "../../core/capability.ts";
import type { Plan } from "../../core/driver.ts";
import { type AgentError, type ErrorCode, toAgentError } from "../../core/error.ts";
import type { RestartReason } from "../../core/event.ts";
import type { LearnedState } from "../../core/state.ts";
import type { Violation, Warning } from "../../core/tool_choice/choice_report.ts";
import { addCounters, ZERO_COUNTERS } from "../../core/usage.ts";
import { exhausted } from "../session/budget.ts";
import { type PlanChoice, planChoiceFor, replanChoice } from "../choice/plan_choice.ts";
import { type CapabilityRefusal, learnedWith, recordLearned } from "../choice/learned_capabilities.ts";
import type { RuntimeDeps } from "../request.ts";
import type { Session } from "../session/session.ts";

/** What is told, and how it goes on: asked again, or failed for a reason of its own. */
export interface RecoveryAction {
  readonly warning: Warning;
  readonly next: PlanChoice | AgentError;
  readonly reason: RestartReason;
  readonly because: string;
}

/**
 * Failures that another model may not have. Those that are about the request itself (its shape, its length, its content) would
 * meet it there as well, or ought to be seen.
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
]);

/** The remedies of one step. */
export class PlanRecovery {
  readonly #session: Session;
  readonly #deps: RuntimeDeps;
  #hasResent = false;
  /** Why the fallback model was asked. */
  #passedOn: AgentError | undefined;
  #learned: LearnedState | undefined;
  /** A lesson whose trial is running: the model is asked without what it refused. */
  #unconfirmed: (CapabilityRefusal & { readonly code: ErrorCode }) | undefined;
  readonly #storing: Promise<void>[] = [];
  #corrected: Violation | undefined;
  /** What the answer that was dropped had called. */
  #called: readonly string[] = [];

  constructor(session: Session, deps: RuntimeDeps) {
    this.#session = session;
    this.#deps = deps;
  }

  /** What the step has learned and found true, for the thread to remember. */
  get learned(): LearnedState | undefined {
    return this.#learned;
  }

  /** What is being written to the store meanwhile; all of it settles well. */
  get storing(): readonly Promise<void>[] {
    return this.#storing;
  }

  /** How the answer before the last one violated the choice. */
  get corrected(): Violation | undefined {
    return this.#corrected;
  }

  /** For a plan that failed before it said anything. Undefined when the failure is the step's. */
  async afterFailure(thrown: unknown, choice: PlanChoice): Promise<RecoveryAction | undefined> {
    const error = toAgentError(thrown);
    if (error.details.afterOutput === true) return undefined;
    const features = lackingIn(error, choice);
    // Refused all the same: what was left out was not the reason, and a day of degraded choices would follow from it.
    if (features.length === 0 && error.code === this.#unconfirmed?.code) this.#unconfirmed = undefined;
    else this.confirm();
    if (features.length > 0) return this.#learn(features, error, choice);
    const action = FALLBACK_CODES.has(error.code) ? await this.#fallBack(error, choice) : undefined;
    return action ?? this.#afterFallback(error, choice);
  }

  /** The model has answered, or failed in another way: it was right about what it lacks, and that is remembered. */
  confirm(): void {
    const refusal = this.#unconfirmed;
    if (refusal === undefined) return;
    this.#unconfirmed = undefined;
    this.#learned = { model: refusal.model, ...refusal.learned };
    this.#storing.push(recordLearned(this.#session, refusal, this.#deps));
  }

  /**
   * For a plan that violated its choice: asked again when the agent wants that, it can help, and the step has as much time left
   * as the first answer took and budget for another.
   */
  afterViolation(
    verdict: ChoiceVerification,
    plan: Plan,
    choice: PlanChoice,
    { startedAt, askedAt }: { readonly startedAt: number; readonly askedAt: number },
  ): RecoveryAction | undefined {
    const { agent, header, state } = this.#session;
    if (agent.onViolation !== "retry" || this.#corrected !== undefined) return undefined;
    const violation = correctable(verdict, plan.finish, choice.enforced);
    if (violation === undefined) return undefined;
    const now = this.#deps.clock();
    if (agent.limits.stepMs - (now - startedAt) < now - askedAt) return undefined;
    const { inputTokens, outputTokens } = plan.usage;
    const spent = { ...ZERO_COUNTERS, inputTokens, outputTokens, wallMs: now - startedAt };
    if (exhausted(agent, addCounters(header.counters, spent), state.run)) return undefined;
    this.#corrected = violation;
    this.#called = plan.blocks.flatMap((block) => block.type === "call" ? [block.name] : []);
    const because = `the answer violated the tool choice: ${violation}`;
    const warning = {
      code: "choice_violated",
      message: `${capitalized(because)}; it was asked for once more.`,
    };
    return { warning, next: this.#withCorrection(choice), reason: "violation", because };
  }

  #learn(features: readonly Feature[], error: AgentError, choice: PlanChoice): RecoveryAction {
    const { model } = choice;
    const learned = learnedWith(this.#session, model.ref, features, this.#deps);
    this.#unconfirmed = { model: model.ref, features, learned, code: error.code };
    const because = `${model.ref} refused the request for what it lacks: ${features.join(", ")}`;
    const warning = { code: "capability_learned", message: `${because}.` };
    const isSecond = this.#hasResent;
    this.#hasResent = true;
    const next = isSecond
      ? this.#worthAnother(error)
      : orError(() => this.#withCorrection(replanChoice(this.#session, model, learned, this.#deps)));
    if (next instanceof Error) this.confirm(); // no trial follows: the word of the refusal is all there is
    return { warning, next, reason: "capability", because };
  }

  async #fallBack(error: AgentError, { model }: PlanChoice): Promise<RecoveryAction | undefined> {
    const { fallback } = this.#session;
    if (fallback === undefined || fallback.ref === model.ref || this.#passedOn) return undefined;
    this.#passedOn = error;
    const because = `${model.ref} failed with ${error.code}`;
    const told = { reason: "fallback" as const, because };
    try {
      const next = this.#withCorrection(
        await planChoiceFor(this.#session, fallback, this.#deps),
      );
      const message = `${because}; ${next.model.ref} is asked instead. It said: ${error.message}`;
      return { ...told, warning: { code: "model_fallback", message }, next };
    } catch (thrown) {
      const message = `${because}; ${fallback.ref} cannot be asked instead: ${toAgentError(thrown).message}`;
      return { ...told, warning: { code: "model_fallback", message }, next: error };
    }
  }

  #afterFallback(error: AgentError, { model }: PlanChoice): RecoveryAction | undefined {
    const next = this.#worthAnother(error);
    if (next === error) return undefined;
    const because = `${model.ref} failed with ${error.code} as well`;
    const warning = { code: "model_fallback", message: `${because}. It said: ${error.message}` };
    return { warning, next, reason: "fallback", because };
  }

  // A fallback that fails for good must not end a run whose own model may answer later. Faults of ours stay visible.
  #worthAnother(error: AgentError): AgentError {
    const isFinal = !error.retryable && error.code.startsWith("model_");
    return isFinal && this.#passedOn?.retryable ? this.#passedOn : error;
  }

  // Whoever is asked after a violation is told of it.
  #withCorrection(choice: PlanChoice): PlanChoice {
    if (this.#corrected === undefined) return choice;
    const { enforced, effective: { requested } } = choice;
    return { ...choice, enforced: corrected(enforced, requested, this.#corrected, this.#called) };
  }
}

// What the refusal says that was not known, so that asking again asks for something else. A model that refuses a forced choice
// because it thinks, although nobody knew that it does, refuses every forced choice.
function lackingIn(error: AgentError, { lacks, thinks }: PlanChoice): readonly Feature[] {
  const said = lacksIn(error);
  const meant: Feature[] = said.includes("forced_thinking") && !thinks ? [...said, "required", "tool"] : said;
  return FEATURES.filter((feature) => meant.includes(feature) && lacks[feature] === undefined);
}

function orError(choice: () => PlanChoice): PlanChoice | AgentError {
  try {
    return choice();
  } catch (thrown) {
    return toAgentError(thrown);
  }
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
