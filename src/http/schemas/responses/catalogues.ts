// Schemas of the responses about catalogues of tools, for openapi.json and tests, as all of this folder.

import * as z from "zod/mini";
import { anyJson } from "../any_json.ts";
import { EFFECTS } from "../../../core/tool.ts";
import { count, time, warning } from "./parts.ts";

const words = z.optional(z.array(z.string()));

const version = {
  id: z.string().check(z.describe("Stays the same from version to version")),
  name: z.string().check(
    z.describe("What the model calls it by; unique among the tools that are not archived"),
  ),
  version: z.string().check(z.describe("A semantic version; each one is later than those before")),
  description: z.object({
    default: z.string(),
    variants: z.optional(z.record(
      z.string(),
      z.object({
        text: z.string(),
        weight: z.int().check(z.describe("Percent of the threads that have it; the others have the default")),
      }),
    )).check(z.describe("By name: its `text`, and as `weight` the percent of the threads that have it")),
  }).check(z.describe("In a request a text is the default")),
  parameters: z.record(z.string(), anyJson).check(z.describe("JSON Schema of an object")),
  examples: words.check(
    z.describe("Inputs of users for which it was right; up to 50, each to 500 characters"),
  ),
  tags: words,
  categories: words.check(z.describe("The most telling first")),
  tiers: words.check(z.describe("Tiers of tenants that have it; all without any")),
  contexts: words.check(z.describe("Contexts that it is offered in; all without any")),
  flags: words.check(z.describe("Flags that must all be set")),
  effect: z.enum(EFFECTS),
  needsApproval: z.optional(anyJson).check(
    z.describe("A boolean, an object or a list, as that of a [tool](tools.md)"),
  ),
  deprecatesAt: z.optional(time).check(z.describe("From then on it counts as deprecated")),
  source: z.looseObject({ type: z.enum(["code", "http", "mcp"]) }).check(
    z.describe(
      "Who runs it: the deployment's code; a server behind `url`; a `server` of MCP, whose words `hash` pins. Callers without the scope `manage` see no more than the type and the server",
    ),
  ),
};

/** A version of a tool as it is published. */
export const toolVersionSchema = z.object(version);

const catalogueTool = z.object({
  ...version,
  status: z.enum(["active", "deprecated", "archived"]),
  reason: z.nullable(z.string()).check(z.describe("Why it was withdrawn")),
  at: time.check(z.describe("When it became what it is")),
  number: count.check(z.describe("The number of the catalogue that it came with")),
  held: z.nullable(toolVersionSchema).check(
    z.describe("A version whose words a server of MCP has changed: it counts once it is accepted"),
  ),
});

/** GET /v1/catalogues/{name}/tools/{id}. */
export const catalogueToolSchema = catalogueTool;

/** GET /v1/catalogues/{name}/tools. */
export const catalogueToolListSchema = z.object({
  number: count.check(z.describe("The number that the tools are of")),
  tools: z.array(catalogueTool),
  cursor: z.optional(z.string()).check(
    z.describe("Continues the list at the same number; missing at its end"),
  ),
});

const head = {
  name: z.string(),
  number: count.check(z.describe("The newest number: behind a change that of the change")),
  digest: z.string().check(z.describe("The same for two numbers with the same content")),
  at: time.check(z.describe("Of its publication")),
};

/** GET /v1/catalogues. */
export const catalogueListSchema = z.object({
  catalogues: z.array(z.string()).check(z.describe("Names, sorted")),
});

/** GET /v1/catalogues/{name}. */
export const catalogueSchema = z.object({
  ...head,
  tools: count.check(z.describe("How many there are, archived ones among them")),
  oldest: count.check(z.describe("The oldest number that can be read")),
});

const changes = z.array(z.object({
  id: z.string(),
  name: z.string(),
  change: z.enum([
    ...["added", "replaced", "held", "accepted", "deprecated", "archived", "restored", "removed"] as const,
  ]),
  from: z.nullable(z.string()),
  to: z.nullable(z.string()),
}));

/** What a change answers. */
export const catalogueChangeSchema = z.object({
  ...head,
  changes: changes.check(z.describe("Empty when the catalogue was as requested already")),
  warnings: z.array(warning).check(z.describe("Changed tools that no agent of the deployment runs")),
});

/** GET /v1/catalogues/{name}/log. */
export const catalogueLogSchema = z.object({
  changes: z.array(z.object({
    number: count,
    action: z.enum(["publish", "deprecate", "archive", "accept", "rollback", "remove"]),
    by: z.nullable(z.string()),
    at: time,
    source: z.nullable(z.int()).check(z.describe("The number that a rollback went back to")),
    reason: z.nullable(z.string()),
    changes,
    more: count.check(
      z.describe("Tools beside the 40 of `changes`; a comparison with the number before has all"),
    ),
  })).check(z.describe("The newest first")),
  cursor: z.optional(z.string()).check(z.describe("Continues the log; missing at its end")),
});

const line = z.object({ id: z.string(), name: z.string(), version: z.string() });

/** GET /v1/catalogues/{name}/diff. */
export const catalogueDiffSchema = z.object({
  from: count,
  to: count,
  added: z.array(line),
  removed: z.array(line),
  changed: z.array(z.object({
    id: z.string(),
    name: z.string(),
    fields: z.array(z.object({ field: z.string(), from: anyJson, to: anyJson })).check(
      z.describe("Null where a field is not there"),
    ),
  })),
});
