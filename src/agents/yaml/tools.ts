// The tools of an agent file: the implementation of each name, and the arguments that the file lists.

import { isJsonObject, type Json, type JsonObject } from "../../core/json.ts";
import { type ParsedToolChoice, parseToolChoice } from "../../core/tool_choice/parse_tool_choice.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import type { CallableTools } from "../../core/tool/callable_tools.ts";
import { toPointer } from "../../core/problems.ts";
import { type Finding, within } from "../_invalid.ts";
import { needsApprovalFindings } from "../approval/check.ts";
import { TYPES } from "../_schema_check.ts";
import { didYouMean } from "../../core/text/did_you_mean.ts";
import { type Reading, report, reportFindings } from "./report.ts";
import { omitUndefined } from "../_keys.ts";
import { CONFIG } from "./file_parts.ts";
import type { AgentFile } from "./file_schema.ts";
import type { Path } from "./text.ts";
import { bindSpec, clientSourceFindings, type ToolSource } from "../agent_source.ts";
import { choiceProblems } from "../choice_problems.ts";
import { type ArgEntry, toJsonSchema, type TypedArg } from "../schema.ts";

/** The tools that the file describes; problems are reported. */
export function readTools(file: AgentFile, reading: Reading): ToolSource[] {
  const described = file.spec.planner.config?.tool_descriptions ?? [];
  return described.map(({ name, description, args, ...rest }, index) => {
    const path = [...CONFIG, "tool_descriptions", index];
    if (described.findIndex((other) => other.name === name) < index) {
      report(reading, [...path, "name"], `"${name}" is described twice.`, "remove one of the two.");
    }
    const tool = omitUndefined<ToolSource>({
      name,
      description,
      client: rest.client,
      args: readArgs(args, [...path, "args"], reading),
      needsApproval: readNeedsApproval(rest.needs_approval, [...path, "needs_approval"], reading),
      approvals: rest.approvals,
      approvalTtlMs: rest.approval_ttl_ms,
      promptChars: rest.prompt_chars,
    });
    reportFindings(path, toolProblems(tool, reading.options.tools), reading);
    return tool;
  });
}

function readNeedsApproval(
  value: Json | undefined,
  path: Path,
  reading: Reading,
): ToolSource["needsApproval"] {
  if (value === undefined) return undefined;
  const findings = needsApprovalFindings(value);
  reportFindings(path, findings, reading);
  // What was found to be in order is a rule or a list of them: JSON has no functions.
  return findings.length === 0 ? value as unknown as ToolSource["needsApproval"] : undefined;
}

function toolProblems(tool: ToolSource, tools: readonly ToolSpec[] | undefined): readonly Finding[] {
  if (tool.client) return clientSourceFindings(tool, tools ?? []);
  if (tools !== undefined) {
    const bound = bindSpec(tool, tools.find(({ name }) => name === tool.name), tools);
    return bound.type === "problems" ? bound.problems : [];
  }
  const schema = toJsonSchema(tool.args);
  return schema.type === "problems" ? within("/args", schema.problems) : [];
}

function readArgs(
  args: Json | undefined,
  path: Path,
  reading: Reading,
): readonly TypedArg[] | JsonObject | undefined {
  if (args === undefined) return undefined;
  if (isJsonObject(args) && isSchema(args)) return { type: "object", ...args };
  if (!Array.isArray(args)) {
    report(reading, path, "is neither a list nor a JSON Schema of an object.", argsFix(args));
    return undefined;
  }
  return args.flatMap((arg, index) => {
    const read = readArg(arg);
    if (read.type === "arg") return [read.arg];
    reportFindings([...path, index], read.findings, reading);
    return [];
  });
}

/** Keywords that make an object a schema. A lone `type` may be an argument of that name. */
const KEYWORDS = [
  "$ref",
  "$defs",
  "required",
  "additionalProperties",
  "allOf",
  "anyOf",
  "oneOf",
  "patternProperties",
];

function isSchema(args: JsonObject): boolean {
  return args.type === "object" || isJsonObject(args.properties) || Array.isArray(args.properties) ||
    KEYWORDS.some((keyword) => Object.hasOwn(args, keyword));
}

function argsFix(args: Json): string {
  if (!isJsonObject(args)) {
    return `list the arguments: [${typeof args === "string" && args !== "" ? args : "city, day"}].`;
  }
  const names = Object.keys(args);
  const [name = "city"] = names;
  const type = typeof args[name] === "string" && TYPES.includes(args[name]) ? args[name] : "string";
  return `list the arguments: [${names.join(", ") || "city, day"}], with types: ` +
    `[{name: ${name}, type: ${type}}], or write a JSON Schema: {properties: {${name}: {type: ${type}}}}.`;
}

type ArgReading =
  | { readonly type: "arg"; readonly arg: TypedArg }
  | { readonly type: "problems"; readonly findings: readonly Finding[] };

const ENTRY_KEYS = ["name", "description", "type", "enum", "required"];

function readArg(arg: Json): ArgReading {
  if (typeof arg === "string" && arg !== "") return { type: "arg", arg };
  if (!isJsonObject(arg)) return noArgument("write its name, or {name: city, description: ...}.");
  const { name, description, type, enum: values, required } = arg;
  if (name === undefined) {
    const [[key, value] = ["city", null]] = Object.entries(arg);
    const meant = typeof value === "string" && TYPES.includes(value) ? `type: ${value}` : "description: ...";
    return noArgument(`write its name, or {name: ${key}, ${meant}}.`);
  }
  if (typeof name !== "string" || name === "") return noArgument("write its name as text.");
  const findings = Object.keys(arg).filter((key) => !ENTRY_KEYS.includes(key)).map((key) => ({
    pointer: toPointer([key]),
    detail: "is not a part of a listed argument",
    fix: `write ${ENTRY_KEYS.join(", ")}, or a JSON Schema: {properties: {${name}: ...}}.${
      didYouMean(key, ENTRY_KEYS)
    }`,
  }));
  if (description !== undefined && typeof description !== "string") {
    findings.push({ pointer: "/description", detail: "is no text", fix: "write some text, or remove it." });
  }
  if (type !== undefined && (typeof type !== "string" || !TYPES.includes(type))) {
    const meant = typeof type === "string" ? meantType(type) : "";
    const fix = `write one of ${TYPES.join(", ")}.${meant}`;
    findings.push({ pointer: "/type", detail: "is no type", fix });
  }
  if (values !== undefined && (!Array.isArray(values) || values.length === 0)) {
    findings.push({ pointer: "/enum", detail: "is no list of values", fix: "write a list: [a, b]." });
  }
  if (required !== undefined && typeof required !== "boolean") {
    findings.push({ pointer: "/required", detail: "has the wrong type", fix: "write true or false." });
  }
  if (findings.length > 0) return { type: "problems", findings };
  const entry = omitUndefined<ArgEntry>({
    name,
    description: typeof description === "string" ? description : undefined,
    type: typeof type === "string" ? type : undefined,
    enum: Array.isArray(values) ? values : undefined,
    required: typeof required === "boolean" ? required : undefined,
  });
  return { type: "arg", arg: entry };
}

function noArgument(fix: string): ArgReading {
  return { type: "problems", findings: [{ pointer: "", detail: "is no argument", fix }] };
}

/** Names of types in other languages, and the type of JSON Schema. */
const OTHER_TYPES: Readonly<Record<string, string>> = {
  str: "string",
  text: "string",
  int: "integer",
  float: "number",
  double: "number",
  bool: "boolean",
  list: "array",
  dict: "object",
  map: "object",
};

function meantType(type: string): string {
  const word = type.toLowerCase();
  return Object.hasOwn(OTHER_TYPES, word)
    ? ` Did you mean "${OTHER_TYPES[word]}"?`
    : didYouMean(type, TYPES.map(String));
}

/** A choice in any spelling, of what the file has tools from. */
export function readChoice(
  value: Json | undefined,
  path: Path,
  agent: CallableTools,
  reading: Reading,
): ParsedToolChoice | undefined {
  if (value === undefined) return undefined;
  const parsed = parseToolChoice(value);
  if (parsed === undefined) {
    report(reading, path, "is no tool choice.", "write auto, none, required, a tool name or {type: ...}.");
    return undefined;
  }
  const findings = choiceProblems(parsed.choice, agent).map((problem) => ({ pointer: "", ...problem }));
  reportFindings(path, findings, reading);
  return parsed;
}
