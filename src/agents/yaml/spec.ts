// The YAML form of an agent, read into an AgentSource. For the command line and tests: nothing that is deployed
// imports this file, so no request parses YAML.

import { isJsonObject, type JsonObject } from "../../core/json.ts";
import { NAME } from "../../core/text/id.ts";
import type { CallableTools } from "../../core/tool/callable_tools.ts";
import { READ_OUTPUT } from "../../core/tool.ts";
import { answerFindings } from "../answer_format.ts";
import { didYouMean } from "../../core/text/did_you_mean.ts";
import { NAME_FIX } from "../_tool_check.ts";
import { historyFindings, readsOutputs } from "../history/check.ts";
import { readGateway } from "./gateway.ts";
import { readAgentFile, type Reading, report, reportFindings } from "./report.ts";
import { omitUndefined } from "../_keys.ts";
import { CONFIG, readParts, toSnake } from "./file_parts.ts";
import type { AgentFile } from "./file_schema.ts";
import { YamlText } from "./text.ts";
import { readOrchestrate } from "./orchestrate.ts";
import { readServers } from "./mcp.ts";
import { listPrefixes, type McpServerSource } from "./mcp_schema.ts";
import { readSchedules } from "./schedules.ts";
import { readSelection } from "./selection.ts";
import type { SelectionSource } from "./selection_schema.ts";
import { readWebhooks } from "./webhooks.ts";
import { readAgentPolicy } from "./policies.ts";
import { readChoice, readTools } from "./tools.ts";
import type { AgentSource, ToolSource } from "../agent_source.ts";
import { DEFAULT_LIMITS } from "../define_agent.ts";
import { IN_ORDER } from "../parts.ts";
import type { AgentYamlOptions, YamlProblem } from "./problem.ts";

/** An agent file, read. */
export type AgentYaml =
  | {
    readonly type: "source";
    readonly source: AgentSource;
    /** Whose tools it has besides; missing without any. */
    readonly servers?: readonly McpServerSource[];
    /** The catalogue that it has besides; missing without one. */
    readonly selection?: SelectionSource;
  }
  | { readonly type: "problems"; readonly problems: readonly YamlProblem[] };

/**
 * Reads an agent file. All problems of a kind are found at once: first the YAML itself, then the shape, then references.
 *
 * @example
 * ```ts
 * import { formatYamlProblem, parseAgentYaml } from "./spec.ts";
 * import assert from "node:assert/strict";
 *
 * const text = `
 * metadata: {name: travel}
 * spec:
 *   planer: {type: tool_calling}
 *   planner: {type: tool_calling}
 * `;
 * const result = parseAgentYaml(text, { file: "travel.yaml" });
 * assert(result.type === "problems" && result.problems[0]);
 * assert.equal(
 *   formatYamlProblem(result.problems[0]),
 *   'travel.yaml:4:3 spec.planer: unknown key. Fix: remove it. Did you mean "planner"?',
 * );
 * ```
 */
export function parseAgentYaml(text: string, options: AgentYamlOptions): AgentYaml {
  const yaml = new YamlText(text);
  if (yaml.errors.length > 0) {
    const problems = yaml.errors.map((error) => ({ file: options.file, path: "", ...error }));
    return { type: "problems", problems };
  }
  const reading: Reading = { options, yaml, problems: [] };
  const file = readAgentFile(reading);
  const source = file && toSource(file, reading);
  const servers = readServers(file?.spec.mcp ?? [], reading);
  const selection = file && readSelection(file, reading);
  return source && reading.problems.length === 0
    ? { type: "source", source, servers: servers.length === 0 ? undefined : servers, selection }
    : { type: "problems", problems: reading.problems };
}

/** `travel.yaml:12:9 spec.planner.type: what is wrong. Fix: what to do.` */
export function formatYamlProblem(problem: YamlProblem): string {
  return `${yamlProblemText(problem)} Fix: ${problem.fix}`;
}

/** The same without the fix. */
export function yamlProblemText({ file, line, column, path, message }: YamlProblem): string {
  return `${file}:${line}:${column} ${path === "" ? "" : `${path}: `}${message}`;
}

function toSource(file: AgentFile, reading: Reading): AgentSource {
  const { metadata, spec } = file;
  const config = spec.planner.config ?? {};
  if (!NAME.test(metadata.name)) {
    report(reading, ["metadata", "name"], `"${metadata.name}" is no name for an agent.`, NAME_FIX);
  }
  if (spec.instructions !== undefined && config.system_prompt !== undefined) {
    report(reading, [...CONFIG, "system_prompt"], "spec.instructions says the same.", "keep one of the two.");
  }
  const tools = readTools(file, reading);
  const parts = readParts(file);
  const callable = toCallableTools(file, tools, parts.limits?.outputChars, reading);
  const choice = readChoice(config.tool_choice, [...CONFIG, "tool_choice"], callable, reading);
  const { execution } = parts;
  if (execution !== undefined && choice?.execution !== undefined && execution !== choice.execution) {
    report(
      reading,
      [...CONFIG, "execution"],
      `tool_choice says ${choice.execution}.`,
      "keep one of the two.",
    );
  }
  if (choice?.parallel === false && (config.max_parallel_tool_calls ?? 1) > 1) {
    const path = [...CONFIG, "max_parallel_tool_calls"];
    report(reading, path, "tool_choice allows one call.", "keep one of the two.");
  }
  const gateway = readGateway(file, callable, reading);
  const inForce = choice ?? gateway.choice;
  const source = omitUndefined<AgentSource>({
    ...IN_ORDER,
    ...parts,
    name: metadata.name,
    ...gateway.part,
    instructions: spec.instructions ?? config.system_prompt,
    tools,
    toolChoice: choice?.choice,
    gatewayToolChoice: gateway.choice?.choice,
    policy: readAgentPolicy(config.policy, metadata.name, callable, reading),
    execution: execution ?? inForce?.execution,
    driver: readDriver(file, reading),
    output: readOutput(file, reading),
    orchestrate: readOrchestrate(file, reading),
    limits: omitUndefined({
      ...parts.limits,
      parallelCalls: config.max_parallel_tool_calls ?? (inForce?.parallel === false ? 1 : undefined),
    }),
    schedules: readSchedules(file, callable, reading),
    webhooks: readWebhooks(file, callable, reading),
  });
  checkHistory(source, reading);
  return source;
}

/** What a choice may name: the tools of the file and of its servers, and `read_output` where outputs are shortened. */
function toCallableTools(
  { spec: { mcp = [], selection } }: AgentFile,
  tools: readonly ToolSource[],
  outputChars: number | undefined,
  { options }: Reading,
): CallableTools {
  const own = (options.tools ?? []).filter(({ name }) => tools.some((tool) => tool.name === name));
  const shortens = readsOutputs({
    limits: { ...DEFAULT_LIMITS, outputChars },
    tools: [...tools, ...own],
  });
  return {
    tools: shortens ? [...tools, { name: READ_OUTPUT }] : tools,
    toolSources: listPrefixes(mcp),
    threadTools: selection,
  };
}

/** What is wrong across the keys, as the agent's definition finds it, in the names of the file. */
function checkHistory(source: AgentSource, reading: Reading): void {
  const { compaction, tools = [] } = source;
  const limits = { ...DEFAULT_LIMITS, ...source.limits };
  for (const { pointer, detail, fix } of historyFindings({ compaction, limits, tools })) {
    const [, part = "", key = ""] = pointer.split("/");
    const path = part === "tools"
      ? [...CONFIG, "tool_descriptions", Number(key), "name"]
      : ["spec", part, toSnake(key)];
    report(reading, path, `${inFile(detail)}.`, inFile(fix));
  }
}

/** Names of parts as a file has them. */
function inFile(text: string): string {
  return text.replace(/\blimits\./g, "spec.limits.").replace(
    /\b(?:after|keep|history|output)[A-Z]\w+/g,
    toSnake,
  );
}

function readOutput({ spec: { output } }: AgentFile, reading: Reading): JsonObject | undefined {
  if (output === undefined) return undefined;
  reportFindings(["spec", "output"], answerFindings(output), reading);
  return isJsonObject(output) ? output : undefined;
}

/** The type of a planner in the format that this one follows; it is the driver `react`. */
const REACT_PLANNER = "ReActPlanner";

/** `ReActPlanner` and `react` with function calling are the loop of native calls; without, decisions as JSON. */
function readDriver(file: AgentFile, reading: Reading): string {
  const { type, config } = file.spec.planner;
  const native = config?.use_function_calling;
  if (type === "tool_calling" && native === false) {
    const fix = "remove it, or write type: ReActPlanner for models without function calling.";
    report(reading, [...CONFIG, "use_function_calling"], "tool_calling always uses function calling.", fix);
  }
  const isReact = type === "react" || type === REACT_PLANNER;
  const driver = !isReact ? type : native === true ? "tool_calling" : "react";
  const { drivers } = reading.options;
  if (drivers !== undefined && !drivers.includes(driver)) {
    const also = isReact
      ? " Or set use_function_calling: true in config."
      : didYouMean(type, [...drivers, REACT_PLANNER]);
    report(
      reading,
      ["spec", "planner", "type"],
      `There is no driver "${type}".`,
      `write ${drivers.join(" or ")}.${also}`,
    );
  }
  return driver;
}
