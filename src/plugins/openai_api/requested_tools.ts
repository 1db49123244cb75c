// The tools and the tool choice of a request in the forms of OpenAI and Arcade: which tools are the caller's, which are those of
// the agent, what the model may do about them, and who runs the calls.

import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { Agent } from "../../core/agent.ts";
import type { Tool } from "../../core/tool.ts";
import { boundProblem } from "../../core/json_schema/bounds.ts";
import { utf8Bytes } from "../../core/text/utf8_bytes.ts";
import { CALL_TOOL, SEARCH_TOOLS } from "../../core/tool/tool_selection.ts";
import type { AgentError } from "../../core/error.ts";
import { takesOtherTools } from "../../core/tool/with_client_tools.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import type { Execution, ToolChoice } from "../../core/tool_choice.ts";
import { SERVER } from "./encoders/responses.ts";
import type { HttpContext, HttpDeps } from "../../http/context.ts";
import { type Path, refuse } from "../../http/conversation/refuse.ts";
import type { StepRequest } from "../../kernel/request.ts";
import { withNamedTools } from "../../kernel/session/thread_tools.ts";
import { withSourcedTools } from "../../kernel/session/sourced_agent.ts";

/** What a request says of tools. */
export interface RequestedTools {
  /** Undefined where the request says nothing of tools: the agent's own choice and execution apply. */
  readonly choice: ToolChoice | undefined;
  readonly execution: Execution | undefined;
  /** The tools that the caller brings. */
  readonly clientTools: readonly ToolSpec[];
  /** The tools that the request names, of both kinds; undefined for those of the agent. */
  readonly names: readonly string[] | undefined;
  /** Those of the agent, of its servers and of its catalogue among them, where it runs with them alone; undefined where it keeps all. */
  readonly kept: readonly Tool[] | undefined;
  /** The agent's name of a tool, or the name itself. */
  toName(spelled: string): string;
  /** The name as the request spells it. */
  spell(name: string): string;
}

/** Most tools of a request, as at OpenAI, and most UTF-8 bytes of the caller's as JSON: they are kept with the run. */
const MOST_TOOLS = 128;
const MOST_BYTES = 131_072;

/** The names of functions that OpenAI takes. */
const FUNCTION_NAME = /^[a-zA-Z0-9_-]{1,64}$/;

/**
 * | tools | whose they are |
 * |---|---|
 * | `"GitHub.SetStarred"`, `"GitHub_SetStarred"`, `"GitHub.SetStarred@1.0"` | the agent's, of its servers and its catalogue too; an unknown name is refused |
 * | a function whose name the agent has, a dot as `_` or as it is | the agent's, with the agent's schema |
 * | any other function | the caller's |
 * | `{type: "mcp", server_label: "treadle"}`, in Responses | those of `allowed_tools`, or all; the server runs their calls |
 *
 * | tool_choice | what happens |
 * |---|---|
 * | missing, without tools | the agent runs as it is defined |
 * | missing or `auto`; `required`; a named function; `allowed_tools` | one plan with calls that can run; they are the caller's |
 * | `none` | no calls |
 * | `execute` | the model calls a tool of the agent, and the output is the answer |
 * | `generate` | as `execute`, and the model answers from the outputs |
 *
 * @throws {AgentError} invalid_request - with the place of what is wrong; what `withSourcedTools` and `withNamedTools` throw
 */
export async function readRequestedTools(
  { tools: given, tool_choice: choice, user }: {
    readonly tools?: readonly Json[] | null | undefined;
    readonly tool_choice?: Json | undefined;
    readonly user?: string | null | undefined;
  },
  { agent, ref, takesServer }: Requesting,
  c: HttpContext,
  deps: HttpDeps,
): Promise<RequestedTools> {
  const tools = given ?? [];
  if (tools.length > MOST_TOOLS) throw refuse(["tools"], `must have at most ${MOST_TOOLS} items`);
  const all = await withOtherTools(agent, JSON.stringify([tools, choice]), {
    ref,
    user: c.var.user ?? user ?? undefined,
  }, deps);
  const find = createFinder(all);
  const spelled = new Map<string, string>();
  const clientTools: ToolSpec[] = [];
  let serves = false;
  let servesAll = false;
  tools.forEach((tool, index) => {
    if (takesServer && isJsonObject(tool) && tool.type === "mcp") {
      serves = true;
      servesAll ||= (tool.allowed_tools ?? undefined) === undefined;
      for (const own of readAllowed(tool, index, find, all)) {
        if (!spelled.has(own)) spelled.set(own, own);
      }
      return;
    }
    const name = typeof tool === "string" ? tool : readFunction(tool, index).name;
    const own = find(name);
    if (own === undefined && typeof tool === "string") throw refuseName(["tools", index], agent);
    if (own === undefined) clientTools.push(readFunction(tool, index));
    if (spelled.has(own ?? name)) throw refuse(["tools", index], `names ${name} a second time`);
    spelled.set(own ?? name, name);
  });
  if (utf8Bytes(JSON.stringify(clientTools)) > MOST_BYTES) {
    throw refuse(["tools"], `must be at most ${MOST_BYTES} bytes of JSON`);
  }
  const names = tools.length === 0 ? undefined : [...spelled.keys()];
  const listed = servesAll ? undefined : names;
  const toName = (text: string) => find(text) ?? text;
  const read = serves ? withoutExecution(readChoice(choice, false)) : readChoice(choice, tools.length > 0);
  const execution = read?.execution;
  if (clientTools.length > 0 && (execution === "execute" || execution === "generate")) {
    throw refuse(["tool_choice"], `is ${execution}, which runs tools of the agent only`);
  }
  return {
    choice: read && toChoice(read, { listed, clientTools, toName, agent, all }),
    execution,
    clientTools,
    names,
    toName,
    kept: listed && takesSubset(agent) ? all.tools.filter(({ name }) => listed.includes(name)) : undefined,
    spell: (name) => spelled.get(name) ?? name,
  };
}

/** Whose tools a request names, and for whom. */
interface Requesting {
  readonly agent: Agent;
  /** The thread of the request. */
  readonly ref: ThreadRef;
  /** Responses have hosted servers. */
  readonly takesServer?: boolean;
}

/** What may be the name of a tool in JSON text, without the version that Arcade puts behind it. */
const NAMES = /(?<=")[\w.-]+(?=[@"])/g;

/** The agent with the tools of its servers, and those of its catalogue that the request names. */
async function withOtherTools(
  agent: Agent,
  said: string,
  { ref, user }: Pick<StepRequest, "ref" | "user">,
  deps: HttpDeps,
): Promise<Agent> {
  const names = said.match(NAMES);
  if (names === null || !takesOtherTools(agent)) return agent;
  const { toolSources = [], threadTools } = agent;
  const { agent: sourced } = await withSourcedTools(agent, toolSources, { ref, user }, deps);
  const toolChoice = { type: "allowed", mode: "auto", names } as const;
  const { tools } = threadTools === undefined
    ? sourced
    : await withNamedTools(sourced, threadTools, { ref, user, toolChoice }, deps);
  return { ...agent, tools: tools.filter(({ name }) => name !== SEARCH_TOOLS && name !== CALL_TOOL) };
}

/** Beside a server that runs its tools, a choice says what the model may call, and not who runs it. */
function withoutExecution(read: ReadChoice | undefined): ReadChoice | undefined {
  return read?.execution === "predict" ? { ...read, execution: undefined } : read;
}

/**
 * The tools that a hosted server of a request means: the agent is that server. Where it is and how it is called is not read, and
 * neither is `require_approval`: what needs approval is the agent's to say.
 */
function readAllowed(tool: JsonObject, index: number, find: FindName, agent: Agent): string[] {
  const path = ["tools", index];
  if (tool.server_label !== SERVER) {
    throw refuse([...path, "server_label"], `must be "${SERVER}"`);
  }
  const allowed = isJsonObject(tool.allowed_tools) ? tool.allowed_tools.tool_names : tool.allowed_tools;
  if (allowed === undefined || allowed === null) return agent.tools.map(({ name }) => name);
  if (!Array.isArray(allowed)) throw refuse([...path, "allowed_tools"], "must be a list of names of tools");
  return allowed.map((name, at) => {
    const own = typeof name === "string" ? find(name) : undefined;
    if (own !== undefined) return own;
    throw refuseName([...path, "allowed_tools", at], agent);
  });
}

function refuseName(path: Path, { name }: Agent): AgentError {
  return refuse(path, `names no tool of agent ${name}`);
}

/** The agent's name of a tool by any spelling. */
type FindName = (spelled: string) => string | undefined;

function createFinder({ tools }: Agent): FindName {
  const byForm = new Map(tools.map(({ name }) => [toForm(name), name] as const).reverse());
  return (spelled) =>
    tools.some(({ name }) => name === spelled) ? spelled : byForm.get(toForm(spelled.replace(/@[^@]*$/, "")));
}

function toForm(name: string): string {
  return name.replaceAll(".", "_");
}

/** A function in the form of Chat Completions, `{type, function: {name}}`, or of Responses, `{type, name}`. */
function readFunction(tool: Json | undefined, index: number): ToolSpec {
  const path = ["tools", index];
  if (!isJsonObject(tool)) throw refuse(path, "must be a function, or the name of a tool");
  if (tool.type !== "function") {
    throw refuse([...path, "type"], 'must be "function"');
  }
  const isNested = isJsonObject(tool.function);
  const given: JsonObject = isJsonObject(tool.function) ? tool.function : tool;
  const at = isNested ? [...path, "function"] : path;
  const { name, description = "", parameters = null } = given;
  if (typeof name !== "string" || !(FUNCTION_NAME.test(name) || name.includes("."))) {
    throw refuse([...at, "name"], "must be 1 to 64 letters, digits, _ and -");
  }
  if (description !== null && typeof description !== "string") {
    throw refuse([...at, "description"], "must be a text");
  }
  if (parameters !== null && !isJsonObject(parameters)) {
    throw refuse([...at, "parameters"], "must be a JSON Schema of an object");
  }
  const problem = boundProblem(parameters ?? {});
  if (problem !== undefined) throw refuse([...at, "parameters", ...problem.path], problem.detail);
  return {
    name,
    description: description ?? "",
    parameters: { type: "object", properties: {}, ...parameters },
  };
}

/**
 * True where a request may be run with some of the agent's tools alone. The rules of a policy and the phases of a plan name tools, so
 * an agent with either keeps all of them, and the tool choice says which may be called.
 */
function takesSubset({ policy, orchestrate }: Agent): boolean {
  return policy === undefined && orchestrate === undefined;
}

interface ReadChoice {
  readonly mode: "none" | "auto" | "required";
  readonly execution: Execution | undefined;
  /** As the request spells them. */
  readonly only?: readonly string[];
}

function readChoice(value: Json | undefined, hasTools: boolean): ReadChoice | undefined {
  if (value === undefined || value === null) {
    return hasTools ? { mode: "auto", execution: "predict" } : undefined;
  }
  switch (value) {
    case "none":
      return { mode: "none", execution: undefined };
    case "auto":
    case "required":
      return { mode: value, execution: "predict" };
    case "execute":
    case "generate":
      return { mode: "required", execution: value };
  }
  if (!isJsonObject(value)) {
    throw refuse(
      ["tool_choice"],
      'must be "none", "auto", "required", "execute", "generate" or an object',
    );
  }
  if (value.type === "function") {
    return { mode: "required", execution: "predict", only: [nameIn(value, ["tool_choice"])] };
  }
  if (value.type === "allowed_tools") {
    const { mode, tools } = isJsonObject(value.allowed_tools) ? value.allowed_tools : value;
    if (mode !== "auto" && mode !== "required" || !Array.isArray(tools) || tools.length === 0) {
      throw refuse(["tool_choice"], "must have a mode and tools");
    }
    const only = tools.map((tool, index) =>
      nameIn(isJsonObject(tool) ? tool : {}, ["tool_choice", "tools", index])
    );
    return { mode, execution: "predict", only };
  }
  throw refuse(["tool_choice", "type"], 'must be "function" or "allowed_tools"');
}

function nameIn(value: JsonObject, path: readonly (string | number)[]): string {
  const { name } = isJsonObject(value.function) ? value.function : value;
  if (typeof name === "string") return name;
  throw refuse([...path, "function", "name"], "must be the name of a function");
}

function toChoice(
  { mode, only }: ReadChoice,
  { listed, clientTools, toName, agent, all }: {
    /** Undefined for all of the agent. */
    readonly listed: readonly string[] | undefined;
    readonly clientTools: readonly ToolSpec[];
    readonly toName: (spelled: string) => string;
    readonly agent: Agent;
    /** With the tools of its servers and of its catalogue that the request names. */
    readonly all: Agent;
  },
): ToolChoice {
  if (mode === "none") return { type: "none" };
  const hasOthers = takesOtherTools(agent) && (listed === undefined || !takesSubset(agent));
  if (hasOthers && listed === undefined && only === undefined) return { type: mode };
  const offered = listed ?? [...all.tools, ...clientTools].map(({ name }) => name);
  const unknown = only?.find((name) => !offered.includes(toName(name)));
  if (unknown !== undefined) {
    throw refuse(["tool_choice"], `names ${unknown.slice(0, 80)}, which is not there`);
  }
  if (offered.length === 0) throw refuse(["tool_choice"], `needs tools, and agent ${agent.name} has none`);
  const names = [...only?.map(toName) ?? offered];
  const [name = ""] = names;
  if (mode === "required" && names.length === 1) return { type: "tool", name };
  const isAll = !hasOthers && (takesSubset(agent) || agent.tools.every((tool) => names.includes(tool.name)));
  if (isAll && names.length >= offered.length) return { type: mode };
  return { type: "allowed", names, mode };
}
