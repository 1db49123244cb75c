// Refusals of the simulated OpenAI server: the error body and the official texts, word for word.
// Sources: the public API reference, recorded bodies and texts that users quote in public issue threads.

/** The inside of every OpenAI error body, `{ "error": ... }`. */
export interface ErrorBody {
  message: string;
  type: string;
  param: string | null;
  code: string | null;
}

/** A request that the real API answers with an error status. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: ErrorBody;

  constructor(status: number, body: ErrorBody) {
    super(body.message);
    this.status = status;
    this.body = body;
  }
}

/** The test's own mistake (a script that ran out, or that contradicts the request): HTTP 500, never retried. */
export class HarnessError extends Error {}

/** A 400 `invalid_request_error`. */
export function invalid(message: string, param: string | null, code: string | null = null): Refusal {
  return new Refusal(400, { message, type: "invalid_request_error", param, code });
}

export function missing(param: string): Refusal {
  return invalid(`Missing required parameter: '${param}'.`, param, "missing_required_parameter");
}

export function unknownParameter(param: string): Refusal {
  return invalid(`Unknown parameter: '${param}'.`, param, "unknown_parameter");
}

export function wrongType(param: string, expected: string, value: unknown): Refusal {
  const text = `Invalid type for '${param}': expected ${expected}, but got ${nameOfType(value)} instead.`;
  return invalid(text, param, "invalid_type");
}

export function wrongValue(param: string, value: unknown, supported: string[]): Refusal {
  const quoted = supported.map((name) => `'${name}'`);
  const list = quoted.length < 2
    ? quoted.join("")
    : `${quoted.slice(0, -1).join(", ")}${quoted.length > 2 ? "," : ""} and ${quoted.at(-1)}`;
  return invalid(`Invalid value: '${String(value)}'. Supported values are: ${list}.`, param, "invalid_value");
}

export function tooLong(param: string, maximum: number, length: number): Refusal {
  const text =
    `Invalid '${param}': string too long. Expected a string with maximum length ${maximum}, but got ` +
    `a string with length ${length} instead.`;
  return invalid(text, param, "string_above_max_length");
}

export function emptyArray(param: string): Refusal {
  const text =
    `Invalid '${param}': empty array. Expected an array with minimum length 1, but got an empty array instead.`;
  return invalid(text, param, "empty_array");
}

export function badPattern(param: string, pattern: string): Refusal {
  const text =
    `Invalid '${param}': string does not match pattern. Expected a string that matches the pattern '${pattern}'.`;
  return invalid(text, param, "invalid_value");
}

export function unsupportedParameter(param: string, instead?: string): Refusal {
  const hint = instead === undefined ? "" : ` Use '${instead}' instead.`;
  const text = `Unsupported parameter: '${param}' is not supported with this model.${hint}`;
  return invalid(text, param, "unsupported_parameter");
}

function nameOfType(value: unknown): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "an array";
  if (typeof value === "number") return Number.isInteger(value) ? "an integer" : "a decimal";
  return typeof value === "object" ? "an object" : `a ${typeof value}`;
}
