// What a prompt begins with when the agent's definition has changed since: the frame stays, and what is different is told behind the
// conversation, where that can be. The frame is what of a definition stands at the beginning of a request or decides how messages are
// written: instructions, tools, schemas, the driver and the form of the history.

import { type Agent, namedModels } from "../../core/agent.ts";
import type { Driver } from "../../core/driver.ts";
import { type Capabilities, changesInNotices } from "../../core/model/capability.ts";
import { READ_OUTPUT, type Tool } from "../../core/tool.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import type { Hold } from "../../core/tool_choice.ts";
import { isStrict } from "./enforce.ts";
import { toolsToSend } from "./tool_trimming.ts";

/** The frame of the last answer's prompt, where it is that of another definition than the agent's now. */
export interface EarlierFrame {
  /** SHA-256 of the definition in base64url. */
  readonly digest: string;
  /** The agent of that definition; undefined where it cannot be read. */
  readonly agent: Agent | undefined;
  /** `provider/model` of the last answer, and the start of its window: a prompt of others begins anew in any case. */
  readonly model: string;
  readonly start: number;
}

/** A frame that the prompt goes on with. */
export interface CarriedFrame {
  readonly digest: string;
  /** The agent as it is now, with the instructions, the tools and where it counts the effort of the frame: what requests are written from. */
  readonly agent: Agent;
  /** Names of tools of the frame that the agent no longer has. */
  readonly withdrawn: readonly string[];
  /** Tools of the agent that the frame lacks, or has with another description or schema. */
  readonly added: readonly ToolSpec[];
}

/** How a definition differs from that of a frame. */
export interface FrameChange {
  readonly withdrawn: readonly string[];
  /** New ones, and those with another description, schema or limit of their output. */
  readonly added: readonly Tool[];
  readonly instructions: boolean;
  /** The tools that both have stand in another order. */
  readonly moved: boolean;
  /** The effort, where it is a part of the prompt. */
  readonly effort: boolean;
  /** Something else of the frame: a schema, the driver, the form of the history. */
  readonly other: boolean;
}

/**
 * The difference between the frame of a definition and that of the agent; undefined where the two are equal. `effortInPrompt`: see
 * CapabilityTable.
 */
export function frameChange(
  frame: Agent,
  agent: Agent,
  effortInPrompt: true | undefined,
): FrameChange | undefined {
  const [old, now] = [indexSpecs(frame), indexSpecs(agent)];
  const both = [...old.keys()].filter((name) => now.has(name));
  const change: FrameChange = {
    withdrawn: [...old.keys()].filter((name) => !now.has(name)),
    added: agent.tools.filter(({ name }) => old.get(name) !== now.get(name)),
    instructions: frame.instructions.trim() !== agent.instructions.trim(),
    moved: both.join("\n") !== [...now.keys()].filter((name) => old.has(name)).join("\n"),
    effort: effortInPrompt === true && frame.settings.reasoningEffort !== agent.settings.reasoningEffort,
    other: serializeRest(frame) !== serializeRest(agent),
  };
  const { withdrawn, added, instructions, moved, effort, other } = change;
  const isEqual = withdrawn.length + added.length === 0 && !(instructions || moved || effort || other);
  return isEqual ? undefined : change;
}

/** By name what of each tool is in the prompt, or decides about the prompt, in the order of the prompt. */
function indexSpecs(agent: Agent): ReadonlyMap<string, string> {
  const own = new Map(agent.tools.map(({ name, promptChars }) => [name, promptChars]));
  return new Map(
    toolsToSend(agent, true).map(({ name, description, parameters }) => [
      name,
      JSON.stringify([description, parameters, own.get(name)]),
    ]),
  );
}

// Settings are not among it, but for the API: vendors count neither limits nor sampling to a prompt, and few an effort.
function serializeRest(agent: Agent): string {
  const { driver, historyForm, tokenEfficient, output, decision, plan, capabilities, limits, settings } =
    agent;
  const isOverridden = Object.keys(capabilities).length > 0; // whose model they are about depends on the others
  return JSON.stringify([
    driver,
    historyForm,
    tokenEfficient,
    output?.schema,
    decision?.schema,
    plan ?? null,
    limits.outputChars,
    settings.api,
    agent.orchestrate !== undefined,
    ...isOverridden ? [capabilities, namedModels(agent)] : [],
  ]);
}

/** What decides besides the frame and the agent whether a prompt goes on with the frame. */
export interface CarryInputs {
  readonly capabilities: Capabilities;
  readonly toolForm: Driver["toolForm"];
  readonly hold: Hold;
  readonly onUnsupported: Agent["onUnsupported"];
  /** No notice behind the frame has defined another tool under the name, or this one and taken it away. */
  readonly isNew: (tool: ToolSpec) => boolean;
}

/**
 * The frame that the prompt goes on with; undefined where it is to begin anew.
 *
 * | change | goes on, told behind the conversation |
 * |---|---|
 * | instructions | where the API has messages of the application |
 * | tools withdrawn | where the API hides them, else unless the hold is strict |
 * | tools of the operator's own added or edited | where the API takes a definition in such a message; a name is defined again where it takes tools away, too |
 * | effort, where it is a part of the prompt | where the API takes such definitions, and both have an effort |
 * | another order of the tools | always, untold |
 * | anything else | never |
 */
export function carryFrame(
  { digest, agent: frame }: Pick<EarlierFrame, "digest" | "agent">,
  agent: Agent,
  { capabilities, toolForm, hold, onUnsupported, isNew }: CarryInputs,
): CarriedFrame | undefined {
  if (frame === undefined) return undefined;
  const { lacks, effortInPrompt } = capabilities;
  const change = frameChange(frame, agent, effortInPrompt) ?? NO_CHANGE;
  const { withdrawn, added, instructions, effort, other } = change;
  const isNative = toolForm === "native";
  if (other || isNative && lacks.tools !== undefined) return undefined;
  if (instructions && lacks.notices !== undefined) return undefined;
  const efforts = [frame, agent].map(({ settings }) => settings.reasoningEffort);
  if (effort && (lacks.inline_tools !== undefined || efforts.includes(undefined))) return undefined;
  if (added.length > 0) {
    const canDefine = changesInNotices(lacks)
      ? () => true
      : (tool: Tool) => isNew(tool) && frame.tools.every(({ name }) => name !== tool.name);
    // In a history as text no notice has more than its words.
    const hasNotices = isNative && lacks.inline_tools === undefined && agent.historyForm !== "text";
    const canAdd = hasNotices && frame.tools.length > 0 &&
      added.every((tool) => canDefine(tool) && isPlain(tool, frame) && isOwn(tool, agent));
    if (!canAdd) return undefined;
  }
  if (withdrawn.length > 0) {
    const isHidden = isNative && (lacks.tool_changes === undefined || lacks.allowed === undefined);
    if (!isHidden && isStrict({ hold, onUnsupported, capabilities })) return undefined;
    // Without a tool that is left no choice among some can be written, and outputs in part need their reader.
    if (agent.tools.length === 0 || withdrawn.includes(READ_OUTPUT)) return undefined;
  }
  return toCarriedFrame(digest, frame, agent, effortInPrompt);
}

/** The frame of a definition under the agent as it is now, whether or not a prompt would go on with it. */
export function toCarriedFrame(
  digest: string,
  frame: Agent,
  agent: Agent,
  effortInPrompt: true | undefined,
): CarriedFrame {
  const { withdrawn, added } = frameChange(frame, agent, undefined) ?? NO_CHANGE;
  const names = new Set(added.map(({ name }) => name));
  const { reasoningEffort } = (effortInPrompt ? frame : agent).settings;
  return {
    digest,
    withdrawn,
    agent: {
      ...agent,
      settings: { ...agent.settings, reasoningEffort },
      instructions: frame.instructions,
      tools: frame.tools,
    },
    added: toolsToSend(agent, true).filter(({ name }) => names.has(name)),
  };
}

const NO_CHANGE: FrameChange = {
  withdrawn: [],
  added: [],
  instructions: false,
  moved: false,
  effort: false,
  other: false,
};

// What servers of tools and callers describe is in their words, which the application must not say.
function isOwn({ name, client, foreign }: Tool, { toolSources = [] }: Agent): boolean {
  return client !== true && foreign !== true && !toolSources.some(({ prefix }) => name.startsWith(prefix));
}

// A limit of its own would change how earlier outputs are written.
function isPlain({ name, promptChars }: Tool, frame: Agent): boolean {
  const old = frame.tools.find((tool) => tool.name === name);
  return name !== READ_OUTPUT && promptChars === old?.promptChars;
}
