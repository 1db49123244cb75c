// Response schemas of the routes of evaluations. As all of this folder, they are for openapi.json and tests.

import * as z from "zod/mini";
import { OUTCOMES } from "../../../core/entry.ts";
import { anyJson } from "../any_json.ts";
import { toolSchema } from "./deployment.ts";
import { count, time, toolFailure } from "./parts.ts";

/** An evaluation in a list, and as it is begun. */
export const evaluationSchema = z.object({
  id: z.string(),
  name: z.nullable(z.string()).check(
    z.describe("Null where an earlier version has begun or gone on with it, as are `kind` and `agent`"),
  ),
  kind: z.nullable(z.string()).check(z.describe("`agent` or `choice`")),
  agent: z.nullable(z.string()).check(z.describe("Name of the agent")),
  status: z.enum(["running", "done", "failed"]),
  done: count.check(z.describe("Attempts with a verdict")),
  total: count.check(z.describe("All attempts: cases times repeats")),
  createdAt: time,
  error: z.optional(z.object({
    code: z.string(),
    message: z.string(),
  })).check(z.describe("Present when the status is `failed`")),
  outcome: z.optional(z.object({
    passed: z.boolean().check(z.describe("Every gate holds, and no attempt is missing")),
    measure: z.nullable(z.object({
      name: z.string(),
      value: z.nullable(z.number()),
    })).check(z.describe("The first measure of the report")),
  })).check(z.describe("Present when the status is `done`")),
}).check(z.describe("How far an evaluation is"));

/** GET /v1/evaluations/{id}. */
export const evaluationDetailSchema = z.object({
  ...evaluationSchema.shape,
  report: z.optional(anyJson).check(
    z.describe("Present when the status is `done`: [the report](evaluation.md#results-and-reports)"),
  ),
  threads: z.optional(z.array(z.string())).check(
    z.describe(
      "Present with a report: failed cases, at most 20, whose ids are threads of the tenant, as those of recorded cases are",
    ),
  ),
}).check(z.describe("An evaluation with its report"));

/** An evaluation in a list that cannot be read. */
export const corruptedEvaluation = z.object({
  id: z.string(),
  status: z.literal("corrupted"),
  code: z.enum(["store_corrupt", "schema_unsupported"]).check(
    z.describe("`schema_unsupported`: a newer Treadle has written it; `store_corrupt`: nothing reads it"),
  ),
  message: z.string(),
}).check(z.describe("An evaluation that cannot be read"));

/** GET /v1/evaluations. */
export const evaluationListSchema = z.object({
  evaluations: z.array(z.union([evaluationSchema, corruptedEvaluation])).check(
    z.describe("The newest first, without reports; one that cannot be read says why"),
  ),
  cursor: z.optional(z.string()).check(z.describe("Continues the list; absent at its end")),
}).check(z.describe("A page of the tenant's evaluations"));

/** GET /v1/agents/{agent}/tools. */
export const runnableToolListSchema = z.object({
  tools: z.array(z.object({
    ...toolSchema.shape,
    source: z.enum(["agent", "server", "catalogue"]).check(
      z.describe("Whether the agent has it of its own, of an MCP server or of its catalogue"),
    ),
  })).check(z.describe("The agent's own first, then those of its servers, then those of its catalogue")),
  more: z.optional(z.literal(true)).check(z.describe("Further tools match; search for them by name")),
  unlisted: z.array(z.object({
    server: z.nullable(z.string()).check(z.describe("Name of the server; null for the catalogue")),
    code: z.string().check(z.describe("Of the error, such as `tools_unavailable`")),
    message: z.string(),
    url: z.optional(z.string()).check(
      z.describe("With `authorization_required`, where an authorization is under way: its address"),
    ),
  })).check(z.describe("Servers, or the catalogue, whose tools cannot be listed now")),
}).check(z.describe("The tools of an agent that can be run alone"));

/** POST /v1/agents/{agent}/tools/{tool}/run. */
export const toolRunSchema = z.object({
  tool: z.string(),
  outcome: z.enum([...OUTCOMES, "deferred"]).check(
    z.describe("What the call came to; `deferred`: the tool ran, and its result comes later, to no thread"),
  ),
  output: anyJson.check(z.describe("Null when it did not complete")),
  error: z.nullable(toolFailure).check(z.describe("Null when it completed")),
  ms: z.number().check(z.describe("Milliseconds that the tool has run; 0 where it did not run")),
  deferred: z.optional(z.object({
    ref: anyJson.check(z.describe("What the tool names the work by")),
    expiresAt: time,
  })).check(z.describe("Present when the outcome is `deferred`")),
}).check(z.describe("What the call of one tool came to"));
