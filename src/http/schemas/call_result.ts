// The schema of the result of a deferred call.

import * as z from "zod/mini";
import { anyJson } from "./any_json.ts";
import type { CallResult } from "../../core/tool/deferred.ts";
import { describeFields } from "../../core/text/field_meanings.ts";
import { lazyShape } from "../../core/text/lazy_shape.ts";

/** Kinds of a failure that a result may have; the others are found by the executor. */
const KINDS = [
  "failed",
  "retryable",
  "context_required",
  "rate_limited",
  "invalid_arguments",
  "fatal",
] as const;

/** Why a call failed. */
export const callError = z.strictObject(lazyShape(() => ({
  message: z.string().check(z.minLength(1), z.maxLength(2_000)),
  kind: z._default(z.enum(KINDS), "failed"),
  hint: z.optional(z.string().check(z.maxLength(2_000))),
  retryAfterMs: z.optional(z.int().check(z.minimum(0))),
})));
/* @__PURE__ */ describeFields(callError, {
  message: "The model reads it",
  kind: "What kind of failure it is",
  hint: "What the model may do about it",
  retryAfterMs: "Milliseconds after which the call may be made again",
});

/** `POST /v1/threads/:id/calls/:callId/result` and `POST /callbacks/:token`: exactly one of the two. */
export const callResultBody = z.strictObject({
  output: z.optional(anyJson),
  error: z.optional(callError),
}).check(
  z.refine(
    ({ output, error }) => (output === undefined) !== (error === undefined),
    "must have one of output and error",
  ),
);
/* @__PURE__ */ describeFields(callResultBody, {
  output: "What the call came to: any JSON; longer than the tool's `maxOutputBytes` it is cut",
  error: "In its place: why it failed",
});

/** The result that a body has. */
export function toResult({ output, error }: z.output<typeof callResultBody>): CallResult {
  if (error === undefined) return { output: output ?? null };
  const { kind, message, hint, retryAfterMs } = error;
  return { error: { kind, message, hint, retryAfterMs } };
}
