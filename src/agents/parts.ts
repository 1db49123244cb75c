// The parts of an agent: of each its check, whether the hash has it, what it is by default, where a file has it, and what it means
// there. The check of definitions, defineAgent, the builder, the hash, and of files the schema, the reader and the places of problems
// go through these tables; a part's type is in core/agent.ts. (A bundle leaves IN_FILE out: nothing that is deployed reads files.)

import * as z from "zod/mini";
import { recoveryBudgetSchema, runBudgetSchema, usd } from "../core/budget/budget_schema.ts";
import { priceSchema } from "../core/budget/price.ts";
import { type Agent, HISTORY_FORMS, ON_CONTEXT_REQUIRED, ON_VIOLATION } from "../core/agent.ts";
import { FEATURES, type SeldomFeature } from "../core/model/capability.ts";
import { OPENAI_APIS, REASONING_EFFORTS } from "../core/model/model_settings.ts";
import { describeFields } from "../core/text/field_meanings.ts";
import { lazyShape } from "../core/text/lazy_shape.ts";
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
import { json, pluginSettings } from "./_json_check.ts";
import { pick } from "./_keys.ts";
import { orchestrateFindings } from "./orchestrate/definition.ts";
import { nameSchema, toolListFindings, toolParts } from "./_tool_check.ts";
import { selectionFindings, sourceListFindings } from "./sources/check.ts";

/** Most retries of an answer: each is a request that is paid for. */
const MOST_RETRIES = 10;

const text = z.string();
const flag = z.boolean();
const model = textOfForm(/^[^/\s]+\/\S+$/, "is no model", "write provider/model, such as openai/gpt-5.");

/** Limits that the hash has: they shape what the model reads. */
export const HASHED_LIMITS = {
  parallelCalls: positive,
  repeatedCalls: positive,
  historyEntries: positive,
  historyBytes: positive,
  historyTokens: positive,
  outputChars: toolParts.promptChars,
};

const limits = z.strictObject(lazyShape(() =>
  z.partial(z.strictObject({
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
    ...HASHED_LIMITS,
  })).shape
));

/** What the budgets of a thread mean. */
export const THREAD_BUDGET = {
  steps: "Steps over the whole thread",
  tokens: "Input and output tokens over the whole thread",
  calls: "Tool calls over the whole thread",
  usd: "US dollars over the whole thread; needs a price of each model",
  wallMs: "Milliseconds of steps over the whole thread",
};
/* @__PURE__ */ describeFields(limits, {
  stepsPerRun: "Steps from an input to an answer; 25 by default",
  answer:
    "The last step that is permitted plans without tools, so that the run ends with an answer; true by default",
  perRun: "From an input to its answer",
  recovery: "The model calls of one step behind its first answer; 1,000,000 tokens by default",
  stepMs: "Milliseconds that one step may take; 120,000 by default",
  parallelCalls: "Most calls of one plan that are run; the others are skipped. 8 by default",
  repeatedCalls: "The same call is refused after as many plans in a row; 3 by default",
  historyEntries: "Entries of history that a plan may read; 200 by default",
  historyBytes: "Bytes of history that a plan may read; 524,288 by default",
  historyTokens: "Estimated tokens of history that a plan may read",
  outputChars: "Characters of one output in a request, at least 500; the store keeps all of it",
}, THREAD_BUDGET);

const compaction = z.strictObject(lazyShape(() =>
  z.partial(z.strictObject({
    afterEntries: positive,
    afterTokens: positive,
    keepEntries: positive,
    keepTokens: positive,
    model,
    instructions: z.string().check(z.minLength(1)),
    summarize: toolParts.code,
    by: z.literal("provider"),
  })).shape
));
/* @__PURE__ */ describeFields(compaction, {
  afterEntries: "Compact when the window has more entries",
  afterTokens: "Compact when the window has more tokens, estimated",
  keepEntries: "Newest entries that stay as they are",
  keepTokens: "Tokens of newest entries that stay as they are",
  model: "`provider/model` that writes the summary; by default the one that made the plan",
  instructions: "For that model, in place of the built-in ones",
  summarize: "A function that writes the summary in place of a model",
  by: "`provider`: the API of the model writes the summary, where it can",
});

const clearToolResults = z.strictObject(lazyShape(() => ({
  afterTokens: positive,
  keepCalls: z.optional(positive),
  atLeastTokens: z.optional(positive),
  exceptTools: z.optional(z.array(z.string().check(z.minLength(1))).check(z.minLength(1))),
})));
/* @__PURE__ */ describeFields(clearToolResults, {
  afterTokens: "From so many input tokens on, as the API counts them",
  keepCalls: "Newest calls whose results stay; 3 by default",
  atLeastTokens: "Nothing is cleared while less would be",
  exceptTools: "Results of these tools stay",
});

const reminder = z.strictObject(
  lazyShape(() => ({ text: remindedText, everySteps: z.optional(remindedEvery) })),
);
/* @__PURE__ */ describeFields(reminder, {
  text: "The text, at most 2,000 characters",
  everySteps: "Before every so many plans of a run; 10 by default",
});

const UNHASHED: unknown[] = [];

/** The check of a part that shapes neither the requests to the model nor the observations of calls: the hash leaves it out. */
function unhashed<Schema extends z.ZodMiniType>(schema: Schema): Schema {
  const own = schema.clone(); // others may have the same check; check() would make the fields
  UNHASHED.push(own);
  return own;
}

/** A part of a definition, but the name. */
export type Part = Exclude<keyof Agent, "name" | "hash" | "appTools" | "threadTools"> | "selection";

/**
 * The check of each part, in the order in which agents, and the records of their definitions, have them. Of an orchestrator the hash
 * has the tools and their descriptions, which the model reads; of `limits` {@link HASHED_LIMITS} and an `answer` that is false.
 */
export const PARTS = {
  description: unhashed(text),
  examples: unhashed(exampleTexts),
  model,
  models: unhashed(z.array(model).check(z.minLength(1), z.maxLength(50))),
  fallbackModel: unhashed(model),
  capabilities: unhashed(
    z.strictObject(
      lazyShape(() => Object.fromEntries(FEATURES.map((feature) => [feature, z.optional(flag)]))),
    ),
  ),
  price: unhashed(priceSchema),
  settings: z.strictObject(lazyShape(() => ({
    maxOutputTokens: z.optional(positive),
    temperature: z.optional(z.number().check(z.gte(0))),
    topP: z.optional(z.number().check(z.gte(0), z.lte(1))),
    reasoningEffort: z.optional(z.enum(REASONING_EFFORTS)),
    api: z.optional(z.enum(OPENAI_APIS)),
  }))),
  instructions: text,
  tools: checkedBy(toolListFindings),
  toolSources: checkedBy(sourceListFindings),
  selection: checkedBy(selectionFindings),
  /** Checked with the tools, in define_agent.ts. */
  toolChoice: z.unknown(),
  gatewayToolChoice: z.unknown(),
  policy: z.unknown(),
  onUnsupported: unhashed(z.enum(ON_UNSUPPORTED)),
  hold: z.enum(HOLDS),
  onViolation: z.enum(ON_VIOLATION),
  tokenEfficient: flag,
  execution: z.enum(EXECUTIONS),
  driver: z.string().check(z.minLength(1)),
  historyForm: z.enum(HISTORY_FORMS),
  output: checkedBy(answerFindings),
  decision: checkedBy(decisionFindings),
  maxRetries: unhashed(z.int().check(z.gte(0), z.lte(MOST_RETRIES))),
  finalViaInference: unhashed(flag),
  plan: json,
  orchestrate: unhashed(checkedBy(orchestrateFindings)),
  limits: unhashed(limits),
  compaction,
  clearToolResults,
  reminder,
  hooks: unhashed(
    z.strictObject(
      lazyShape(() => ({ beforeCall: z.optional(toolParts.code), afterCall: z.optional(toolParts.code) })),
      {
        error: ({ code }) =>
          code === "unrecognized_keys" ? "would never run, beforeCall and afterCall do" : undefined,
      },
    ),
  ),
  approvalTtlMs: toolParts.approvalTtlMs,
  env: unhashed(toolParts.env),
  throwOnToolFailure: unhashed(flag),
  stopOnToolBlock: unhashed(flag),
  onContextRequired: unhashed(z.enum(ON_CONTEXT_REQUIRED)),
  plugins: pluginSettings,
  /** The door checks what is in them. */
  schedules: unhashed(z.array(z.looseObject({}, "must be a schedule: {name, cron, input}"))),
  webhooks: unhashed(
    z.array(z.looseObject({}, "must be a template: {trigger, input, ...}")),
  ),
} satisfies Record<Part, z.ZodMiniType>;

/** The parts that the hash of an agent has. */
export function listHashed(): string[] {
  return Object.entries(PARTS).filter(([, schema]) => !UNHASHED.includes(schema)).map(([part]) => part);
}

/** What a definition leaves out; parts without a value here are absent then. Of `limits` see DEFAULT_LIMITS. */
export const DEFAULTS = {
  description: "",
  capabilities: {},
  settings: {},
  instructions: "",
  onUnsupported: "degrade",
  onViolation: "report",
  tokenEfficient: false,
  driver: "tool_calling",
  historyForm: "native",
  maxRetries: 2,
  finalViaInference: false,
  hooks: {},
  env: [],
  throwOnToolFailure: false,
  stopOnToolBlock: false,
} as const satisfies Partial<Pick<Agent, Part & keyof Agent>>;

interface Need {
  readonly pointer: string;
  readonly feature: SeldomFeature;
  readonly isSet: (agent: Agent) => boolean;
  /** What the definition has, and what an API without the feature does not do. */
  readonly lacks: readonly [what: string, without: string];
  readonly fix: string;
}

/** Parts that need a feature of few APIs: an agent whose provider never has it is refused at start. */
export const NEEDS: readonly Need[] = [
  {
    pointer: "/compaction/by",
    feature: "compaction",
    isSet: ({ compaction }) => compaction?.by === "provider",
    lacks: ["is provider", "writes no summaries"],
    fix: "leave it out: the model writes the summary.",
  },
  {
    pointer: "/clearToolResults",
    feature: "context_editing",
    isSet: ({ clearToolResults }) => clearToolResults !== undefined,
    lacks: ["is there", "clears no results of tools"],
    fix: "leave it out, or shorten outputs by limits.outputChars.",
  },
];

/** The name and every part as undefined: what is spread behind it has the order of {@link PARTS}. */
export const IN_ORDER: Readonly<Record<never, undefined>> = pick({}, ["name", ...Object.keys(PARTS)]);

/** The definition of an agent, part by part: every one may be left out, except the name. */
export const definitionSchema = z.extend(
  z.partial(z.strictObject(PARTS, {
    error: ({ code }) => code === "unrecognized_keys" ? "is not a part of an agent" : undefined,
  })),
  { name: nameSchema },
);

/** Where a file has a part, in the order of its keys, and what its key means. Models and their settings stand in its gateways. */
export const IN_FILE = {
  metadata: {
    description: "For people, and for orchestrators that choose a worker",
    examples: "Inputs that the page offers beside a new thread: at most 8 of at most 200 characters",
  },
  config: {
    tools: "The tools that the agent may call",
    toolChoice: "Which tools the model may or must call, in any [spelling](tool-choice.md)",
    policy: "The name of a [policy](tool-choice.md#policies), or one without a name: `{rules: [...]}`",
    onUnsupported: "What to do about a choice that the model cannot hold; `degrade` by default",
    hold:
      "`strict` leaves the tools out that a choice forbids where the API has no field for it; `prefix`, by default, keeps them, so that a cache stays valid",
    onViolation: "`retry` requests an answer that violates the choice once more; `report` by default",
    tokenEfficient: "A stable order of the tools, schemas without what models do not need",
    execution: "What [happens to the calls](tool-choice.md#execution) of a plan; `loop` by default",
    maxRetries: "How often an answer in the wrong form is requested again; 2 by default",
    finalViaInference: "For `ReActPlanner`: a plain answer when the retries are used up",
    historyForm:
      "`text` sends earlier calls and results as plain text, for models without tools; `native` by default",
  },
  spec: {
    instructions: "What the model is told first; the same as `system_prompt` of the planner",
    output: "The form of final answers: a JSON Schema of an object",
    plan: "A strategic plan that the model reads and follows",
    orchestrate: "Makes the agent an [orchestrator](orchestration.md): it plans phases, and workers run them",
    limits:
      "What stops it ([budgets](budgets.md)); what is left out does not, but for the defaults that are named",
    price: "US dollars for a million tokens of the agent's model, in place of the deployment's price",
    approvalTtlMs: "Milliseconds until an unanswered approval is a denial, for tools that set none",
    compaction: "Replaces old entries by a [summary](history.md); needs `after_entries` or `after_tokens`",
    clearToolResults: "Old results of tools that the API leaves out, where it can",
    reminder: "What a long run is told again",
    throwOnToolFailure: "A tool that fails ends the step with an error, in place of an observation",
    stopOnToolBlock: "A call that a hook blocks ends the run",
    onContextRequired:
      "What to do when a tool lacks something: `observe`, the model reads it; `ask`, the run ends with the tool's question",
    toolSources: "[MCP servers](mcp.md) whose tools the agent has",
    selection: "Tools [beyond a prompt](selection.md), found by `lexical()`",
    plugins: "Settings of [plugins](plugins.md), by their names",
    schedules: "When it [runs by itself](schedules.md); needs the plugin `schedules()`",
    webhooks: "What it makes of [events](webhooks.md); needs the plugin `webhooks()`",
  },
} as const satisfies Readonly<Record<string, Readonly<Partial<Record<Part, string>>>>>;
