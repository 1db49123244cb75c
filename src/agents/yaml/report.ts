// Problems of an agent file, each at its line, with what to do about it.

import { check, type FieldProblem, keysAt, type Kind, type Wording } from "../../core/problems.ts";
import { type Finding, toPath } from "../_invalid.ts";
import { SUGGESTING } from "../_checked.ts";
import { CONFIG } from "./file_parts.ts";
import { type AgentFile, agentFileSchema } from "./file_schema.ts";
import { type Path, pathText, type Position, type YamlText } from "./text.ts";
import type { AgentYamlOptions, YamlProblem } from "./problem.ts";

/** A file while it is read. */
export interface Reading {
  readonly options: AgentYamlOptions;
  readonly yaml: YamlText;
  readonly problems: YamlProblem[];
}

/** Adds a problem, at `position` or else where `path` leads. */
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

/** The file as the schema reads it; undefined when it does not fit, which is reported. */
export function readAgentFile(reading: Reading): AgentFile | undefined {
  const checked = check(agentFileSchema, reading.yaml.value, WORDING);
  if (checked.ok) return checked.value;
  for (const problem of checked.problems) reportProblem(problem, reading);
  return undefined;
}

const WORDING: Wording = { ...SUGGESTING, typeFix };

function typeFix(expected: Kind, value: unknown, isItem: boolean): string | undefined {
  if (expected === "array") {
    return typeof value === "string"
      ? `write a list: [${value}].`
      : "write a list, with `-` before each item.";
  }
  if (expected !== "object" || typeof value !== "string") return undefined;
  if (isItem) return `write an object: {name: ${value}}.`;
  return /\w:\S/.test(value) ? "write `key: value`, with a space after the colon." : undefined;
}

function reportProblem(
  { path, detail, fix = "correct it.", isUnknownKey }: FieldProblem,
  reading: Reading,
): void {
  if (isUnknownKey) {
    report(reading, path, `${detail}.`, keyFix(path) ?? fix, reading.yaml.positionOfKey(path));
  } else report(reading, path, `${detail}.`, fix);
}

/** Keys of other names or formats, and the fix for each. */
const MEANT: Readonly<Record<string, string>> = {
  parallel_calls: 'write "max_parallel_tool_calls" in spec.planner.config.',
  tools: 'write "tool_descriptions" in spec.planner.config.',
  model: 'write "model" in spec, or in resources.inference_gateways[].config.',
  driver_config: "remove it; drivers take no settings of their own.",
  prompt: 'write "system_prompt" in spec.planner.config.',
  models: 'write "models" in resources.inference_gateways[].config.',
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
  const home = HOMES.find((place) =>
    pathText(place) !== here && keysAt(agentFileSchema, place).includes(key)
  );
  if (home !== undefined) return `move it under ${pathText(home)}.`;
  return Object.hasOwn(MEANT, key) ? MEANT[key] : undefined;
}

/** Findings with JSON Pointers below `path`, at their places. */
export function reportFindings(path: Path, findings: readonly Finding[], reading: Reading): void {
  for (const { pointer, detail, fix } of findings) {
    report(reading, [...path, ...toPath(pointer)], `${detail}.`, fix);
  }
}
