// The way in for bodies: type, size, text, JSON, schema, in this order, and every refusal names the place.

import { AgentError, type Problem } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import type { Sleep } from "../core/ports.ts";
import { check, type Issue, type Shape } from "../core/shape.ts";
import { jsonPointer } from "./json_pointer.ts";
import { MAX_PROBLEMS, parseStrictJson } from "./strict_json.ts";

/** Most bytes of a body. */
export const BODY_LIMIT = 1_048_576;

/** How long a body may take to arrive, all of it. */
export const BODY_MS = 30_000;

interface Ports {
  readonly sleep: Sleep;
}

/** A body that fits its schema, and its JSON as it came, for hashing. */
export interface Body<T> {
  readonly json: Json;
  readonly value: T;
}

/**
 * Reads a JSON body. Throws AgentError `unsupported_media_type`, `body_too_large`, `body_timeout`, `invalid_json`,
 * `duplicate_key` or `invalid_request` with one problem per field.
 */
export async function readBody<T>(request: Request, shape: Shape<T>, ports: Ports): Promise<Body<T>> {
  requireJson(request.headers);
  const json = parseStrictJson(decode(await readBytes(request, ports)));
  return { json, value: fit(json, shape) };
}

/** As {@link readBody}, where no body at all means `{}`. */
export async function readOptionalBody<T>(
  request: Request,
  shape: Shape<T>,
  ports: Ports,
): Promise<Body<T>> {
  const bytes = await readBytes(request, ports);
  if (bytes.length === 0) return { json: {}, value: fit({}, shape) };
  requireJson(request.headers);
  const json = parseStrictJson(decode(bytes));
  return { json, value: fit(json, shape) };
}

/** Query parameters that fit their schema; throws `invalid_request` in words, since no pointer reaches a query. */
export function readQuery<T>(url: string, shape: Shape<T>): T {
  const given = [...new URL(url).searchParams];
  const names = given.map(([name]) => name);
  const checked = check(shape, Object.fromEntries(given));
  const twice = new Set(names.filter((name, index) => names.indexOf(name) < index));
  if (checked.ok && twice.size === 0) return checked.value;
  const wrong = checked.ok ? [] : checked.issues.map(({ path, message }) => `${path.join(".")}: ${message}`);
  const { shown, more } = firstOf([...Array.from(twice, (name) => `${name}: is given twice`), ...wrong]);
  throw new AgentError("invalid_request", `The query does not fit: ${shown.join("; ")}${more}.`);
}

function requireJson(headers: Headers): void {
  if (!/^(?:identity)?$/i.test(headers.get("content-encoding") ?? "")) {
    throw new AgentError(
      "unsupported_media_type",
      "Send the body without content-encoding: it is not decoded.",
    );
  }
  const contentType = (headers.get("content-type") ?? "").toLowerCase();
  const [type = "", ...parameters] = contentType.split(";").map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith("charset="))?.slice(8).replaceAll(
    '"',
    "",
  );
  const isJson = type === "application/json" || /^application\/[a-z0-9.-]+\+json$/.test(type);
  if (isJson && (charset === undefined || charset === "utf-8" || charset === "utf8")) return;
  throw new AgentError("unsupported_media_type", "Send the body as content-type: application/json in UTF-8.");
}

// The declared length only refuses early; what counts is what arrives.
async function readBytes(request: Request, { sleep }: Ports): Promise<Uint8Array> {
  if (Number(request.headers.get("content-length")) > BODY_LIMIT) throw tooLarge();
  if (request.body === null) return new Uint8Array();
  const reader = request.body.getReader();
  const over = new AbortController();
  const overdue = sleep(BODY_MS, over.signal).then(() => {
    throw new AgentError("body_timeout", `The body did not arrive within ${BODY_MS} ms; send it again.`);
  });
  try {
    return await Promise.race([collect(reader), overdue]);
  } finally {
    over.abort("over");
    reader.cancel().catch(() => {}); // the rest of a refused body is not read, and nobody waits for its sender
  }
}

async function collect(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.length;
    if (length > BODY_LIMIT) throw tooLarge();
    chunks.push(part.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}

function tooLarge(): AgentError {
  return new AgentError("body_too_large", `A body may have at most ${BODY_LIMIT} bytes.`);
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new AgentError("invalid_json", "The body is not UTF-8 text.", { cause });
  }
}

function fit<T>(json: Json, shape: Shape<T>): T {
  const checked = check(shape, json);
  if (checked.ok) return checked.value;
  const { shown, more } = firstOf(checked.issues.map(toProblem));
  const fields = shown.map(({ pointer }) => pointer || "the body").join(", ");
  throw new AgentError("invalid_request", `The body does not fit its schema at ${fields}${more}.`, {
    problems: shown,
  });
}

// A body of 1 MB may be wrong in a hundred thousand places; the answer stays small.
function firstOf<T>(problems: readonly T[]): { shown: readonly T[]; more: string } {
  const left = problems.length - MAX_PROBLEMS;
  return { shown: problems.slice(0, MAX_PROBLEMS), more: left > 0 ? ` and ${left} more` : "" };
}

function toProblem({ code, path, message }: Issue): Problem {
  const detail = code === "unknown_key" ? "This field is not known." : message;
  return { pointer: jsonPointer(path), detail };
}
