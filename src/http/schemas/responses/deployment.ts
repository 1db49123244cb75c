// Responses about the deployment: its agents, tools and providers, and its health.

import * as z from "zod/mini";
import { anyJson } from "../any_json.ts";
import { MODES } from "../../../kernel/choice/provider_view.ts";
import { FEATURES } from "../../../core/model/capability.ts";
import { EFFECTS } from "../../../core/tool.ts";
import { EXECUTIONS } from "../../../core/tool_choice.ts";
import { SCOPES } from "../../../core/contract/scope.ts";
import { enforcement, toolChoice } from "./parts.ts";

/** A tool of an agent. */
export const toolSchema = z.object({
  name: z.string(),
  description: z.string(),
  parameters: z.record(z.string(), anyJson).check(z.describe("JSON Schema of the arguments")),
  effect: z.enum(EFFECTS).check(z.describe("[What may be repeated after a crash](guarantees.md#tools)")),
  needsApproval: z.union([z.boolean(), z.literal("conditional")]).check(
    z.describe("`conditional`: for some arguments"),
  ),
  timeoutMs: z.number().check(z.describe("Milliseconds")),
  client: z.optional(z.literal(true)).check(
    z.describe("A [client tool](tools.md#client-tools): the caller runs it and brings the results"),
  ),
}).check(z.describe("A tool of an agent"));

/** A token for a browser. */
export const tokenSchema = z.object({
  token: z.string().check(
    z.describe("Sent as `Authorization: Bearer <token>`, and nowhere else; it is stored nowhere"),
  ),
  id: z.string().check(z.describe("Names the token in the log")),
  expiresAt: z.iso.datetime().check(z.describe("Until when it is good")),
});

/** An agent in a list, with the names of its tools. */
export const agentSchema = z.object({
  name: z.string(),
  description: z.string(),
  examples: z.optional(z.array(z.string())).check(z.describe("Inputs that people try it with")),
  model: z.nullable(z.string()).check(z.describe("`provider/model`; null takes the deployment's default")),
  models: z.optional(z.array(z.string())).check(z.describe("What a request may name in place of `model`")),
  driver: z.string().check(z.describe("How plans are made")),
  execution: z.enum(EXECUTIONS).check(z.describe("[Who runs a chosen tool](tool-choice.md#execution)")),
  toolChoice: z.nullable(toolChoice).check(z.describe("The agent's own")),
  tools: z.array(z.string()).check(z.describe("Names of its tools")),
  hash: z.string().check(z.describe(
    "Content hash of the definition. It leaves out: name, description, examples, models, fallback model, capabilities, onUnsupported, hooks, env, the flags that stop a run, and the limits that end a step or a run",
  )),
}).check(z.describe("An agent of the deployment"));

/** GET /v1/agents/{name}: the agent with its instructions, tools and limits. */
export const agentDetailSchema = z.object({
  ...agentSchema.shape,
  instructions: z.optional(z.string()).check(
    z.describe("Absent for a caller with neither the scope `run` nor `manage`, as is `plan`"),
  ),
  plan: z.optional(z.nullable(anyJson)).check(z.describe("Its strategic plan")),
  fallbackModel: z.nullable(z.string()).check(
    z.describe("`provider/model` that answers when the first one fails"),
  ),
  policy: z.nullable(z.string()).check(z.describe("Name of the agent's policy")),
  tools: z.array(toolSchema),
  limits: z.record(
    z.string(),
    z.union([z.number(), z.boolean(), z.record(z.string(), z.number())]),
  ).check(z.describe("Its limits, by name")),
}).check(z.describe("An agent with its instructions, tools and limits"));

/** GET /v1/agents: all agents of the deployment. */
export const agentListSchema = z.object({
  agents: z.array(agentSchema),
  caller: z.object({
    tenant: z.string(),
    key: z.optional(z.string()).check(z.describe("Its name in records of approvals")),
    user: z.optional(z.string()).check(
      z.describe("The user that it acts for, and whose threads alone it has"),
    ),
    token: z.optional(z.literal(true)).check(
      z.describe("The request has a [token](http-api/access.md#post-v1tokens), which some routes refuse"),
    ),
  }).check(z.describe("The caller of the request")),
  scopes: z.array(z.enum(SCOPES)).check(z.describe("What the caller may do")),
});

/** A tool of the deployment. */
export const deployedTool = z.object({
  ...toolSchema.shape,
  agents: z.array(z.string()).check(z.describe("Names of the agents that have it")),
});

/** GET /v1/tools: every tool of the deployment with the names of the agents that have it. */
export const toolListSchema = z.object({
  tools: z.array(deployedTool).check(z.describe("Each with the agents that have it")),
});

const modelGroup = z.object({
  pattern: z.nullable(z.string()).check(z.describe(
    "Regular expression over names of models; null for all other models",
  )),
  example: z.nullable(z.string()),
  because: z.nullable(z.string()),
  asOf: z.nullable(z.iso.date()),
  source: z.nullable(z.string()),
  lacks: z.array(z.object({ feature: z.enum(FEATURES), because: z.string() })),
  thinks: z.boolean().check(z.describe("When nothing is set")),
  cuts: z.array(z.enum(MODES)).check(
    z.describe("The choices under which other tools are sent than under auto, so that the prompt is cut"),
  ),
  modes: z.record(z.enum(MODES), enforcement).check(
    z.describe("How each choice is held when nothing is set"),
  ),
  parallelFlag: z.boolean().check(
    z.describe("The API has a flag for one call at most; without it surplus calls are skipped"),
  ),
});

/** GET /v1/providers/{name}: what the provider needs to be configured, and what its models support. */
export const providerSchema = z.object({
  name: z.string(),
  configured: z.boolean().check(z.describe("Everything that it cannot do without is set")),
  variables: z.array(z.object({ name: z.string(), set: z.boolean() })).check(
    z.describe("The values are never returned"),
  ),
  models: z.array(modelGroup).check(z.describe("Rows of models: the first whose pattern fits counts")),
}).check(z.describe("A provider of models, and how each choice is held by its models"));

/** GET /v1/providers: all providers, configured or not. */
export const providerListSchema = z.object({ providers: z.array(providerSchema) });

/** A plugin of the deployment. */
export const pluginSchema = z.object({
  name: z.string(),
  decides: z.boolean().check(z.describe("It takes part in the decisions of steps")),
  routes: z.array(z.string()).check(z.describe("The routes that it serves, such as `GET /v1/inbox`")),
  page: z.optional(z.object({ title: z.string() })).check(
    z.describe("[Its place on the page](plugins.md#a-place-on-the-page), at `#/plugins/<name>`"),
  ),
}).check(z.describe("A plugin of the deployment"));

/** GET /v1/plugins: all plugins, in the order of the deployment's list. */
export const pluginListSchema = z.object({ plugins: z.array(pluginSchema) });

/** GET /v1/deployment. */
export const deploymentSchema = z.object({
  version: z.string().check(z.describe("Of Treadle")),
  schema: z.int().check(
    z.describe("The number of the form in which threads are [stored](guarantees.md)"),
  ),
  runtime: z.string().check(
    z.describe(
      "As it names itself: `Deno/2.9.6`, `Cloudflare-Workers`, `Node.js/24`; `unknown` where it does not",
    ),
  ),
  store: z.string().check(z.describe("The kind of the store, such as `sqlite`")),
  agents: z.int().check(z.describe("How many agents the deployment has")),
}).check(z.describe("What serves the requests of a deployment"));

/** GET /healthz: the store was reached; `store` is its kind. */
export const healthSchema = z.object({
  status: z.literal("ok"),
  store: z.string().check(z.describe("Its name")),
});
