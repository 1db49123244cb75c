// The shape of schedules. What follows from it is in check.ts; a deployment has both with the door `schedules()` alone.

import * as z from "zod/mini";
import { MISSED_RUNS, SCHEDULE_THREADS } from "../../core/schedule/schedule.ts";
import { NAME } from "../../core/text/id.ts";
import { lazyShape } from "../../core/text/lazy_shape.ts";
import { json } from "../_json_check.ts";

/** Most characters of an input, and of metadata as JSON. */
const MOST_INPUT = 100_000;
const MOST_METADATA = 8_192;

const words = z.string().check(z.minLength(1), z.maxLength(256));

/** The parts of a schedule but its tool choice. */
export const scheduleParts = lazyShape(() => ({
  name: z.string().check(z.regex(NAME, "is no name")),
  cron: z.optional(words),
  at: z.optional(words),
  timezone: z.optional(words),
  input: z.string().check(z.minLength(1), z.maxLength(MOST_INPUT)),
  thread: z.optional(z.enum(SCHEDULE_THREADS)),
  missed: z.optional(z.enum(MISSED_RUNS)),
  metadata: z.optional(
    z.record(z.string(), json).check(
      z.refine(
        (value) => (JSON.stringify(value)?.length ?? 0) <= MOST_METADATA,
        `has more than ${MOST_METADATA} characters as JSON`,
      ),
    ),
  ),
  tenant: z.optional(
    z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/, "must be 1 to 64 letters, digits, _ and -")),
  ),
}));

/** A schedule as `defineAgent` takes it. */
export const scheduleSchema = z.strictObject(
  lazyShape(() => ({ ...scheduleParts, toolChoice: z.optional(z.unknown()) })),
);
