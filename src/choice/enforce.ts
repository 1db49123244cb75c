// How a choice is enforced with the model at hand: by the wire where it has the choice, else by fewer tools, else by a line in
// the prompt, else by no tools. A provider only writes the result onto its wire.

import type { Capabilities, Feature } from "../core/model/capability.ts";
import { AgentError, unreachable } from "../core/error.ts";
import { listNames } from "../core/text/list_names.ts";
import type { ToolSpec } from "../core/tool.ts";
import { isForced, namesIn, type OnUnsupported, permits, type ToolChoice } from "../core/tool_choice.ts";
import type { EnforcedChoice } from "../core/tool_choice/enforced_choice.ts";

/** What an enforcement is decided from. */
export interface EnforceInputs {
  readonly choice: ToolChoice;
  readonly tools: readonly ToolSpec[];
  /** False allows one call at most. */
  readonly parallel: false | undefined;
  readonly capabilities: Capabilities;
  /** Why calls under `none` would end the run without an answer, or go on for ever; undefined where the field is enough. */
  readonly withhold?: Withhold | undefined;
  /** `error`: refuse a choice that would be `prompted` or `withheld`. */
  readonly onUnsupported: OnUnsupported;
  /** Leave out the tools that the choice does not permit, although the wire could forbid them. */
  readonly onlyNeeded: boolean;
}

/**
 * Decides the enforcement: native, else filtered, else prompted, else withheld. Where thinking and a forced choice exclude
 * each other, the model thinks and the choice is degraded.
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
 * const { choice, enforcement } = enforce({
 *   choice: { type: "tool", name: "a" },
 *   tools,
 *   parallel: undefined,
 *   capabilities: { lacks: { tool: "the API takes words only" }, thinks: false },
 *   onUnsupported: "degrade",
 *   onlyNeeded: false,
 * });
 * assert.deepEqual([choice, enforcement], [{ type: "required" }, "filtered"]);
 * ```
 */
export function enforce(inputs: EnforceInputs): EnforcedChoice {
  const { choice, tools, capabilities: { lacks } } = inputs;
  for (const name of namesIn(choice)) assertOffered(name, tools);
  if (tools.length === 0) return without("none", "there are no tools");
  if (lacks.tools !== undefined) {
    const withheld = without("withheld", `no tools are sent: ${lacks.tools}`);
    return isForced(choice) ? degraded(inputs, lacks.tools, withheld) : withheld;
  }
  return withParallel(hold(inputs), inputs);
}

/** `refused`: the calls of the last plan were refused. `last`: no step can follow this one. */
export type Withhold = "refused" | "last";

/** An enforcement before the limit of calls. */
export type Held = Omit<EnforcedChoice, "parallel">;

function hold(inputs: EnforceInputs): Held {
  const { choice, tools, onlyNeeded } = inputs;
  const missing = (feature: Feature) => whyMissing(inputs, feature);
  const permitted = tools.filter(({ name }) => permits(choice, name));
  const needed = onlyNeeded ? permitted : tools;
  switch (choice.type) {
    case "auto":
      return native(choice, tools);
    case "none": {
      const why = missing("none") ?? whyWithheld(inputs);
      return why === undefined ? native(choice, tools) : without("withheld", `no tools are sent: ${why}`);
    }
    case "required": {
      const why = missing("required");
      return why === undefined ? native(choice, tools) : prompted(inputs, { type: "auto" }, tools, why);
    }
    case "tool": {
      const why = missing("tool");
      if (why === undefined) return native(choice, needed);
      return filtered({ type: "required" }, why);
    }
    case "allowed": {
      const why = missing("allowed") ?? (onlyNeeded ? "only the tools that are needed are sent" : undefined);
      if (why !== undefined) return filtered({ type: choice.mode }, why);
      const notForced = choice.mode === "required" ? missing("required") : undefined;
      if (notForced === undefined) return native(choice, tools);
      return prompted(inputs, { ...choice, mode: "auto" }, tools, notForced);
    }
    default:
      return unreachable(choice);
  }

  // Only the permitted tools, under a choice among them.
  function filtered(among: { type: "auto" | "required" }, why: string): Held {
    const notForced = among.type === "required" ? missing("required") : undefined;
    if (notForced !== undefined) return prompted(inputs, { type: "auto" }, permitted, notForced);
    const because = `only the permitted tools are sent: ${why}`;
    return {
      choice: among,
      tools: permitted,
      hint: undefined,
      enforcement: "filtered",
      because,
      warnings: [],
    };
  }
}

function whyWithheld({ withhold, capabilities: { holdsNone } }: EnforceInputs): string | undefined {
  switch (withhold) {
    case undefined:
      return undefined;
    case "refused":
      return "the calls that the model made last are refused";
    case "last":
      return holdsNone ? undefined : "a server may ignore the field, and no step could follow";
    default:
      return unreachable(withhold);
  }
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
  return { choice, tools, hint: undefined, enforcement: "native", because, warnings: [] };
}

/** No tools are sent. */
export function without(enforcement: "withheld" | "none", because: string): EnforcedChoice {
  const nothing = { tools: [], parallel: undefined, hint: undefined, warnings: [] };
  return { choice: { type: "auto" }, ...nothing, enforcement, because };
}

function prompted(inputs: EnforceInputs, choice: ToolChoice, tools: readonly ToolSpec[], why: string): Held {
  const because = `the model is asked for it in words: ${why}`;
  const hint = toHint(inputs.choice, tools);
  return degraded(inputs, why, { choice, tools, hint, enforcement: "prompted", because, warnings: [] });
}

// Names are left out where they can be, because a tool may have an alias on the wire.
function toHint(choice: ToolChoice, tools: readonly ToolSpec[]): string {
  const which = tools.length === 1
    ? "Call the tool that you have"
    : choice.type === "allowed"
    ? `Call one or more of these tools: ${choice.names.join(", ")}`
    : "Call one or more of your tools";
  return `${which} in this answer. Do not answer without a call.`;
}

/**
 * A choice that is not certain to be kept: a warning, or a refusal.
 *
 * @throws {AgentError} choice_unsupported - under `onUnsupported: "error"`
 */
export function degraded<T extends Held>(
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
