// What comes in is validated at the route: `param(schema)`, `query(schema)`, `body(schema, ports)`. All of them refuse in
// `onInvalid`, the one place where a zod error becomes a problem.

import { zValidator } from "@hono/zod-validator";
import type { ValidationTargets } from "hono";
import type * as z from "zod/mini";
import { AgentError } from "../core/error.ts";
import type { Sleep } from "../core/ports.ts";
import { readText } from "./body.ts";
import { describeIssue, firstOf, toProblems } from "./problems.ts";
import { withFact } from "./route_facts.ts";
import { parseStrictJson } from "./strict_json.ts";

/** Validates the names in the path. Refuses with `invalid_path`, before store and log see them. */
export function param<T extends z.ZodMiniObject>(schema: T) {
  return withFact(zValidator("param", schema, onInvalid(schema)), { type: "param", schema });
}

/** Validates the query. Refuses with `invalid_request` in words, since no JSON Pointer reaches a query. */
export function query<T extends z.ZodMiniObject>(schema: T) {
  return withFact(zValidator("query", schema, onInvalid(schema)), { type: "query", schema });
}

/**
 * Reads the body and validates it. Refuses with `unsupported_media_type`, `body_too_large`, `body_timeout`,
 * `body_incomplete`, `invalid_json`, and `invalid_request` with one pointer for each wrong place.
 */
export function body<T extends z.ZodMiniType>(schema: T, ports: { readonly sleep: Sleep }) {
  return readAndValidate(schema, ports, true);
}

/** As {@link body}, where no body at all means `{}`. */
export function optionalBody<T extends z.ZodMiniType>(schema: T, ports: { readonly sleep: Sleep }) {
  return readAndValidate(schema, ports, false);
}

function readAndValidate<T extends z.ZodMiniType>(
  schema: T,
  { sleep }: { readonly sleep: Sleep },
  required: boolean,
) {
  const validate = zValidator("json", schema, onInvalid(schema));
  const read: typeof validate = async (c, next) => {
    const text = await readText(c.req.raw, { sleep, required });
    parseStrictJson(text);
    Object.assign(c.req.bodyCache, { text: Promise.resolve(text) }); // hono's validator reads the body from here
    return await validate(c, next);
  };
  return withFact(read, { type: "json", schema, required });
}

interface Validation {
  readonly success: boolean;
  readonly target: keyof ValidationTargets;
  readonly data: unknown;
}

/**
 * The hook of every validator. What is refused is parsed again with our own words, because zod's messages depend on the
 * locale that is set for the whole process.
 */
function onInvalid(schema: z.ZodMiniType) {
  return ({ success, target, data }: Validation): void => {
    if (success) return;
    const issues = schema.safeParse(data, { error: describeIssue }).error?.issues ?? [];
    if (target === "param") throw invalidPath(issues);
    throw target === "query" ? invalidQuery(issues, data) : invalidBody(issues);
  };
}

function invalidPath([issue]: readonly z.core.$ZodIssue[]): AgentError {
  return new AgentError("invalid_path", `The name in the path ${issue?.message}.`);
}

function invalidQuery(issues: readonly z.core.$ZodIssue[], data: unknown): AgentError {
  const wrong = issues.flatMap((issue) => {
    if (issue.code === "unrecognized_keys") return issue.keys.map((key) => `${key}: is not known`);
    const parameter = String(issue.path[0]);
    const isTwice = Array.isArray(Object(data)[parameter]);
    return [`${parameter}: ${isTwice ? "is given twice" : issue.message}`];
  });
  const { shown, more } = firstOf(wrong);
  return new AgentError("invalid_request", `The query does not fit: ${shown.join("; ")}${more}.`);
}

function invalidBody(issues: readonly z.core.$ZodIssue[]): AgentError {
  const { shown, more } = firstOf(toProblems(issues));
  const fields = shown.map(({ pointer }) => pointer || "the body").join(", ");
  const problems = shown;
  return new AgentError("invalid_request", `The body does not fit its schema at ${fields}${more}.`, {
    problems,
  });
}
