// The tools of an agent file: which implementation each name means, and what the file says about its arguments.

import type { Problem } from "../core/error.ts";
import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";
import type { ToolSpec } from "../core/tool.ts";
import { type ParsedToolChoice, parseToolChoice } from "../core/tool_choice.ts";
import { within } from "./_invalid.ts";
import { type Reading, report, reportProblems } from "./_yaml_report.ts";
import { type AgentFile, CONFIG, defined } from "./_yaml_shape.ts";
import type { Path } from "./_yaml_text.ts";
import { bindSpec, type ToolSource } from "./agent_source.ts";
import { choiceProblems } from "./define_agent.ts";
import { toJsonSchema, type ToolArg } from "./schema.ts";

export function readTools(file: AgentFile, reading: Reading): ToolSource[] {
  const described = file.spec.planner.config?.tool_descriptions ?? [];
  return described.map(({ name, description, args }, index) => {
    const path = [...CONFIG, "tool_descriptions", index];
    if (described.findIndex((other) => other.name === name) < index) {
      report(reading, [...path, "name"], `"${name}" is described twice.`, "remove one of the two.");
    }
    const tool = defined<ToolSource>({ name, description, args: readArgs(args, [...path, "args"], reading) });
    reportProblems(path, toolProblems(tool, reading.options.tools), reading);
    return tool;
  });
}

function toolProblems(tool: ToolSource, tools: readonly ToolSpec[] | undefined): readonly Problem[] {
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
): readonly ToolArg[] | JsonObject | undefined {
  if (args === undefined) return undefined;
  if (isJsonObject(args)) {
    if (args.type !== undefined || args.properties !== undefined) return { type: "object", ...args };
    report(reading, path, "is neither a list nor a JSON Schema.", "list the arguments: [city, day].");
    return undefined;
  }
  if (!Array.isArray(args)) {
    report(reading, path, "is neither a list nor a JSON Schema.", "list the arguments: [city, day].");
    return undefined;
  }
  return args.flatMap((arg, index) => {
    const read = readArg(arg);
    if (read !== undefined) return [read];
    const fix = "write its name, or {name: city, description: ...}.";
    report(reading, [...path, index], "is no argument.", fix);
    return [];
  });
}

function readArg(arg: Json): ToolArg | undefined {
  if (typeof arg === "string") return arg === "" ? undefined : arg;
  if (!isJsonObject(arg)) return undefined;
  const { name, description, ...rest } = arg;
  if (typeof name !== "string" || name === "" || Object.keys(rest).length > 0) return undefined;
  if (description === undefined) return { name };
  return typeof description === "string" ? { name, description } : undefined;
}

/** A choice in any spelling, among the tools of the file. */
export function readChoice(
  value: Json | undefined,
  path: Path,
  tools: readonly ToolSource[],
  reading: Reading,
): ParsedToolChoice | undefined {
  if (value === undefined) return undefined;
  const parsed = parseToolChoice(value);
  if (parsed === undefined) {
    report(reading, path, "is no tool choice.", "write auto, none, required, a tool name or {type: ...}.");
    return undefined;
  }
  const problems = choiceProblems(parsed.choice, tools).map((detail) => ({ pointer: "", detail }));
  reportProblems(path, problems, reading);
  return parsed;
}
