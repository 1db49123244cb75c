// The checks of a tool's approval: its conditions, and parts that exclude each other.

import { type ApprovalRule, type NeedsApproval, RULE_OPERATORS } from "../../core/approval/needs_approval.ts";
import { isJsonObject, type Json, type JsonSchema } from "../../core/json.ts";
import { type Finding, show, within } from "../_invalid.ts";
import { jsonFindings } from "../_json_check.ts";
import { didYouMean } from "../../core/text/did_you_mean.ts";

/** What is wrong with a tool's `needsApproval`. */
export function needsApprovalFindings(value: unknown): Finding[] {
  if (typeof value === "boolean" || typeof value === "function") return [];
  if (Array.isArray(value)) {
    if (value.length === 0) {
      return [{ pointer: "", detail: "is an empty list", fix: "write false, or a rule." }];
    }
    return value.flatMap((condition: unknown, index) => within(`/${index}`, conditionFindings(condition)));
  }
  return conditionFindings(value);
}

function conditionFindings(condition: unknown): Finding[] {
  if (typeof condition === "function") return [];
  if (typeof condition !== "object" || condition === null || Array.isArray(condition)) {
    const fix = 'write true, false or a rule such as {arg: "amount", gt: 100}.';
    const detail = condition === undefined ? "is missing" : `is ${show(condition)}`;
    return [{ pointer: "", detail, fix }];
  }
  const strange = jsonFindings(condition);
  if (strange.length > 0) return strange;
  const rule = condition as Json; // found to be JSON above
  return isJsonObject(rule) ? ruleFindings(rule) : [];
}

const NUMBERS: readonly string[] = ["gt", "gte", "lt", "lte"];

function ruleFindings(rule: { readonly [key: string]: Json }): Finding[] {
  const findings: Finding[] = [];
  const { arg, ...operators } = rule;
  if (typeof arg !== "string" || arg === "") {
    findings.push({
      pointer: "/arg",
      detail: "is no name of an argument",
      fix: 'write {arg: "amount", gt: 100}.',
    });
  }
  const names = Object.keys(operators);
  if (names.length === 0) {
    findings.push({
      pointer: "",
      detail: "compares nothing",
      fix: `add one of ${RULE_OPERATORS.join(", ")}.`,
    });
  }
  for (const name of names) {
    const value = operators[name];
    if (!RULE_OPERATORS.some((known) => known === name)) {
      const fix = `write one of ${RULE_OPERATORS.join(", ")}.${didYouMean(name, RULE_OPERATORS)}`;
      findings.push({ pointer: `/${name}`, detail: "is no comparison", fix });
    } else if (NUMBERS.includes(name) && typeof value !== "number") {
      findings.push({ pointer: `/${name}`, detail: "is no number", fix: "write a number." });
    } else if (name === "in" && (!Array.isArray(value) || value.length === 0)) {
      findings.push({ pointer: "/in", detail: "is no list of values", fix: "write a list: [a, b]." });
    }
  }
  return findings;
}

/** The parts of a tool that concern its approval. */
export interface ApprovalParts {
  readonly parameters?: JsonSchema | undefined;
  readonly needsApproval?: NeedsApproval;
  readonly approvals?: number | undefined;
  readonly approvalTtlMs?: number | undefined;
  readonly approvalEdits?: boolean | undefined;
  readonly answer?: JsonSchema | undefined;
}

/** Parts that have no effect without an approval, or that exclude each other. */
export function approvalFindings(tool: ApprovalParts): Finding[] {
  const { needsApproval = false, approvals = 1, approvalTtlMs, approvalEdits = false } = tool;
  if (needsApproval === false) {
    const idle = [
      ...(approvals === 1 ? [] : ["approvals"]),
      ...(approvalTtlMs === undefined ? [] : ["approvalTtlMs"]),
      ...(approvalEdits ? ["approvalEdits"] : []),
      ...(tool.answer === undefined ? [] : ["answer"]),
    ];
    return idle.map((part) => ({
      pointer: `/${part}`,
      detail: "has no effect, because the tool needs no approval",
      fix: "add needsApproval, or remove it.",
    }));
  }
  if (tool.answer !== undefined && (needsApproval !== true || approvals > 1 || approvalEdits)) {
    const detail = "makes the tool a question, which one person answers as it is";
    return [{
      pointer: "/answer",
      detail,
      fix: "write needsApproval: true, without approvals and approvalEdits.",
    }];
  }
  const unknown = unknownArguments(needsApproval, tool.parameters);
  if (unknown.length > 0) return unknown;
  if (!approvalEdits || approvals === 1) return [];
  const detail = "lets one person approve arguments that the others have not seen";
  return [{ pointer: "/approvalEdits", detail, fix: "remove it, or approvals." }];
}

/** Rules on arguments that a tool does not name: such an argument is always missing, so every call would need approval. */
function unknownArguments(needsApproval: NeedsApproval, parameters: JsonSchema | undefined): Finding[] {
  const { properties, additionalProperties } = parameters ?? {};
  if (!isJsonObject(properties) || additionalProperties === true) return [];
  const names = Object.keys(properties);
  const conditions: readonly unknown[] = [needsApproval].flat();
  const rules = conditions.filter((condition): condition is ApprovalRule => typeof condition === "object");
  return rules.filter(({ arg }) => !names.includes(arg)).map(({ arg }) => ({
    pointer: "/needsApproval",
    detail: `"${arg}" is no argument of the tool`,
    fix: `write one of ${names.join(", ") || "none"}.${didYouMean(arg, names)}`,
  }));
}
