// What the routes of catalogues take.

import * as z from "zod/mini";
import { ENTRY_STATUSES } from "../catalogue/entry.ts";
import type { Json } from "../../../core/json.ts";
import { NAME, THREAD_ID } from "../../../core/text/id.ts";
import { count } from "../../../http/schemas/requests.ts";

/** Most tools of one request. */
const MOST_TOOLS = 500;

const id = z.string().check(z.regex(THREAD_ID, `must match ${THREAD_ID.source}`));
const anyJson = z.custom<Json>((value) => value !== undefined, "is missing");

const expected = {
  expected: z.optional(z.int().check(z.minimum(0))).check(
    z.describe(
      "The number that the caller has seen, 0 for no catalogue; a catalogue of another number is not changed",
    ),
  ),
};
const reason = {
  reason: z.optional(z.string().check(z.minLength(1), z.maxLength(500))).check(
    z.describe("Kept with the tools and in the log"),
  ),
};

/** `PUT /v1/catalogues/:name/tools`. */
export const publishBody = z.strictObject({
  tools: z.array(z.record(z.string(), anyJson)).check(
    z.minLength(1),
    z.maxLength(MOST_TOOLS),
    z.describe("Versions of tools, of the form of ToolVersion"),
  ),
  ...expected,
});

/** `POST /v1/catalogues/:name/deprecate` and `/archive`. */
export const idsBody = z.strictObject({
  ids: z.array(id).check(z.minLength(1), z.maxLength(MOST_TOOLS)),
  ...reason,
  ...expected,
});

/** `POST /v1/catalogues/:name/accept`. */
export const acceptBody = z.strictObject({
  tools: z.array(z.strictObject({
    id,
    hash: z.string().check(z.minLength(1), z.maxLength(128), z.describe("Of the words that were read")),
  })).check(z.minLength(1), z.maxLength(MOST_TOOLS)),
  ...expected,
});

/** `POST /v1/catalogues/:name/rollback`. */
export const rollbackBody = z.strictObject({
  to: z.int().check(z.minimum(1), z.describe("The number whose content comes back")),
  ...expected,
});

/** Paths with the name of a catalogue. */
export const cataloguePath = z.object({ name: z.string().check(z.regex(NAME, `must match ${NAME.source}`)) });

/** `/v1/catalogues/:name/tools/:id`. */
export const toolPath = z.object({ ...cataloguePath.shape, id });

const number = z.optional(
  z.pipe(
    z.string().check(z.regex(/^[1-9]\d{0,14}$/, "must be a number of the catalogue")),
    z.transform(Number),
  ),
);
const word = z.optional(z.string().check(z.minLength(1), z.maxLength(64)));

/** `GET /v1/catalogues/:name/tools/:id`. */
export const numberQuery = z.strictObject({ number });

/** `GET /v1/catalogues/:name/tools`. */
export const toolsQuery = z.strictObject({
  number,
  status: z.optional(z.enum(ENTRY_STATUSES)),
  held: z.optional(z.literal("true")).check(z.describe("Tools of which a version waits to be accepted")),
  source: z.optional(z.enum(["code", "http", "mcp"])),
  name: word.check(z.describe("A part of the name")),
  tag: word,
  category: word,
  tier: word.check(z.describe("Tools that name this tier; so with context and flag")),
  context: word,
  flag: word,
  cursor: z.optional(z.string().check(z.regex(/^\d{1,15}\.\d{1,15}$/, "must be the cursor of a list"))),
  limit: count(1, 100, 20),
});

/** `GET /v1/catalogues/:name/diff`. */
export const diffQuery = z.strictObject({
  from: z.optional(
    z.pipe(
      z.string().check(z.regex(/^(?:0|[1-9]\d{0,14})$/, "must be a number of the catalogue")),
      z.transform(Number),
    ),
  ).check(z.describe("The number before `to` by default; 0 is the empty catalogue")),
  to: number.check(z.describe("The newest by default")),
});

/** `GET /v1/catalogues/:name/log`. */
export const logQuery = z.strictObject({
  cursor: z.optional(z.string().check(z.regex(/^[1-9]\d{0,14}$/, "must be the cursor of a list"))),
  limit: count(1, 100, 20),
});
