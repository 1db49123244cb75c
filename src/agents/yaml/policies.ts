// Policies in YAML: of one agent, and the file policies.yaml, whose policies agents name.

import * as z from "zod/mini";
import type { Json } from "../../core/json.ts";
import type { Policy } from "../../core/policy.ts";
import { policyToolProblems, readPolicy } from "../../core/policy/policy_schema.ts";
import type { CallableTools } from "../../core/tool/callable_tools.ts";
import { check } from "../../core/problems.ts";
import { SUGGESTING, toFinding } from "../_checked.ts";
import { json } from "../_json_check.ts";
import { CONFIG } from "./file_parts.ts";
import type { YamlProblem } from "./problem.ts";
import { type Reading, report, reportFindings } from "./report.ts";
import { YamlText } from "./text.ts";

/** The policy of an agent file: a name as it is, or the whole policy; undefined when there is none, or a wrong one. */
export function readAgentPolicy(
  value: string | { readonly [key: string]: Json } | undefined,
  agent: string,
  callable: CallableTools,
  reading: Reading,
): string | Policy | undefined {
  if (value === undefined || typeof value === "string") return value;
  const read = readPolicy({ name: agent, ...value }, SUGGESTING);
  const problems = read.ok ? policyToolProblems(read.policy, callable) : read.problems;
  reportFindings([...CONFIG, "policy"], problems.map(toFinding), reading);
  return read.ok ? read.policy : undefined;
}

/** policies.yaml, read. */
export type PoliciesYaml =
  | { readonly type: "policies"; readonly policies: readonly Policy[] }
  | { readonly type: "problems"; readonly problems: readonly YamlProblem[] };

const fileSchema = z.strictObject({ policies: z.array(json) });

/**
 * Reads a file of policies: `policies:`, a list of policies with their names. Their tools are checked with the agents that name
 * them.
 *
 * @example
 * ```ts
 * import { parsePoliciesYaml } from "./policies.ts";
 * import assert from "node:assert/strict";
 *
 * const text = "policies:\n  - name: calm\n    rules: [{type: at_most, tool: search, times: 3}]\n";
 * const read = parsePoliciesYaml(text, "policies.yaml");
 * assert.ok(read.type === "policies" && read.policies[0]?.name === "calm");
 * ```
 */
export function parsePoliciesYaml(text: string, file: string): PoliciesYaml {
  const yaml = new YamlText(text);
  const reading: Reading = { options: { file }, yaml, problems: [] };
  if (yaml.errors.length > 0) {
    return { type: "problems", problems: yaml.errors.map((error) => ({ file, path: "", ...error })) };
  }
  const checked = check(fileSchema, yaml.value, SUGGESTING);
  if (!checked.ok) reportFindings([], checked.problems.map(toFinding), reading);
  const policies = (checked.ok ? checked.value.policies : []).flatMap((value, index, all): Policy[] => {
    const read = readPolicy(value, SUGGESTING);
    if (!read.ok) {
      reportFindings(["policies", index], read.problems.map(toFinding), reading);
      return [];
    }
    if (all.slice(0, index).some((other) => readName(other) === read.policy.name)) {
      report(
        reading,
        ["policies", index, "name"],
        "is the name of another policy.",
        "rename one of the two.",
      );
    }
    return [read.policy];
  });
  const { problems } = reading;
  return problems.length > 0 ? { type: "problems", problems } : { type: "policies", policies };
}

function readName(value: Json): Json | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? value.name : undefined;
}
