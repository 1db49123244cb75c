// The capability matrix: how each choice would be enforced for each model. It is computed by enforce.ts, as a step does it, so
// the page cannot differ from a step.

import { type Capabilities, type CapabilityTable, resolveCapabilities } from "../../core/model/capability.ts";
import { type Mode, type ModelGroup, MODES } from "./provider_view.ts";
import type { ToolChoice } from "../../core/tool_choice.ts";
import type { Enforcement } from "../../core/tool_choice/choice_report.ts";
import { enforce } from "./enforce.ts";

/**
 * The models of a provider: first those without a row in the table, then those of each row. `known` returns the capabilities
 * of a model under default settings, for a provider that has more facts than the table.
 *
 * @example
 * ```ts
 * import { modelGroups } from "./capability_matrix.ts";
 * import assert from "node:assert/strict";
 *
 * const lacks = { allowed: "the API has no such choice" };
 * const [others] = modelGroups({ lacks, models: [], thinks: () => false });
 * assert.deepEqual([others?.modes.tool, others?.modes.allowedRequired], ["native", "announced"]);
 * ```
 */
export function modelGroups(
  table: CapabilityTable,
  known = (model: string): Capabilities => resolveCapabilities(table, model, {}),
): ModelGroup[] {
  return [
    { row: undefined, ...toGroup(known("")) },
    ...table.models.map((row) => ({ row, ...toGroup(known(row.example)) })),
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

function toGroup(capabilities: Capabilities): Omit<ModelGroup, "row"> {
  const enforceMode = (mode: Mode) => {
    const thinks = capabilities.thinks || mode === "forcedWhileThinking";
    return enforce({
      choice: CHOICES[mode],
      tools: TOOLS,
      parallel: false,
      capabilities: { ...capabilities, thinks },
      onUnsupported: "degrade",
      hold: "prefix",
    });
  };
  const modes: Readonly<Record<Mode, Enforcement>> = {
    auto: enforceMode("auto").enforcement,
    none: enforceMode("none").enforcement,
    required: enforceMode("required").enforcement,
    tool: enforceMode("tool").enforcement,
    allowedAuto: enforceMode("allowedAuto").enforcement,
    allowedRequired: enforceMode("allowedRequired").enforcement,
    forcedWhileThinking: enforceMode("forcedWhileThinking").enforcement,
  };
  const cuts = capabilities.lacks.tools !== undefined
    ? []
    : MODES.filter((mode) => enforceMode(mode).tools.length < TOOLS.length);
  return { ...capabilities, modes, cuts, parallelFlag: enforceMode("auto").parallel === false };
}
