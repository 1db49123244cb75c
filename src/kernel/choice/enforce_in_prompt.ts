// How a choice is enforced for a driver that describes the tools in the prompt. The description stays as it is, so that a prompt begins
// with the one before it: the choice is told in a notice, and the driver checks every decision. Under `hold: "strict"` the prompt and
// the schema of the decision have only what the choice permits.

import { outputMode } from "../../core/model/output_format.ts";
import { isForced, namesIn, permits } from "../../core/tool_choice.ts";
import type { EnforcedChoice } from "../../core/model/enforced_choice.ts";
import { announceChoice, assertOffered, type EnforceInputs, isStrict, without } from "./enforce.ts";

/** What this enforcement is decided from. */
export type EnforceInPromptInputs = Omit<EnforceInputs, "parallel">;

/**
 * The enforcement.
 *
 * | choice | by default | strict, the API has a schema | strict, it has none |
 * |---|---|---|---|
 * | `auto` | native | native | native |
 * | `none` | announced | withheld | withheld |
 * | `allowed`, not forced | announced | filtered | filtered |
 * | any forced choice | announced | native | announced, with the permitted tools |
 *
 * @throws {AgentError} tool_unknown, for a choice that names a tool which is not among `tools`
 * @throws {AgentError} choice_unsupported, under `onUnsupported: "error"`
 */
export function enforceInPrompt(inputs: EnforceInPromptInputs): EnforcedChoice {
  const { choice, tools, capabilities: { lacks } } = inputs;
  for (const name of namesIn(choice)) assertOffered(name, tools);
  if (tools.length === 0) return without("none", "there are no tools");
  const held = { choice, tools, parallel: undefined, notice: undefined, warnings: [] };
  if (choice.type === "auto") {
    return { ...held, enforcement: "native", because: "the model decides in JSON" };
  }
  const limited = { ...inputs, choice };
  const announceOffered = (offered: typeof tools, why: string): EnforcedChoice => ({
    ...announceChoice(limited, { type: "auto" }, offered, why),
    parallel: undefined,
  });
  if (choice.type === "none" && inputs.isRefused) {
    return without("withheld", "the prompt lists no tools: the call that the model made last is refused");
  }
  if (!isStrict(inputs)) return announceOffered(tools, "the description of the tools stays as it is");
  if (choice.type === "none") return without("withheld", "the prompt lists no tools");
  const permitted = tools.filter(({ name }) => permits(choice, name));
  if (!isForced(choice)) {
    const because = "the prompt lists only the permitted tools";
    return { ...held, tools: permitted, enforcement: "filtered", because };
  }
  if (outputMode({ lacks, tools: [] }) === "json_schema") {
    const because = "the schema of the decision has only the permitted calls";
    return { ...held, tools: permitted, enforcement: "native", because };
  }
  return announceOffered(permitted, lacks.json_schema ?? "the API holds answers to no schema");
}

/** A choice for a driver that asks no model: nothing is sent that could hold it. */
export function enforceAfterwards(
  { choice, tools }: Pick<EnforceInPromptInputs, "choice" | "tools">,
): EnforcedChoice {
  for (const name of namesIn(choice)) assertOffered(name, tools);
  const because = "no model is asked, and the plan is verified";
  return {
    choice,
    tools,
    parallel: undefined,
    notice: undefined,
    enforcement: "native",
    because,
    warnings: [],
  };
}
