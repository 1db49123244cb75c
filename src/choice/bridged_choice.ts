// A choice about tools that are called through a bridge. The wire knows the bridge alone, so the choice is put onto it, and a notice
// says the rest; what the model calls is judged by the choice itself.

import type { Agent } from "../core/agent.ts";
import type { CallBlock } from "../core/entry.ts";
import { CALL_TOOL } from "../core/tool/tool_selection.ts";
import { namesIn, permits, type ToolChoice } from "../core/tool_choice.ts";
import { toolsToSend } from "./tool_trimming.ts";

/** A choice as the wire has it, and what a notice is to say of it besides. */
export interface BridgedChoice {
  readonly choice: ToolChoice;
  readonly notice: string | undefined;
}

/** The choice for the wire; undefined where it names no tool that is called through the bridge. */
export function bridgedChoice(choice: ToolChoice, agent: Agent): BridgedChoice | undefined {
  if (agent.selection === undefined) return undefined;
  const direct = new Set(toolsToSend(agent, true).map(({ name }) => name));
  const names = namesIn(choice);
  const bridged = names.filter((name) => !direct.has(name));
  if (choice.type === "tool" && bridged.length > 0) {
    return {
      choice: { ...choice, name: CALL_TOOL },
      notice: `The tool ${choice.name} is called through ${CALL_TOOL}.`,
    };
  }
  if (choice.type !== "allowed") return undefined;
  // A list with the bridge permits what it reaches, but for what the list leaves out of the tools that there were.
  const hasBridge = names.includes(CALL_TOOL);
  const others = agent.tools.filter(({ name, bridged }) => bridged && !names.includes(name));
  if (bridged.length === 0 && (!hasBridge || others.length === 0)) return undefined;
  const onWire = [...new Set(names.map((name) => direct.has(name) ? name : CALL_TOOL))];
  const notice = !hasBridge
    ? `Through ${CALL_TOOL} call no other tools than these: ${bridged.join(", ")}.`
    : others.length > 0
    ? `Through ${CALL_TOOL} do not call these tools: ${others.map(({ name }) => name).join(", ")}.`
    : undefined;
  return { choice: { ...choice, names: onWire }, notice };
}

/**
 * The names under which a choice judges calls: that of the tool, or that of the bridge where the tool was not there when the choice was
 * made. A list of the permitted tools cannot name such a tool, and has the bridge.
 */
export function judgedNames(
  calls: readonly Pick<CallBlock, "name" | "via">[],
  { tools }: Pick<Agent, "tools">,
  choice: ToolChoice,
): readonly string[] {
  return calls.map(({ name, via }) => {
    if (via === undefined || permits(choice, name)) return name;
    return tools.some((tool) => tool.name === name) ? name : via.name;
  });
}
