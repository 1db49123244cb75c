// Reads a body: checks its type, size, time and UTF-8, in this order. By hand: hono/body-limit trusts a declared
// length and has no deadline for a body that arrives slowly.

import { type ByteReader, openByteReader } from "../core/byte_reader.ts";
import { AgentError, unreachable } from "../core/error.ts";
import { type JsonExcess, JsonScan } from "../core/text/json_scan.ts";
import { type Sleep, startTimer } from "../core/ports.ts";

/** Most bytes of a body without media, and beside the media of one with them. */
export const BODY_LIMIT = 1_048_576;

/** Most values of a JSON body: items of lists and members of objects, the lists and objects themselves. */
export const MOST_VALUES = 50_000;

/** Most fields of a form. */
const MOST_FIELDS = 1_000;

/** Most bytes of a body that may have so many bytes of media, which base64 makes a third larger. */
export function bodyLimit(mediaBytes: number): number {
  return BODY_LIMIT + Math.ceil(mediaBytes * 4 / 3);
}

/** Milliseconds until the whole body must have arrived. */
export const BODY_MS = 30_000;

/** How a body is read. */
export interface BodyOptions {
  readonly sleep: Sleep;
  /** False: a request without a body has the body `{}`, whatever its content type. */
  readonly required: boolean;
  /** Most bytes; {@link BODY_LIMIT} by default. */
  readonly limit?: number | undefined;
}

/**
 * The text of a JSON body.
 *
 * @throws {AgentError} unsupported_media_type, body_too_large, body_timeout; body_incomplete when the client ends the body
 * early; invalid_json when the body is not UTF-8.
 */
export async function readText(
  request: Request,
  { sleep, required, limit = BODY_LIMIT }: BodyOptions,
): Promise<string> {
  if (required) requireJson(request.headers);
  const scan = jsonScan();
  const text = await readUtf8(request, sleep, limit, (part) => assertScanned(scan, part));
  if (!required && text === "") return "{}";
  requireJson(request.headers);
  return text;
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
  return readFields(await readUtf8(request, sleep, BODY_LIMIT, () => {}));
}

/**
 * The fields of the text of a form; of two fields with one name the last counts.
 *
 * @throws {AgentError} body_too_large
 */
export function readFields(form: string): Readonly<Record<string, string>> {
  let fields = 1;
  for (let at = form.indexOf("&"); at !== -1; at = form.indexOf("&", at + 1)) {
    if (++fields > MOST_FIELDS) {
      throw new AgentError("body_too_large", `A form may have at most ${MOST_FIELDS} fields.`);
    }
  }
  return Object.fromEntries(new URLSearchParams(form));
}

/**
 * Refuses JSON of too many values before it is parsed.
 *
 * @throws {AgentError} body_too_large
 */
export function assertCounted(bytes: Uint8Array): void {
  assertScanned(jsonScan(), bytes);
}

function jsonScan(): JsonScan {
  return new JsonScan({ textBytes: BODY_LIMIT, values: MOST_VALUES });
}

function assertScanned(scan: JsonScan, part: Uint8Array): void {
  const excess = scan.take(part);
  if (excess !== undefined) throw inExcess(excess);
}

function inExcess(excess: JsonExcess): AgentError {
  switch (excess) {
    case "textBytes":
      return new AgentError(
        "body_too_large",
        `A body may have at most ${BODY_LIMIT} bytes beside base64 media.`,
      );
    case "values":
      return new AgentError("body_too_large", `A body may have at most ${MOST_VALUES} JSON values.`);
    default:
      return unreachable(excess);
  }
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

/**
 * The bytes of a body of any type, as they were sent: for what has to be verified before it is read.
 *
 * @throws {AgentError} body_too_large, body_timeout, body_incomplete
 */
export async function readBytes(
  request: Request,
  { sleep, limit }: { readonly sleep: Sleep; readonly limit: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const parts: Uint8Array[] = [];
  await readParts(request, sleep, limit, (part) => void parts.push(part.slice()));
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

// Decoded as it arrives: of a body with media, its bytes and its text at once would take twice the memory.
async function readUtf8(
  request: Request,
  sleep: Sleep,
  limit: number,
  check: (part: Uint8Array) => void,
): Promise<string> {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let text = "";
  await readParts(request, sleep, limit, (part) => {
    check(part);
    text += decode(decoder, part);
  });
  return text + decode(decoder);
}

// A declared length only refuses early; the bytes that arrive are counted.
async function readParts(
  request: Request,
  sleep: Sleep,
  limit: number,
  take: (part: Uint8Array) => void,
): Promise<void> {
  const declared = Number(request.headers.get("content-length"));
  if (declared > limit) throw tooLarge(limit);
  if (declared > 0 && declared <= SMALL_BYTES) {
    const bytes = new Uint8Array(await inTime(arrived(request.arrayBuffer()), sleep));
    if (bytes.length > limit) throw tooLarge(limit);
    return take(bytes);
  }
  if (request.body === null) return;
  const reader = openByteReader(request.body);
  try {
    await inTime(collect(reader, limit, take), sleep);
  } finally {
    reader.cancel().catch(() => {}); // the rest of a refused body is not read
  }
}

/** A body of so many bytes is read at once, which costs less than chunk by chunk; HTTP holds it to the length that it declares. */
const SMALL_BYTES = 65_536;

/** @throws {AgentError} body_timeout, {@link BODY_MS} after the call */
async function inTime<T>(reading: Promise<T>, sleep: Sleep): Promise<T> {
  let stopTimer = () => {};
  const overdue = new Promise<never>((_resolve, reject) => {
    stopTimer = startTimer(sleep, BODY_MS, () => {
      reject(new AgentError("body_timeout", `The body did not arrive in ${BODY_MS} ms; send it again.`));
    });
  });
  try {
    return await Promise.race([reading, overdue]);
  } finally {
    stopTimer();
  }
}

async function collect(
  reader: ByteReader,
  limit: number,
  take: (part: Uint8Array) => void,
): Promise<void> {
  let length = 0;
  for (let part = await arrived(reader.read()); !part.done; part = await arrived(reader.read())) {
    length += part.value.length;
    if (length > limit) throw tooLarge(limit);
    take(part.value);
  }
}

/** What was read. A connection that ends inside the body rejects the read, with a different error on every runtime. */
async function arrived<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (cause) {
    throw new AgentError("body_incomplete", "The body ended before its length; send all of it.", { cause });
  }
}

function tooLarge(limit: number): AgentError {
  return new AgentError("body_too_large", `A body may have at most ${limit} bytes.`);
}

/** The text of the next bytes; without bytes, of what is left. */
function decode(decoder: TextDecoder, bytes?: Uint8Array): string {
  try {
    return decoder.decode(bytes, { stream: bytes !== undefined });
  } catch (cause) {
    throw new AgentError("invalid_json", "The body is not UTF-8 text.", { cause });
  }
}
