// Problems of an agent file, each at its line, with what to do about it.

import type * as z from "zod";
import type { Problem } from "../core/error.ts";
import { isJsonObject, type Json } from "../core/json.ts";
import { didYouMean } from "./_suggest.ts";
import { keysAt } from "./_yaml_shape.ts";
import { type Path, pathText, type Position, type YamlText } from "./_yaml_text.ts";
import type { AgentYamlOptions, YamlProblem } from "./yaml_spec.ts";

/** A file while it is read. */
export interface Reading {
  readonly options: AgentYamlOptions;
  readonly yaml: YamlText;
  readonly problems: YamlProblem[];
}

/** Notes a problem; it stands where `path` leads, unless told otherwise. */
export function report(
  reading: Reading,
  path: Path,
  message: string,
  fix: string,
  position?: Position,
): void {
  const at = position ?? reading.yaml.positionOf(path);
  reading.problems.push({ file: reading.options.file, ...at, path: pathText(path), message, fix });
}

/** A finding of zod, at its place. */
export function reportIssue(issue: z.core.$ZodIssue, value: Json, reading: Reading): void {
  switch (issue.code) {
    case "unrecognized_keys":
      for (const key of issue.keys) {
        const path = [...issue.path, key];
        const fix = `remove it.${suggestKey(key, issue.path)}`;
        report(reading, path, "unknown key.", fix, reading.yaml.positionOfKey(path));
      }
      return;
    case "invalid_value":
      return report(reading, issue.path, "unknown value.", `write ${issue.values.map(String).join(" or ")}.`);
    case "invalid_type":
      if (isMissing(value, issue.path)) {
        return report(reading, issue.path, "is missing.", `add a ${issue.expected}.`);
      }
      return report(reading, issue.path, "has the wrong type.", `write a ${issue.expected}.`);
    default:
      return report(reading, issue.path, "is not allowed here.", `${lowerFirst(issue.message)}.`);
  }
}

/** Keys that people look for in another place than ours. */
const MOVED: Readonly<Record<string, string>> = {
  parallel_calls: ' Write "max_parallel_tool_calls" in spec.planner.config.',
  tools: ' Write "tool_descriptions" in spec.planner.config.',
  model: " Write it in resources.inference_gateways[].config.",
  name: " Write it in metadata.",
};

function suggestKey(key: string, path: Path): string {
  return didYouMean(key, keysAt(path)) || (Object.hasOwn(MOVED, key) ? MOVED[key] ?? "" : "");
}

function isMissing(value: Json, path: Path): boolean {
  let place: Json | undefined = value;
  for (const step of path) {
    if (Array.isArray(place)) place = place[Number(step)];
    else place = isJsonObject(place) && Object.hasOwn(place, step) ? place[String(step)] : undefined;
  }
  return place === undefined;
}

/** Problems with JSON Pointers below `path`, at their places. Their details read `what is wrong; the fix.` */
export function reportProblems(path: Path, problems: readonly Problem[], reading: Reading): void {
  for (const { pointer, detail } of problems) {
    const border = detail.lastIndexOf("; ");
    const [what, fix] = border < 0
      ? [detail, "correct it."]
      : [`${detail.slice(0, border)}.`, detail.slice(border + 2)];
    report(reading, [...path, ...pathOf(pointer)], what, fix);
  }
}

function pathOf(pointer: string): Path {
  const steps = pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  return steps.map((step) => /^\d+$/.test(step) ? Number(step) : step);
}

function lowerFirst(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}
