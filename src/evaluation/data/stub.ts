// A stub: what a tool returns in an evaluation, in place of running it. Plain data.

import * as z from "zod/mini";
import { anyJson, jsonObject, nameSchema } from "./schema.ts";

/** The kinds of failure that a tool may throw. */
const THROWN = [
  "invalid_arguments",
  "retryable",
  "context_required",
  "rate_limited",
  "fatal",
  "failed",
] as const;

const failureSchema = z.strictObject({
  /** `failed` by default. */
  kind: z._default(z.enum(THROWN), "failed"),
  message: z.string(),
  /** What the model may do about it. */
  hint: z.optional(z.string()),
  /** Milliseconds after which the call may be made again. */
  retryAfterMs: z.optional(z.int().check(z.gte(0))),
});

/** One outcome of a stub. */
const outcomeSchema = z.union([
  z.strictObject({ output: anyJson }),
  z.strictObject({ error: failureSchema }),
]);

/** The schema of a {@link Stub}. */
export const stubSchema = z.strictObject({
  /** The name of the tool. */
  tool: nameSchema,
  /** JSON Schema that the arguments of a call must fit; any arguments by default. */
  when: z.optional(jsonObject),
  /** What the first call comes to, the second, and so on. */
  outcomes: z.array(outcomeSchema).check(z.minLength(1), z.maxLength(1_000)),
  /**
   * What a call behind the last outcome comes to: `repeat` the last outcome (by default), or `fail`: the stub is used up, and the
   * next one that fits the call counts.
   */
  after: z._default(z.enum(["repeat", "fail"]), "repeat"),
});

/**
 * What a tool returns in an evaluation. Of several stubs that fit a call the first one counts; stubs of a case stand before those of
 * its evaluation.
 */
export type Stub = z.output<typeof stubSchema>;

/** A {@link Stub} as its author writes it. */
export type StubSource = z.input<typeof stubSchema>;
