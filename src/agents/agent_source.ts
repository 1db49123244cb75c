// AgentSource: an agent as plain data, what a YAML file is compiled into. Its tools are names; bindAgent gives them their
// implementations when the deployment starts, so that neither YAML nor its parser is in the bundle.

import type { Agent } from "../core/agent.ts";
import type { JsonObject } from "../core/json.ts";
import type { Tool } from "../core/tool.ts";
import type { ToolSpec } from "../core/tool/tool_spec.ts";
import type { ToolChoice } from "../core/tool_choice.ts";
import { type Finding, invalid, nameSubject, within } from "./_invalid.ts";
import { bindApproval } from "./approval/bind.ts";
import type { ApprovalSource } from "./approval/source.ts";
import { narrow } from "./_narrow.ts";
import { didYouMean } from "../core/text/did_you_mean.ts";
import { type AgentDefinition, defineAgent, definitionFindings } from "./define_agent.ts";
import { defineTool } from "./define_tool.ts";
import { type SchemaResult, toJsonSchema, type TypedArg } from "./schema.ts";

/** A tool by name, and what the model reads in place of the implementation's description and parameters. */
export interface ToolSource extends ApprovalSource {
  readonly name: string;
  readonly description?: string;
  /** Names of arguments, or a JSON Schema that narrows the implementation's. */
  readonly args?: readonly TypedArg[] | JsonObject;
  /** A client tool: it has no implementation, and `args` are its own. */
  readonly client?: true;
  /** In place of the implementation's. */
  readonly promptChars?: number;
}

/** An agent as plain data: a definition whose tools are names, without code and with its choices parsed. */
export interface AgentSource extends
  Omit<
    AgentDefinition,
    | "tools"
    | "toolChoice"
    | "gatewayToolChoice"
    | "driver"
    | "hooks"
    | "env"
    | "output"
    | "decision"
  > {
  readonly tools: readonly ToolSource[];
  readonly toolChoice?: ToolChoice;
  readonly gatewayToolChoice?: ToolChoice;
  readonly driver: string;
  /** A JSON Schema of an object. */
  readonly output?: JsonObject;
}

/**
 * The agent, with the implementations of the tools that it names. The compiler of YAML files finds the same problems, unless
 * the tools have changed since.
 *
 * @throws {AgentError} agent_invalid, with every problem
 *
 * @example
 * ```ts
 * import { bindAgent } from "./agent_source.ts";
 * import { defineTool } from "./define_tool.ts";
 * import assert from "node:assert/strict";
 *
 * const echo = defineTool({ name: "echo", description: "Echoes.", effect: "pure", run: (args) => args });
 * const agent = bindAgent(
 *   { name: "parrot", driver: "tool_calling", tools: [{ name: "echo", args: ["text"] }] },
 *   [echo],
 * );
 * assert.deepEqual(agent.tools[0]?.parameters.required, ["text"]);
 * ```
 */
export function bindAgent(source: AgentSource, implementations: readonly Tool[]): Agent {
  const { tools, findings } = bindTools(source, implementations);
  if (findings.length > 0) throw invalid(nameSubject("Agent", source.name), findings);
  return defineAgent({ ...source, tools });
}

/** The problems that bindAgent throws; empty when the source makes an agent. */
export function bindFindings(source: AgentSource, implementations: readonly Tool[]): readonly Finding[] {
  const { tools, findings } = bindTools(source, implementations);
  return findings.length > 0 ? findings : definitionFindings({ ...source, tools });
}

function bindTools(
  source: AgentSource,
  implementations: readonly Tool[],
): { readonly tools: readonly Tool[]; readonly findings: readonly Finding[] } {
  const findings: Finding[] = [];
  const tools = source.tools.flatMap((wanted, index) => {
    if (wanted.client) {
      const wrong = clientSourceFindings(wanted, implementations);
      findings.push(...within(`/tools/${index}`, wrong));
      return wrong.length > 0 ? [] : [clientTool(wanted)];
    }
    const implementation = implementations.find(({ name }) => name === wanted.name);
    const bound = bindSpec(wanted, implementation, implementations);
    if (bound.type === "problems") findings.push(...within(`/tools/${index}`, bound.problems));
    if (bound.type === "problems" || implementation === undefined) return [];
    const tool = rewritten(implementation, wanted, bound.schema);
    const { needsApproval, approvals, approvalTtlMs } = wanted;
    if (needsApproval === undefined && approvals === undefined && approvalTtlMs === undefined) return [tool];
    const approval = bindApproval(tool, wanted);
    if (approval.type === "approval") return [{ ...tool, ...approval.approval }];
    findings.push(...within(`/tools/${index}`, approval.problems));
    return [];
  });
  return { tools, findings };
}

/** What is wrong with a client tool of a source. */
export function clientSourceFindings(
  { name, args, description }: ToolSource,
  implementations: readonly ToolSpec[],
): readonly Finding[] {
  const schema = toJsonSchema(args);
  return [
    ...(implementations.some((tool) => tool.name === name)
      ? [{ pointer: "/client", detail: `"${name}" has an implementation`, fix: "remove one of the two." }]
      : []),
    ...(description === undefined
      ? [{ pointer: "/description", detail: "is missing", fix: "tell the model what the tool is for." }]
      : []),
    ...(schema.type === "problems" ? within("/args", schema.problems) : []),
  ];
}

function clientTool({ args, description = "", client: _, ...source }: ToolSource): Tool {
  return defineTool({
    ...source,
    description,
    parameters: args && toParameters(args),
  });
}

function toParameters(args: readonly TypedArg[] | JsonObject): JsonObject {
  const schema = toJsonSchema(args);
  return schema.type === "schema" ? schema.schema : {};
}

/** The tool as the model reads it with another description, schema and length of output, and the same behaviour. */
function rewritten(tool: Tool, { description, promptChars }: ToolSource, parameters: JsonObject): Tool {
  return {
    ...tool,
    description: description ?? tool.description,
    parameters,
    promptChars: promptChars ?? tool.promptChars,
  };
}

/** The schema that the model reads; problems have pointers into the ToolSource. */
export function bindSpec(
  wanted: ToolSource,
  implementation: ToolSpec | undefined,
  implementations: readonly ToolSpec[],
): SchemaResult {
  if (implementation === undefined) {
    const names = implementations.map(({ name }) => name);
    const detail = `"${wanted.name}" has no implementation`;
    const fix = `export a tool of that name from tools.ts.${didYouMean(wanted.name, names)}`;
    return { type: "problems", problems: [{ pointer: "/name", detail, fix }] };
  }
  if (wanted.args === undefined) return { type: "schema", schema: implementation.parameters };
  const narrowed = narrow(implementation.parameters, wanted.args);
  return narrowed.type === "schema"
    ? narrowed
    : { type: "problems", problems: within("/args", narrowed.problems) };
}
