// The tables of docs/http-api.md: each form of a schema as a row, and the marks that say where a table stands.

import assert from "node:assert/strict";
import * as z from "zod/mini";
import { fieldTable, type TableRules, typeTable } from "../../src/cli/contract/field_table.ts";
import { apiPage } from "../../src/cli/openapi/api_page.ts";
import { describeRoutes } from "../../src/cli/openapi/described_routes.ts";
import { listQuery } from "../../src/http/schemas/requests.ts";

const part = z.object({ at: z.iso.datetime().check(z.describe("When it began")) });
const other = z.object({ type: z.literal("other") });
const ANSWER: TableRules = {
  names: new Map<z.core.$ZodType, string>([[part, "Part"], [other, "Other"]]),
  page: "http-api.md",
  side: "answer",
};
const REQUEST: TableRules = { ...ANSWER, side: "request" };

/** The rows of a table without its head, each as its cells. */
function rowsOf(table: string): string[][] {
  return table.split("\n").slice(2).map((line) =>
    line.split(/(?<!\\) \| /).map((cell) => cell.replace(/^\| | \|$/g, ""))
  );
}

Deno.test("fieldTable: each form of a field is a row, and an object in it has rows behind it", () => {
  const whole = z.object({
    part: z.optional(part).check(z.describe("As in [parts](http-api.md#parts)")),
    either: z.array(z.union([part, other])),
    state: z.enum(["open", "done"]),
    error: z.array(z.nullable(z.object({ code: z.string(), count: z.int() }))),
    pair: z.union([z.string(), z.boolean()]).check(z.describe("One | the other")),
  });
  assert.deepEqual(rowsOf(fieldTable("field", whole, ANSWER)), [
    ["`part?`", "[`Part`](#part)", "As in [parts](#parts)"],
    ["`either`", "list of [`Part`](#part) or [`Other`](#other)", ""],
    ["`state`", "`open`, `done`", ""],
    ["`error`", "list of object or null", ""],
    ["`error.code`", "text", ""],
    ["`error.count`", "number", ""],
    ["`pair`", "text or boolean", "One \\| the other"],
  ]);
});

Deno.test("fieldTable: a union of objects is one table; fields that stand elsewhere are left out", () => {
  const union = z.union([
    z.object({ type: z.literal("a"), id: z.string(), size: z.int() }),
    z.object({ type: z.literal("b"), id: z.string() }),
  ]);
  assert.deepEqual(rowsOf(fieldTable("field", union, ANSWER, new Set(["id"]))), [
    ["`type`", "`a`, `b`", ""],
    ["`size?`", "number", ""],
  ]);
  assert.deepEqual(rowsOf(typeTable(union, new Set(["id"]))), [["`a`", "`size`"], ["`b`", ""]]);
  assert.equal(fieldTable("field", z.object({}), ANSWER), "");
});

Deno.test("fieldTable: a field of a request has its bounds and its default, and is refused without a meaning", () => {
  assert.deepEqual(rowsOf(fieldTable("query", listQuery, REQUEST)), [
    ["`cursor?`", "text, at most 512 characters", "`cursor` of the page before"],
    ["`limit?`", "1 to 100, 20 by default", "Most threads of the page"],
  ]);
  assert.throws(() => fieldTable("body", z.object({ at: z.string() }), REQUEST), {
    code: "internal",
    message: /^at of a request/,
  });
});

const MARKED = "<!-- fields: written by deno task openapi -->\n\nold\n\n<!-- fields: end -->\n";

Deno.test("apiPage: a table takes the place between its marks, and what is around them stays", async () => {
  const page = await apiPage(`### \`ThreadList\`\n\nBefore.\n\n${MARKED}\nBehind.\n`, []);
  assert.match(page, /^### `ThreadList`\n\nBefore\.\n\n<!-- .*\n\n\| field +\|/);
  assert.match(page, /\| `threads` +\|.*\n\| `cursor\?` +\|.*\n\n<!-- fields: end -->\n\nBehind\.\n$/);
  assert.doesNotMatch(page, /old/);
});

Deno.test("apiPage: a section without marks for its fields, and one with marks for none, are refused", async () => {
  for (
    const [section, message] of [
      ["### `ThreadList`\n\nWords.\n", /ThreadList of docs\/http-api\.md has fields: mark their place/],
      [`### \`StepEvent\`\n\n${MARKED}`, /StepEvent of docs\/http-api\.md has no fields: remove their marks/],
      [`### \`GET /v1/agents\`\n\n${MARKED}`, /has no fields/],
    ] as const
  ) {
    await assert.rejects(apiPage(section, describeRoutes()), { code: "internal", message });
  }
});
