// A policy as commands name it: built in, in a file of YAML, or as the API answers it.

import { readFile } from "node:fs/promises";
import { parsePoliciesYaml } from "../../agents/yaml/policies.ts";
import { formatYamlProblem } from "../../agents/yaml/spec.ts";
import { AgentError } from "../../core/error.ts";
import { isJsonObject, parseJson } from "../../core/json.ts";
import type { Policy } from "../../core/policy.ts";
import { readPolicy } from "../../core/policy/policy_schema.ts";
import { BUILTIN_POLICIES } from "../../plugins/policies/builtin.ts";

/**
 * The built-in policy of this name, else that of a file; `name` chooses one of several.
 *
 * @throws {AgentError} invalid_request - the file cannot be read, or has no such policy
 */
export async function loadPolicy(source: string, name: string | undefined): Promise<Policy> {
  const builtin = BUILTIN_POLICIES.find((policy) => policy.name === source);
  if (builtin !== undefined) return builtin;
  return await readPolicyFile(source, name);
}

/**
 * The policy of a file: a `policies.yaml`, or JSON of one policy, whose name may be missing when it is given.
 *
 * @throws {AgentError} invalid_request - the file cannot be read, or has no such policy
 */
export async function readPolicyFile(file: string, name: string | undefined): Promise<Policy> {
  const text = await readText(file);
  return /\.ya?ml$/.test(file) ? fromYaml(text, file, name) : fromJson(text, file, name);
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
    `${file} has the policies ${policies.map((each) => each.name).join(", ")}: name one of them.`,
  );
}

/** A policy as the API answers it has parts more than a definition. */
function fromJson(text: string, file: string, name: string | undefined): Policy {
  const json = parseJson(text);
  if (!isJsonObject(json)) throw wrong(`${file} is no policy as JSON.`);
  const { origin: _origin, agents: _agents, choice, ...parts } = json;
  const read = readPolicy({ ...(name !== undefined && { name }), ...parts, choice: choice ?? undefined });
  if (read.ok) return read.policy;
  throw wrong(read.problems.map(({ pointer, detail }) => `${file}: ${pointer} ${detail}`).join("\n"));
}

/** @throws {AgentError} invalid_request */
export async function readText(file: string): Promise<string> {
  try {
    return await readFile(file, "utf8");
  } catch {
    throw wrong(`${file} cannot be read.`);
  }
}

function wrong(message: string): AgentError {
  return new AgentError("invalid_request", message);
}
