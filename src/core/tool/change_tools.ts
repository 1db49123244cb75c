// The one list of the sources of an agent's tools: code that changes every tool of an agent calls this. A new part of AgentTools, or of any
// other kind with tools, does not compile before it has a row here.

import type { Agent, AgentTools } from "../agent.ts";
import type { Tool } from "../tool.ts";
import { remembered } from "../lru.ts";
import { boundSource, type ThreadToolSource, wrapOpened } from "./thread_tools.ts";
import { isBridgeTool } from "./tool_selection.ts";
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
    ...boundSource(source),
    list: source.list && (async (request, ports) => (await source.list?.(request, ports) ?? []).map(changed)),
    open(own, request, ports) {
      const isOwn = new Set(own); // changed before
      const changedList = remembered((tools: readonly Tool[]) =>
        tools.map((tool) => isOwn.has(tool) || isBridgeTool(tool) ? tool : changed(tool))
      );
      const ofThread = wrapOpened({ tools: ({ tools }) => changedList(tools) });
      const opened = source.open(own, request, ports);
      return opened instanceof Promise ? opened.then(ofThread) : ofThread(opened);
    },
  };
}
