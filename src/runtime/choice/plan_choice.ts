// Choosing: what a plan is made under. The resolved choice, enforced for the model that is about to be asked, by what is known
// of that model from the table, the agent and the lessons (rows C1, C4, C5).

import { toolsToSend } from "../../choice/tool_trimming.ts";
import { enforce } from "../../choice/enforce.ts";
import { mostCalls, resolveChoice, type ResolvedChoice } from "../../choice/resolve.ts";
import type { Agent } from "../../core/agent.ts";
import { amended, type Capabilities, type Feature, type Lacks } from "../../core/capability.ts";
import type { LearnedState, RunState } from "../../core/state.ts";
import type { EffectiveChoice, EnforcedChoice, ToolChoice } from "../../core/tool_choice.ts";
import { knownOf, type Lesson, readLearned } from "./learned_capabilities.ts";
import type { ResolvedModel, RuntimeDeps, StepRequest } from "../request.ts";
import type { Session } from "../session/open.ts";

export interface PlanChoice {
  /** Who is asked. */
  readonly model: ResolvedModel;
  /** The choice as it is told, and what the provider is given for it. */
  readonly effective: EffectiveChoice;
  readonly enforced: EnforcedChoice;
  /** What the model lacks, as far as is known. */
  readonly lacks: Lacks;
  readonly thinks: boolean;
  /** What was learned of the model, for the thread to remember. */
  readonly learned: LearnedState | undefined;
}

/**
 * The choice of the session's next plan. A promise only when the store has to be asked what was learned: when a forced, named
 * or forbidding choice would go onto the wire, and neither this isolate nor the thread has heard of the model. Under auto an
 * unknown lesson costs a refusal at most, and a request to the store with every first step would cost more.
 * Throws `choice_unsupported` when the choice cannot be held and must be.
 */
export function planChoiceFor(
  session: Session,
  model: ResolvedModel,
  deps: RuntimeDeps,
): PlanChoice | Promise<PlanChoice> {
  const resolved = resolve(session, deps);
  const known = knownOf(session, model.ref, deps);
  const choosing = choose(session, model, resolved, known);
  if (known !== undefined || choosing.enforced.choice.type === "auto") return choosing;
  return readLearned(session, model.ref, deps).then((lesson) =>
    lesson.features.length === 0 ? choosing : choose(session, model, resolved, lesson)
  );
}

/** The same choice under what is known now. Throws `choice_unsupported` as {@link planChoiceFor} does. */
export function replanChoice(
  session: Session,
  model: ResolvedModel,
  lesson: Lesson,
  deps: RuntimeDeps,
): PlanChoice {
  return choose(session, model, resolve(session, deps), lesson);
}

function resolve({ agent, state, header, pending, inbox }: Session, deps: RuntimeDeps): ResolvedChoice {
  const aboutToRun = pending.filter(({ disposition: { type } }) => type === "run" || type === "approve");
  return resolveChoice({
    agent,
    run: state.run,
    counters: { ...header.counters, calls: header.counters.calls + aboutToRun.length },
    environment: deps.environmentChoice,
    acted: inbox.length === 0 && (pending.length > 0 || state.run.acted === true),
  });
}

function choose(
  { agent, state }: Session,
  model: ResolvedModel,
  resolved: ResolvedChoice,
  lesson: Lesson | undefined,
): PlanChoice {
  const capabilities = capabilitiesOf(model, agent, lesson?.features ?? []);
  const { lacks, thinks } = capabilities;
  const enforced = enforceFor(resolved.choice, agent, capabilities, state.run);
  const { choice, tools, parallel, enforcement, because, warnings } = enforced;
  const effective: EffectiveChoice = {
    requested: resolved.choice,
    source: resolved.source,
    sent: model.provider.map({
      model: model.model,
      choice,
      tools,
      parallel,
      settings: agent.settings,
      lacks,
    }),
    toolsSent: tools.map(({ name }) => name),
    enforcement,
    because: `${resolved.because}; ${because}`,
    warnings,
  };
  const learned = lesson && lesson.features.length > 0
    ? { model: model.ref, features: lesson.features, until: lesson.until }
    : undefined;
  return { model, effective, enforced, lacks, thinks, learned };
}

function capabilitiesOf(
  { provider, model, ref }: ResolvedModel,
  { settings, capabilities, fallbackModel }: Agent,
  learned: readonly Feature[],
): Capabilities {
  // What an agent says of its model holds for that one, not for the one that answers in its place.
  return amended(provider.capabilities(model, settings), ref === fallbackModel ? {} : capabilities, learned);
}

function enforceFor(
  choice: ToolChoice,
  agent: Agent,
  capabilities: Capabilities,
  asked: Pick<RunState, "parallel" | "onUnsupported">,
): EnforcedChoice {
  return enforce({
    choice,
    tools: toolsToSend(agent),
    parallel: mostCalls(agent, asked) === 1 ? false : undefined,
    capabilities,
    onUnsupported: asked.onUnsupported ?? agent.onUnsupported,
    onlyNeeded: agent.tokenEfficient,
  });
}

/**
 * Refuses a choice that the request names and that the agent's model is known never to hold, where that is refused rather than
 * degraded. Asks nobody, so it may come before the thread is taken; what only the lessons know is refused after that.
 */
export function assertHoldable(
  { toolChoice, parallel, onUnsupported }: Pick<StepRequest, "toolChoice" | "parallel" | "onUnsupported">,
  agent: Agent,
  model: ResolvedModel,
): void {
  if (toolChoice === undefined || (onUnsupported ?? agent.onUnsupported) !== "error") return;
  enforceFor(toolChoice, agent, capabilitiesOf(model, agent, []), { parallel, onUnsupported });
}

/** What a model call without tools is made under: a summary. */
export function choiceWithoutTools(session: Session, model: ResolvedModel, deps: RuntimeDeps): PlanChoice {
  const because = "a summary uses no tools";
  const lesson = knownOf(session, model.ref, deps);
  const { lacks, thinks } = capabilitiesOf(model, session.agent, lesson?.features ?? []);
  return {
    model,
    effective: {
      ...{ requested: { type: "none" }, source: "execution", sent: null, toolsSent: [] },
      ...{ enforcement: "none", because, warnings: [] },
    },
    enforced: {
      ...{ choice: { type: "none" }, tools: [], parallel: undefined, hint: undefined },
      ...{ enforcement: "none", because, warnings: [] },
    },
    ...{ lacks, thinks, learned: undefined },
  };
}
