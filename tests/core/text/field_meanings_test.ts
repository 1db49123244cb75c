/** Sentences about fields, which generators read. */
import assert from "node:assert/strict";
import * as z from "zod/mini";
import { describeFields, fieldMeaning } from "../../../src/core/text/field_meanings.ts";

const page = z.strictObject({ limit: z.int(), cursor: z.optional(z.string()) });

Deno.test("describeFields: a field has its own sentence before a shared one, an unknown schema has none", () => {
  const SHARED = { cursor: "`cursor` of the page before", limit: "Most items" };
  describeFields(page, { limit: "Most threads of the page" }, SHARED);
  assert.equal(fieldMeaning(page, "limit"), "Most threads of the page");
  assert.equal(fieldMeaning(page, "cursor"), "`cursor` of the page before");
  assert.equal(fieldMeaning(page, "order"), undefined);
  assert.equal(fieldMeaning(z.strictObject(page.shape), "limit"), undefined);
  const checked = page.check(z.refine(({ limit }) => limit < 9));
  assert.equal(fieldMeaning(checked, "limit"), "Most threads of the page");
});

Deno.test("describeFields: the compiler misses a field without a sentence, and refuses a sentence without a field", () => {
  // @ts-expect-error: cursor has none
  describeFields(page, { limit: "Most threads" });
  // @ts-expect-error: there is no order
  describeFields(page, { limit: "Most threads", cursor: "Of the page before", order: "Newest first" });
});
