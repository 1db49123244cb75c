// Compiles the YAML agents of a folder into one module of plain data, _compiled.ts beside them. One module and not
// one per file, so that an agent whose YAML is deleted disappears with it.

import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { COMPILED } from "./agent_folders.ts";
import { type Besides, findIndexes, moduleText } from "./compiled_module.ts";
import { locateInYaml } from "../agents/yaml/locate.ts";
import { type AgentSource, bindFindings } from "../agents/agent_source.ts";
import type { ServerProblem, YamlProblem } from "../agents/yaml/problem.ts";
import { parseAgentYaml } from "../agents/yaml/spec.ts";
import { parsePoliciesYaml } from "../agents/yaml/policies.ts";
import { toAgentError } from "../core/error.ts";
import { explainFailure } from "./project/load_failure.ts";
import { isMissing } from "./project/missing_package.ts";
import type { SelectionSource } from "../agents/yaml/selection_schema.ts";
import type { ToolSelection } from "../core/tool/tool_selection.ts";
import type { McpServerDefinition } from "../plugins/mcp/client/settings.ts";
import type { Policy } from "../core/policy.ts";
import type { Tool } from "../core/tool.ts";

/** What may be named in a file. */
export interface CompileOptions {
  readonly drivers: readonly string[];
  readonly providers: readonly string[];
  /** Makes the indexes of catalogues; without it those that the module has are taken for current. */
  readonly buildIndexes?: (
    selections: Besides["selections"],
    tools: readonly Tool[],
  ) => Promise<Besides["indexes"]>;
}

/** What came of a folder. */
export type Compiled =
  /** `state` is what has become of the module, `agents` are the names in it. */
  | {
    readonly type: "module";
    readonly module: string;
    readonly state: "current" | "written" | "stale";
    readonly agents: readonly string[];
  }
  | { readonly type: "problems"; readonly problems: readonly YamlProblem[] };

/** The source text of the module with the names of its agents, or what prevents it. */
type Generated =
  | { readonly type: "text"; readonly text: string; readonly agents: readonly string[] }
  | { readonly type: "problems"; readonly problems: readonly YamlProblem[] };

/** The file of a folder that holds policies; every other one holds an agent. */
const POLICIES = "policies.yaml";

/**
 * Compiles every *.yaml of a folder; the tools are what its tools.ts exports. With `check` nothing is written, and a module
 * that differs is `stale`. A folder with a wrong file has no new module.
 */
export async function compileAgents(
  folder: string,
  { check, ...options }: CompileOptions & { readonly check: boolean },
): Promise<Compiled> {
  const module = join(folder, COMPILED);
  const before = await readFile(module, "utf8").catch(() => "");
  const generated = await generate(folder, before, options);
  if (generated.type === "problems") return generated;
  const { agents, text } = generated;
  if (before === text) return { type: "module", module, state: "current", agents };
  if (check) return { type: "module", module, state: "stale", agents };
  await writeFile(module, text);
  return { type: "module", module, state: "written", agents };
}

async function generate(
  folder: string,
  before: string,
  { buildIndexes, ...options }: CompileOptions,
): Promise<Generated> {
  const loaded = await loadTools(folder);
  if (loaded.type === "problems") return loaded;
  const { tools } = loaded;
  const sources: AgentSource[] = [];
  const policies: Policy[] = [];
  const servers: Record<string, readonly McpServerDefinition[]> = {};
  const selections: Record<string, SelectionSource> = {};
  const problems: YamlProblem[] = [];
  for (const name of await yamlFiles(folder)) {
    const file = join(folder, name);
    const text = await readFile(file, "utf8");
    if (name === POLICIES) {
      const read = parsePoliciesYaml(text, file);
      if (read.type === "policies") policies.push(...read.policies);
      else problems.push(...read.problems);
      continue;
    }
    const { result, mcpServer } = await parseAgent(text, { file, tools, ...options });
    if (result.type === "problems") {
      problems.push(...result.problems);
      continue;
    }
    const { source } = result;
    if (result.servers !== undefined) servers[source.name] = result.servers;
    if (result.selection !== undefined) selections[source.name] = result.selection;
    if (sources.some((other) => other.name === source.name)) {
      const message = `"${source.name}" is the name of another agent.`;
      problems.push({ file, message, fix: "rename one of the two.", ...locateInYaml(text, "/name") });
    }
    const whole = {
      ...source,
      ...createToolSources(mcpServer, result.servers),
      ...result.selection && { selection: SOME_SELECTION },
    };
    for (const { pointer, detail, fix } of bindFindings(whole, tools)) {
      problems.push({ file, message: `${detail}.`, fix, ...locateInYaml(text, pointer) });
    }
    sources.push(source);
  }
  if (problems.length > 0) return { type: "problems", problems };
  const indexes = await buildIndexes?.(selections, tools) ?? findIndexes(before);
  return {
    type: "text",
    text: moduleText(sources, policies, { servers, selections, indexes }),
    agents: sources.map(({ name }) => name),
  };
}

/** An agent file. The client of MCP is loaded for a file with servers alone. */
async function parseAgent(
  text: string,
  options: Omit<Parameters<typeof parseAgentYaml>[1], "serverProblems">,
): Promise<{
  readonly result: ReturnType<typeof parseAgentYaml>;
  readonly mcpServer: McpServer | undefined;
}> {
  let hasServers = false;
  const serverProblems = () => {
    hasServers = true;
    return [];
  };
  const result = parseAgentYaml(text, { ...options, serverProblems });
  if (!hasServers) return { result, mcpServer: undefined };
  const mcpServer = await loadMcpServer();
  return {
    result: parseAgentYaml(text, {
      ...options,
      serverProblems: (server) => findServerProblems(mcpServer, server),
    }),
    mcpServer,
  };
}

async function yamlFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  return entries.filter((entry) => entry.isFile() && /\.ya?ml$/.test(entry.name)).map(({ name }) => name)
    .sort();
}

type Loaded =
  | { readonly type: "tools"; readonly tools: readonly Tool[] }
  | { readonly type: "problems"; readonly problems: readonly YamlProblem[] };

/** The tools that tools.ts exports. The file is a user's: it can be missing, and it can throw. */
async function loadTools(folder: string): Promise<Loaded> {
  const file = join(folder, "tools.ts");
  const problem = (message: string, fix: string): Loaded => ({
    type: "problems",
    problems: [{ file, line: 1, column: 1, path: "", message, fix }],
  });
  if (await readChangeTime(folder) === undefined) {
    return problem("There is no such folder.", "name a folder that holds agents.");
  }
  const changed = await readChangeTime(file);
  if (changed === undefined) {
    return problem(
      "There is no such file.",
      "create it; it exports the tools that the agents name, made by defineTool.",
    );
  }
  try {
    // With the time of its last change, a module that has changed since it was loaded is loaded again.
    const url = `${pathToFileURL(resolve(file)).href}?changed=${changed}`;
    const module: Record<string, unknown> = await import(url);
    return { type: "tools", tools: Object.values(module).filter(isTool) };
  } catch (thrown) {
    const { reason, fix = "correct it." } = explainFailure(thrown);
    return problem(
      `It cannot be loaded: ${reason}.`,
      needsDeno(thrown) ? `run it on Deno: ${DENO_LINE}` : fix,
    );
  }
}

const DENO_LINE = "npx -y deno@2.9.6 run -A npm:@treadle/cli agents";

/** True for what Node before 22.18 says of a module in TypeScript. */
function needsDeno(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === "ERR_UNKNOWN_FILE_EXTENSION";
}

/** Milliseconds; undefined for what is not there. */
async function readChangeTime(path: string): Promise<number | undefined> {
  try {
    return (await stat(path)).mtimeMs;
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "ENOENT") return undefined;
    throw thrown;
  }
}

/** True for what has the parts of a tool; bindAgent checks them. */
function isTool(value: unknown): value is Tool {
  return typeof value === "object" && value !== null && "run" in value && "name" in value &&
    "parameters" in value && typeof value.parameters === "object" && value.parameters !== null;
}

const MCP_CLIENT = "@modelcontextprotocol/client";

type McpServer = typeof import("../plugins/mcp/client/mod.ts").mcpServer;

/** The client of MCP; undefined where its package is not installed, as in a project that uses none. */
async function loadMcpServer(): Promise<McpServer | undefined> {
  try {
    await import("../plugins/mcp/client/server.ts"); // which imports the package
    return (await import("../plugins/mcp/client/mod.ts")).mcpServer;
  } catch (thrown) {
    if (isMissing(MCP_CLIENT, thrown)) return undefined;
    throw thrown;
  }
}

/** What `mcpServer` refuses. */
function findServerProblems(
  mcpServer: McpServer | undefined,
  server: McpServerDefinition,
): readonly ServerProblem[] {
  if (mcpServer === undefined) {
    return [{ pointer: "", detail: `needs ${MCP_CLIENT}`, fix: `npm install ${MCP_CLIENT}` }];
  }
  try {
    mcpServer(server);
    return [];
  } catch (thrown) {
    return toAgentError(thrown).problems;
  }
}

function createToolSources(
  mcpServer: McpServer | undefined,
  servers: readonly McpServerDefinition[] | undefined,
): Pick<AgentSource, "toolSources"> {
  return servers === undefined || mcpServer === undefined ? {} : { toolSources: servers.map(mcpServer) };
}

/** Stands for that of the module: what a choice names may be in its catalogue. */
const SOME_SELECTION: ToolSelection = {
  settings: {},
  env: [],
  open: () => Promise.reject(new Error("An agent that is compiled has no thread.")),
};
