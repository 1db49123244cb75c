// The tools that a client finds, in a fixed order: one for each agent, then the agents' own tools, then continue_run. Names are
// legal in MCP and for the APIs of models, which take 64 letters, digits, _ and -.

import type { Agent } from "../../../core/agent.ts";
import type { JsonSchema } from "../../../core/json.ts";
import { RUN_PHASE } from "../../../core/plan/child_thread.ts";
import { WRITE_PLAN } from "../../../core/plan/orchestration.ts";
import { THREAD_STATUSES } from "../../../core/state.ts";
import { fnv64 } from "../../../core/text/hash.ts";
import { THREAD_ID } from "../../../core/text/id.ts";
import { READ_OUTPUT, type Tool } from "../../../core/tool.ts";
import type { Binding } from "../../../kernel/owner.ts";
import type { McpOptions } from "./options.ts";

/** What a tool of the server does. */
export type Served =
  | { readonly type: "ask"; readonly agent: Agent }
  | { readonly type: "tool"; readonly agent: Agent; readonly tool: Tool }
  | { readonly type: "continue" };

/** A tool as tools/list has it. */
export interface ListedTool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: ObjectSchema;
  readonly outputSchema?: ObjectSchema;
  readonly annotations: Annotations;
}

type ObjectSchema = JsonSchema & { readonly type: "object" };

type Annotations = {
  readonly readOnlyHint: boolean;
  readonly destructiveHint?: boolean;
  readonly idempotentHint: boolean;
};

/** A tool of the server. */
export interface ServedTool {
  readonly served: Served;
  readonly listed: ListedTool;
}

const LONGEST = 64;

/** The name of the tool that goes on with a run. */
const CONTINUE = "continue_run";

/** The tools of a server for these agents. */
export function toServedTools(
  agents: readonly Agent[],
  { tools = false }: McpOptions,
): readonly ServedTool[] {
  const used = new Set<string>([CONTINUE]);
  const askTools = agents.map((agent): ServedTool => ({
    served: { type: "ask", agent },
    listed: askTool(agent, freeName(used, `ask_${agent.name}`)),
  }));
  const own = agents.flatMap((agent) =>
    agent.tools.filter((tool) => offers(tool, tools)).map((tool) => ({ agent, tool }))
  );
  const counts = new Map<string, number>();
  for (const { tool } of own) counts.set(legal(tool.name), (counts.get(legal(tool.name)) ?? 0) + 1);
  const named = own.map(({ agent, tool }): ServedTool => {
    const plain = legal(tool.name);
    const isOnly = counts.get(plain) === 1 && !used.has(plain);
    const name = freeName(used, isOnly ? tool.name : `${agent.name}_${tool.name}`);
    return { served: { type: "tool", agent, tool }, listed: ownTool(tool, name) };
  });
  return [...askTools, ...named, { served: { type: "continue" }, listed: CONTINUE_TOOL }];
}

/**
 * True for a tool that clients may call. Not those that a caller runs, that ask a person, or that only have a meaning within a run
 * of the agent.
 */
export function offers({ name, client, answer }: Tool, tools: boolean | readonly string[]): boolean {
  if (client || answer !== undefined || INNER.includes(name)) return false;
  return typeof tools === "boolean" ? tools : tools.includes(name);
}

const INNER: readonly string[] = [READ_OUTPUT, RUN_PHASE, WRITE_PLAN];

/** The tools that the caller may use: of the agents that its token is for. */
export function filterTools(bound: Binding | undefined, tools: readonly ServedTool[]): readonly ServedTool[] {
  if (bound === undefined) return tools;
  return tools.filter(({ served }) => served.type === "continue" || bound.agents.includes(served.agent.name));
}

function freeName(used: Set<string>, wanted: string): string {
  const plain = legal(wanted);
  const name = plain.length <= LONGEST && !used.has(plain)
    ? plain
    : `${plain.slice(0, LONGEST - 9)}_${fnv64(`${wanted} ${used.size}`).slice(0, 8)}`;
  used.add(name);
  return name;
}

function legal(name: string): string {
  return name.replaceAll(".", "_");
}

function askTool({ name, description, tools }: Agent, toolName: string): ListedTool {
  const isPure = tools.every(({ effect }) => effect === "pure");
  return {
    name: toolName,
    title: name,
    description: `${description === "" ? `Asks the agent ${name}.` : description} ${ASK}`,
    inputSchema: {
      type: "object",
      properties: {
        input: { type: "string", minLength: 1, description: "What the agent is asked, in words" },
        thread: { ...THREAD, description: "Goes on with this conversation; a new one without it" },
      },
      required: ["input"],
      additionalProperties: false,
    },
    outputSchema: RUN,
    annotations: isPure
      ? { readOnlyHint: true, idempotentHint: false }
      : effectHints(tools.some(isDestructive)),
  };
}

const ASK = "The result has the thread of the conversation: pass it to go on with that.";

function ownTool(tool: Tool, name: string): ListedTool {
  return {
    name,
    title: tool.name,
    description: tool.description,
    inputSchema: { ...tool.parameters, type: "object" },
    annotations: toAnnotations(tool),
  };
}

/**
 * A `keyed` tool is not idempotent here: every call has a key of its own, so two calls are two effects.
 */
function toAnnotations(tool: Tool): Annotations {
  if (tool.effect === "pure" && !isDestructive(tool)) return { readOnlyHint: true, idempotentHint: true };
  return effectHints(isDestructive(tool));
}

/** False is never said: what a tool changes is not known here, and the protocol takes a missing hint for true. */
function effectHints(destructive: boolean): Annotations {
  return { readOnlyHint: false, destructiveHint: destructive || undefined, idempotentHint: false };
}

function isDestructive({ effect, needsApproval }: Tool): boolean {
  return effect === "once" || needsApproval !== false;
}

const THREAD = { type: "string", pattern: THREAD_ID.source } as const;

const NULLABLE_TEXT: JsonSchema = { anyOf: [{ type: "string" }, { type: "null" }] };

const RUN: ObjectSchema = {
  type: "object",
  properties: {
    thread: { type: "string", description: "The conversation" },
    status: {
      type: "string",
      enum: [...THREAD_STATUSES],
      description: "done: there is an answer; waiting: people or the caller have to do something first",
    },
    output: { ...NULLABLE_TEXT, description: "The answer; null without one" },
    calls: {
      type: "array",
      description: "The calls of this run, with their outcomes",
      items: {
        type: "object",
        properties: { id: { type: "string" }, name: { type: "string" }, state: { type: "string" } },
        required: ["id", "name", "state"],
      },
    },
    question: { type: "string", description: "What a tool needs to know; the next input answers it" },
  },
  required: ["thread", "status", "output", "calls"],
};

const CONTINUE_TOOL: ListedTool = {
  name: CONTINUE,
  title: "Continue a run",
  description:
    "Goes on with a run that waited, once people have decided about its calls, and gives its result. It decides nothing itself.",
  inputSchema: {
    type: "object",
    properties: { thread: { ...THREAD, description: "The thread that a result has named" } },
    required: ["thread"],
    additionalProperties: false,
  },
  outputSchema: RUN,
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false },
};
