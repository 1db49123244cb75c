// The schema of an agent's definition: the checks of single parts. Checks across parts are in define_agent.ts.

import * as z from "zod/mini";
import { recoveryBudgetSchema, runBudgetSchema, usd } from "../core/budget/limits.ts";
import { priceSchema } from "../core/budget/price.ts";
import { HISTORY_FORMS, type Hooks, ON_CONTEXT_REQUIRED, ON_VIOLATION } from "../core/agent.ts";
import { FEATURES } from "../core/model/capability.ts";
import { OPENAI_APIS, REASONING_EFFORTS } from "../core/model/model_settings.ts";
import { toPointer } from "../core/problems.ts";
import type { WebhookTemplate } from "../core/webhook/template.ts";
import type { Schedule } from "../core/schedule/schedule.ts";
import { EXECUTIONS, HOLDS, ON_UNSUPPORTED } from "../core/tool_choice.ts";
import { answerFindings, decisionFindings } from "./answer_format.ts";
import {
  checkedBy,
  exampleTexts,
  milliseconds,
  positive,
  remindedEvery,
  remindedText,
  textOfForm,
} from "./_checked.ts";
import { type Finding, show, within } from "./_invalid.ts";
import { json, pluginSettings } from "./_json_check.ts";
import { orchestrateFindings } from "./orchestrate/definition.ts";
import { didYouMean } from "../core/text/did_you_mean.ts";
import { nameSchema, toolFindings, toolParts } from "./_tool_check.ts";
import { selectionFindings, sourceListFindings } from "./sources/check.ts";

/** Most retries of an answer: each is a request that is paid for. */
const MOST_RETRIES = 10;

const text = z.string();
const flag = z.boolean();
const model = textOfForm(/^[^/\s]+\/\S+$/, "is no model", "write provider/model, such as openai/gpt-5.");

/** Every part may be left out, except the name. */
const parts = {
  tools: checkedBy(toolListFindings),
  toolSources: checkedBy(sourceListFindings),
  selection: checkedBy(selectionFindings),
  /** Checked with the tools, in define_agent.ts. */
  toolChoice: z.unknown(),
  gatewayToolChoice: z.unknown(),
  policy: z.unknown(),
  description: text,
  examples: exampleTexts,
  model,
  models: z.array(model).check(z.minLength(1), z.maxLength(50)),
  fallbackModel: model,
  capabilities: z.strictObject(Object.fromEntries(FEATURES.map((feature) => [feature, z.optional(flag)]))),
  onUnsupported: z.enum(ON_UNSUPPORTED),
  hold: z.enum(HOLDS),
  onViolation: z.enum(ON_VIOLATION),
  tokenEfficient: flag,
  price: priceSchema,
  settings: z.strictObject({
    maxOutputTokens: z.optional(positive),
    temperature: z.optional(z.number().check(z.gte(0))),
    topP: z.optional(z.number().check(z.gte(0), z.lte(1))),
    reasoningEffort: z.optional(z.enum(REASONING_EFFORTS)),
    api: z.optional(z.enum(OPENAI_APIS)),
  }),
  instructions: text,
  execution: z.enum(EXECUTIONS),
  driver: z.string().check(z.minLength(1)),
  historyForm: z.enum(HISTORY_FORMS),
  output: checkedBy(answerFindings),
  decision: checkedBy(decisionFindings),
  maxRetries: z.int().check(z.gte(0), z.lte(MOST_RETRIES)),
  finalViaInference: flag,
  plan: json,
  orchestrate: checkedBy(orchestrateFindings),
  limits: z.partial(z.strictObject({
    stepsPerRun: positive,
    answer: flag,
    steps: positive,
    tokens: positive,
    calls: positive,
    usd,
    wallMs: milliseconds,
    perRun: runBudgetSchema,
    recovery: recoveryBudgetSchema,
    stepMs: milliseconds,
    parallelCalls: positive,
    repeatedCalls: positive,
    historyEntries: positive,
    historyBytes: positive,
    historyTokens: positive,
    outputChars: toolParts.promptChars,
  })),
  compaction: z.partial(z.strictObject({
    afterEntries: positive,
    afterTokens: positive,
    keepEntries: positive,
    keepTokens: positive,
    model,
    instructions: z.string().check(z.minLength(1)),
    summarize: toolParts.code,
    by: z.literal("provider"),
  })),
  clearToolResults: z.strictObject({
    afterTokens: positive,
    keepCalls: z.optional(positive),
    atLeastTokens: z.optional(positive),
    exceptTools: z.optional(z.array(z.string().check(z.minLength(1))).check(z.minLength(1))),
  }),
  reminder: z.strictObject({ text: remindedText, everySteps: z.optional(remindedEvery) }),
  hooks: checkedBy<Hooks>(hookFindings),
  approvalTtlMs: toolParts.approvalTtlMs,
  env: toolParts.env,
  throwOnToolFailure: flag,
  stopOnToolBlock: flag,
  onContextRequired: z.enum(ON_CONTEXT_REQUIRED),
  plugins: pluginSettings,
  /** The door checks what is in them. */
  schedules: z.array(z.custom<Schedule>(isObject, "must be a schedule: {name, cron, input}")),
  webhooks: z.array(z.custom<WebhookTemplate>(isObject, "must be a template: {trigger, input, ...}")),
};

/** The definition of an agent, part by part. */
export const definitionSchema = z.extend(
  z.partial(z.strictObject(parts, {
    error: ({ code }) => code === "unrecognized_keys" ? "is not a part of an agent" : undefined,
  })),
  { name: nameSchema },
);

function isObject(value: unknown): boolean {
  return typeof value === "object" && value !== null;
}

function toolListFindings(tools: unknown): Finding[] {
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

const HOOKS = ["beforeCall", "afterCall"];

/** A guard under a wrong name would never run. */
function hookFindings(hooks: unknown): Finding[] {
  if (typeof hooks !== "object" || hooks === null) {
    const fix = "write an object with beforeCall or afterCall, or leave it out.";
    return [{ pointer: "", detail: `is ${show(hooks)}`, fix }];
  }
  return Object.entries(hooks).flatMap(([key, hook]): Finding[] => {
    const pointer = toPointer([key]);
    if (!HOOKS.includes(key)) {
      const fix = `write beforeCall or afterCall.${didYouMean(key, HOOKS)}`;
      return [{ pointer, detail: "is no hook and would never run", fix }];
    }
    if (hook === undefined || typeof hook === "function") return [];
    return [{ pointer, detail: `is ${show(hook)}`, fix: "write a function." }];
  });
}
