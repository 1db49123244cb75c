// Compiles the YAML agents of a folder into one module of plain data, _compiled.ts beside them. One module and not one per
// file, so that an agent whose YAML is deleted disappears with it.

import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { type AgentSource, bindAgent } from "../agents/agent_source.ts";
import { formatYamlProblem, parseAgentYaml } from "../agents/yaml_spec.ts";
import { AgentError } from "../core/error.ts";
import type { Tool } from "../core/tool.ts";

/** What may be named in a file. */
export interface CompileOptions {
  readonly drivers: readonly string[];
  readonly providers: readonly string[];
}

export type Compiled =
  | { readonly type: "module"; readonly text: string; readonly names: readonly string[] }
  /** One line a problem: file, line, column, path, what is wrong, the fix. */
  | { readonly type: "problems"; readonly lines: readonly string[] };

/** Compiles every *.yaml of a folder; their tools are what its tools.ts exports. */
export async function compileAgents(folder: string, options: CompileOptions): Promise<Compiled> {
  const tools = await loadTools(folder);
  const sources: AgentSource[] = [];
  const lines: string[] = [];
  for (const name of await yamlFiles(folder)) {
    const file = join(folder, name);
    const result = parseAgentYaml(await Deno.readTextFile(file), { file, tools, ...options });
    if (result.type === "problems") {
      lines.push(...result.problems.map(formatYamlProblem));
      continue;
    }
    const { source } = result;
    if (sources.some((other) => other.name === source.name)) {
      lines.push(
        `${file}:1:1 metadata.name: "${source.name}" is the name of another agent. Fix: rename one of the two.`,
      );
    }
    lines.push(...bindProblems(file, source, tools));
    sources.push(source);
  }
  if (lines.length > 0) return { type: "problems", lines };
  return { type: "module", text: moduleText(sources), names: sources.map(({ name }) => name) };
}

async function yamlFiles(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(folder));
  return entries.filter(({ isFile, name }) => isFile && /\.ya?ml$/.test(name)).map(({ name }) => name).sort();
}

async function loadTools(folder: string): Promise<Tool[]> {
  const module: Record<string, unknown> = await import(pathToFileURL(resolve(folder, "tools.ts")).href);
  return Object.values(module).filter(isTool);
}

function isTool(value: unknown): value is Tool {
  return typeof value === "object" && value !== null && "run" in value && "parameters" in value &&
    "name" in value;
}

/** What only shows when the whole agent is put together, as it will be at run time. */
function bindProblems(file: string, source: AgentSource, tools: readonly Tool[]): string[] {
  try {
    bindAgent(source, tools);
    return [];
  } catch (thrown) {
    if (!(thrown instanceof AgentError)) throw thrown;
    return thrown.problems.map(({ pointer, detail }) => `${file}:1:1 ${pointer} ${detail}`);
  }
}

function moduleText(sources: readonly AgentSource[]): string {
  return `// Written by \`deno task agents\` from the YAML files beside it; change those, not this file.
// deno-fmt-ignore-file

import { type Agent, type AgentSource, bindAgent, type Tool } from "../../src/mod.ts";

const sources: AgentSource[] = ${JSON.stringify(sources, null, 2)};

/** The agents of the YAML files, with the implementations of the tools they name. */
export function compiledAgents(tools: readonly Tool[]): Agent[] {
  return sources.map((source) => bindAgent(source, tools));
}
`;
}

const FOLDER = "functions/agents";
const OUTPUT = "_compiled.ts";

/** The command: 0 when the module is written or current, 1 when it is stale or an agent is wrong. */
export async function compileCommand(args: readonly string[], options: CompileOptions): Promise<number> {
  const folder = args.find((arg) => !arg.startsWith("-")) ?? FOLDER;
  const output = join(folder, OUTPUT);
  const compiled = await compileAgents(folder, options);
  if (compiled.type === "problems") {
    for (const line of compiled.lines) console.error(line);
    return 1;
  }
  const current = await Deno.readTextFile(output).catch(() => "");
  if (current === compiled.text) {
    console.log(`${output} is current.`);
    return 0;
  }
  if (args.includes("--check")) {
    console.error(`${output} is stale. Fix: deno task agents, and commit ${basename(output)}.`);
    return 1;
  }
  await Deno.writeTextFile(output, compiled.text);
  console.log(`${output} holds ${compiled.names.join(", ") || "no agents"}.`);
  return 0;
}
