// The tools and the tool choice of a request in the forms of OpenAI and Arcade: which tools are the caller's, which are those of
// the agent, what the model may do about them, and who runs the calls.

import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import type { Agent } from "../../core/agent.ts";
import { boundProblem } from "../../core/json_schema/bounds.ts";
import { utf8Bytes } from "../../core/text/utf8_bytes.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import type { Execution, ToolChoice } from "../../core/tool_choice.ts";
import { SERVER } from "./encoders/responses.ts";
import { refuse } from "../../http/conversation/refuse.ts";

/** What a request says of tools. */
export interface RequestedTools {
  /** Undefined where the request says nothing of tools: the agent's own choice and execution apply. */
  readonly choice: ToolChoice | undefined;
  readonly execution: Execution | undefined;
  /** The tools that the caller brings. */
  readonly clientTools: readonly ToolSpec[];
  /** The tools that the request names, of both kinds; undefined for those of the agent. */
  readonly names: readonly string[] | undefined;
  /** The same where the agent runs without some of its tools; undefined where it keeps all of them. */
  readonly kept: readonly string[] | undefined;
  /** The model may search the agent's catalogue: its calls are not the caller's, who has not listed those that it may make. */
  readonly selects: boolean;
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
 * | `"GitHub.SetStarred"`, `"GitHub_SetStarred"`, `"GitHub.SetStarred@1.0"` | the agent's; an unknown name is refused |
 * | a function whose name the agent has, a dot as `_` or as it is | the agent's, with the agent's schema |
 * | any other function | the caller's |
 * | `{type: "mcp", server_label: "treadle"}`, in Responses | those of `allowed_tools`, or all; the server runs their calls |
 *
 * | tool_choice | what happens |
 * |---|---|
 * | missing, without tools | the agent runs as it is defined |
 * | missing or `auto`; `required`; a named function; `allowed_tools` | one plan; its calls are the caller's |
 * | `none` | no calls |
 * | `execute` | the model calls a tool of the agent, and the output is the answer |
 * | `generate` | as `execute`, and the model answers from the outputs |
 *
 * @throws {AgentError} invalid_request - with the place of what is wrong
 */
export function readRequestedTools(
  { tools = [], tool_choice }: { readonly tools?: readonly Json[]; readonly tool_choice?: Json },
  agent: Agent,
  takesServer = false,
): RequestedTools {
  if (tools.length > MOST_TOOLS) throw refuse(["tools"], `must have at most ${MOST_TOOLS} items`);
  const registered = new Registered(agent);
  const spelled = new Map<string, string>();
  const clientTools: ToolSpec[] = [];
  let serves = false;
  let servesAll = false;
  tools.forEach((tool, index) => {
    if (takesServer && isJsonObject(tool) && tool.type === "mcp") {
      serves = true;
      servesAll ||= (tool.allowed_tools ?? undefined) === undefined;
      for (const own of readAllowed(tool, index, registered, agent)) {
        if (!spelled.has(own)) spelled.set(own, own);
      }
      return;
    }
    const name = typeof tool === "string" ? tool : functionOf(tool, index).name;
    const own = registered.find(name);
    if (own === undefined && typeof tool === "string") {
      throw refuse(
        ["tools", index],
        `names no tool of agent ${agent.name}: ${JSON.stringify(name.slice(0, 80))}`,
      );
    }
    if (own === undefined) clientTools.push(functionOf(tool, index));
    if (spelled.has(own ?? name)) throw refuse(["tools", index], `names ${name} a second time`);
    spelled.set(own ?? name, name);
  });
  if (utf8Bytes(JSON.stringify(clientTools)) > MOST_BYTES) {
    throw refuse(["tools"], `must be at most ${MOST_BYTES} bytes of JSON`);
  }
  const names = tools.length === 0 ? undefined : [...spelled.keys()];
  const toName = (text: string) => registered.find(text) ?? text;
  const read = serves
    ? withoutExecution(readChoice(tool_choice, false))
    : readChoice(tool_choice, tools.length > 0);
  if (read?.execution === "execute" || read?.execution === "generate") {
    if (clientTools.length > 0) {
      throw refuse(
        ["tool_choice"],
        `is ${read.execution}, which runs tools of the agent only; ${clientTools[0]?.name} is none`,
      );
    }
  }
  return {
    choice: read && toChoice(read, names ?? agent.tools.map(({ name }) => name), toName, agent),
    execution: read?.execution,
    clientTools,
    names,
    toName,
    kept: takesSubset(agent) ? names : undefined,
    selects: names === undefined || servesAll || !takesSubset(agent),
    spell: (name) => spelled.get(name) ?? name,
  };
}

/** Beside a server that runs its tools, a choice says what the model may call, and not who runs it. */
function withoutExecution(read: ReadChoice | undefined): ReadChoice | undefined {
  return read?.execution === "predict" ? { ...read, execution: undefined } : read;
}

/**
 * The tools that a hosted server of a request means: the agent is that server. Where it is and how it is called is not read, and
 * neither is `require_approval`: what needs approval is the agent's to say.
 */
function readAllowed(tool: JsonObject, index: number, registered: Registered, agent: Agent): string[] {
  const path = ["tools", index];
  if (tool.server_label !== SERVER) {
    throw refuse([...path, "server_label"], `must be "${SERVER}": other servers are not called`);
  }
  const allowed = isJsonObject(tool.allowed_tools) ? tool.allowed_tools.tool_names : tool.allowed_tools;
  if (allowed === undefined || allowed === null) return agent.tools.map(({ name }) => name);
  if (!Array.isArray(allowed)) throw refuse([...path, "allowed_tools"], "must be a list of names of tools");
  return allowed.map((name, at) => {
    const own = typeof name === "string" ? registered.find(name) : undefined;
    if (own !== undefined) return own;
    throw refuse([...path, "allowed_tools", at], `names no tool of agent ${agent.name}`);
  });
}

/** The tools of an agent by their names in any spelling. */
class Registered {
  readonly #names: ReadonlySet<string>;
  readonly #byForm: ReadonlyMap<string, string>;

  constructor({ tools }: Agent) {
    this.#names = new Set(tools.map(({ name }) => name));
    this.#byForm = new Map(tools.map(({ name }) => [name.replaceAll(".", "_"), name] as const).reverse());
  }

  find(spelled: string): string | undefined {
    if (this.#names.has(spelled)) return spelled;
    return this.#byForm.get(spelled.replace(/@[^@]*$/, "").replaceAll(".", "_"));
  }
}

/** A function in the form of Chat Completions, `{type, function: {name}}`, or of Responses, `{type, name}`. */
function functionOf(tool: Json | undefined, index: number): ToolSpec {
  const path = ["tools", index];
  if (!isJsonObject(tool)) throw refuse(path, "must be a function, or the name of a tool of the agent");
  if (tool.type !== "function") {
    throw refuse([...path, "type"], 'must be "function": other kinds of tools are not served');
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
      'must be "none", "auto", "required", "execute", "generate", or an object of OpenAI',
    );
  }
  if (value.type === "function") {
    return { mode: "required", execution: "predict", only: [nameIn(value, ["tool_choice"])] };
  }
  if (value.type === "allowed_tools") {
    const { mode, tools } = isJsonObject(value.allowed_tools) ? value.allowed_tools : value;
    if (mode !== "auto" && mode !== "required" || !Array.isArray(tools) || tools.length === 0) {
      throw refuse(["tool_choice"], "must have a mode, auto or required, and tools");
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
  offered: readonly string[],
  toName: (spelled: string) => string,
  agent: Agent,
): ToolChoice {
  if (mode === "none") return { type: "none" };
  const unknown = only?.find((name) => !offered.includes(toName(name)));
  if (unknown !== undefined) {
    throw refuse(["tool_choice"], `names ${unknown.slice(0, 80)}, which tools does not have`);
  }
  if (offered.length === 0) throw refuse(["tool_choice"], `needs tools, and agent ${agent.name} has none`);
  const names = [...only?.map(toName) ?? offered];
  const [name = ""] = names;
  if (mode === "required" && names.length === 1) return { type: "tool", name };
  const isAll = takesSubset(agent) || agent.tools.every((tool) => names.includes(tool.name));
  if (isAll && names.length >= offered.length) return { type: mode };
  return { type: "allowed", names, mode };
}
