// The capability page: how each choice would be held by each model, asked of what a step asks, so that no table can differ
// from what happens.

import { type Capabilities, capabilitiesOf, type CapabilityTable } from "../core/capability.ts";
import type { Mode, ModelGroup } from "./provider_view.ts";
import type { ToolChoice } from "../core/tool_choice.ts";
import type { Enforcement } from "../core/tool_choice/choice_report.ts";
import { enforce } from "./enforce.ts";

/**
 * The models of a provider, first those that no row of the table tells apart, then those of each row. `known` is what the
 * provider says of a model under no settings, where it knows more than the table.
 *
 * @example
 * ```ts
 * import { modelGroups } from "./capability_matrix.ts";
 * import assert from "node:assert/strict";
 *
 * const lacks = { allowed: "the API has no such choice" };
 * const [others] = modelGroups({ lacks, models: [], thinks: () => false });
 * assert.deepEqual([others?.modes.tool, others?.modes.allowedRequired], ["native", "filtered"]);
 * ```
 */
export function modelGroups(
  table: CapabilityTable,
  known = (model: string): Capabilities => capabilitiesOf(table, model, {}),
): ModelGroup[] {
  return [
    { row: undefined, ...held(known("")) },
    ...table.models.map((row) => ({ row, ...held(known(row.example)) })),
  ];
}

const TOOLS = ["first", "second"].map((name) => ({ name, description: "", parameters: { type: "object" } }));

const CHOICES: Readonly<Record<Mode, ToolChoice>> = {
  auto: { type: "auto" },
  none: { type: "none" },
  required: { type: "required" },
  tool: { type: "tool", name: "first" },
  allowedAuto: { type: "allowed", names: ["first"], mode: "auto" },
  allowedRequired: { type: "allowed", names: ["first"], mode: "required" },
  forcedWhileThinking: { type: "required" },
};

function held(capabilities: Capabilities): Omit<ModelGroup, "row"> {
  const enforced = (mode: Mode) => {
    const thinks = capabilities.thinks || mode === "forcedWhileThinking";
    return enforce({
      choice: CHOICES[mode],
      tools: TOOLS,
      parallel: false,
      capabilities: { ...capabilities, thinks },
      onUnsupported: "degrade",
      onlyNeeded: false,
    });
  };
  const modes: Readonly<Record<Mode, Enforcement>> = {
    auto: enforced("auto").enforcement,
    none: enforced("none").enforcement,
    required: enforced("required").enforcement,
    tool: enforced("tool").enforcement,
    allowedAuto: enforced("allowedAuto").enforcement,
    allowedRequired: enforced("allowedRequired").enforcement,
    forcedWhileThinking: enforced("forcedWhileThinking").enforcement,
  };
  return { ...capabilities, modes, parallelFlag: enforced("auto").parallel === false };
}
