// PlanChoice: what a plan is made under. The resolved choice, enforced for the model of the next call by what is known of that
// model from the capability table, the agent and learned capabilities.

import { toolsToSend } from "../choice/tool_trimming.ts";
import { isSearch } from "../choice/bridged_choice.ts";
import { withReading } from "../choice/reading.ts";
import { type CarriedFrame, carryFrame } from "../choice/carried_frame.ts";
import { isStrict } from "../choice/enforce.ts";
import { type ChoiceInputs, resolveChoice } from "../choice/resolve.ts";
import { choiceInWords, type ResolvedChoice } from "../choice/resolved_choice.ts";
import { type Agent, namedModels } from "../../core/agent.ts";
import type { Driver } from "../../core/driver.ts";
import { AgentError, toAgentError } from "../../core/error.ts";
import { amended, type Capabilities, type Lack, type Lacks } from "../../core/model/capability.ts";
import type { LearnedState } from "../../core/state.ts";
import type { EffectiveChoice, Warning } from "../../core/tool_choice/choice_report.ts";
import { isDefinedOnce } from "../history/tool_changes.ts";
import type { LearnedCapability } from "./capability_cache.ts";
import { ALL_TOLD, type UntoldNames, untoldNames } from "../choice/told_tools.ts";
import { enforceFor } from "./enforce_for.ts";
import { findLearned, readLearned } from "./learned_capabilities.ts";
import { countersAtPlan, findDecisions } from "../hooks/in_step/session_plugins.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import type { ShadowPlugin } from "../hooks/choice_hooks.ts";
import type { EnforcedChoice } from "../../core/model/enforced_choice.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { ResolvedModel } from "../resolved_model.ts";
import type { StepRequest } from "../request.ts";
import type { Session } from "../session.ts";

/** What a plan is made under. */
export interface PlanChoice {
  /** The model of the next call. */
  readonly model: ResolvedModel;
  /** The choice as it is reported, and what the provider is given for it. */
  readonly effective: EffectiveChoice;
  readonly enforced: EnforcedChoice;
  /** The tool `read_output` is offered. */
  readonly reads: boolean;
  readonly toolForm: Driver["toolForm"];
  /** Names that no notice about the choice has. */
  readonly untold: UntoldNames;
  /** The choice as it was resolved. */
  readonly resolved: ResolvedChoice;
  /** What the model lacks, as far as is known. */
  readonly lacks: Lacks;
  readonly thinks: boolean;
  /** See CapabilityTable. */
  readonly bindsThinking: boolean;
  readonly schemaInPrompt: boolean;
  readonly sealsSummaries: boolean;
  /** What was learned of the model, for the state of the thread. */
  readonly learned: LearnedState | undefined;
  /** The frame that the prompt goes on with, where it is not that of the agent now. */
  readonly framed: CarriedFrame | undefined;
  /** The same choice for a prompt that begins anew, with the agent as it is now. */
  unframed(): PlanChoice;
}

/**
 * The choice of the session's next plan. It is a promise only when the store is read for learned capabilities: when a forced,
 * named or forbidding choice would go onto the wire, and neither this isolate nor the thread has a record of the model.
 * Under auto an unknown lack costs one refusal at most, and a store request with every first step would cost more.
 *
 * @throws {AgentError} choice_unsupported - when the choice must be enforced and the model's API cannot do so
 * @throws {AgentError} plugin_failed, policy_invalid - when a plugin cannot choose
 */
export function planChoiceFor(
  session: Session,
  model: ResolvedModel,
  deps: RuntimeDeps,
): PlanChoice | Promise<PlanChoice> {
  const resolved = resolve(session, deps);
  const known = findLearned(session, model.ref, deps);
  const choosing = choose(session, model, resolved, known, deps);
  if (known !== undefined || choosing.enforced.choice.type === "auto") return choosing;
  return readLearned(session, model.ref, deps).then((found) =>
    found.features.length === 0 ? choosing : choose(session, model, resolved, found, deps)
  );
}

/**
 * The same choice under what is known now.
 *
 * @throws {AgentError} choice_unsupported
 */
export function replanChoice(
  session: Session,
  model: ResolvedModel,
  found: LearnedCapability,
  deps: RuntimeDeps,
): PlanChoice {
  return choose(session, model, resolve(session, deps), found, deps);
}

/**
 * The same choice behind a plan whose calls are refused: `none` is held by sending no tools.
 *
 * @throws {AgentError} choice_unsupported
 */
export function choiceAfterRefusal(session: Session, { model }: PlanChoice, deps: RuntimeDeps): PlanChoice {
  const { state, state: { run } } = session;
  const refused = { ...session, state: { ...state, run: { ...run, refused: (run.refused ?? 0) + 1 } } };
  return choose(refused, model, resolve(session, deps), findLearned(session, model.ref, deps), deps);
}

interface Resolved extends ResolvedChoice {
  readonly warnings: readonly Warning[];
}

function resolve(session: Session, deps: RuntimeDeps): Resolved {
  const { agent, state, pending, inbox } = session;
  const { offers, choose, shadows = [] } = findDecisions(session) ?? {};
  const inputs: ChoiceInputs = {
    agent,
    run: state.run,
    counters: countersAtPlan(session),
    environment: deps.environmentChoice,
    acted: inbox.length === 0 &&
      (state.run.acted === true || pending.some(({ name }) => !isSearch(name, agent))),
    offers,
    choose,
  };
  const resolved = resolveChoice(inputs);
  const { warnings = [] } = resolved;
  if (shadows.length === 0) return { ...resolved, warnings };
  return {
    ...resolved,
    warnings: [...warnings, ...shadows.flatMap((each) => shadowWarning(each, inputs, resolved))],
  };
}

/** What the plan would be under, were the plugin in shadow applied; nothing where that is the same choice. */
function shadowWarning(
  shadow: ShadowPlugin,
  inputs: ChoiceInputs,
  { choice }: ResolvedChoice,
): readonly Warning[] {
  const plugin = `${shadow.title.slice(0, 1).toUpperCase()}${shadow.title.slice(1)}`;
  const applied = resolveWith(shadow, inputs);
  const toWarning = (what: string): Warning[] => [
    { code: "policy_shadow", message: `${plugin} is in shadow; enforced, this plan would ${what}` },
  ];
  if (applied instanceof AgentError) return toWarning(`fail: ${applied.message}`);
  const words = choiceInWords(applied.choice);
  return words === choiceInWords(choice) ? [] : toWarning(`be under ${words}: ${applied.because}.`);
}

/** In shadow a plugin changes nothing, so one that fails fails no step. */
function resolveWith(shadow: ShadowPlugin, inputs: ChoiceInputs): ResolvedChoice | AgentError {
  try {
    return resolveChoice({
      ...inputs,
      offers: [...inputs.offers ?? [], ...shadow.offers()],
      choose: () => shadow.choose() ?? inputs.choose?.(),
    });
  } catch (thrown) {
    return toAgentError(thrown);
  }
}

function choose(
  session: Session,
  model: ResolvedModel,
  given: Resolved,
  found: LearnedCapability | undefined,
  deps: Pick<RuntimeDeps, "driver">,
): PlanChoice {
  const { agent, state } = session;
  const { toolForm } = deps.driver(agent.driver);
  const capabilities = resolveModelCapabilities(model, agent, found?.features ?? []);
  const framed = findFrame(session, model, capabilities, toolForm);
  const { lacks, thinks, bindsThinking = false, schemaInPrompt = false, sealsSummaries = false } =
    capabilities;
  const { execution } = state.run;
  const { hold = "prefix" } = agent;
  const onUnsupported = state.run.onUnsupported ?? agent.onUnsupported;
  const { resolved, reads } = withReading(given, {
    agent,
    execution,
    capabilities,
    isStrict: toolForm === "native" && isStrict({ hold, onUnsupported, capabilities }),
  });
  const isRefused = state.run.refused !== undefined;
  const untold = untoldNames(agent, session.plugins?.compiled.toolNames ?? [], given);
  const { forbidden } = resolved;
  const asked = { ...state.run, reads, isRefused, untold, forbidden };
  const enforced = enforceFor(resolved.choice, agent, capabilities, asked, toolForm, framed);
  const { choice, tools, parallel, enforcement, because, warnings } = enforced;
  const effective: EffectiveChoice = {
    requested: resolved.choice,
    source: resolved.source,
    sent: toolForm === "native"
      ? model.provider.map({
        model: model.model,
        choice,
        tools,
        parallel,
        settings: agent.settings,
        lacks,
        added: framed?.added,
      })
      : null,
    toolsSent: tools.map(({ name }) => name),
    enforcement,
    prefix: keepsPrefix(enforced, toolsToSend(framed?.agent ?? agent, true), lacks, toolForm)
      ? "kept"
      : "cut",
    because: `${resolved.because}; ${because}`,
    warnings: [...resolved.warnings, ...warnings],
  };
  const made: PlanChoice = {
    model,
    effective,
    enforced,
    reads,
    toolForm,
    untold,
    resolved,
    lacks,
    thinks,
    bindsThinking,
    schemaInPrompt,
    sealsSummaries,
    learned: toLearnedState(model, found),
    framed,
    unframed: () =>
      framed === undefined ? made : choose({ ...session, frame: undefined }, model, given, found, deps),
  };
  return made;
}

/** The frame that a prompt to the model goes on with; undefined for that of the agent now. */
function findFrame(
  { frame, agent, state: { run }, history }: Session,
  { ref }: ResolvedModel,
  capabilities: Capabilities,
  toolForm: Driver["toolForm"],
): CarriedFrame | undefined {
  if (frame === undefined || frame.model !== ref || frame.start !== history.start) return undefined;
  const onUnsupported = run.onUnsupported ?? agent.onUnsupported;
  const search = agent.tools.find(({ finds }) => finds)?.name;
  const isNew = (tool: ToolSpec) =>
    isDefinedOnce(tool, history.frameNotices(), { search, history: history.forPlan([]) });
  return carryFrame(frame, agent, {
    capabilities,
    toolForm,
    onUnsupported,
    hold: agent.hold ?? "prefix",
    isNew,
  });
}

/** The request has the tools that it would have under `auto`. Those of a driver that describes them stand in the prompt. */
function keepsPrefix(
  { choice, tools, enforcement }: EnforcedChoice,
  offered: readonly ToolSpec[],
  lacks: Lacks,
  toolForm: Driver["toolForm"],
): boolean {
  if (toolForm === "none" || toolForm === "native" && lacks.tools !== undefined) return true;
  return tools.length === offered.length &&
    (toolForm === "native" || choice.type === "auto" || enforcement === "none");
}

function toLearnedState(
  { ref: model }: ResolvedModel,
  found: LearnedCapability | undefined,
): LearnedState | undefined {
  if (found === undefined || found.features.length === 0) return undefined;
  return { model, features: found.features, until: found.until };
}

/** What a model of the agent is known to have: by the table, the agent, and the features that it has refused (`learned`). */
export function resolveModelCapabilities(
  { provider, model, ref }: ResolvedModel,
  agent: Agent,
  learned: readonly Lack[],
): Capabilities {
  // The capabilities of an agent are those of its model, not of the fallback model, of one that a request names, or of the one
  // that writes its summaries.
  const isOther = ref !== agent.model && namedModels(agent).some(([, named]) => named === ref);
  return amended(provider.capabilities(model, agent.settings), isOther ? {} : agent.capabilities, learned);
}

/**
 * Refuses a choice of the request that the agent's model never holds, where the request or the agent wants a refusal and not a
 * degraded choice. It reads the table and the agent only, so it may come before the thread is taken; what learned
 * capabilities rule out is refused after that.
 *
 * @throws {AgentError} choice_unsupported
 */
export function assertHoldable(
  { toolChoice, parallel, onUnsupported }: Pick<StepRequest, "toolChoice" | "parallel" | "onUnsupported">,
  agent: Agent,
  model: ResolvedModel,
  deps: Pick<RuntimeDeps, "driver">,
): void {
  if (toolChoice === undefined || (onUnsupported ?? agent.onUnsupported) !== "error") return;
  const { toolForm } = deps.driver(agent.driver);
  const asked = { parallel, onUnsupported, reads: true };
  enforceFor(toolChoice, agent, resolveModelCapabilities(model, agent, []), asked, toolForm);
}

/** What a summary is made under: a model call without tools. */
export function choiceWithoutTools(session: Session, model: ResolvedModel, deps: RuntimeDeps): PlanChoice {
  const because = "a summary uses no tools";
  const found = findLearned(session, model.ref, deps);
  const { lacks, thinks } = resolveModelCapabilities(model, session.agent, found?.features ?? []);
  const made: PlanChoice = {
    model,
    effective: {
      requested: { type: "none" },
      source: "execution",
      sent: null,
      toolsSent: [],
      enforcement: "none",
      prefix: "kept",
      because,
      warnings: [],
    },
    resolved: { choice: { type: "none" }, source: "execution", because },
    enforced: {
      choice: { type: "none" },
      tools: [],
      parallel: undefined,
      notice: undefined,
      enforcement: "none",
      because,
      warnings: [],
    },
    reads: false,
    toolForm: "native",
    untold: ALL_TOLD,
    lacks,
    thinks,
    bindsThinking: false,
    schemaInPrompt: false,
    sealsSummaries: false,
    learned: toLearnedState(model, found),
    framed: undefined,
    unframed: () => made,
  };
  return made;
}
