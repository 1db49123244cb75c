// The second half of a step: one plan, tried until there is one or the step has failed. What follows a failure or a violation is
// decided in recovery.ts.

import { withCost } from "../../core/budget/price.ts";
import type { Plan } from "../../core/driver.ts";
import { AgentError, type ErrorCode, isCancelled, toAgentError } from "../../core/error.ts";
import type { AnswerDropped, PlanEvent, RestartReason } from "../../core/event.ts";
import type { Entry } from "../../core/entry.ts";
import type { LearnedState } from "../../core/state.ts";
import type { Violation, Warning } from "../../core/tool_choice/choice_report.ts";
import { addUsage, type Usage } from "../../core/usage.ts";
import type { RefusedFeature } from "../hooks/counted_step.ts";
import type { PlanChoice } from "../plan/plan_choice.ts";
import { type PlanVerification, verifyPlan } from "./judge_plan.ts";
import type { RecoveryBudget } from "../spending.ts";
import { RedactedAnswer } from "../redaction/redact_answer.ts";
import type { Attempt } from "../log/earlier_requests.ts";
import { SentRequest } from "../log/request_record.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { DraftBase } from "../draft.ts";
import type { Session } from "../session.ts";
import { withAbortGrace } from "./abort_grace.ts";
import type { SentTurn } from "../log/earlier_prompt.ts";
import type { FreshRequests } from "../log/fresh_request.ts";
import { causeOfRefusal, checkPrefix, createFreshRequests } from "../log/prefix_watch.ts";
import { PlanEvents } from "./plan_events.ts";
import { PromptLog } from "./prompt_log.ts";
import { PlanRecovery, type RecoveryAction } from "./retry_plan.ts";
import type { RunningStep } from "./running_step.ts";
import { createTurn, thinkingFrom } from "./turn.ts";

/** How the planning of a step ended, with what all its tries found. */
export type PlanResult = PlanEnd & {
  /** Of the last try. */
  readonly choice: PlanChoice;
  /** What was learned of a model meanwhile. */
  readonly learned: LearnedState | undefined;
  /** How an answer that was dropped violated the choice. */
  readonly corrected: Violation | undefined;
  /** See {@link AgentState.thinkingFrom}; undefined where the step left nothing out anew. */
  readonly thinkingFrom: number | undefined;
  /** What the models' APIs refused. */
  readonly refused: readonly RefusedFeature[];
  /** What the model was told, and the cuts of the prompt, in order: they stand behind what the step has seen. */
  readonly log: readonly Entry[];
  /** From the first request to the end of the last answer. */
  readonly ms: number;
  /** Of the whole step, each message once. */
  readonly warnings: readonly Warning[];
  /** Every call of the driver. */
  readonly attempts: readonly Attempt[];
  /** A model has refused the request for its length, before any output. */
  readonly isTooLong: boolean;
};

type PlanEnd =
  /** `plan.usage` is that of all answers. */
  | {
    readonly type: "planned";
    readonly plan: Plan;
    readonly verification: PlanVerification;
    readonly sent: SentRequest;
    /** Answers that the driver dropped before this one. */
    readonly dropped: number;
  }
  /** `usage` is that of answers that were dropped. */
  | { readonly type: "failed"; readonly error: AgentError; readonly usage: Usage | undefined };

/** What a plan is made from besides the choice and the session. */
export interface PlanOptions {
  /** Observations and inputs since the history was read. */
  readonly seen: readonly Entry[];
  /** Of the step so far. */
  readonly warnings: readonly Warning[];
  readonly running: RunningStep;
}

/** Makes a plan. Failures of the model and violations of the choice are results, not rejections. */
export async function makePlan(
  first: PlanChoice,
  session: Session,
  { seen, warnings, running }: PlanOptions,
  deps: RuntimeDeps,
): Promise<PlanResult> {
  const recovery = new PlanRecovery(session, deps);
  const events = new PlanEvents(running.emit, warnings);
  const log = new PromptLog(session, seen, deps);
  const spend = deps.spending?.recovery(session.agent);
  const fresh = createFreshRequests(session, deps);
  let choice = first;
  let dropped: Usage | undefined;
  const attempts: Attempt[] = [];
  let isTooLong = false;
  const onDropped = (event: AnswerDropped) => {
    const usage = withCost(event.usage, choice.model.price);
    dropped = dropped ? addUsage(dropped, usage) : usage;
    events.beginAnswer();
    if (!event.again) return;
    const message = `The answer could not be used (${event.because}); it was requested again.`;
    events.warn({ code: "answer_retried", message });
    restart({ reason: "answer", because: event.because }, choice, events, session, deps);
  };
  const startedAt = deps.clock();
  const toResult = (end: PlanEnd): PlanResult => {
    const { learned, corrected, refused } = recovery;
    const ms = deps.clock() - startedAt;
    return {
      ...end,
      choice,
      learned,
      corrected,
      refused,
      ms,
      thinkingFrom: thinkingFrom(recovery, log),
      log: log.entries,
      warnings: events.warnings,
      attempts,
      isTooLong,
    };
  };
  try {
    for (;;) {
      const begun = await log.begin(choice);
      if (begun !== choice && JSON.stringify(begun.effective) !== JSON.stringify(choice.effective)) {
        restart({ reason: "tools", because: NEW_PROMPT }, begun, events, session, deps);
      }
      choice = begun;
      const context = { session, seen, log, spend, fresh, running, recovery, events, onDropped };
      const answer = await ask(choice, context, deps);
      const { sent } = answer;
      let action: RecoveryAction | undefined;
      if (answer.type === "planned") {
        const usage = withCost(answer.plan.usage, choice.model.price);
        const plan = { ...answer.plan, usage: dropped ? addUsage(dropped, usage) : usage };
        const verification = verifyPlan(plan, choice, session, running.signal, deps);
        const times = { startedAt: running.startedAt, askedAt: answer.askedAt };
        action = spend?.permitsAnother !== false
          ? recovery.afterViolation(verification, plan, choice, times)
          : undefined;
        if (!action) {
          const warning = answer.asked && await checkPrefix(answer.asked, session, deps);
          if (warning) events.warn(warning);
          attempts.push({ choice, sent, why: undefined });
          return toResult({ type: "planned", plan, verification, sent, dropped: answer.dropped });
        }
        dropped = plan.usage;
      } else {
        const mayRecover = !events.hasOutput && !running.signal.aborted;
        isTooLong ||= mayRecover && toAgentError(answer.thrown).code === "model_context_length";
        action = mayRecover ? await recovery.afterFailure(answer.thrown, choice) : undefined;
        if (!action) {
          attempts.push({ choice, sent, why: "failure" });
          const own = answer.usage && withCost(answer.usage, choice.model.price);
          const usage = own && dropped ? addUsage(dropped, own) : own ?? dropped;
          return toResult({ type: "failed", error: toAgentError(answer.thrown), usage });
        }
        if (action.reason === "thinking") action = await withCause(action, answer, deps);
      }
      events.warn(action.warning);
      attempts.push({ choice, sent, why: action.next instanceof AgentError ? "failure" : action.reason });
      if (action.next instanceof AgentError) {
        return toResult({ type: "failed", error: action.next, usage: dropped });
      }
      log.tell("correction", action.correction);
      choice = action.reason === "thinking" ? action.next.unframed() : action.next;
      if (action.reason === "thinking") log.cut(["thinking"], choice);
      restart(action, choice, events, session, deps);
    }
  } finally {
    await Promise.all([...recovery.storing, ...fresh?.comparing ?? []]);
  }
}

const NEW_PROMPT = "a new prompt begins, with the tools that the agent has now";

interface AskContext {
  readonly session: Session;
  readonly seen: readonly Entry[];
  readonly log: PromptLog;
  readonly spend: RecoveryBudget | undefined;
  readonly fresh: FreshRequests | undefined;
  readonly running: RunningStep;
  readonly recovery: PlanRecovery;
  readonly events: PlanEvents;
  readonly onDropped: (event: AnswerDropped) => void;
}

/** `toSentTurn` is the last request, where one was sent. */
type Answer =
  & { readonly sent: SentRequest; readonly asked: SentTurn | undefined }
  & (
    | {
      readonly type: "planned";
      readonly plan: Plan;
      readonly askedAt: number;
      readonly dropped: number;
    }
    /** `usage` is that of a whole answer that cannot be used. */
    | { readonly type: "failed"; readonly thrown: unknown; readonly usage?: Usage | undefined }
  );

/** One call of the driver. What the driver emits after an abandoned call is dropped. */
async function ask(
  choice: PlanChoice,
  { session, seen, log, spend, fresh, running: { signal, isUnread }, recovery, events, onDropped }:
    AskContext,
  deps: RuntimeDeps,
): Promise<Answer> {
  const askedAt = deps.clock();
  let isOpen = true;
  let dropped = 0;
  const emit = (event: PlanEvent) => {
    if (!isOpen) return;
    if (event.type !== "warning" && !signal.aborted) recovery.confirm();
    if (event.type !== "answer.dropped") return events.take(event);
    dropped++;
    onDropped(event);
  };
  events.beginAnswer();
  const sent = new SentRequest(deps, () => ({
    logged: log.entries.length,
    thinkingFrom: thinkingFrom(recovery, log) ?? session.state.thinkingFrom,
  }));
  const redactor = session.plugins?.compiled.redactor;
  const redacted = redactor &&
    new RedactedAnswer(redactor, session.agent.output === undefined ? "words" : "json", emit);
  const take = redacted === undefined ? emit : redacted.take;
  let usage: Usage | undefined;
  let by: Pick<SentTurn, "turn" | "driver"> | undefined;
  const toSentTurn = (): SentTurn | undefined => {
    if (by === undefined || sent.body === undefined) return undefined;
    return {
      ...by,
      body: sent.body,
      model: choice.model,
      history: session.history,
      log: log.entries,
      agent: session.agent,
      framed: choice.framed,
      isOtherDefinition: !log.definition.startsWith(session.state.record?.agent ?? NONE),
      sharedTo: session.meta.forkedFrom?.version ?? -1,
    };
  };
  try {
    const driver = deps.driver(session.agent.driver);
    const turn = createTurn(
      session,
      seen,
      choice,
      { signal, sent, log, recovery, spend, fresh, isUnread },
      deps,
    );
    by = { turn, driver };
    const bridge = session.opened?.bridge;
    const planning = driver.plan(turn, bridge === undefined ? take : bridge.listen(take));
    const planned = await withAbortGrace(planning, signal, deps);
    const whole = bridge === undefined ? planned : { ...planned, blocks: bridge.read(planned.blocks) };
    usage = whole.usage;
    // An answer that has come behind the end of the step's time is a whole one.
    const plan = isCancelled(signal) ? redacted?.breakOff(whole) : redacted?.end(whole);
    if (!signal.aborted) recovery.confirm();
    return { type: "planned", plan: plan ?? whole, askedAt, sent, asked: toSentTurn(), dropped };
  } catch (thrown) {
    redacted?.close();
    return { type: "failed", thrown, usage, sent, asked: toSentTurn() };
  } finally {
    isOpen = false;
  }
}

/** The action after a refusal of thinking, whose warning says what it was refused for. */
async function withCause(
  action: RecoveryAction,
  { thrown, asked }: Extract<Answer, { type: "failed" }>,
  deps: RuntimeDeps,
): Promise<RecoveryAction> {
  const cause = asked && await causeOfRefusal(thrown, asked, deps);
  if (cause === undefined) return action;
  const { warning, because } = action;
  return {
    ...action,
    warning: { ...warning, message: `${warning.message} ${cause}` },
    because: `${because}: ${cause}`,
  };
}

/**
 * A budget has refused the first model call of a step that has done nothing else: the step is refused as one whose budget is
 * used up before its begin. It counts in no limit, and its inputs are given back.
 */
export function isRefusedUnspent(
  { error, usage, refused }: Extract<PlanResult, { type: "failed" }>,
  { acted, children }: DraftBase,
): boolean {
  return BUDGET_CODES.includes(error.code) && usage === undefined && refused.length === 0 &&
    acted.length === 0 && children === undefined;
}

const BUDGET_CODES: readonly ErrorCode[] = ["budget_exhausted", "budget_reserved", "price_unknown"];

/** Of a fork, whose record begins with its first answer. */
const NONE = "none";

function restart(
  { reason, because }: { readonly reason: RestartReason; readonly because: string },
  { model: { ref: model }, effective }: PlanChoice,
  events: PlanEvents,
  { ref: { tenant, thread }, agent }: Session,
  deps: RuntimeDeps,
): void {
  deps.log("info", "plan restarted", { thread, tenant, agent: agent.name, model, reason, because });
  events.restart({ type: "plan.restarted", model, choice: effective, reason, because });
  for (const warning of effective.warnings) events.warn(warning);
}
