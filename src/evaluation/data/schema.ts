// The number of the form in which evaluations, runs and reports are written, and the parts that their schemas share.

import * as z from "zod/mini";
import { AgentError } from "../../core/error.ts";
import type { Json } from "../../core/json.ts";
import { check } from "../../core/problems.ts";
import { didYouMean } from "../../core/text/did_you_mean.ts";

/** The form of what this version writes. A file of another form is refused. */
export const EVALUATION_SCHEMA = 1;

/** Any value of JSON; a missing one is refused. */
export const anyJson = z.custom<Json>((value) => value !== undefined, "is missing");

/** An object of JSON. */
export const jsonObject = z.record(z.string(), anyJson);

/** Most steps of checks by schemas (core/json_schema) for one call, or one trajectory: about a fifth of a second on one core. */
export const MOST_SCHEMA_STEPS = 1_000_000;

/** The name of a tool or an agent. */
export const nameSchema = z.string().check(z.minLength(1), z.maxLength(128));

/** A number from 0 to 1. */
export const share = z.number().check(z.gte(0), z.lte(1));

/**
 * A value as its schema reads it.
 *
 * @throws {AgentError} invalid_request - with a pointer for each wrong place, at most 20
 */
export function parseData<S extends z.ZodMiniType>(schema: S, value: unknown, what: string): z.output<S> {
  const checked = check(schema, value, { suggest: didYouMean });
  if (checked.ok) return checked.value;
  const problems = checked.problems.slice(0, 20).map(({ pointer, detail, fix = "" }) => ({
    pointer,
    detail: `${detail}${fix === "" ? "" : `; ${fix}`}`,
  }));
  const shown = problems.slice(0, 3).map(({ pointer, detail }) => `${pointer || "(whole)"} ${detail}`);
  throw new AgentError("invalid_request", `${what} does not fit its schema: ${shown.join(" ")}`, {
    problems,
  });
}
