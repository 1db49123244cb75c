// The shape of webhook templates. What follows from it is in check.ts; a deployment has both with the door `webhooks()` alone.

import * as z from "zod/mini";
import { NAME } from "../../core/text/id.ts";
import { lazyShape } from "../../core/text/lazy_shape.ts";

/** Most characters of a text with places. */
const MOST_CHARACTERS = 32_768;

/** Most tests of a template, values of a test, events, and texts of metadata. */
const MOST = 32;

const scalar = z.union([z.string(), z.number(), z.boolean(), z.null()]);

const test = z.union(
  [scalar, z.array(scalar).check(z.minLength(1), z.maxLength(MOST)), z.strictObject({ exists: z.boolean() })],
  "must be a text, a number, true, false or null, a list of those, or {exists: true}",
);

const tests = z.record(z.string(), test).check(
  z.refine((value) => Object.keys(value).length <= MOST, `has more than ${MOST} tests`),
);

const text = z.string().check(
  z.minLength(1),
  z.maxLength(MOST_CHARACTERS),
  z.refine((value) => value.isWellFormed() && !value.includes("\0"), "has NUL or a lone surrogate"),
);
const event = z.string().check(z.minLength(1), z.maxLength(256));

/** The parts of a template but its tool choice. */
export const templateParts = lazyShape(() => ({
  trigger: z.string().check(z.regex(NAME, "is no name")),
  event: z.optional(
    z.union([event, z.array(event).check(z.minLength(1), z.maxLength(MOST))], "must be an event, or a list"),
  ),
  where: z.optional(tests),
  unless: z.optional(tests),
  thread: z.optional(text),
  users: z.optional(z.boolean()),
  input: text,
  metadata: z.optional(
    z.record(z.string().check(z.minLength(1), z.maxLength(64)), text).check(
      z.refine((value) => Object.keys(value).length <= MOST, `has more than ${MOST} keys`),
    ),
  ),
}));

/** A template as `defineAgent` takes it. */
export const templateSchema = z.strictObject(
  lazyShape(() => ({ ...templateParts, toolChoice: z.optional(z.unknown()) })),
);
