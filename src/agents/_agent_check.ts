// The parts of an agent's definition that are plain data and can be said in a schema, and its hooks.

import * as z from "zod";
import { executionSchema } from "../core/tool_choice.ts";
import { type Finding, pointerOf, show } from "./_invalid.ts";
import { formed, issueFindings } from "./_issue.ts";
import { json } from "./_json_check.ts";
import { didYouMean } from "./_suggest.ts";
import { MAX_INT32 } from "./_tool_check.ts";

/** How hard a model may think; which of them a model knows is the provider's affair. */
export const reasoningEffortSchema = z.enum(["none", "minimal", "low", "medium", "high", "xhigh", "max"]);

const positive = z.int().positive().optional();
const milliseconds = z.int().positive().max(MAX_INT32).optional();

const definitionShape = z.object({
  description: z.string().optional(),
  model: formed(/^[^/\s]+\/\S+$/, "is no model", "write provider/model, such as openai/gpt-5.").optional(),
  settings: z.strictObject({
    maxOutputTokens: positive,
    temperature: z.number().min(0).optional(),
    topP: z.number().min(0).max(1).optional(),
    reasoningEffort: reasoningEffortSchema.optional(),
    api: z.enum(["chat", "responses"]).optional(),
  }).optional(),
  instructions: z.string().optional(),
  execution: executionSchema.optional(),
  driver: z.string().min(1).optional(),
  driverConfig: z.record(z.string(), json).optional(),
  historyForm: z.enum(["native", "text"]).optional(),
  plan: json.optional(),
  limits: z.strictObject({
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
  }).optional(),
  compaction: z.strictObject({ afterEntries: z.int().positive(), keepEntries: z.int().positive() })
    .optional(),
  throwOnToolFailure: z.boolean().optional(),
  stopOnToolBlock: z.boolean().optional(),
});

/** Also checked, but not data. */
const OTHER_KEYS = ["name", "tools", "toolChoice", "gatewayToolChoice", "hooks"];
const KEYS: readonly string[] = [...definitionShape.keyof().options, ...OTHER_KEYS];

export function shapeFindings(definition: object): Finding[] {
  const unknown = Object.keys(definition).filter((key) => !KEYS.includes(key)).map((key): Finding => ({
    pointer: pointerOf([key]),
    detail: "is not a part of an agent",
    fix: `remove it.${didYouMean(key, KEYS)}`,
  }));
  const issues = definitionShape.safeParse(definition).error?.issues ?? [];
  return [
    ...unknown,
    ...issues.flatMap((issue) => issueFindings(issue, definition, definitionShape))
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
