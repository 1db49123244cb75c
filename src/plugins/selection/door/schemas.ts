// What the routes of catalogues take.

import * as z from "zod/mini";
import { ENTRY_STATUSES } from "../catalogue/entry.ts";
import { anyJson } from "../../../http/schemas/any_json.ts";
import { NAME, THREAD_ID } from "../../../core/text/id.ts";
import { count } from "../../../http/schemas/requests.ts";

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

/** `POST /v1/catalogues/:name/deprecate` and `/archive`. */
export const idsBody = z.strictObject({
  ids: z.array(id).check(z.minLength(1), z.maxLength(MOST_TOOLS)),
  ...reason,
  ...expected,
});

/** A held version that is accepted, by the hash of its words. */
export const acceptedTool = z.strictObject({
  id,
  hash: z.string().check(z.minLength(1), z.maxLength(128)),
});

/** `POST /v1/catalogues/:name/accept`. */
export const acceptBody = z.strictObject({
  tools: z.array(acceptedTool).check(z.minLength(1), z.maxLength(MOST_TOOLS)),
  ...expected,
});

/** `POST /v1/catalogues/:name/rollback`. */
export const rollbackBody = z.strictObject({
  to: z.int().check(z.minimum(1)),
  ...expected,
});

/** Paths with the name of a catalogue. */
export const cataloguePath = z.object({ name: z.string().check(z.regex(NAME, `must match ${NAME.source}`)) });

/** `/v1/catalogues/:name/tools/:id`. */
export const toolPath = z.object({ ...cataloguePath.shape, id });

const number = z.optional(numberLike(/^[1-9]\d{0,14}$/));
const word = z.optional(z.string().check(z.minLength(1), z.maxLength(64)));

/** `GET /v1/catalogues/:name/tools/:id`. */
export const numberQuery = z.strictObject({ number });

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

/** `GET /v1/catalogues/:name/diff`. */
export const diffQuery = z.strictObject({
  from: z.optional(numberLike(/^(?:0|[1-9]\d{0,14})$/)),
  to: number,
});

/** `GET /v1/catalogues/:name/log`. */
export const logQuery = z.strictObject({
  cursor: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/, "must be the cursor of a list"))),
  limit: count(1, 100, 20),
});

function numberLike(pattern: RegExp) {
  const text = z.string().check(z.regex(pattern, "must be a number of the catalogue"));
  return z.pipe(text, z.pipe(z.transform(Number), z.int()));
}
