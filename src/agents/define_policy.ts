// definePolicy: a policy from TypeScript, checked before any agent has it.

import { AgentError } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import type { Condition, Policy, PolicyMode, PolicyRule, PolicyView, RuleScope } from "../core/policy.ts";
import { readPolicy } from "../core/policy/policy_schema.ts";
import type { ToolChoice } from "../core/tool_choice.ts";
import { SUGGESTING } from "./_checked.ts";

/** A rule as its author writes it: one tool needs no list. */
export type PolicyRuleDefinition =
  | PolicyRule
  | { readonly type: "after"; readonly tool: string; readonly after: string; readonly per?: RuleScope }
  | {
    readonly type: "forbid_unless";
    readonly tool: string;
    readonly unless: string;
    readonly per?: RuleScope;
  };

/** A policy as its author writes it; every part but the name may be left out. */
export interface PolicyDefinition {
  readonly name: string;
  readonly description?: string;
  readonly rules?: readonly PolicyRuleDefinition[];
  /** In any spelling that parseToolChoice reads, without an execution. */
  readonly choice?: ToolChoice | Json | undefined;
  readonly conditions?: readonly {
    readonly when: Condition | ((view: PolicyView) => boolean);
    readonly choice: ToolChoice | Json;
  }[];
  /** `enforce` by default. */
  readonly mode?: PolicyMode;
}

/**
 * Makes a policy: the definition with its defaults.
 *
 * @throws {AgentError} policy_invalid, with every problem, its pointer and the fix. Rules that contradict each other are named
 * together.
 *
 * @example
 * ```ts
 * import { definePolicy } from "./define_policy.ts";
 * import assert from "node:assert/strict";
 *
 * const guarded = definePolicy({
 *   name: "guarded",
 *   rules: [{ type: "first", tool: "search" }, { type: "forbid_unless", tool: "delete", unless: "confirm" }],
 *   conditions: [{ when: ({ failures }) => failures > 3, choice: "none" }],
 * });
 * assert.deepEqual(guarded.rules[1], { type: "forbid_unless", tool: "delete", unless: ["confirm"] });
 * assert.throws(
 *   () => definePolicy({ ...guarded, rules: [...guarded.rules, { type: "at_most", tool: "search", times: 0 }] }),
 *   /search at most 0 times contradicts search first/,
 * );
 * ```
 */
export function definePolicy(definition: PolicyDefinition): Policy {
  const read = readPolicy(definition, SUGGESTING);
  if (read.ok) return read.policy;
  const problems = read.problems.map(({ pointer, detail, fix }) => ({
    pointer,
    detail: fix === undefined ? detail : `${detail}; ${fix}`,
  }));
  const lines = problems.map(({ pointer, detail }) => `  ${pointer || "(the whole)"} ${detail}`);
  const name = typeof definition?.name === "string" ? ` ${JSON.stringify(definition.name)}` : "";
  throw new AgentError("policy_invalid", `Policy${name} is wrong:\n${lines.join("\n")}`, { problems });
}
