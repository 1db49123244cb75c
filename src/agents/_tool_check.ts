// The checks of every tool: of defineTool's definitions and of tools that a program writes by hand.

import * as z from "zod/mini";
import { LONGEST_APPROVAL_MS, MOST_APPROVALS } from "../core/approval/decision.ts";
import type { NeedsApproval } from "../core/approval/needs_approval.ts";
import { NAME } from "../core/text/id.ts";
import { isJsonObject, type Json } from "../core/json.ts";
import { type Effect, EFFECTS } from "../core/tool.ts";
import { approvalFindings, needsApprovalFindings } from "./approval/check.ts";
import { LONGEST_TIMER_MS } from "../core/ports.ts";
import { checkedBy, listFindings, must } from "./_checked.ts";
import { type Finding, show, within } from "./_invalid.ts";
import { jsonFindings } from "./_json_check.ts";
import { schemaProblems } from "./_schema_check.ts";

/** The fix for a name that does not match {@link NAME}. */
export const NAME_FIX = "use up to 64 letters, digits, `_`, `.` and `-`, beginning with a letter or `_`.";

/** The name of a tool or an agent. */
export const nameSchema = must<string>((name) => typeof name === "string" && NAME.test(name), NAME_FIX);

/** The parts that a definition and a finished tool share; they differ in which keys may be missing. */
export const toolParts = {
  name: nameSchema,
  description: checkedBy<string>((value) =>
    typeof value === "string"
      ? []
      : [{ pointer: "", detail: "is no text", fix: "tell the model what the tool is for." }]
  ),
  timeoutMs: wholeFrom(1),
  maxOutputBytes: wholeFrom(256),
  maxMediaBytes: wholeFrom(1),
  promptChars: wholeFrom(500),
  effect: must<Effect>(
    (effect) => EFFECTS.some((known) => known === effect),
    "write pure, keyed or once.",
  ),
  needsApproval: checkedBy<NeedsApproval>(needsApprovalFindings),
  approvals: must<number>(
    (count) => Number.isInteger(count) && Number(count) >= 1 && Number(count) <= MOST_APPROVALS,
    `write a whole number from 1 to ${MOST_APPROVALS}.`,
  ),
  /** As the agent's. */
  approvalTtlMs: must<number>(
    (ms) => Number.isInteger(ms) && Number(ms) >= 1 && Number(ms) <= LONGEST_APPROVAL_MS,
    `write a whole number from 1 to ${LONGEST_APPROVAL_MS}.`,
  ),
  flag: must<boolean>((value) => typeof value === "boolean", "write true or false."),
  env: checkedBy<readonly string[]>(envFindings),
  code: must((value) => typeof value === "function", "write a function."),
};

const tool = z.object({
  name: toolParts.name,
  description: toolParts.description,
  parameters: checkedBy(parameterFindings),
  effect: toolParts.effect,
  timeoutMs: toolParts.timeoutMs,
  maxOutputBytes: toolParts.maxOutputBytes,
  maxMediaBytes: z.optional(toolParts.maxMediaBytes),
  promptChars: z.optional(toolParts.promptChars),
  needsApproval: toolParts.needsApproval,
  approvals: z.optional(toolParts.approvals),
  approvalTtlMs: z.optional(toolParts.approvalTtlMs),
  approvalEdits: z.optional(toolParts.flag),
  answer: z.optional(checkedBy(answerFindings)),
  client: z.optional(must<true>((value) => value === true, "write true, or remove it.")),
  wantsThread: toolParts.flag,
  env: z.optional(toolParts.env),
  run: toolParts.code,
  reconcile: z.optional(toolParts.code),
});

/** What is wrong with a finished tool. */
export function toolFindings(value: unknown): Finding[] {
  // Without the last one it is a definition that defineTool has not read, of which nothing else is worth a word.
  if (typeof value === "object" && value !== null && Reflect.has(value, "wantsThread")) {
    const findings = listFindings(tool, value);
    return findings.length > 0 ? findings : approvalFindings(value);
  }
  return [{ pointer: "", detail: `is ${show(value)} and no tool`, fix: "write what defineTool returns." }];
}

/** What is wrong with the tools of a definition: with each, and with names that are taken. */
export function toolListFindings(tools: unknown): Finding[] {
  if (!Array.isArray(tools)) {
    return [{ pointer: "", detail: "is no list", fix: "write a list of tools: [tool]." }];
  }
  const names = Array.from(tools, (tool: unknown) => Reflect.get(Object(tool), "name"));
  return Array.from(tools).flatMap((tool: unknown, index) => {
    const findings = toolFindings(tool);
    if (findings.length === 0 && names.indexOf(names[index]) < index) {
      const detail = `"${names[index]}" is taken by an earlier tool`;
      findings.push({ pointer: "/name", detail, fix: "rename one of them." });
    }
    return within(`/${index}`, findings);
  });
}

/** What is wrong with the environment names that a tool or an agent declares. */
function envFindings(names: unknown): Finding[] {
  const fix = 'write the names of environment variables: ["WEATHER_KEY"].';
  if (!Array.isArray(names)) return [{ pointer: "", detail: `is ${show(names)}`, fix }];
  return names.flatMap((name: unknown, index) =>
    typeof name === "string" && /^[A-Za-z_][A-Za-z0-9_]*$/.test(name)
      ? []
      : [{ pointer: `/${index}`, detail: `is ${show(name)}`, fix }]
  );
}

/** What is wrong with a JSON Schema of arguments. It must be JSON first, because another value may contain itself. */
export function parameterFindings(parameters: unknown): Finding[] {
  if (parameters === undefined) {
    return [{ pointer: "", detail: "is missing", fix: "write a JSON Schema of an object." }];
  }
  const strange = jsonFindings(parameters);
  if (strange.length > 0) return strange;
  const schema = parameters as Json; // found to be JSON above
  return isJsonObject(schema)
    ? schemaProblems(schema)
    : [{ pointer: "", detail: `is ${show(schema)}`, fix: "write a JSON Schema of an object." }];
}

/** What is wrong with the schema of an answer, which may be of any type. */
export function answerFindings(schema: unknown): Finding[] {
  const strange = jsonFindings(schema);
  if (strange.length > 0) return strange;
  return isJsonObject(schema as Json) // found to be JSON above
    ? []
    : [{ pointer: "", detail: `is ${show(schema)}`, fix: "write a JSON Schema." }];
}

function wholeFrom(least: number): z.ZodMiniType<number> {
  const fits = (value: unknown) =>
    typeof value === "number" && Number.isInteger(value) && value >= least && value <= LONGEST_TIMER_MS;
  return must(fits, `write a whole number from ${least} to ${LONGEST_TIMER_MS}.`);
}
