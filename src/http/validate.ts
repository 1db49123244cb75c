// Requests are validated at the route by @hono/zod-validator: `param(schema)`, `query(schema)`, `body(schema,
// ports)`. All of them refuse in `onInvalid`, the one place where a zod error becomes a problem.

import { zValidator } from "@hono/zod-validator";
import type { ValidationTargets } from "hono";
import type * as z from "zod/mini";
import { AgentError } from "../core/error.ts";
import type { Sleep } from "../core/ports.ts";
import type { FieldProblem } from "../core/problems.ts";
import { readText } from "./body.ts";
import { findProblems, limitProblems, toProblem } from "./problems.ts";
import { withFact } from "./route_facts.ts";
import { parseStrictJson } from "./strict_json.ts";

/**
 * Validates the names in the path, before they reach store and log.
 *
 * @throws {AgentError} invalid_path, from the middleware.
 */
export function param<T extends z.ZodMiniObject>(schema: T) {
  return withFact(zValidator("param", schema, onInvalid(schema)), { type: "param", schema });
}

/**
 * Validates the query; `a.b=c` is the field b of `a`. The error has no pointers, because a JSON Pointer cannot name a place in a
 * query.
 *
 * @throws {AgentError} invalid_request, from the middleware.
 */
export function query<T extends z.ZodMiniObject>(schema: T) {
  const validate = zValidator("query", schema, onInvalid(schema));
  const read: typeof validate = async (c, next) => {
    const flat = c.req.queries();
    const nested = nestFields(flat);
    Object.assign(c.req, { queries: (name?: string) => name === undefined ? nested : flat[name] }); // for the validator of hono
    return await validate(c, next);
  };
  return withFact(read, { type: "query", schema });
}

/** The parameters of a query, with those that have a dot in their names as fields of one object. */
function nestFields(query: Readonly<Record<string, readonly string[]>>): Record<string, readonly unknown[]> {
  const entries = Object.entries(query);
  const objects = new Map<string, [name: string, value: unknown][]>();
  for (const [parameter, values] of entries) {
    const [, object, field] = /^([^.]+)\.(.*)$/s.exec(parameter) ?? [];
    if (object === undefined || field === undefined) continue;
    const fields = objects.get(object) ?? [];
    objects.set(object, [...fields, [field, values.length === 1 ? values[0] : values]]);
  }
  return Object.fromEntries([
    ...entries.filter(([parameter]) => !/^[^.]+\./.test(parameter)),
    ...Array.from(objects, ([object, fields]) => [object, [Object.fromEntries(fields)]] as const),
  ]);
}

/**
 * Reads the body and validates it.
 *
 * @throws {AgentError} from the middleware: unsupported_media_type, body_too_large, body_timeout, body_incomplete,
 * invalid_json, and invalid_request with one pointer for each wrong place, at most 20.
 */
export function body<T extends z.ZodMiniType>(schema: T, ports: { readonly sleep: Sleep }) {
  return readAndValidate(schema, ports, true);
}

/**
 * As {@link body}; a request without a body has the body `{}`.
 *
 * @throws {AgentError} as {@link body} does.
 */
export function optionalBody<T extends z.ZodMiniType>(schema: T, ports: BodyPorts) {
  return readAndValidate(schema, ports, false);
}

interface BodyPorts {
  readonly sleep: Sleep;
  /** Most bytes of the body; those of a body without media by default. */
  readonly limit?: number;
}

function readAndValidate<T extends z.ZodMiniType>(
  schema: T,
  { sleep, limit }: BodyPorts,
  required: boolean,
) {
  const validate = zValidator("json", schema, onInvalid(schema));
  const read: typeof validate = async (c, next) => {
    const value = parseStrictJson(await readText(c.req.raw, { sleep, required, limit }));
    Object.assign(c.req, { json: () => Promise.resolve(value) }); // for the validator of hono and for handlers
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
 * The hook of every validator. A refused value is parsed a second time, because the messages of the first parse
 * depend on the locale that zod has for the whole process.
 */
function onInvalid(schema: z.ZodMiniType) {
  return ({ success, target, data }: Validation): void => {
    if (success) return;
    const problems = findProblems(schema, data);
    if (target === "param") throw invalidPath(problems);
    throw target === "query" ? invalidQuery(problems, data) : invalidBody(problems);
  };
}

/** The refusal of a name in the path: `invalid_path`. */
export function invalidPath([problem]: readonly FieldProblem[]): AgentError {
  return new AgentError("invalid_path", `The name in the path ${problem?.detail}.`);
}

/** The refusal of a query: `invalid_request` without pointers. */
export function invalidQuery(problems: readonly FieldProblem[], data: unknown): AgentError {
  const wrong = problems.map(({ path, detail, isUnknownKey, meant = "" }) => {
    const parameter = String(path[0]);
    if (isUnknownKey) return `${parameter}: is not known${hint(meant)}`;
    const isTwice = Array.isArray(Object(data)[parameter]);
    return `${parameter}: ${isTwice ? "is given twice" : detail}`;
  });
  const { first, more } = limitProblems(wrong);
  return new AgentError("invalid_request", `The query does not fit: ${first.join("; ")}${more}.`);
}

/** ` Did you mean "x"?` inside of a list. */
function hint(meant: string): string {
  return meant === "" ? "" : ` (${meant.trim()})`;
}

/** The refusal of a body: `invalid_request` with a pointer for each wrong place. */
export function invalidBody(found: readonly FieldProblem[]): AgentError {
  const { first, more } = limitProblems(found);
  const problems = first.map(toProblem);
  const fields = problems.map(({ pointer }) => pointer || "the body").join(", ");
  return new AgentError("invalid_request", `The body does not fit its schema at ${fields}${more}.`, {
    problems,
  });
}
