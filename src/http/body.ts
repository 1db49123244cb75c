// Reads a body: checks its type, size, time and UTF-8, in this order. By hand: hono/body-limit trusts a declared
// length and has no deadline for a body that arrives slowly.

import { AgentError } from "../core/error.ts";
import type { Sleep } from "../core/ports.ts";

/** Most bytes of a body. */
export const BODY_LIMIT = 1_048_576;

/** Milliseconds until the whole body must have arrived. */
export const BODY_MS = 30_000;

/** How a body is read. */
export interface BodyOptions {
  readonly sleep: Sleep;
  /** False: a request without a body has the body `{}`, whatever its content type. */
  readonly required: boolean;
}

/**
 * The text of a JSON body.
 *
 * @throws {AgentError} unsupported_media_type, body_too_large, body_timeout; body_incomplete when the client ends the body
 * early; invalid_json when the body is not UTF-8.
 */
export async function readText(request: Request, { sleep, required }: BodyOptions): Promise<string> {
  if (required) requireJson(request.headers);
  const bytes = await readBytes(request, sleep);
  if (!required && bytes.length === 0) return "{}";
  requireJson(request.headers);
  return decode(bytes);
}

/**
 * The fields of a form; of two fields with one name the last counts.
 *
 * @throws {AgentError} as {@link readText} does
 */
export async function readForm(
  request: Request,
  { sleep }: Pick<BodyOptions, "sleep">,
): Promise<Readonly<Record<string, string>>> {
  const [type = ""] = (request.headers.get("content-type") ?? "").toLowerCase().split(";");
  if (type.trim() !== "application/x-www-form-urlencoded") {
    throw new AgentError("unsupported_media_type", "Send the form as application/x-www-form-urlencoded.");
  }
  return Object.fromEntries(new URLSearchParams(decode(await readBytes(request, sleep))));
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
  const isJson = /^application\/(?:[\w.-]+\+)?json$/.test(type);
  if (isJson && (charset === undefined || charset === "utf-8" || charset === "utf8")) return;
  throw new AgentError("unsupported_media_type", "Send the body as content-type: application/json in UTF-8.");
}

// A declared length only refuses early; the bytes that arrive are counted.
async function readBytes(request: Request, sleep: Sleep): Promise<Uint8Array> {
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
    reader.cancel().catch(() => {}); // the rest of a refused body is not read
  }
}

async function collect(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await next(reader); !part.done; part = await next(reader)) {
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

/**
 * The next part. A connection that ends inside the body rejects the read, with a different error on every runtime.
 */
async function next(reader: ReadableStreamDefaultReader<Uint8Array>) {
  try {
    return await reader.read();
  } catch (cause) {
    throw new AgentError("body_incomplete", "The body ended before its length; send all of it.", { cause });
  }
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
