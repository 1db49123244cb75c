// What every tool must be, whether defineTool made it or somebody wrote it by hand.

import { NAME } from "../core/id.ts";
import { isJsonObject, type Json } from "../core/json.ts";
import { type Finding, pointerOf, show, within } from "./_invalid.ts";
import { jsonFindings } from "./_json_check.ts";
import { schemaProblems } from "./_schema_check.ts";

/** The longest wait that timers know: what is longer fires at once. */
export const MAX_INT32 = 2 ** 31 - 1;

/** What is wrong with a tool as an agent holds it. */
export function toolFindings(tool: unknown): Finding[] {
  if (typeof tool !== "object" || tool === null) {
    return [{ pointer: "", detail: `is ${show(tool)} and no tool`, fix: "write what defineTool returns." }];
  }
  const part = (key: string): unknown => Reflect.get(tool, key);
  return [
    ...nameFindings(part("name")),
    ...textFindings("/description", part("description")),
    ...within("/parameters", parameterFindings(part("parameters"))),
    ...effectFindings(part("effect")),
    ...wholeFindings("/timeoutMs", part("timeoutMs"), 1),
    ...wholeFindings("/maxOutputBytes", part("maxOutputBytes"), 256),
    ...flagFindings("/needsApproval", part("needsApproval")),
    ...flagFindings("/wantsThread", part("wantsThread")),
    ...functionFindings("/run", part("run")),
    ...(part("reconcile") === undefined ? [] : functionFindings("/reconcile", part("reconcile"))),
  ];
}

/** Problems of a tool's or an agent's name. */
export function nameFindings(name: unknown): Finding[] {
  if (typeof name === "string" && NAME.test(name)) return [];
  const fix = "use up to 64 letters, digits, `_`, `.` and `-`, beginning with a letter or `_`.";
  return [{ pointer: "/name", detail: `is ${show(name)}`, fix }];
}

export function textFindings(pointer: string, value: unknown): Finding[] {
  if (typeof value === "string") return [];
  return [{ pointer, detail: "is no text", fix: "tell the model what the tool is for." }];
}

export function wholeFindings(pointer: string, value: unknown, least: number): Finding[] {
  const fits = typeof value === "number" && Number.isInteger(value) && value >= least && value <= MAX_INT32;
  if (fits) return [];
  const fix = `write a whole number from ${least} to ${MAX_INT32}.`;
  return [{ pointer, detail: `is ${show(value)}`, fix }];
}

export function flagFindings(pointer: string, value: unknown): Finding[] {
  return typeof value === "boolean"
    ? []
    : [{ pointer, detail: `is ${show(value)}`, fix: "write true or false." }];
}

export function functionFindings(pointer: string, value: unknown): Finding[] {
  return typeof value === "function"
    ? []
    : [{ pointer, detail: `is ${show(value)}`, fix: "write a function." }];
}

export function effectFindings(effect: unknown): Finding[] {
  if (effect === "pure" || effect === "keyed" || effect === "once") return [];
  return [{ pointer: "/effect", detail: `is ${show(effect)}`, fix: "write pure, keyed or once." }];
}

/** What is wrong with a JSON Schema of arguments: it must be JSON first, or looking through it might never end. */
export function parameterFindings(parameters: unknown): Finding[] {
  if (parameters === undefined) {
    return [{ pointer: "", detail: "is missing", fix: "write a JSON Schema of an object." }];
  }
  const strange = jsonFindings(parameters);
  if (strange.length > 0) return strange.map(({ path, ...rest }) => ({ pointer: pointerOf(path), ...rest }));
  const schema = parameters as Json; // found to be JSON above
  return isJsonObject(schema)
    ? schemaProblems(schema)
    : [{ pointer: "", detail: `is ${show(schema)}`, fix: "write a JSON Schema of an object." }];
}
