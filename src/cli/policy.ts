// `deno task policy check --policy <name or file> --threads <file>...`: judges exported threads by a policy, without a model.

import { parseArgs } from "node:util";
import { formatYamlProblem } from "../agents/yaml/spec.ts";
import { parsePoliciesYaml } from "../agents/yaml/policies.ts";
import { AgentError } from "../core/error.ts";
import { isJsonObject, parseJson } from "../core/json.ts";
import type { Policy } from "../core/policy.ts";
import { BUILTIN_POLICIES } from "../plugins/policies/builtin.ts";
import { readPolicy } from "../core/policy/policy_schema.ts";
import { readExportedThread, refusalLine, refusalsIn } from "./policy_check.ts";

const USAGE = `deno task policy check --policy <policy> [--name <name>] --threads <file>...

  --policy   a built-in name, a policies.yaml, or the JSON of GET /v1/policies/:name
  --name     the policy of a file that has several
  --threads  JSON of GET /v1/threads/:id/history, one file a thread`;

/** The command: 0 when the policy would have refused nothing, 1 when it would, 2 when the arguments are wrong. */
export async function policyCommand(args: readonly string[]): Promise<number> {
  const read = argumentsIn(args);
  if (read === undefined) {
    console.error(USAGE);
    return 2;
  }
  try {
    const policy = await loadPolicy(read.policy, read.name);
    const lines: string[] = [];
    for (const file of read.threads) {
      const entries = readExportedThread(await textOf(file), file);
      lines.push(...refusalsIn(entries, policy).map((refusal) => refusalLine(file, refusal)));
    }
    for (const line of lines) console.log(line);
    console.log(`${read.threads.length} threads, ${lines.length} refusals by the rules of ${policy.name}.`);
    return lines.length > 0 ? 1 : 0;
  } catch (thrown) {
    if (!(thrown instanceof AgentError)) throw thrown;
    console.error(thrown.message);
    return 2;
  }
}

interface Arguments {
  readonly policy: string;
  readonly name: string | undefined;
  readonly threads: readonly string[];
}

/** Undefined when they are not those of {@link USAGE}. Files may follow `--threads` without repeating it. */
function argumentsIn([command, ...args]: readonly string[]): Arguments | undefined {
  try {
    const { values, positionals } = parseArgs({
      args,
      allowPositionals: true,
      options: {
        policy: { type: "string" },
        name: { type: "string" },
        threads: { type: "string", multiple: true },
      },
    });
    const threads = [...values.threads ?? [], ...positionals];
    if (command !== "check" || values.policy === undefined || threads.length === 0) return undefined;
    return { policy: values.policy, name: values.name, threads };
  } catch {
    return undefined; // an unknown option
  }
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
    return await Deno.readTextFile(file);
  } catch {
    throw wrong(`${file} cannot be read.`);
  }
}

function wrong(message: string): AgentError {
  return new AgentError("invalid_request", message);
}

if (import.meta.main) Deno.exit(await policyCommand(Deno.args));
