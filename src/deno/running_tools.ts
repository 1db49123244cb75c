// Registers the tool calls that run and those that ended within a minute. A promise or timer that a tool leaves
// behind can fail later, without a call stack to its step; the log then names these calls.

import type { Agent } from "../core/agent.ts";
import type { JsonObject } from "../core/json.ts";
import type { Tool, ToolContext } from "../core/tool.ts";

/** Milliseconds for which a call that has ended is still named. */
const RECENT_MS = 60_000;

/** Most ended calls that are kept. */
const RECENT_CALLS = 20;

/** A tool call, as the log names it. */
interface ToolCall {
  readonly tool: string;
  readonly tenant: string;
  readonly thread: string;
  readonly step: number;
  readonly call: string;
}

/** A registry of the tool calls of a process. */
export class RunningTools {
  readonly #running = new Set<ToolCall>();
  #ended: { readonly call: ToolCall; readonly at: number }[] = [];
  readonly #registered = new Map<Tool, Tool>();

  /** The agent with tools whose calls are registered. A tool that several agents hold stays one tool. */
  register(agent: Agent): Agent {
    return { ...agent, tools: agent.tools.map((tool) => this.#registerTool(tool)) };
  }

  /** The calls that run now, and those that ended within a minute, as one text for the log. */
  suspects(): string {
    const since = Date.now() - RECENT_MS;
    const running = Array.from(this.#running, (call) => `${toText(call)} is running`);
    const ended = this.#ended.filter(({ at }) => at >= since).map(({ call }) => `${toText(call)} has ended`);
    return [...running, ...ended].join("; ");
  }

  #registerTool(tool: Tool): Tool {
    const kept = this.#registered.get(tool);
    if (kept !== undefined) return kept;
    const registered = {
      ...tool,
      run: (args: JsonObject, context: ToolContext) => this.#run(tool, args, context),
    };
    this.#registered.set(tool, registered);
    return registered;
  }

  async #run(tool: Tool, args: JsonObject, context: ToolContext): Promise<Awaited<ReturnType<Tool["run"]>>> {
    const { tenant, thread, step, callId } = context;
    const call = { tool: tool.name, tenant, thread, step, call: callId };
    this.#running.add(call);
    try {
      return await tool.run(args, context);
    } finally {
      this.#running.delete(call);
      this.#ended = [...this.#ended, { call, at: Date.now() }].slice(-RECENT_CALLS);
    }
  }
}

function toText({ tool, tenant, thread, step, call }: ToolCall): string {
  return `${tool} of tenant ${tenant}, thread ${thread}, step ${step}, ${call}`;
}
