// Options of calls are checked as requests over HTTP are: by the same schemas, with the same refusals.

import type * as z from "zod/mini";
import { AgentError } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import { findProblems } from "../http/problems.ts";
import { callPath, threadPath } from "../http/schemas/requests.ts";
import { parseStrictJson } from "../http/strict_json.ts";
import { invalidBody, invalidPath, invalidQuery } from "../http/validate.ts";

/** Checked options, and the JSON that they are: an idempotency key stands for its meaning. */
export interface CheckedBody<T> {
  readonly value: T;
  readonly json: Json;
}

/**
 * Options as the body of a request: they become JSON, so that a field that is undefined is a missing one.
 *
 * @throws {AgentError} invalid_request - with a pointer for each wrong place
 */
export function checkBody<S extends z.ZodMiniType>(schema: S, options: object): CheckedBody<z.output<S>> {
  const json = parseStrictJson(toJsonText(options));
  const parsed = schema.safeParse(json);
  if (parsed.success) return { value: parsed.data, json };
  throw invalidBody(findProblems(schema, json));
}

/**
 * Options as the query of a request.
 *
 * @throws {AgentError} invalid_request
 */
export function checkQuery<S extends z.ZodMiniType>(schema: S, options: object): z.output<S> {
  const given = Object.entries(options).filter(([, value]) => value !== undefined);
  const query = Object.fromEntries(
    given.map(([name, value]) => [name, isPlain(value) ? value : String(value)]),
  );
  const parsed = schema.safeParse(query);
  if (parsed.success) return parsed.data;
  throw invalidQuery(findProblems(schema, query), query);
}

/** An option with fields of its own, such as `metadata`, is no text of a query. */
function isPlain(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}

/**
 * Refuses an id that no thread can have, and one that no call can have.
 *
 * @throws {AgentError} invalid_path
 */
export function assertIds(id: string, callId?: string): void {
  const [schema, path] = callId === undefined ? [threadPath, { id }] : [callPath, { id, callId }];
  if (!schema.safeParse(path).success) throw invalidPath(findProblems(schema, path));
}

function toJsonText(options: object): string {
  try {
    return JSON.stringify(options) ?? "null"; // undefined, which a program without types may give
  } catch (cause) {
    throw new AgentError("invalid_request", "The options hold a value that JSON cannot have.", { cause });
  }
}
