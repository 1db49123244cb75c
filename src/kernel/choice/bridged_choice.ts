// A choice about tools that are called through a bridge. The wire knows the bridge alone, so the choice is put onto it, and a notice
// says the rest; what the model calls is judged by the choice itself.

import type { Agent } from "../../core/agent.ts";
import type { CallBlock } from "../../core/entry.ts";
import { isOfSource } from "../../core/tool/tool_source.ts";
import { CALL_TOOL, SEARCH_TOOLS } from "../../core/tool/tool_selection.ts";
import { namesIn, permits, type ToolChoice } from "../../core/tool_choice.ts";
import { toolsToSend } from "./tool_trimming.ts";

/** A choice as the wire has it, and what a notice is to say of it besides. */
export interface BridgedChoice {
  readonly choice: ToolChoice;
  readonly notice: string | undefined;
}

/**
 * The choice for the wire; undefined where it names no tool that is called through the bridge. `forbidden`: what rules of the policy
 * forbid.
 */
export function toBridgedChoice(
  choice: ToolChoice,
  agent: Agent,
  forbidden: readonly string[] = [],
): BridgedChoice | undefined {
  if (agent.threadTools === undefined) return undefined;
  const direct = new Set(toolsToSend(agent, true).map(({ name }) => name));
  if (!direct.has(CALL_TOOL)) return undefined;
  const names = namesIn(choice);
  const bridged = names.filter((name) => !direct.has(name));
  if (choice.type === "tool" && bridged.length > 0) {
    return {
      choice: { ...choice, name: CALL_TOOL },
      notice: `The tool ${choice.name} is called through ${CALL_TOOL}.`,
    };
  }
  if (choice.type !== "allowed") return undefined;
  // A list with the bridge permits what it reaches, but for what a rule forbids.
  const hasBridge = names.includes(CALL_TOOL);
  const others = agent.tools.filter(({ name, bridged }) => bridged && forbidden.includes(name));
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
 * True for a call that finds tools of the agent's catalogue. It is no call of a tool: it satisfies a choice that names it and no other one,
 * is no answer of a run, and counts in no limit of calls.
 */
export function isSearch(called: string, { threadTools }: Pick<Agent, "threadTools">): boolean {
  return called === SEARCH_TOOLS && threadTools !== undefined;
}

/** True for a call that the choice permits, and that is one of a tool. */
export function counts(choice: ToolChoice, called: string, agent: Pick<Agent, "threadTools">): boolean {
  return permits(choice, called) && (!isSearch(called, agent) || namesIn(choice).includes(called));
}

/** A thread whose calls are judged: its agent with all its tools, and with those that are not of a catalogue (`own`). */
export interface JudgedThread {
  readonly agent: Pick<Agent, "tools">;
  readonly own: Pick<Agent, "tools" | "toolSources">;
}

/**
 * The names under which a choice judges calls: that of the tool, or that of the bridge where the choice permits the bridge and the tool
 * is of a catalogue, also where the model has called it by the name that a search told. A list of permitted tools that has the bridge permits what it reaches; rules of a policy judge every call by the
 * name of its tool.
 */
export function judgedNames(
  calls: readonly Pick<CallBlock, "name" | "via">[],
  { agent, own }: JudgedThread,
  choice: ToolChoice,
): readonly string[] {
  const isOwn = (called: string) =>
    own.tools.some(({ name }) => name === called) || isOfSource(own.toolSources, called) ||
    agent.tools.some(({ name, client }) => client && name === called);
  const isBridged = (called: string) => agent.tools.some(({ name, bridged }) => bridged && name === called);
  return calls.map(({ name, via }) => {
    const isOfBridge = via !== undefined || isBridged(name);
    if (!isOfBridge || permits(choice, name) || isOwn(name)) return name;
    return permits(choice, CALL_TOOL) ? CALL_TOOL : name;
  });
}
