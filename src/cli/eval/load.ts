// The evaluations that `treadle eval` runs: modules, JSON files, or a data set of tools and queries.

import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { Agent } from "../../core/agent.ts";
import { parseJson } from "../../core/json.ts";
import { defineEvaluation, type Evaluation } from "../../evaluation/define.ts";
import { evaluationFrom } from "../../evaluation/from_data.ts";
import {
  parseQueries,
  parseTools,
  toChoiceCases,
  toSelectionCases,
} from "../../evaluation/selection/data_set.ts";
import { holdBack } from "../../evaluation/selection/hold_back.ts";
import type { ToolSelector } from "../../plugins/selection/selector.ts";
import { lexical } from "../../plugins/selection/selectors/lexical.ts";
import { CommandError } from "../command_error.ts";
import { loadModule } from "./load_module.ts";

/** The modules in which the agents of JSON files are looked for; the first that is there counts. */
const AGENT_MODULES = ["agents/mod.ts", "src/agents/mod.ts", "functions/agents/mod.ts"] as const;

/** What files of evaluations are called. */
const EVALUATION = /\.eval\.(?:ts|js|mjs|json)$/;

/** What the command line says of evaluations. */
export interface LoadOptions {
  readonly files: readonly string[];
  readonly agents?: string | undefined;
  readonly tools?: string | undefined;
  readonly queries?: string | undefined;
  readonly selector?: string | undefined;
  readonly agent?: string | undefined;
  readonly split?: readonly string[] | undefined;
  readonly at?: readonly number[] | undefined;
  readonly examples?: number | undefined;
  readonly seed?: number | undefined;
}

/**
 * Every evaluation that is named; without a name those below this folder.
 *
 * @throws {CommandError} evaluations_missing, evaluation_unreadable
 * @throws {AgentError} invalid_request, agent_unknown - what a file has is no evaluation
 */
export async function loadEvaluations(options: LoadOptions): Promise<Evaluation[]> {
  if (options.tools !== undefined || options.queries !== undefined) return [await fromDataSet(options)];
  const files = options.files.length > 0 ? options.files : findFiles(".");
  const loaded = [];
  for (const file of files) loaded.push(...await fromFile(file, options.agents));
  const names = loaded.map(({ name }) => name);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new CommandError("evaluation_unreadable", `Two evaluations have the name ${twice}; rename one.`);
  }
  if (loaded.length > 0) return loaded;
  throw new CommandError(
    "evaluations_missing",
    "There is no evaluation: export one of defineEvaluation from a file *.eval.ts, or name --tools and --queries.",
  );
}

function findFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name.startsWith(".") || entry.name === "node_modules") return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return findFiles(path);
    return entry.isFile() && EVALUATION.test(entry.name) ? [path] : [];
  }).sort();
}

async function fromFile(file: string, agents: string | undefined): Promise<Evaluation[]> {
  if (file.endsWith(".json")) {
    return [evaluationFrom(parseJson(await readText(file)), await loadAgents(agents))];
  }
  const found = listValues(await loadModule(file)).filter(isEvaluation);
  if (found.length > 0) return found;
  throw new CommandError(
    "evaluation_unreadable",
    `${file} exports no evaluation: export default defineEvaluation({ ... }).`,
  );
}

async function fromDataSet(options: LoadOptions): Promise<Evaluation> {
  const { tools, queries, selector, agent, split } = options;
  if (tools === undefined || queries === undefined || selector !== undefined && agent !== undefined) {
    throw new CommandError(
      "command_line_invalid",
      "A data set needs --tools and --queries, and at most one of --selector and --agent.",
    );
  }
  const asked = parseQueries(await readText(queries));
  const some = split === undefined ? asked : asked.filter((query) => split.includes(query.split ?? ""));
  const { examples = 0, seed = 1 } = options;
  const { tools: listed, queries: kept } = holdBack(parseTools(await readText(tools)), some, {
    examples,
    seed,
  });
  const name = queries.replaceAll("\\", "/").split("/").slice(-2).join("/");
  if (agent === undefined) {
    const found = selector === undefined
      ? lexical()
      : listValues(await loadModule(selector)).find(isSelector);
    if (found === undefined) {
      throw new CommandError("evaluation_unreadable", `${selector} exports no selector of tools.`);
    }
    const cases = toSelectionCases(kept);
    const { at } = options;
    return defineEvaluation({ name, kind: "selection", selector: found, tools: listed, cases, at });
  }
  const data = { schema: 1, kind: "choice", name, agent, tools: listed, cases: toChoiceCases(kept) };
  return evaluationFrom(data, await loadAgents(options.agents));
}

async function loadAgents(named: string | undefined): Promise<Agent[]> {
  const module = named ?? AGENT_MODULES.find((file) => existsSync(file));
  if (module === undefined) {
    throw new CommandError(
      "evaluation_unreadable",
      `None of ${AGENT_MODULES.join(", ")} is here; name the module that exports the agents by --agents.`,
    );
  }
  return listValues(await loadModule(module)).filter(isAgent);
}

async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch {
    throw new CommandError("evaluation_unreadable", `The file ${file} cannot be read.`);
  }
}

/** What a module exports, lists item by item, each once. */
function listValues(module: Readonly<Record<string, unknown>>): unknown[] {
  return [...new Set(Object.values(module).flatMap((value) => Array.isArray(value) ? value : [value]))];
}

/** True for what defineEvaluation has made, in whatever copy of the package. */
function isEvaluation(value: unknown): value is Evaluation {
  return typeof Object(value).casesDigest === "string" && Array.isArray(Object(value).cases);
}

function isAgent(value: unknown): value is Agent {
  return typeof Object(value).hash === "string" && Array.isArray(Object(value).tools);
}

function isSelector(value: unknown): value is ToolSelector {
  return typeof Object(value).select === "function" && typeof Object(value).name === "string";
}
