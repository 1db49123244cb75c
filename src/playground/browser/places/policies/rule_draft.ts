// The rules of a policy as a form edits them: one shape for all types of rules, read from the policy's JSON text and written into it.

import { isJsonObject, type Json, type JsonObject, parseJson } from "../../../../core/json.ts";
import { type PolicyRule, RULE_SCOPES, type RuleScope } from "../../../../core/policy.ts";

/** What a rule of a type is made of, and how it reads. */
interface RuleKind {
  /** What stands between the tool and the rest. */
  readonly words: string;
  /** It is about one tool. */
  readonly hasTool: boolean;
  /** The member that lists further tools. */
  readonly list?: "after" | "unless" | "tools";
  readonly hasTimes?: true;
  /** It remembers for a run or a thread. */
  readonly hasScope?: true;
}

/** The types of rules, the most common first. */
export const RULE_KINDS: Readonly<Record<PolicyRule["type"], RuleKind>> = {
  at_most: { words: "is called at most", hasTool: true, hasTimes: true, hasScope: true },
  after: { words: "only after all of", hasTool: true, list: "after", hasScope: true },
  forbid_unless: { words: "only after one of", hasTool: true, list: "unless", hasScope: true },
  never_both: { words: "only one of", hasTool: false, list: "tools", hasScope: true },
  at_least_one: { words: "no answer before one of", hasTool: false, list: "tools" },
  first: { words: "is called first, alone", hasTool: true },
};

/** A rule in the form; what its type does not have is kept for another type. */
export interface RuleDraft {
  readonly type: PolicyRule["type"];
  readonly tool: string;
  readonly names: readonly string[];
  readonly times: number;
  readonly per: RuleScope | undefined;
}

/** A rule that a person begins with. */
export const NEW_RULE: RuleDraft = { type: "at_most", tool: "", names: [], times: 1, per: undefined };

/** What the form edits of a policy. */
export interface PolicyDraft {
  readonly description: string;
  readonly mode: string;
  readonly rules: readonly RuleDraft[];
}

/** The draft of a policy's JSON text; undefined for a text that the form cannot hold: no JSON, or rules of no known form. */
export function readDraft(text: string): PolicyDraft | undefined {
  const value = parseJson(text);
  if (!isJsonObject(value)) return undefined;
  const { description = "", mode = "enforce", rules = [] } = value;
  if (typeof description !== "string" || typeof mode !== "string" || !Array.isArray(rules)) return undefined;
  const drafts = rules.map(readRule);
  const known = drafts.filter((draft) => draft !== undefined);
  return known.length < drafts.length ? undefined : { description, mode, rules: known };
}

/** The JSON text of a policy with these parts in place of its own. */
export function writeDraft(
  text: string,
  { rules, ...parts }: Partial<PolicyDraft>,
): string {
  const before = parseJson(text);
  const own = isJsonObject(before) ? before : {};
  const changed = { ...own, ...parts, ...rules === undefined ? {} : { rules: rules.map(writeRule) } };
  return JSON.stringify(changed, null, 2);
}

/** The names in a text with commas between. */
export function readNames(text: string): readonly string[] {
  return text.split(",").map((name) => name.trim()).filter((name) => name !== "");
}

function readRule(rule: Json): RuleDraft | undefined {
  if (!isJsonObject(rule)) return undefined;
  const { type, tool = "", times = NEW_RULE.times, per } = rule;
  if (!isRuleType(type) || typeof tool !== "string" || typeof times !== "number") return undefined;
  const { list } = RULE_KINDS[type];
  const names = list === undefined ? [] : toNames(rule[list]);
  const scope = RULE_SCOPES.find((each) => each === per);
  if (names === undefined || per !== undefined && scope === undefined) return undefined;
  return { type, tool, names, times, per: scope };
}

function writeRule({ type, tool, names, times, per }: RuleDraft): JsonObject {
  const { hasTool, list, hasTimes, hasScope } = RULE_KINDS[type];
  return {
    type,
    ...hasTool ? { tool } : {},
    ...list === undefined ? {} : { [list]: names },
    ...hasTimes ? { times } : {},
    ...hasScope && per !== undefined ? { per } : {},
  };
}

/** True for the word of a type of rules. */
export function isRuleType(type: Json | undefined): type is PolicyRule["type"] {
  return typeof type === "string" && Object.hasOwn(RULE_KINDS, type);
}

/** A list of names, or one name. */
function toNames(value: Json | undefined): readonly string[] | undefined {
  if (typeof value === "string") return [value];
  if (!Array.isArray(value)) return undefined;
  const names = value.filter((name) => typeof name === "string");
  return names.length < value.length ? undefined : names;
}
