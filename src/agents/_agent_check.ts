// The parts of an agent's definition that are plain data and can be said in a schema, and its hooks.

import { FEATURES } from "../core/capability.ts";
import { boolean, check, number, object, oneOf, optional, record, text, whole } from "../core/shape.ts";
import { EXECUTIONS } from "../core/tool_choice.ts";
import { type Finding, pointerOf, show } from "./_invalid.ts";
import { formed, issueFinding } from "./_issue.ts";
import { json } from "./_json_check.ts";
import { didYouMean } from "./_suggest.ts";
import { MAX_INT32 } from "./_tool_check.ts";

/** How hard a model may think; which of them a model knows is the provider's affair. */
export const reasoningEffort = oneOf(["none", "minimal", "low", "medium", "high", "xhigh", "max"]);

const positive = optional(whole(1));
const milliseconds = optional(whole(1, MAX_INT32));

const model = formed(/^[^/\s]+\/\S+$/, "is no model", "write provider/model, such as openai/gpt-5.");

/** What an agent may say of its model, feature by feature. */
export const capabilityOverride = object(
  Object.fromEntries(FEATURES.map((feature) => [feature, optional(boolean)])),
);

const definitionShape = object({
  description: optional(text()),
  model: optional(model),
  fallbackModel: optional(model),
  capabilities: optional(capabilityOverride),
  onUnsupported: optional(oneOf(["degrade", "error"])),
  onViolation: optional(oneOf(["report", "retry"])),
  tokenEfficient: optional(boolean),
  settings: optional(object({
    maxOutputTokens: positive,
    temperature: optional(number(0)),
    topP: optional(number(0, 1)),
    reasoningEffort: optional(reasoningEffort),
    api: optional(oneOf(["chat", "responses"])),
  })),
  instructions: optional(text()),
  execution: optional(oneOf(EXECUTIONS)),
  driver: optional(text({ least: 1 })),
  driverConfig: optional(record(json)),
  historyForm: optional(oneOf(["native", "text"])),
  plan: optional(json),
  limits: optional(object({
    stepsPerRun: positive,
    steps: positive,
    tokens: positive,
    calls: positive,
    wallMs: milliseconds,
    stepMs: milliseconds,
    parallelCalls: positive,
    repeatedCalls: positive,
    historyEntries: positive,
    historyBytes: positive,
  })),
  compaction: optional(object({ afterEntries: whole(1), keepEntries: whole(1) })),
  throwOnToolFailure: optional(boolean),
  stopOnToolBlock: optional(boolean),
});

/** Also checked, but not data. */
const OTHER_KEYS = ["name", "tools", "toolChoice", "gatewayToolChoice", "hooks"];
const KEYS: readonly string[] = [...Object.keys(definitionShape.fields), ...OTHER_KEYS];

export function shapeFindings(definition: object): Finding[] {
  const unknown = Object.keys(definition).filter((key) => !KEYS.includes(key)).map((key): Finding => ({
    pointer: pointerOf([key]),
    detail: "is not a part of an agent",
    fix: `remove it.${didYouMean(key, KEYS)}`,
  }));
  const known = Object.entries(definition).filter(([key]) => Object.hasOwn(definitionShape.fields, key));
  const checked = check(definitionShape, Object.fromEntries(known));
  return [
    ...unknown,
    ...(checked.ok ? [] : checked.issues)
      .map((issue) => issueFinding(issue, definition, definitionShape))
      .map(({ path, detail, fix }) => ({ pointer: pointerOf(path), detail, fix })),
  ];
}

const HOOKS = ["beforeCall", "afterCall"];

/** A guard under a wrong name would never run. */
export function hookFindings(hooks: unknown): Finding[] {
  if (typeof hooks !== "object" || hooks === null) {
    const fix = "write an object with beforeCall or afterCall, or leave it out.";
    return [{ pointer: "/hooks", detail: `is ${show(hooks)}`, fix }];
  }
  return Object.entries(hooks).flatMap(([key, hook]): Finding[] => {
    const pointer = pointerOf(["hooks", key]);
    if (!HOOKS.includes(key)) {
      const fix = `write beforeCall or afterCall.${didYouMean(key, HOOKS)}`;
      return [{ pointer, detail: "is no hook and would never run", fix }];
    }
    if (hook === undefined || typeof hook === "function") return [];
    return [{ pointer, detail: `is ${show(hook)}`, fix: "write a function." }];
  });
}
