// What a model is told of a definition that has changed behind the beginning of its prompt: the instructions and the tools that there
// are now. Names of tools are the only words that may not be the operator's, and they stand in the prompt's tools before.

import type { CarriedFrame } from "../choice/carried_frame.ts";
import { toolsToSend } from "../choice/tool_trimming.ts";
import type { Agent } from "../../core/agent.ts";
import type { NoticeEntry, ToolChanges } from "../../core/entry.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import { permits, type ToolChoice } from "../../core/tool_choice.ts";
import { toolsBehind } from "../history/tool_changes.ts";
import { toSpec } from "../log/request_record.ts";

/** The prompt that is told. */
export interface ToldPrompt {
  /** What it was told of the agent behind its beginning, in order. */
  readonly told: readonly NoticeEntry[];
  /** The agent as it is now. */
  readonly agent: Agent;
  /** The frame of the prompt, where it is not that of the agent. */
  readonly framed: CarriedFrame | undefined;
}

/** Such a prompt, and its tools. */
export interface ToldTools extends ToldPrompt {
  /** What the prompt may have of tools: those that its choice permits, where others are left out of it; undefined: all. */
  readonly among: ToolChoice | undefined;
}

/** What a notice is to say of the instructions; undefined where the model has them. */
export function instructionNews({ told, agent, framed }: ToldPrompt): string | undefined {
  const last = told.findLast(({ about, effort }) => about === "agent" && effort === undefined);
  const now = agent.instructions.trim();
  const begun = (framed?.agent ?? agent).instructions.trim();
  const text = instructionsInWords(now);
  return text === (last?.text ?? instructionsInWords(begun)) ? undefined : text;
}

function instructionsInWords(instructions: string): string {
  return instructions === ""
    ? "There are no instructions any more: those from before are withdrawn."
    : `The instructions are now as follows, in place of those from before:\n\n${instructions}`;
}

/** What a notice is to say of the effort, where the API takes another one behind the conversation; undefined where it is that of before. */
export function effortNews(
  { told, agent, framed }: ToldPrompt,
): Pick<NoticeEntry, "text" | "effort"> | undefined {
  const effort = agent.settings.reasoningEffort;
  const last = told.findLast((each) => each.effort !== undefined)?.effort ??
    framed?.agent.settings.reasoningEffort;
  if (effort === undefined || last === undefined || last === effort) return undefined;
  return { text: `The effort of thinking is from here on: ${effort}.`, effort };
}

/** What a notice is to say of the tools; undefined where the model knows which there are. Of those that are left out it says nothing. */
export function toolNews(
  { told, agent, framed, among }: ToldTools,
): { readonly text: string; readonly tools: ToolChanges } | undefined {
  if (framed === undefined && told.length === 0) return undefined;
  const isThere = ({ name }: ToolSpec) => among === undefined || permits(among, name);
  const begun = toolsToSend(framed?.agent ?? agent, true).filter(isThere);
  const known = new Map(toolsBehind(begun, told).map((tool) => [tool.name, serializeTool(tool)]));
  const now = toolsToSend(agent, true).filter(isThere);
  const withdrawn = [...known.keys()].filter((name) => now.every((tool) => tool.name !== name));
  const there = now.filter((tool) => known.get(tool.name) !== serializeTool(tool)).map(toSpec);
  if (withdrawn.length + there.length === 0) return undefined;
  // A reference offers what was defined last under a name.
  const redefined = new Set(told.flatMap(({ tools }) => tools?.added ?? []).map(({ name }) => name));
  const ofFrame = new Set(begun.filter(({ name }) => !redefined.has(name)).map(serializeTool));
  const returned = there.filter((tool) => ofFrame.has(serializeTool(tool))).map(({ name }) => name);
  const added = there.filter((tool) => !ofFrame.has(serializeTool(tool)));
  const lines = [
    ...withdrawn.length === 0 ? [] : [withdrawnInWords(withdrawn)],
    ...there.length === 0
      ? []
      : [`These tools are available from here on: ${there.map(({ name }) => name).join(", ")}.`],
  ];
  return {
    text: lines.join("\n"),
    tools: {
      added: added.length === 0 ? undefined : added,
      returned: returned.length === 0 ? undefined : returned,
      withdrawn: withdrawn.length === 0 ? undefined : withdrawn,
    },
  };
}

/** That tools are withdrawn. */
export function withdrawnInWords(names: readonly string[]): string {
  return `These tools are withdrawn, and calls of them do not run: ${names.join(", ")}.`;
}

function serializeTool(tool: ToolSpec): string {
  return JSON.stringify(toSpec(tool));
}
