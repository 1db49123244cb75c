// How a choice is enforced for a driver that describes the tools in the prompt: by the schema of the decision where the API
// holds answers to a schema, and by the tools that the prompt lists. The driver checks every decision besides.

import { unreachable } from "../core/error.ts";
import { outputMode } from "../core/model/output_format.ts";
import { isForced, namesIn, permits } from "../core/tool_choice.ts";
import type { EnforcedChoice } from "../core/tool_choice/enforced_choice.ts";
import { assertOffered, degraded, type EnforceInputs, without } from "./enforce.ts";

/** What this enforcement is decided from. */
export type EnforceInPromptInputs = Omit<EnforceInputs, "parallel" | "hold">;

/**
 * The enforcement. The prompt lists the permitted tools only.
 *
 * | choice | the API has a schema | it has none |
 * |---|---|---|
 * | `auto` | native | native |
 * | `none` | withheld | withheld |
 * | `allowed`, not forced | filtered | filtered |
 * | any forced choice | native | announced |
 *
 * @throws {AgentError} tool_unknown, for a choice that names a tool which is not among `tools`
 * @throws {AgentError} choice_unsupported, under `onUnsupported: "error"`
 */
export function enforceInPrompt(inputs: EnforceInPromptInputs): EnforcedChoice {
  const { choice, tools, capabilities: { lacks } } = inputs;
  for (const name of namesIn(choice)) assertOffered(name, tools);
  if (tools.length === 0) return without("none", "there are no tools");
  const permitted = tools.filter(({ name }) => permits(choice, name));
  const held = { choice, tools: permitted, parallel: undefined, notice: undefined, warnings: [] };
  switch (choice.type) {
    case "auto":
      return { ...held, enforcement: "native", because: "the model decides in JSON" };
    case "none":
      return { ...held, enforcement: "withheld", because: "the prompt lists no tools" };
    case "allowed":
    case "required":
    case "tool": {
      if (!isForced(choice)) {
        return { ...held, enforcement: "filtered", because: "the prompt lists only the permitted tools" };
      }
      if (outputMode({ lacks, tools: [] }) === "json_schema") {
        const because = "the schema of the decision has only the permitted calls";
        return { ...held, enforcement: "native", because };
      }
      const why = lacks.json_schema ?? "the API holds answers to no schema";
      const because = `the model is asked for it in words: ${why}`;
      return {
        ...degraded(inputs, why, { ...held, enforcement: "announced", because }),
        parallel: undefined,
      };
    }
    default:
      return unreachable(choice);
  }
}
