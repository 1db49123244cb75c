// How a choice was enforced before there were notices: what the wire could not hold was held by fewer tools, else by the last line of
// the system prompt, else by no tools. It is kept to write requests of threads of schema 3 and before again.

import type { Feature } from "../../core/model/capability.ts";
import { unreachable } from "../../core/error.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import { permits, type ToolChoice } from "../../core/tool_choice.ts";
import type { EnforcedChoice } from "../../core/model/enforced_choice.ts";
import { type EnforceInputs, without } from "../../kernel/choice/enforce.ts";

/** A choice as it was enforced. */
export interface EarlierChoice extends EnforcedChoice {
  /** The last line of the system prompt. */
  readonly hint: string | undefined;
}

/** What it was decided from. */
export interface EarlierInputs extends Pick<EnforceInputs, "choice" | "tools" | "parallel" | "capabilities"> {
  /** The record says that a choice of `none` was held by sending no tools. */
  readonly isWithheld: boolean;
  /** The agent was token-efficient: only the tools that the choice permits were sent. */
  readonly onlyNeeded: boolean;
}

/** The enforcement: native, else filtered, else prompted, else withheld. */
export function enforceEarlier(inputs: EarlierInputs): EarlierChoice {
  const { tools, parallel, capabilities: { lacks } } = inputs;
  if (tools.length === 0) return NO_TOOLS;
  if (lacks.tools !== undefined) return NO_TOOLS;
  const held = hold(inputs);
  const isLimited = parallel !== undefined && held.tools.length > 0 && lacks.parallel === undefined;
  return { ...held, parallel: isLimited ? parallel : undefined };
}

/** The same of a driver that describes the tools: the prompt had what the choice permits. */
export function describeEarlier(choice: ToolChoice, tools: readonly ToolSpec[]): EarlierChoice {
  const permitted = tools.filter(({ name }) => permits(choice, name));
  return { ...NO_TOOLS, choice, tools: permitted };
}

const NO_TOOLS: EarlierChoice = { ...without("withheld", "no tools were sent"), hint: undefined };

function hold(
  { choice, tools, capabilities: { lacks, thinks }, isWithheld, onlyNeeded }: EarlierInputs,
): EarlierChoice {
  const lacking = (feature: Feature) => {
    const isForcing = feature === "required" || feature === "tool";
    return lacks[feature] !== undefined || isForcing && thinks && lacks.forced_thinking !== undefined;
  };
  const permitted = tools.filter(({ name }) => permits(choice, name));
  const among = (wanted: ToolChoice) =>
    wanted.type === "required" && lacking("required")
      ? toPromptedChoice(choice, { type: "auto" }, permitted)
      : toSentChoice(wanted, permitted);
  switch (choice.type) {
    case "auto":
      return toSentChoice(choice, tools);
    case "none":
      return lacking("none") || isWithheld ? NO_TOOLS : toSentChoice(choice, tools);
    case "required":
      return lacking("required")
        ? toPromptedChoice(choice, { type: "auto" }, tools)
        : toSentChoice(choice, tools);
    case "tool":
      return lacking("tool")
        ? among({ type: "required" })
        : toSentChoice(choice, onlyNeeded ? permitted : tools);
    case "allowed":
      if (lacking("allowed") || onlyNeeded) return among({ type: choice.mode });
      return choice.mode === "required" && lacking("required")
        ? toPromptedChoice(choice, { ...choice, mode: "auto" }, tools)
        : toSentChoice(choice, tools);
    default:
      return unreachable(choice);
  }
}

function toSentChoice(choice: ToolChoice, tools: readonly ToolSpec[], hint?: string): EarlierChoice {
  const enforced = { choice, tools, parallel: undefined, notice: undefined, warnings: [] };
  return { ...enforced, enforcement: "native", because: "as it was sent", hint };
}

function toPromptedChoice(asked: ToolChoice, choice: ToolChoice, tools: readonly ToolSpec[]): EarlierChoice {
  const which = tools.length === 1
    ? "Call the tool that you have"
    : asked.type === "allowed"
    ? `Call one or more of these tools: ${asked.names.join(", ")}`
    : "Call one or more of your tools";
  return toSentChoice(choice, tools, `${which} in this answer. Do not answer without a call.`);
}
