// Reads a policy as data: from YAML, from a request, from the store. The shape is checked first, then the rules together.

import * as z from "zod/mini";
import type { Json } from "../json.ts";
import {
  type Condition,
  CONDITION_FIELDS,
  type Policy,
  POLICY_MODES,
  type PolicyRule,
  type PolicyView,
  RULE_SCOPES,
} from "../policy.ts";
import { check, type FieldProblem, toPointer, type Wording } from "../problems.ts";
import { NAME } from "../text/id.ts";
import { listNames } from "../text/list_names.ts";
import { callableNames, type CallableTools, mayHaveTool } from "../tool/callable_tools.ts";
import { isForced, namesIn, type ToolChoice } from "../tool_choice.ts";
import { parseToolChoice } from "../tool_choice/parse_tool_choice.ts";
import { METADATA } from "./condition.ts";
import { findConflicts, RuleWalks } from "./conflicts.ts";
import { compileRules, toolsIn } from "./rule_set.ts";
import { lazyShape } from "../text/lazy_shape.ts";

/** Most rules and conditions of a policy, tools in one rule, and nodes of one condition. */
export const POLICY_LIMITS = { rules: 16, conditions: 16, tools: 8, times: 1_000, nodes: 64 } as const;

const tool = z.string().check(z.minLength(1), z.maxLength(128));
const tools = (least: number) =>
  z.array(tool).check(
    z.minLength(least),
    z.maxLength(POLICY_LIMITS.tools),
    z.refine((names) => new Set(names).size === names.length, "names a tool twice"),
  );

/** The schema of a rule, made with the first policy. */
function makeRuleSchema() {
  const oneOrMore = z.pipe(
    z.union([tool, tools(1)], "must be a tool's name, or a list of 1 to 8 names, each once"),
    z.transform((names) => typeof names === "string" ? [names] : names),
  );
  const per = z.optional(z.enum(RULE_SCOPES));

  return z.discriminatedUnion("type", [
    z.strictObject({ type: z.literal("after"), tool, after: oneOrMore, per }),
    z.strictObject({ type: z.literal("forbid_unless"), tool, unless: oneOrMore, per }),
    z.strictObject({
      type: z.literal("at_most"),
      tool,
      times: z.int().check(z.gte(0), z.lte(POLICY_LIMITS.times)),
      per,
    }),
    z.strictObject({ type: z.literal("never_both"), tools: tools(2), per }),
    z.strictObject({ type: z.literal("at_least_one"), tools: tools(1) }),
    z.strictObject({ type: z.literal("first"), tool }),
  ], "must be a rule: {type: after | forbid_unless | at_most | never_both | at_least_one | first, ...}");
}

/** The spelling of a condition, for every message about one. */
const CONDITION =
  "must be {field, eq}, {field, lt}, {field, gt}, {field, in: [...]}, {and: [...]}, {or: [...]} or {not: ...}";

const condition = z.custom<Condition | ((view: PolicyView) => boolean)>().check(({ value, issues }) => {
  if (typeof value === "function") return;
  const found = conditionIssues(value);
  if (found.nodes > POLICY_LIMITS.nodes) {
    issues.push({ code: "custom", message: `has more than ${POLICY_LIMITS.nodes} parts`, input: value });
  } else for (const issue of found.issues) issues.push({ code: "custom", ...issue, input: value });
});

const choice = z.pipe(
  z.custom<Json>((spelling) => spelling !== undefined, "is missing"),
  z.transform((spelling, { issues }): ToolChoice => {
    const parsed = parseToolChoice(spelling);
    if (parsed !== undefined && parsed.execution === undefined && parsed.parallel === undefined) {
      return parsed.choice;
    }
    const message = parsed === undefined
      ? "must be a tool choice, in any spelling in use"
      : "must be a choice alone; execution and parallel calls belong to the agent";
    issues.push({ code: "custom", message, input: spelling });
    return z.NEVER;
  }),
);

/** The parts of a policy but its name, as data. A condition may be a function where the policy is written in TypeScript. */
export const policyParts = lazyShape(() => ({
  description: z._default(z.string().check(z.maxLength(1_000)), ""),
  rules: z._default(z.array(makeRuleSchema()).check(z.maxLength(POLICY_LIMITS.rules)), []),
  choice: z.optional(choice),
  conditions: z._default(
    z.array(z.strictObject({ when: condition, choice })).check(z.maxLength(POLICY_LIMITS.conditions)),
    [],
  ),
  mode: z._default(z.enum(POLICY_MODES), "enforce"),
}));

/** A policy as data. */
export const policySchema = z.strictObject(lazyShape(() => ({
  name: z.string().check(z.regex(NAME, "is no name")),
  ...policyParts,
})));

/** A policy that was read, or every problem of it. */
export type ReadPolicy =
  | { readonly ok: true; readonly policy: Policy }
  | { readonly ok: false; readonly problems: readonly FieldProblem[] };

/**
 * Reads a policy: first its shape, then whether its rules can stand together.
 *
 * @example
 * ```ts
 * import { readPolicy } from "./policy_schema.ts";
 * import assert from "node:assert/strict";
 *
 * const guarded = readPolicy({ name: "guarded", rules: [{ type: "after", tool: "delete", after: "confirm" }] });
 * assert.ok(guarded.ok && guarded.policy.mode === "enforce");
 * const wrong = readPolicy({
 *   name: "stuck",
 *   rules: [{ type: "first", tool: "a" }, { type: "after", tool: "a", after: "b" }],
 * });
 * assert.ok(!wrong.ok);
 * assert.deepEqual(wrong.problems.map(({ pointer, detail }) => `${pointer} ${detail}`), [
 *   "/rules/1 a only after b contradicts a first (rule 0): no run could ever come to an answer",
 * ]);
 * ```
 */
export function readPolicy(value: unknown, wording?: Wording): ReadPolicy {
  const checked = readPolicyShape(value, wording);
  if (!checked.ok) return checked;
  const { policy } = checked;
  const problems = policyProblems(policy);
  return problems.length === 0 ? { ok: true, policy } : { ok: false, problems };
}

/** Reads a policy whose rules were found to stand together when it was stored: its shape alone. */
export function readPolicyShape(value: unknown, wording?: Wording): ReadPolicy {
  const checked = check(policySchema, value, wording);
  return checked.ok ? { ok: true, policy: checked.value } : checked;
}

/** What is wrong with rules and choices that have the right shape: contradictions, and what can never decide anything. */
export function policyProblems({ rules, choice, conditions }: Omit<Policy, "name">): FieldProblem[] {
  const names = compileRules(rules).map(({ name }) => name);
  const walks = new RuleWalks(rules);
  const problems = findConflicts(rules, walks).map(({ rules: core, detail }) => {
    const last = core.at(-1) ?? 0;
    const others = core.slice(0, -1).map((index) => `${names[index]} (rule ${index})`).join(" and ");
    const what = others === "" ? `cannot stand: ${detail}` : `contradicts ${others}: ${detail}`;
    return problemAt(["rules", last], `${names[last]} ${what}`, "change or remove one of them.");
  });
  if (problems.length > 0) return problems;
  const demanding = rules.findIndex(({ type }) => type === "first" || type === "at_least_one");
  if (choice?.type === "none" && conditions.length === 0 && demanding >= 0) {
    const detail = `is none, which contradicts ${
      names[demanding]
    } (rule ${demanding}): no tool could ever be called`;
    problems.push(problemAt(["choice"], detail, "change or remove one of them."));
  }
  const choices = [
    ...(choice === undefined ? [] : [{ path: ["choice"], choice }]),
    ...conditions.map(({ choice }, index) => ({ path: ["conditions", index, "choice"], choice })),
  ];
  return [...problems, ...choices.flatMap(({ path, choice }) => choiceProblem(path, choice, rules, walks))];
}

/** The problem of a choice that only names tools which the rules never permit. */
export function choiceProblem(
  path: readonly PropertyKey[],
  choice: ToolChoice,
  rules: readonly PolicyRule[],
  walks: RuleWalks,
): FieldProblem[] {
  const named = namesIn(choice);
  const [first = ""] = named;
  if (named.length === 0 || named.some((name) => !walks.forbid(name))) return [];
  const names = compileRules(rules).map(({ name }) => name);
  const reason = walks.reasonFor(first).map((index) => `${names[index]} (rule ${index})`).join(" and ");
  return [
    problemAt(
      path,
      `names ${first}, which ${reason} never permits`,
      "name another tool, or change the rule.",
    ),
  ];
}

/** The tools that a policy names: in its rules, its choice and its conditions. */
export function toolsOfPolicy({ rules, choice, conditions }: Omit<Policy, "name">): readonly string[] {
  return [
    ...new Set([
      ...rules.flatMap(toolsIn),
      ...(choice === undefined ? [] : namesIn(choice)),
      ...conditions.flatMap((condition) => namesIn(condition.choice)),
    ]),
  ];
}

/** What is wrong with a policy for an agent with these tools: names that it does not have, and a call that it cannot make. */
export function policyToolProblems(policy: Omit<Policy, "name">, agent: CallableTools): FieldProblem[] {
  const known = callableNames(agent);
  const places: { readonly path: readonly PropertyKey[]; readonly names: readonly string[] }[] = [
    ...policy.rules.map((rule, index) => ({ path: ["rules", index], names: toolsIn(rule) })),
    ...(policy.choice === undefined ? [] : [{ path: ["choice"], names: namesIn(policy.choice) }]),
    ...policy.conditions.map(({ choice }, index) => ({
      path: ["conditions", index, "choice"],
      names: namesIn(choice),
    })),
  ];
  const unknown = places.flatMap(({ path, names }) =>
    names.filter((name) => !mayHaveTool(agent, name)).map((name) =>
      problemAt(
        path,
        `there is no tool named ${JSON.stringify(name)}`,
        `choose among: ${listNames(known)}.`,
      )
    )
  );
  if (unknown.length > 0 || known.length > 0 || policy.choice === undefined || !isForced(policy.choice)) {
    return unknown;
  }
  return [problemAt(["choice"], "forces a call, but the agent has no tools", "add one, or use auto.")];
}

/**
 * What is wrong with a policy for an agent: names, a call that it cannot make, and the agent's own choice beside the rules. What a
 * catalogue has (`selection`) is not known here, so any name may be of it.
 */
export function agentPolicyProblems(
  policy: Omit<Policy, "name">,
  { toolChoice, ...agent }: CallableTools & { readonly toolChoice: ToolChoice | undefined },
): FieldProblem[] {
  const problems = policyToolProblems(policy, agent);
  if (problems.length > 0 || policy.choice !== undefined) return problems;
  if (toolChoice === undefined || namesIn(toolChoice).length === 0) return problems;
  return choiceProblem([], toolChoice, policy.rules, new RuleWalks(policy.rules)).map((problem) => ({
    ...problem,
    detail: `the agent's tool choice ${problem.detail}`,
  }));
}

function problemAt(path: readonly PropertyKey[], detail: string, fix: string): FieldProblem {
  return { path, pointer: toPointer(path), detail, kind: "value", fix };
}

interface ConditionIssues {
  readonly nodes: number;
  readonly issues: readonly { readonly path: PropertyKey[]; readonly message: string }[];
}

/** Reads a condition without recursion: each part on its own. */
function conditionIssues(whole: unknown): ConditionIssues {
  const issues: { path: PropertyKey[]; message: string }[] = [];
  const left: { path: PropertyKey[]; value: unknown }[] = [{ path: [], value: whole }];
  let nodes = 0;
  for (let part = left.pop(); part !== undefined; part = left.pop()) {
    if (++nodes > POLICY_LIMITS.nodes) break;
    const { path, value } = part;
    const entries = typeof value === "object" && value !== null && !Array.isArray(value)
      ? Object.entries(value)
      : [];
    const keys = entries.map(([key]) => key).sort().join(" ");
    const parts = Object.fromEntries(entries);
    if ((keys === "and" || keys === "or") && Array.isArray(parts[keys]) && parts[keys].length > 0) {
      left.push(
        ...parts[keys].map((each: unknown, index: number) => ({ path: [...path, keys, index], value: each })),
      );
    } else if (keys === "not") left.push({ path: [...path, "not"], value: parts.not });
    else if (!z.safeParse(comparison, value).success) {
      issues.push({ path, message: messageFor(keys, parts.field) });
    }
  }
  return { nodes, issues };
}

const comparison = z.lazy(() => {
  const compared = z.union([z.string().check(z.maxLength(256)), z.number(), z.boolean(), z.null()]);
  const field = z.string().check(z.refine(isField));
  return z.union([
    z.strictObject({ field, eq: compared }),
    z.strictObject({ field, lt: z.number() }),
    z.strictObject({ field, gt: z.number() }),
    z.strictObject({ field, in: z.array(compared).check(z.minLength(1), z.maxLength(POLICY_LIMITS.nodes)) }),
  ]);
});

function isField(name: unknown): boolean {
  if (typeof name !== "string") return false;
  return CONDITION_FIELDS.some((known) => known === name) || (name.startsWith(METADATA) && name !== METADATA);
}

function messageFor(keys: string, field: unknown): string {
  if (!keys.includes("field") || isField(field)) return CONDITION;
  return `must have a field of ${CONDITION_FIELDS.join(", ")} or metadata.<key>`;
}
