// `treadle policy check`: judges exported threads by a policy, without a model.

import { Command } from "commander";
import { readFile } from "node:fs/promises";
import process from "node:process";
import { parsePoliciesYaml } from "../../agents/yaml/policies.ts";
import { formatYamlProblem } from "../../agents/yaml/spec.ts";
import { AgentError } from "../../core/error.ts";
import { isJsonObject, parseJson } from "../../core/json.ts";
import type { Policy } from "../../core/policy.ts";
import { readPolicy } from "../../core/policy/policy_schema.ts";
import { BUILTIN_POLICIES } from "../../plugins/policies/builtin.ts";
import {
  readExportedThread,
  type Refusal,
  refusalLine,
  refusalsIn,
} from "../../plugins/policies/judge_threads.ts";
import { examples, print } from "../output.ts";

interface CheckOptions {
  readonly policy: string;
  readonly name?: string;
  readonly threads: readonly string[];
  readonly json?: boolean;
}

/** The command. The exit code of `check` is 0 when the policy would have refused nothing, and 1 when it would, or cannot be read. */
export function policyCommand(): Command {
  return new Command("policy")
    .description("Works with policies.")
    .addCommand(checkCommand());
}

function checkCommand(): Command {
  return new Command("check")
    .description("Says what a policy would have refused in past threads. No model is called.")
    .requiredOption(
      "--policy <policy>",
      "a built-in name, a policies.yaml, or the JSON of GET /v1/policies/:name",
    )
    .requiredOption("--threads <files...>", "JSON of GET /v1/threads/:id/history, one file a thread")
    .option("--name <name>", "the policy of a file that has several")
    .option("--json", "print what would be refused as JSON")
    .addHelpText(
      "after",
      examples({
        "policy check --policy production --threads t1.json t2.json":
          "Judge two threads by a built-in policy:",
        "policy check --policy policies.yaml --name guarded --threads t1.json": "By one of a file:",
      }),
    )
    .action(async (options: CheckOptions) => {
      if (await check(options) > 0) process.exitCode = 1;
    });
}

/** Prints what would have been refused, and returns how much that is. */
async function check({ policy: source, name, threads, json = false }: CheckOptions): Promise<number> {
  const policy = await loadPolicy(source, name);
  const refusals: { readonly file: string; readonly refusal: Refusal }[] = [];
  for (const file of threads) {
    const entries = readExportedThread(await textOf(file), file);
    for (const refusal of refusalsIn(entries, policy)) refusals.push({ file, refusal });
  }
  const report = {
    policy: policy.name,
    threads: threads.length,
    refusals: refusals.map(({ file, refusal }) => ({ file, ...refusal })),
  };
  print(report, json, () =>
    [
      ...refusals.map(({ file, refusal }) => refusalLine(file, refusal)),
      `${threads.length} threads, ${refusals.length} refusals by the rules of ${policy.name}.`,
    ].join("\n"));
  return refusals.length;
}

async function loadPolicy(source: string, name: string | undefined): Promise<Policy> {
  const builtin = BUILTIN_POLICIES.find((policy) => policy.name === source);
  if (builtin !== undefined) return builtin;
  const text = await textOf(source);
  return /\.ya?ml$/.test(source) ? fromYaml(text, source, name) : fromJson(text, source);
}

function fromYaml(text: string, file: string, name: string | undefined): Policy {
  const read = parsePoliciesYaml(text, file);
  if (read.type === "problems") throw wrong(read.problems.map(formatYamlProblem).join("\n"));
  const { policies } = read;
  const [first] = policies;
  const found = name === undefined && policies.length === 1
    ? first
    : policies.find((each) => each.name === name);
  if (found !== undefined) return found;
  throw wrong(
    `${file} has the policies ${policies.map((each) => each.name).join(", ")}; choose one with --name.`,
  );
}

/** A policy as the API answers it has parts more than a definition. */
function fromJson(text: string, file: string): Policy {
  const json = parseJson(text);
  if (!isJsonObject(json)) throw wrong(`${file} is no policy as JSON.`);
  const { origin: _origin, agents: _agents, choice, ...parts } = json;
  const read = readPolicy({ ...parts, choice: choice ?? undefined });
  if (read.ok) return read.policy;
  throw wrong(read.problems.map(({ pointer, detail }) => `${file}: ${pointer} ${detail}`).join("\n"));
}

async function textOf(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch {
    throw wrong(`${file} cannot be read.`);
  }
}

function wrong(message: string): AgentError {
  return new AgentError("invalid_request", message);
}
