// AgentSource: an agent as plain data, what a YAML file is compiled into. Its tools are names; bindAgent gives them their
// implementations when the deployment starts, so that neither YAML nor its parser is in the bundle.

import type { Agent, Compaction, Limits } from "../core/agent.ts";

import type { ModelSettings } from "../core/model_settings.ts";
import type { CapabilityOverride } from "../core/capability.ts";
import type { Json, JsonObject } from "../core/json.ts";
import type { Tool, ToolSpec } from "../core/tool.ts";
import type { Execution, ToolChoice } from "../core/tool_choice.ts";
import { type Finding, invalid, titled, within } from "./_invalid.ts";
import { narrow } from "./_narrow.ts";
import { didYouMean } from "./_suggest.ts";
import { defineAgent, definitionFindings } from "./define_agent.ts";
import type { SchemaResult, TypedArg } from "./schema.ts";

/** A tool by name, and what the model sees instead of the implementation's own words. */
export interface ToolSource {
  readonly name: string;
  readonly description?: string;
  /** Names of arguments, or a JSON Schema that narrows the implementation's. */
  readonly args?: readonly TypedArg[] | JsonObject;
}

export interface AgentSource {
  readonly name: string;
  readonly description?: string;
  readonly model?: string;
  readonly fallbackModel?: string;
  readonly capabilities?: CapabilityOverride;
  readonly onUnsupported?: "degrade" | "error";
  readonly onViolation?: "report" | "retry";
  readonly tokenEfficient?: boolean;
  readonly settings?: ModelSettings;
  readonly instructions?: string;
  readonly tools: readonly ToolSource[];
  readonly toolChoice?: ToolChoice;
  readonly gatewayToolChoice?: ToolChoice;
  readonly execution?: Execution;
  readonly driver: string;
  readonly historyForm?: "native" | "text";
  readonly plan?: Json;
  readonly limits?: Partial<Limits>;
  readonly compaction?: Compaction;
  readonly throwOnToolFailure?: boolean;
  readonly stopOnToolBlock?: boolean;
}

/**
 * The agent, with the implementations of the tools it names. Throws AgentError `agent_invalid`: the compiler has found
 * the same problems before, unless the tools have changed since.
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
  if (findings.length > 0) throw invalid(titled("Agent", source.name), findings);
  return defineAgent({ ...source, tools });
}

/** What bindAgent would throw; empty when the source makes an agent. */
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
    const implementation = implementations.find(({ name }) => name === wanted.name);
    const bound = bindSpec(wanted, implementation, implementations);
    if (bound.type === "problems") findings.push(...within(`/tools/${index}`, bound.problems));
    if (bound.type === "problems" || implementation === undefined) return [];
    return [rewritten(implementation, wanted.description, bound.schema)];
  });
  return { tools, findings };
}

/** The implementation keeps its behaviour; only what the model reads is another. */
function rewritten(tool: Tool, description: string | undefined, parameters: JsonObject): Tool {
  return { ...tool, description: description ?? tool.description, parameters };
}

/** The schema that the model sees; problems have pointers into the ToolSource. */
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
