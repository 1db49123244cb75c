// Compiles the YAML agents of a folder into one module of plain data, _compiled.ts beside them. One module and not
// one per file, so that an agent whose YAML is deleted disappears with it.

import { basename, join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { locateInYaml } from "../agents/yaml/locate.ts";
import { type AgentSource, bindFindings } from "../agents/agent_source.ts";
import { formatYamlProblem, parseAgentYaml } from "../agents/yaml/spec.ts";
import { parsePoliciesYaml } from "../agents/yaml/policies.ts";
import type { Policy } from "../core/policy.ts";
import type { Tool } from "../core/tool.ts";

/** What may be named in a file. */
export interface CompileOptions {
  readonly drivers: readonly string[];
  readonly providers: readonly string[];
}

/** The source text of _compiled.ts with the names of its agents, or the problems that prevent it. */
type Compiled =
  | { readonly type: "module"; readonly text: string; readonly names: readonly string[] }
  /** One line a problem: file, line, column, path, what is wrong, the fix. */
  | { readonly type: "problems"; readonly lines: readonly string[] };

/** The file of a folder that holds policies; every other one holds an agent. */
const POLICIES = "policies.yaml";

/** Compiles every *.yaml of a folder; the tools are what its tools.ts exports. */
async function compileAgents(folder: string, options: CompileOptions): Promise<Compiled> {
  const loaded = await loadTools(folder);
  if (loaded.type === "problems") return loaded;
  const { tools } = loaded;
  const sources: AgentSource[] = [];
  const policies: Policy[] = [];
  const lines: string[] = [];
  for (const name of await yamlFiles(folder)) {
    const file = join(folder, name);
    const text = await Deno.readTextFile(file);
    if (name === POLICIES) {
      const read = parsePoliciesYaml(text, file);
      if (read.type === "policies") policies.push(...read.policies);
      else lines.push(...read.problems.map(formatYamlProblem));
      continue;
    }
    const result = parseAgentYaml(text, { file, tools, ...options });
    if (result.type === "problems") {
      lines.push(...result.problems.map(formatYamlProblem));
      continue;
    }
    const { source } = result;
    if (sources.some((other) => other.name === source.name)) {
      const what = `"${source.name}" is the name of another agent.`;
      lines.push(lineOf(file, text, "/name", what, "rename one of the two."));
    }
    for (const { pointer, detail, fix } of bindFindings(source, tools)) {
      lines.push(lineOf(file, text, pointer, `${detail}.`, fix));
    }
    sources.push(source);
  }
  if (lines.length > 0) return { type: "problems", lines };
  return { type: "module", text: moduleText(sources, policies), names: sources.map(({ name }) => name) };
}

async function yamlFiles(folder: string): Promise<string[]> {
  const entries = await Array.fromAsync(Deno.readDir(folder));
  return entries.filter(({ isFile, name }) => isFile && /\.ya?ml$/.test(name)).map(({ name }) => name).sort();
}

type Loaded =
  | { readonly type: "tools"; readonly tools: readonly Tool[] }
  | { readonly type: "problems"; readonly lines: readonly string[] };

/** The tools that tools.ts exports. The file is a user's: it can be missing, and it can throw. */
async function loadTools(folder: string): Promise<Loaded> {
  const file = join(folder, "tools.ts");
  const problem = (what: string, fix: string): Loaded => ({
    type: "problems",
    lines: [`${file}:1:1 ${what} Fix: ${fix}`],
  });
  if (!await exists(folder)) return problem("There is no such folder.", "name a folder that holds agents.");
  if (!await exists(file)) {
    return problem(
      "There is no such file.",
      "create it; it exports the tools that the agents name, made by defineTool.",
    );
  }
  try {
    const module: Record<string, unknown> = await import(pathToFileURL(resolve(file)).href);
    return { type: "tools", tools: Object.values(module).filter(isTool) };
  } catch (thrown) {
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return problem(`It cannot be loaded: ${reason.replace(/\.?$/, ".")}`, "correct it.");
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await Deno.stat(path);
    return true;
  } catch (thrown) {
    if (thrown instanceof Deno.errors.NotFound) return false;
    throw thrown;
  }
}

/** True for what has the parts of a tool; bindAgent checks them. */
function isTool(value: unknown): value is Tool {
  return typeof value === "object" && value !== null && "run" in value && "name" in value &&
    "parameters" in value && typeof value.parameters === "object" && value.parameters !== null;
}

/** What only shows when the whole agent is put together, at its place in the file. */
function lineOf(file: string, text: string, pointer: string, message: string, fix: string): string {
  return formatYamlProblem({ file, message, fix, ...locateInYaml(text, pointer) });
}

function moduleText(sources: readonly AgentSource[], policies: readonly Policy[]): string {
  return `// Written by \`deno task agents\` from the YAML files beside it; change those, not this file.
// deno-fmt-ignore-file

import { type Agent, type AgentSource, bindAgent, type Policy, type Tool } from "@treadle/treadle";

const sources: AgentSource[] = ${JSON.stringify(sources, null, 2)};

/** The policies of policies.yaml. */
export const compiledPolicies: Policy[] = ${JSON.stringify(policies, null, 2)};

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
