// The second half of a step: one plan, asked for until it is there or the step has failed. What is done about a failure or a
// violation is in remedies.ts; here it is told and tried.

import { type ChoiceVerification, verifyChoice } from "../../choice/verify.ts";
import type { Plan, PlanEvent, Turn } from "../../core/driver.ts";
import type { Entry } from "../../core/entry.ts";
import { AgentError } from "../../core/error.ts";
import type { StepEventBody } from "../../core/event.ts";
import { newId } from "../../core/id.ts";
import type { LearnedState } from "../../core/state.ts";
import type { Violation, Warning } from "../../core/tool_choice.ts";
import { addUsage, type Usage } from "../../core/usage.ts";
import type { PlanChoice } from "../choice/plan_choice.ts";
import { patienceWith } from "./abort_grace.ts";
import { Remedies, type Remedy } from "./recovery.ts";
import type { RuntimeDeps } from "../request.ts";
import type { Session } from "../session/open.ts";

/** How the asking stands. What is in here stays true when it fails in the end. */
export interface Asking {
  /** Under which choice, and whom. */
  choosing: PlanChoice;
  /** Of answers that were dropped. */
  usage: Usage | undefined;
  /** What was learned of a model meanwhile. */
  learned: LearnedState | undefined;
  /** How the answer that was dropped violated the choice. */
  corrected: Violation | undefined;
  /** Told so far in this step. */
  readonly warnings: Warning[];
}

export interface PlanOptions {
  /** What was observed and said since the history was read. */
  readonly seen: readonly Entry[];
  /** When the step began. */
  readonly startedAt: number;
  readonly signal: AbortSignal;
}

/** A plan and whether it kept to its choice. Its usage is that of all answers. */
export interface JudgedPlan {
  readonly plan: Plan;
  readonly verdict: ChoiceVerification;
}

/** Asks for a plan. Throws what the provider throws, and `choice_unsupported` when a lesson leaves no way to hold the choice. */
export async function* planFrom(
  asking: Asking,
  session: Session,
  { seen, startedAt, signal }: PlanOptions,
  deps: RuntimeDeps,
): AsyncGenerator<StepEventBody, JudgedPlan> {
  const driver = deps.driver(session.agent.driver);
  const patience = patienceWith(signal, deps);
  const remedies = new Remedies(session, deps);
  let told = 0; // blocks, over all answers
  try {
    for (;;) {
      const from = told;
      const askedAt = deps.clock();
      const planning = driver.plan(turnOf(session, seen, asking.choosing, signal, deps));
      let isDone = false;
      let remedy: Remedy | undefined;
      try {
        for (;;) {
          const next = await patience.wait(planning.next());
          if (!signal.aborted && (next.done || next.value.type !== "warning")) remedies.proven();
          if (next.done) {
            isDone = true;
            const judged = judge(next.value, asking, session, signal);
            remedy = remedies.afterViolation(judged.verdict, next.value, asking.choosing, {
              startedAt,
              askedAt,
            });
            if (!remedy) return judged;
            asking.usage = judged.plan.usage;
            break;
          }
          const event = from === 0 ? next.value : behind(next.value, from);
          if (event.type === "warning") {
            yield* tell(event, asking);
            continue;
          }
          if (event.block >= told) told = event.block + 1;
          yield event;
        }
      } catch (thrown) {
        remedy = signal.aborted || told > from
          ? undefined
          : await remedies.afterFailure(thrown, asking.choosing);
        if (!remedy) throw thrown;
      } finally {
        // A driver that is left early may tidy up, but nobody waits for one that does not listen.
        if (!isDone) planning[Symbol.asyncDispose]().then(undefined, () => {});
      }
      asking.corrected = remedies.corrected;
      yield* restart(asking, remedy, told, session, deps);
    }
  } finally {
    patience.end();
    asking.learned = remedies.learned;
    if (remedies.storing.length > 0) await Promise.all(remedies.storing);
  }
}

function judge(
  plan: Plan,
  { choosing, usage }: Asking,
  { agent }: Session,
  signal: AbortSignal,
): JudgedPlan {
  const called = plan.blocks.flatMap((block) => block.type === "call" ? [block.name] : []);
  const answered = {
    called,
    tools: agent.tools,
    finish: plan.finish,
    oneAtMost: agent.limits.parallelCalls === 1,
  };
  const verdict: ChoiceVerification = isCancelled(signal)
    ? { outcome: { type: "cut" }, satisfies: false }
    : verifyChoice(choosing.effective.requested, answered);
  return { plan: usage ? { ...plan, usage: addUsage(usage, plan.usage) } : plan, verdict };
}

function* restart(
  asking: Asking,
  { warning, next, reason, because }: Remedy,
  from: number,
  { ref: { tenant, thread }, agent }: Session,
  deps: RuntimeDeps,
): Generator<StepEventBody, void> {
  yield* tell(warning, asking);
  if (next instanceof AgentError) throw next;
  asking.choosing = next;
  const { model: { ref: model }, effective } = next;
  deps.log("info", "plan restarted", { thread, tenant, agent: agent.name, model, reason, because });
  yield { type: "plan.restarted", model, choice: effective, reason, because, from };
  for (const warning of effective.warnings) yield* tell(warning, asking);
}

// Once a step, however often it asks.
function* tell({ code, message }: Warning, { warnings }: Asking): Generator<StepEventBody, void> {
  if (warnings.some((told) => told.message === message)) return;
  warnings.push({ code, message });
  yield { type: "warning", code, message };
}

/** The event of an answer whose blocks are numbered behind those of an earlier one. */
function behind(event: PlanEvent, from: number): PlanEvent {
  return event.type === "warning" ? event : { ...event, block: event.block + from };
}

/** The step was told to stop: the driver has returned what was said until then, and the commit will find that it was fenced. */
export function isCancelled({ aborted, reason }: AbortSignal): boolean {
  return aborted && reason instanceof AgentError && reason.code === "step_cancelled";
}

/** The turn that a driver plans from, given what was observed since the history was read. */
export function turnOf(
  session: Session,
  seen: readonly Entry[],
  { model, effective, enforced, lacks }: PlanChoice,
  signal: AbortSignal,
  deps: RuntimeDeps,
): Turn {
  const { agent, history } = session;
  return {
    get entries() {
      return [...history.prompt, ...seen];
    },
    entriesFrom: (count) => [...history.promptFrom(count), ...seen],
    memo: history.memo,
    remember: (memo) => history.remember(memo),
    agent,
    provider: model.provider,
    model: model.model,
    modelRef: model.ref,
    summary: session.header.summary,
    plan: session.meta.plan ?? agent.plan,
    tools: agent.tools,
    choice: effective,
    enforced,
    lacks,
    cacheKey: `${session.ref.tenant}/${session.ref.thread}`,
    mintCallId: () => newId("call", deps.random),
    io: { fetch: deps.fetch, signal },
  };
}
