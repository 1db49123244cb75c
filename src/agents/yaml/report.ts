// Problems of an agent file, each at its line, with what to do about it.

import type { Json } from "../../core/json.ts";
import type { Issue } from "../../core/shape.ts";
import type { Finding } from "../_invalid.ts";
import { issueFinding, keysAt } from "../_issue.ts";
import { agentFileShape, CONFIG } from "./shape.ts";
import { type Path, pathText, type Position, type YamlText } from "./text.ts";
import type { AgentYamlOptions, YamlProblem } from "./spec.ts";

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

/** What the shape refused, at its place. */
export function reportIssue(issue: Issue, value: Json, reading: Reading): void {
  const { path: steps, detail, fix, unknownKey } = issueFinding(issue, value, agentFileShape);
  const path = steps.map((step) => typeof step === "number" ? step : String(step));
  if (unknownKey) report(reading, path, `${detail}.`, keyFix(path) ?? fix, reading.yaml.positionOfKey(path));
  else report(reading, path, `${detail}.`, fix);
}

/** Keys that people look for under other names, or that no file has. */
const MEANT: Readonly<Record<string, string>> = {
  parallel_calls: 'write "max_parallel_tool_calls" in spec.planner.config.',
  tools: 'write "tool_descriptions" in spec.planner.config.',
  model: 'write "model" in resources.inference_gateways[].config.',
  prompt: 'write "system_prompt" in spec.planner.config.',
  fallback_model: 'write "fallback" in resources.inference_gateways[].config.',
  fallback: 'write "fallback" in resources.inference_gateways[].config.',
  capabilities: 'write "capabilities" in resources.inference_gateways[].config.',
  api_key: "remove it; keys are set in the environment of the deployment, such as OPENAI_API_KEY.",
  base_url: "remove it; addresses are set in the environment of the deployment, such as OPENAI_BASE_URL.",
  "<<": "write the keys out; YAML 1.2 has no merge keys.",
};

/** Where a key that stands in the wrong place belongs, outermost first. */
const HOMES: readonly Path[] = [
  ["metadata"],
  ["spec"],
  ["spec", "planner"],
  CONFIG,
  ["spec", "limits"],
  ["spec", "compaction"],
  ["resources"],
];

function keyFix(path: Path): string | undefined {
  const key = String(path.at(-1));
  const here = pathText(path.slice(0, -1));
  const home = HOMES.find((place) => pathText(place) !== here && keysAt(agentFileShape, place).includes(key));
  if (home !== undefined) return `move it under ${pathText(home)}.`;
  return Object.hasOwn(MEANT, key) ? MEANT[key] : undefined;
}

/** Findings with JSON Pointers below `path`, at their places. */
export function reportFindings(path: Path, findings: readonly Finding[], reading: Reading): void {
  for (const { pointer, detail, fix } of findings) {
    report(reading, [...path, ...pathOf(pointer)], `${detail}.`, fix);
  }
}

function pathOf(pointer: string): Path {
  const steps = pointer.split("/").slice(1).map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
  return steps.map((step) => /^\d+$/.test(step) ? Number(step) : step);
}
