// How a choice is enforced with the model at hand: by the wire where it has the choice, else by a notice behind the conversation,
// else by fewer tools, else by no tools. The first two leave the beginning of the request as it is, which prompt caches and
// signed thinking need; the others change it. A provider only writes the result onto its wire.

import type { Capabilities, Feature } from "../../core/model/capability.ts";
import { AgentError, unreachable } from "../../core/error.ts";
import { listNames } from "../../core/text/list_names.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import {
  type Hold,
  isForced,
  namesIn,
  type OnUnsupported,
  permits,
  type ToolChoice,
} from "../../core/tool_choice.ts";
import type { EnforcedChoice } from "../../core/model/enforced_choice.ts";
import { ALL_TOLD, NOT_ALL, toldTools, type UntoldNames } from "./told_tools.ts";

/** What an enforcement is decided from. */
export interface EnforceInputs {
  readonly choice: ToolChoice;
  readonly tools: readonly ToolSpec[];
  /** False allows one call at most. */
  readonly parallel: false | undefined;
  readonly capabilities: Capabilities;
  /** The calls of the last plan were refused: `none` is held by sending no tools, because the model has ignored it. */
  readonly isRefused?: boolean | undefined;
  /** `error`: refuse a choice that would be `announceChoice` or `withheld`. */
  readonly onUnsupported: OnUnsupported;
  /** `strict`: leave out the tools that the choice does not permit where the API cannot hold it, at the price of the prompt cache. */
  readonly hold: Hold;
  /** None by default. */
  readonly untold?: UntoldNames | undefined;
}

/**
 * Decides the enforcement: native, else announced, else filtered, else withheld. Where thinking and a forced choice exclude
 * each other, the model thinks and the choice is degraded. Under `hold: "strict"`, and with servers whose prompt cache costs
 * nothing, filtered and withheld come before announced.
 *
 * @throws {AgentError} tool_unknown, for a choice that names a tool which is not among `tools`
 * @throws {AgentError} choice_unsupported, under `onUnsupported: "error"`
 *
 * @example
 * ```ts
 * import { enforce } from "./enforce.ts";
 * import assert from "node:assert/strict";
 *
 * const tools = ["a", "b"].map((name) => ({ name, description: "", parameters: { type: "object" } }));
 * const inputs = {
 *   choice: { type: "tool", name: "a" },
 *   tools,
 *   parallel: undefined,
 *   capabilities: { lacks: { tool: "the API takes words only" }, thinks: false },
 *   onUnsupported: "degrade",
 * } as const;
 * const announced = enforce({ ...inputs, hold: "prefix" });
 * assert.deepEqual([announced.choice, announced.enforcement], [{ type: "required" }, "announced"]);
 * assert.equal(announced.tools.length, 2);
 * const filtered = enforce({ ...inputs, hold: "strict" });
 * assert.deepEqual([filtered.choice, filtered.enforcement], [{ type: "required" }, "filtered"]);
 * assert.equal(filtered.tools.length, 1);
 * ```
 */
export function enforce(inputs: EnforceInputs): EnforcedChoice {
  const { choice, tools, capabilities: { lacks } } = inputs;
  for (const name of namesIn(choice)) assertOffered(name, tools);
  if (tools.length === 0) return without("none", "there are no tools");
  if (lacks.tools !== undefined) {
    const held = without("withheld", `no tools are sent: ${lacks.tools}`);
    return isForced(choice) ? degrade(inputs, lacks.tools, held) : held;
  }
  return withParallel(hold(inputs), inputs);
}

/** A choice that says something. */
export type LimitedChoice = Exclude<ToolChoice, { type: "auto" }>;

type LimitedInputs = EnforceInputs & { readonly choice: LimitedChoice };

/** An enforcement before the limit of calls. */
export type Held = Omit<EnforcedChoice, "parallel">;

function hold(inputs: EnforceInputs): Held {
  const { choice, tools } = inputs;
  const strict = isStrict(inputs);
  if (choice.type === "auto") return native(choice, tools);
  const limited: LimitedInputs = { ...inputs, choice };
  const missing = (feature: Feature) => whyMissing(inputs, feature);
  switch (choice.type) {
    case "none": {
      if (inputs.isRefused) return withheld("the calls that the model made last are refused");
      const why = missing("none");
      if (why === undefined) return native(choice, tools);
      return strict ? withheld(why) : announceChoice(limited, { type: "auto" }, tools, why);
    }
    case "required": {
      const why = missing("required");
      return why === undefined
        ? native(choice, tools)
        : announceChoice(limited, { type: "auto" }, tools, why);
    }
    case "tool": {
      const why = missing("tool");
      return why === undefined ? native(choice, tools) : among({ type: "required" }, why);
    }
    case "allowed": {
      const why = missing("allowed");
      if (why !== undefined) return among({ type: choice.mode }, why);
      const notForced = choice.mode === "required" ? missing("required") : undefined;
      if (notForced === undefined) return native(choice, tools);
      return announceChoice(limited, { ...choice, mode: "auto" }, tools, notForced);
    }
    default:
      return unreachable(choice);
  }

  // Some of the tools, under a choice that the API has.
  function among(wanted: { type: "auto" | "required" }, why: string): Held {
    const notForced = wanted.type === "required" ? missing("required") : undefined;
    const sent = notForced === undefined ? wanted : { type: "auto" as const };
    if (!strict) return announceChoice(limited, sent, tools, notForced ?? why);
    const permitted = tools.filter(({ name }) => permits(choice, name));
    if (notForced !== undefined) return announceChoice(limited, sent, permitted, notForced);
    const because = `only the permitted tools are sent: ${why}`;
    return {
      choice: sent,
      tools: permitted,
      notice: undefined,
      enforcement: "filtered",
      because,
      warnings: [],
    };
  }
}

/** Tools that the choice does not permit are left out where the API cannot hold it. */
export function isStrict(
  { hold, onUnsupported, capabilities: { filters } }: Pick<
    EnforceInputs,
    "hold" | "onUnsupported" | "capabilities"
  >,
): boolean {
  return hold === "strict" || onUnsupported === "error" || filters === true;
}

function withheld(why: string): Held {
  return without("withheld", `no tools are sent: ${why}`);
}

function whyMissing(
  { capabilities: { lacks, thinks } }: EnforceInputs,
  feature: Feature,
): string | undefined {
  const isForcing = feature === "required" || feature === "tool";
  return lacks[feature] ?? (isForcing && thinks ? lacks.forced_thinking : undefined);
}

function native(choice: ToolChoice, tools: readonly ToolSpec[]): Held {
  const because = "the API has this choice";
  return { choice, tools, notice: undefined, enforcement: "native", because, warnings: [] };
}

/** No tools are sent. */
export function without(enforcement: "withheld" | "none", because: string): EnforcedChoice {
  const nothing = { tools: [], parallel: undefined, notice: undefined, warnings: [] };
  return { choice: { type: "auto" }, ...nothing, enforcement, because };
}

/** The wire has as much of the choice as it can (`choice`), and the notice the whole of it. */
export function announceChoice(
  inputs: Pick<LimitedInputs, "choice" | "onUnsupported" | "untold">,
  choice: ToolChoice,
  tools: readonly ToolSpec[],
  why: string,
): Held {
  const because = `the model is told of it behind the conversation: ${why}`;
  const notice = toNotice(inputs.choice, tools, inputs.untold);
  const held: Held = { choice, tools, notice, enforcement: "announced", because, warnings: [] };
  // What is forbidden never runs, so only what is required is uncertain.
  return isForced(inputs.choice) ? degrade(inputs, why, held) : held;
}

// It holds for one answer, so that no later notice has to take it back.
function toNotice(choice: LimitedChoice, tools: readonly ToolSpec[], untold: UntoldNames = ALL_TOLD): string {
  switch (choice.type) {
    case "none":
      return "Answer now, and call no tool in your next answer.";
    case "tool":
      return untold.has(choice.name)
        ? callSome(choice, tools, untold)
        : `Call the tool ${choice.name} in your next answer, and no other tool. Do not answer without a call.`;
    case "allowed":
      return isForced(choice)
        ? callSome(choice, tools, untold)
        : `${mayCall(choice, tools, untold)} You may answer without a call.`;
    case "required":
      return "Call one or more of your tools in your next answer. Do not answer without a call.";
    default:
      return unreachable(choice);
  }
}

function callSome(choice: LimitedChoice, tools: readonly ToolSpec[], untold: UntoldNames): string {
  const told = toldTools(choice, toNames(tools), untold);
  switch (told?.type) {
    case "permitted":
      return `Call one or more of these tools in your next answer, and no other tool: ${told.names}. Do not answer without a call.`;
    case "forbidden":
      return `Call one or more of your tools in your next answer, but none of these: ${told.names}. Do not answer without a call.`;
    case undefined:
      return `Call one or more of your tools in your next answer. ${NOT_ALL} Do not answer without a call.`;
  }
}

function mayCall(choice: LimitedChoice, tools: readonly ToolSpec[], untold: UntoldNames): string {
  const told = toldTools(choice, toNames(tools), untold, true);
  switch (told?.type) {
    case "permitted":
      return `In your next answer you may call these tools, and no other: ${told.names}.`;
    case "forbidden":
      return `Do not call these tools in your next answer: ${told.names}.`;
    case undefined:
      return `You may call tools in your next answer. ${NOT_ALL}`;
  }
}

function toNames(tools: readonly ToolSpec[]): readonly string[] {
  return tools.map(({ name }) => name);
}

/**
 * A choice that is not certain to be kept: a warning, or a refusal.
 *
 * @throws {AgentError} choice_unsupported - under `onUnsupported: "error"`
 */
export function degrade<T extends Held>(
  { choice, onUnsupported }: Pick<EnforceInputs, "choice" | "onUnsupported">,
  why: string,
  held: T,
): T {
  const asked = choice.type === "tool"
    ? `tool ${choice.name}`
    : choice.type === "allowed"
    ? `allowed ${listNames(choice.names)}`
    : choice.type;
  if (onUnsupported === "error") {
    const message = `The model cannot be held to the tool choice ${asked}: ${why}.`;
    throw new AgentError("choice_unsupported", message, { details: { choice: choice.type } });
  }
  const message = `The tool choice ${asked} is not certain to be kept: ${held.because}.`;
  return { ...held, warnings: [...held.warnings, { code: "choice_degraded", message }] };
}

function withParallel(held: Held, { parallel, capabilities: { lacks } }: EnforceInputs): EnforcedChoice {
  if (parallel === undefined || held.tools.length === 0) return { ...held, parallel: undefined };
  if (lacks.parallel === undefined) return { ...held, parallel };
  const message =
    `The model cannot be told to make one call at most (${lacks.parallel}); surplus calls are skipped.`;
  const warning = { code: "parallel_unsupported", message };
  return { ...held, parallel: undefined, warnings: [...held.warnings, warning] };
}

/**
 * Refuses a choice of a tool that is not there.
 *
 * @throws {AgentError} tool_unknown
 */
export function assertOffered(name: string, tools: readonly ToolSpec[]): void {
  if (tools.some((tool) => tool.name === name)) return;
  const offered = listNames(tools.map((tool) => tool.name));
  throw new AgentError("tool_unknown", `The tool choice names ${name}; the tools are: ${offered}.`, {
    details: { tool: name },
  });
}
