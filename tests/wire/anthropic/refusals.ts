// Refusals of the simulated Anthropic: the error envelope, and how the API words what is wrong with a field.
// Sources: the SDK's types of error bodies, refusals that users quote in public issue threads.
import { randomId } from "../openai/answer.ts";
import { WireRefusal } from "../refusal.ts";

/** A refusal as the API sends it: `{type: "error", error: {type, message}, request_id}`. */
export function refuse(
  status: number,
  type: string,
  message: string,
  headers?: Readonly<Record<string, string>>,
  details?: { error_code: string },
): WireRefusal {
  const error = { type, message, ...details && { details } };
  return new WireRefusal(
    status,
    message,
    { type: "error", error, request_id: randomId("req_011", 20) },
    headers,
  );
}

/** A 400 `invalid_request_error`. */
export function invalid(message: string): WireRefusal {
  return refuse(400, "invalid_request_error", message);
}

/** Refuses keys that the object does not have. */
export function checkKeys(value: Record<string, unknown>, known: readonly string[], path: string): void {
  const extra = Object.keys(value).find((key) => !known.includes(key));
  if (extra !== undefined) {
    throw invalid(`${path === "" ? "" : `${path}.`}${extra}: Extra inputs are not permitted`);
  }
}

export function missing(path: string): WireRefusal {
  return invalid(`${path}: Field required`);
}

export function notOf(
  path: string,
  expected: "string" | "dictionary" | "list" | "integer" | "number",
): WireRefusal {
  return invalid(`${path}: Input should be a valid ${expected}`);
}

/** The string at the path. */
export function stringAt(value: unknown, path: string): string {
  if (value === undefined) throw missing(path);
  if (typeof value !== "string") throw notOf(path, "string");
  return value;
}

export function checkPattern(value: string, pattern: string, path: string): void {
  if (!new RegExp(pattern).test(value)) throw invalid(`${path}: String should match pattern '${pattern}'`);
}
