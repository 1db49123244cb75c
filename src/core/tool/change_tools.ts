// The one list of the sources of an agent's tools: code that changes every tool of an agent calls this. A new part of AgentTools, or of any
// other kind with tools, does not compile before it has a row here.

import type { Agent, AgentTools } from "../agent.ts";
import type { Tool } from "../tool.ts";
import type { OpenedTools, ThreadToolSource } from "./thread_tools.ts";
import { CALL_TOOL, SEARCH_TOOLS } from "./tool_selection.ts";
import type { RemoteToolSource, SourcedTools } from "./tool_source.ts";

/** What a tool becomes. */
export type ChangeTool = (tool: Tool) => Tool;

/** The rows of {@link changeTools}: the parts of AgentTools, and every other part of the agent that holds tools or makes them. */
export type ToolParts<Of extends Agent> = {
  readonly [Part in keyof AgentTools | WithTools<Of>]: Of[Part];
};

type WithTools<Of> = { [Part in keyof Of]-?: true extends Holds<Of[Part]> ? Part : never }[keyof Of];

/** `true` where a value holds a tool, or a function that returns one, at most so deep. */
type Holds<Value, Depth extends 0[] = []> = Depth["length"] extends 5 ? never
  : Value extends Tool ? true
  : Value extends (...args: never[]) => infer Made ? Holds<Awaited<Made>, [...Depth, 0]>
  : Value extends readonly (infer Each)[] ? Holds<Each, [...Depth, 0]>
  : Value extends object ? { [Key in keyof Value]-?: Holds<Value[Key], [...Depth, 0]> }[keyof Value]
  : never;

/**
 * The agent with every tool changed, wherever a step takes it from: its own, those of its servers and of their apps, and those that its
 * threads have beside them. The tools by which a catalogue is searched and called stay. The hash stays. The same list becomes the same list.
 */
export function changeTools(agent: Agent, change: ChangeTool): Agent {
  const parts: ToolParts<Agent> = {
    tools: agent.tools.map(change),
    appTools: agent.appTools?.map(change),
    toolSources: agent.toolSources?.map((source) => changeSource(source, change)),
    threadTools: agent.threadTools && changeThreadTools(agent.threadTools, change),
    // Functions around calls: they run no tool.
    hooks: agent.hooks,
    env: agent.env,
    approvalTtlMs: agent.approvalTtlMs,
    throwOnToolFailure: agent.throwOnToolFailure,
    stopOnToolBlock: agent.stopOnToolBlock,
    onContextRequired: agent.onContextRequired,
  };
  return { ...agent, ...parts };
}

function changeSource(source: RemoteToolSource, change: ChangeTool): RemoteToolSource {
  const changed = remembered(({ tools, appTools, ...rest }: SourcedTools): SourcedTools => ({
    ...rest,
    tools: tools.map(change),
    appTools: appTools?.map(change),
  }));
  return {
    ...source,
    tools(request, ports) {
      const sourced = source.tools(request, ports);
      return sourced instanceof Promise ? sourced.then(changed) : changed(sourced);
    },
  };
}

function changeThreadTools(source: ThreadToolSource, change: ChangeTool): ThreadToolSource {
  const changed = remembered(change);
  return {
    ...source,
    list: source.list && (async (request, ports) => (await source.list?.(request, ports) ?? []).map(changed)),
    open(own, request, ports) {
      const isOwn = new Set(own); // changed before
      const ofThread = changedOpened((tool) => isOwn.has(tool) || isBridge(tool) ? tool : changed(tool));
      const opened = source.open(own, request, ports);
      return opened instanceof Promise ? opened.then(ofThread) : ofThread(opened);
    },
  };
}

/** The tools of the bridge, whose names no tool of a catalogue has: a search runs nothing, and a call is one of the tool that it names. */
function isBridge({ name }: Tool): boolean {
  return name === SEARCH_TOOLS || name === CALL_TOOL;
}

function changedOpened(change: ChangeTool): (opened: OpenedTools) => OpenedTools {
  const changedList = remembered((tools: readonly Tool[]) => tools.map(change));
  const changed = remembered((opened: OpenedTools): OpenedTools => ({
    tools: changedList(opened.tools),
    state: opened.state,
    bridge: opened.bridge,
    warnings: opened.warnings,
    withdrawn: opened.withdrawn,
    decisions: (observations) => opened.decisions?.(observations) ?? [],
    spent: (entries) => opened.spent?.(entries) ?? 0,
    called: (names) => changed(opened.called?.(names) ?? opened),
    planned: () => changed(opened.planned?.() ?? opened),
    observed(run) {
      const next = opened.observed?.(run) ?? opened;
      return next instanceof Promise ? next.then(changed) : changed(next);
    },
    committed: () => changed(opened.committed?.() ?? opened),
  }));
  return changed;
}

/** The function, which runs once for each object. */
function remembered<Key extends object, Made>(make: (key: Key) => Made): (key: Key) => Made {
  const made = new WeakMap<Key, Made>();
  return (key) => {
    const known = made.get(key);
    if (known !== undefined) return known;
    const result = make(key);
    made.set(key, result);
    return result;
  };
}
