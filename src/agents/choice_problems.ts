// Whether a tool choice can be made with the tools of an agent.

import { didYouMean } from "../core/text/did_you_mean.ts";
import { listNames, MOST_NAMES } from "../core/text/list_names.ts";
import { callableNames, type CallableTools, mayHaveTool } from "../core/tool/callable_tools.ts";
import { isForced, namesIn, type ToolChoice } from "../core/tool_choice.ts";

/** What is wrong with a choice, given what the agent has tools from. */
export function choiceProblems(
  choice: ToolChoice,
  agent: CallableTools,
): { readonly detail: string; readonly fix: string }[] {
  const names = callableNames(agent);
  const unknown = namesIn(choice).filter((name) => !mayHaveTool(agent, name));
  const problems = unknown.slice(0, MOST_NAMES).map((name) => ({
    detail: `there is no tool named ${JSON.stringify(name)}`,
    fix: names.length === 0
      ? "the agent has no tools: give it this one, or write auto."
      : `choose one of the agent's tools: ${listNames(names)}.${didYouMean(name, names)}`,
  }));
  if (unknown.length > MOST_NAMES) {
    const detail = `${unknown.length - MOST_NAMES} more of its names are no tools of the agent`;
    problems.push({ detail, fix: "remove them." });
  }
  if (problems.length === 0 && names.length === 0 && isForced(choice)) {
    problems.push({
      detail: "forces a call, but the agent has no tools",
      fix: "add one, or use auto.",
    });
  }
  return problems;
}
