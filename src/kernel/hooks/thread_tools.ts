// The tools that a plugin opens for the threads of an agent.

import type { Agent } from "../../core/agent.ts";
import { AgentError, failureFields } from "../../core/error.ts";
import type { Tool } from "../../core/tool.ts";
import { furtherToolCheck } from "../../core/tool/further_tools.ts";
import { remembered } from "../../core/lru.ts";
import {
  boundSource,
  type OpenedTools,
  type ThreadToolSource,
  wrapOpened,
} from "../../core/tool/thread_tools.ts";
import { isBridgeName, isBridgeTool } from "../../core/tool/tool_selection.ts";
import type { CompiledPlugin } from "./agent_plugins.ts";
import { callHook, withoutPromise, WrongResult } from "./call_hook.ts";
import { isListOfTexts } from "./check_hooks.ts";
import { inTime } from "./load_hooks.ts";
import type { StepPlugin } from "./plugin.ts";
import { pluginFailed } from "./plugin_failed.ts";

/**
 * What opens the tools of the agent's threads: the one that it has, or that of a plugin; undefined where neither has one.
 *
 * @throws {AgentError} agent_invalid - there are two of them, and their order would decide which tools a thread has; a tool of the agent
 * has the name of one of the bridge
 */
export function findThreadTools(
  agent: Pick<Agent, "name" | "threadTools" | "tools">,
  compiled: readonly CompiledPlugin[],
): ThreadToolSource | undefined {
  const [first, second] = compiled.flatMap(({ plugin, hooks }) =>
    hooks.threadTools === undefined ? [] : [{ plugin, source: hooks.threadTools }]
  );
  const { name, threadTools, tools } = agent;
  if (first && (second ?? threadTools)) {
    const other = second === undefined ? "its definition" : `the plugin ${second.plugin.name}`;
    throw new AgentError(
      "agent_invalid",
      `The plugin ${first.plugin.name} opens tools of agent ${name}, and so does ${other}; it takes one.`,
    );
  }
  const source = first ? ofPlugin(first.plugin, first.source) : threadTools;
  const reserved = source && tools.map((tool) => tool.name).find(isBridgeName);
  if (reserved === undefined) return source;
  throw new AgentError("agent_invalid", `Agent ${name} has the tool ${reserved}, whose name is reserved.`);
}

/**
 * The source of a plugin. What it throws before it has opened tools, and what are none, refuses the step. Later they stay as they were, and
 * the failure is logged: calls have run, and their results are kept. A bridge that fails is a failure of the answer.
 */
function ofPlugin(plugin: StepPlugin, source: ThreadToolSource): ThreadToolSource {
  const bound = boundSource(source);
  const { list, rank } = bound;
  const ask = <T>(load: () => T | Promise<T>) => inTime(plugin, "threadTools", load);
  const call = <T>(member: () => T, is?: (made: T) => boolean) =>
    callHook(plugin, "threadTools", () => {
      const made = withoutPromise(member()) as T;
      if (is?.(made) === false) throw new WrongResult("returned another value");
      return made;
    }) as T;
  return {
    ...bound,
    list: list && ((request, ports) =>
      ask(async () => {
        const tools = await list(request, ports);
        return call(() => tools, () => isListOfTexts(tools.map(({ name }) => name)));
      })),
    rank: rank && ((...asked) => ask(() => rank(...asked))),
    open(own, request, ports) {
      const { ref, thread, taken = [] } = request;
      const check = remembered(ports.check);
      // A caller's tool of this very request is refused as the caller's fault.
      let callers = thread?.query === undefined ? taken : [];
      const stay = <T>(failure: unknown, otherwise: T) => {
        ports.log("warn", "plugin failed", { ...ref, ...failureFields(failure) });
        return otherwise;
      };
      const wrap = wrapOpened({
        tools(opened) {
          const whyNot = furtherToolCheck([...own.map(({ name }) => name), ...callers], check);
          const why = whyNotOpened(withoutPromise(opened), own, whyNot);
          if (why !== undefined) throw pluginFailed(plugin.name, `opens no list of tools: ${why}`);
          callers = taken;
          return opened.tools;
        },
        bridge: (bridge) => ({
          read: (blocks) => call(() => bridge.read(blocks), Array.isArray),
          listen(emit) {
            const take = call(() => bridge.listen(emit));
            return (event) => call(() => take(event));
          },
        }),
        run(member, otherwise, is) {
          try {
            return call(member, is);
          } catch (failure) {
            return stay(failure, otherwise);
          }
        },
        wait: (member, otherwise) => ask(member).catch((failure) => stay(failure, otherwise)),
      });
      return ask(async () => wrap(await bound.open(own, request, ports)));
    },
  };
}

/** `whyNot`: why a tool cannot stand behind those of the agent. */
function whyNotOpened(
  opened: OpenedTools,
  own: readonly Tool[],
  whyNot: (tool: Tool) => string | undefined,
): string | undefined {
  const tools: unknown = opened?.tools;
  if (!Array.isArray(tools) || own.some((tool, index) => tools[index] !== tool)) {
    return "it has to begin with those of the agent";
  }
  const { bridge, state = { number: 0, offered: [], reached: [] }, warnings = [], withdrawn = [] } = opened;
  for (const [index, tool] of tools.entries()) {
    const isOpened = index >= own.length;
    const isReserved = isBridgeName(tool?.name) && !(isOpened && bridge && isBridgeTool(tool));
    const why = isReserved ? "the name is reserved" : isOpened ? whyNot(tool) : undefined;
    if (why !== undefined) return `${tool?.name}: ${why}`;
  }
  const said = warnings.flatMap(({ code, message }) => [code, message]);
  const isRight = Number.isInteger(state.number) &&
    [state.offered, state.reached, withdrawn, said].every(isListOfTexts);
  return isRight ? undefined : "its state, warnings or withdrawn";
}
