// The tool choice of runs that an agent's data starts: of a webhook template, of a schedule.

import type { Json } from "../../core/json.ts";
import { type ParsedToolChoice, parseToolChoice } from "../../core/tool_choice/parse_tool_choice.ts";
import type { ToolChoice } from "../../core/tool_choice.ts";
import type { Finding } from "../_invalid.ts";
import type { CallableTools } from "../../core/tool/callable_tools.ts";
import { choiceProblems } from "../choice_problems.ts";

/** What is wrong with a `toolChoice`, given what its agent has tools from. */
export function runChoiceFindings(
  value: ToolChoice | Json | undefined,
  agent: CallableTools,
): Finding[] {
  if (value === undefined) return [];
  const choice = parseChoice(value);
  if (choice === undefined || choice.execution !== undefined || choice.parallel !== undefined) {
    const fix =
      'write "auto", "none", "required", a tool name or {type: ...}; execution belongs to the agent.';
    return [{ pointer: "/toolChoice", detail: "is no tool choice of a run", fix }];
  }
  return choiceProblems(choice.choice, agent).map((problem) => ({ pointer: "/toolChoice", ...problem }));
}

/** A choice that was checked; undefined without one. */
export function runChoice(value: ToolChoice | Json | undefined): ToolChoice | undefined {
  return value === undefined ? undefined : parseChoice(value)?.choice;
}

/** What cannot be JSON is no choice. */
function parseChoice(value: ToolChoice | Json): ParsedToolChoice | undefined {
  try {
    return parseToolChoice(JSON.parse(JSON.stringify(value)));
  } catch {
    return undefined;
  }
}
