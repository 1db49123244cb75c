// What the routes of catalogues take.

import * as z from "zod/mini";
import { ENTRY_STATUSES } from "../catalogue/entry.ts";
import { anyJson } from "../../../http/schemas/any_json.ts";
import { NAME, THREAD_ID } from "../../../core/text/id.ts";
import { count } from "../../../http/schemas/requests.ts";
import { describeFields } from "../../../core/text/field_meanings.ts";

const CURSOR = "`cursor` of the page before";
const EXPECTED =
  "The number that the caller has seen, 0 for none; as the header `If-Match` with an etag of the catalogue. A catalogue of another number is not changed";

/** Most tools of one request. */
const MOST_TOOLS = 500;

const id = z.string().check(z.regex(THREAD_ID, `must match ${THREAD_ID.source}`));

const expected = {
  expected: z.optional(z.int().check(z.minimum(0))),
};
const reason = {
  reason: z.optional(z.string().check(z.minLength(1), z.maxLength(500))),
};

/** `PUT /v1/catalogues/:name/tools`. */
export const publishBody = z.strictObject({
  tools: z.array(z.record(z.string(), anyJson)).check(
    z.minLength(1),
    z.maxLength(MOST_TOOLS),
  ),
  ...expected,
});
/* @__PURE__ */ describeFields(publishBody, {
  tools:
    "Versions of tools, each a [`ToolVersion`](http-api/catalogues.md#toolversion) of at most 27,000 bytes",
  expected: EXPECTED,
});

/** `POST /v1/catalogues/:name/deprecate` and `/archive`. */
export const idsBody = z.strictObject({
  ids: z.array(id).check(z.minLength(1), z.maxLength(MOST_TOOLS)),
  ...reason,
  ...expected,
});
/* @__PURE__ */ describeFields(idsBody, {
  ids: "Ids of tools",
  reason: "Kept with the tools and in the log",
  expected: EXPECTED,
});

/** A held version that is accepted, by the hash of its words. */
export const acceptedTool = z.strictObject({
  id,
  hash: z.string().check(z.minLength(1), z.maxLength(128)),
});
/* @__PURE__ */ describeFields(acceptedTool, {
  id: "Id of the tool",
  hash: "`held.source.hash` of what was read; another one is refused",
});

/** `POST /v1/catalogues/:name/accept`. */
export const acceptBody = z.strictObject({
  tools: z.array(acceptedTool).check(z.minLength(1), z.maxLength(MOST_TOOLS)),
  ...expected,
});
/* @__PURE__ */ describeFields(acceptBody, {
  tools: "Tools with the hash that was read",
  expected: EXPECTED,
});

/** `POST /v1/catalogues/:name/rollback`. */
export const rollbackBody = z.strictObject({
  to: z.int().check(z.minimum(1)),
  ...expected,
});
/* @__PURE__ */ describeFields(rollbackBody, {
  to: "The number whose content comes back",
  expected: EXPECTED,
});

/** Paths with the name of a catalogue. */
export const cataloguePath = z.object({ name: z.string().check(z.regex(NAME, `must match ${NAME.source}`)) });

/** `/v1/catalogues/:name/tools/:id`. */
export const toolPath = z.object({ ...cataloguePath.shape, id });

const number = z.optional(numberLike(/^[1-9]\d{0,14}$/));
const word = z.optional(z.string().check(z.minLength(1), z.maxLength(64)));

/** `GET /v1/catalogues/:name/tools/:id`. */
export const numberQuery = z.strictObject({ number });
/* @__PURE__ */ describeFields(numberQuery, {
  number: "As the tool was at this number; the newest by default",
});

/** `GET /v1/catalogues/:name/tools`. */
export const toolsQuery = z.strictObject({
  number,
  status: z.optional(z.enum(ENTRY_STATUSES)),
  held: z.optional(z.literal("true")),
  source: z.optional(z.enum(["code", "http", "mcp"])),
  name: word,
  tag: word,
  category: word,
  tier: word,
  context: word,
  flag: word,
  cursor: z.optional(z.string().check(z.regex(/^\d{1,15}\.\d{1,15}$/, "must be the cursor of a list"))),
  limit: count(1, 100, 20),
});
/* @__PURE__ */ describeFields(toolsQuery, {
  number: "As the tools were at it; the newest by default",
  status: "Tools of this status",
  held: "Tools of which a version waits to be accepted",
  source: "Tools of this source",
  name: "A part of the name",
  tag: "Tools that have this tag",
  category: "Tools of this category",
  tier: "Tools that name this tier",
  context: "Tools that name this context",
  flag: "Tools that name this flag",
  cursor: CURSOR,
  limit: "Most tools of the page",
});

/** `GET /v1/catalogues/:name/diff`. */
export const diffQuery = z.strictObject({
  from: z.optional(numberLike(/^(?:0|[1-9]\d{0,14})$/)),
  to: number,
});
/* @__PURE__ */ describeFields(diffQuery, {
  from: "The number before `to` by default; 0 is the empty catalogue",
  to: "The newest by default",
});

/** `GET /v1/catalogues/:name/log`. */
export const logQuery = z.strictObject({
  cursor: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/, "must be the cursor of a list"))),
  limit: count(1, 100, 20),
});
/* @__PURE__ */ describeFields(logQuery, { cursor: CURSOR, limit: "Most changes of the page" });

function numberLike(pattern: RegExp) {
  const text = z.string().check(z.regex(pattern, "must be a number of the catalogue"));
  return z.pipe(text, z.pipe(z.transform(Number), z.int()));
}
