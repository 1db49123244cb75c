// A prebuilt index as bytes: written where the catalogue is published, read by an isolate that starts.
//
//   "TRDI", one byte of INDEX_FORMAT
//   varints: bytes of the version, tools, tools of the operator, terms, pairs; the version in UTF-8; zeros up to a multiple of 4
//   hashes of the terms: 32 bits each, little-endian
//   for every term a varint: how many tools have it
//   for every pair a varint: the number of the tool, less that of the pair before in the term
//   for every pair a byte: the frequency

import { fromBase64, toBase64 } from "../../core/content/base64.ts";
import { AgentError } from "../../core/error.ts";
import type { ToolCatalogue } from "../selector.ts";
import { numberTools, type ToolIndex } from "./tool_index.ts";

/** Of the layout above and of how texts become terms: an index of another format is not read. */
export const INDEX_FORMAT = 1;

const MAGIC = [0x54, 0x52, 0x44, 0x49];

/**
 * An index as bytes: about 170 KB for 1,000 tools.
 *
 * @example
 * ```ts
 * import { buildIndex } from "./tool_index.ts";
 * import { readIndex, writeIndex } from "./index_format.ts";
 * import assert from "node:assert/strict";
 *
 * const tools = [{ name: "get_weather", description: "Weather of a city.", parameters: { type: "object" } }];
 * const catalogue = { version: "1", tools };
 * const index = buildIndex(catalogue);
 * assert.deepEqual(readIndex(writeIndex(index), catalogue), index);
 * ```
 */
export function writeIndex(index: ToolIndex): Uint8Array<ArrayBuffer> {
  const { version, places, own, hashes, starts, tools, frequencies } = index;
  const name = new TextEncoder().encode(version);
  const head = [...MAGIC, INDEX_FORMAT];
  for (const count of [name.length, places.length, own, hashes.length, tools.length]) pushVarint(head, count);
  head.push(...name);
  while (head.length % 4 !== 0) head.push(0);
  const counts: number[] = [];
  const gaps: number[] = [];
  for (let term = 0; term < hashes.length; term++) {
    const [from = 0, to = 0] = [starts[term], starts[term + 1]];
    pushVarint(counts, to - from);
    let before = 0;
    for (const tool of tools.subarray(from, to)) {
      pushVarint(gaps, tool - before);
      before = tool;
    }
  }
  const bytes = new Uint8Array(
    head.length + 4 * hashes.length + counts.length + gaps.length + frequencies.length,
  );
  bytes.set(head);
  const view = new DataView(bytes.buffer);
  hashes.forEach((hash, term) => view.setUint32(head.length + 4 * term, hash, true));
  let at = head.length + 4 * hashes.length;
  for (const part of [counts, gaps, frequencies]) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** An index as text, for stores that keep texts: base64 of its bytes. {@link readIndex} reads it too. */
export function writeIndexText(index: ToolIndex): string {
  return toBase64(writeIndex(index)).base64;
}

/**
 * Reads what {@link writeIndex} or {@link writeIndexText} wrote for this version of the catalogue.
 *
 * @throws {AgentError} config_invalid for an index of another format or of another catalogue, and for one that is damaged.
 */
export function readIndex(written: Uint8Array | string, catalogue: ToolCatalogue): ToolIndex {
  const bytes = typeof written === "string" ? decodeText(written) : written;
  if (MAGIC.some((byte, at) => bytes[at] !== byte)) throw refuse("It is no index of tools.");
  if (bytes[MAGIC.length] !== INDEX_FORMAT) {
    throw refuse(`It has the format ${bytes[MAGIC.length]}; this release of Treadle reads ${INDEX_FORMAT}.`);
  }
  const reader = new Reader(bytes, MAGIC.length + 1);
  const [nameBytes, count, own, terms, pairs] = [
    reader.varint(),
    reader.varint(),
    reader.varint(),
    reader.varint(),
    reader.varint(),
  ];
  const version = new TextDecoder().decode(reader.take(nameBytes));
  if (version !== catalogue.version) {
    throw refuse(`It is of version ${version} of the catalogue, which has the version ${catalogue.version}.`);
  }
  const numbered = numberTools(catalogue);
  if (numbered.places.length !== count || numbered.own !== own) {
    throw refuse(`It has ${count} tools, ${own} of them the operator's; the catalogue has others.`);
  }
  reader.align();
  const hashes = readHashes(reader.take(4 * terms));
  const starts = new Uint32Array(terms + 1);
  for (let term = 0, start = 0; term < terms; term++) starts[term + 1] = start += reader.varint();
  if (starts[terms] !== pairs) throw refuse(DAMAGED);
  const tools = new Uint32Array(pairs);
  for (let term = 0; term < terms; term++) {
    const to = starts[term + 1] ?? 0;
    for (let at = starts[term] ?? 0, tool = 0; at < to; at++) tools[at] = tool += reader.varint();
    if (to > 0 && (tools[to - 1] ?? 0) >= count) throw refuse(DAMAGED);
  }
  return { version, ...numbered, hashes, starts, tools, frequencies: reader.take(pairs).slice() };
}

const DAMAGED = "It is damaged.";

/** Bytes read one after the other; an end that comes too early is an error. */
class Reader {
  readonly #bytes: Uint8Array;
  #at: number;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  varint(): number {
    let value = 0;
    for (let shift = 0; shift < 35; shift += 7) {
      const byte = this.#bytes[this.#at++];
      if (byte === undefined) break;
      value += (byte & 127) * 2 ** shift;
      if (byte < 128) return value;
    }
    throw refuse(DAMAGED);
  }

  take(length: number): Uint8Array {
    const from = this.#at;
    if (from + length > this.#bytes.length) throw refuse(DAMAGED);
    this.#at += length;
    return this.#bytes.subarray(from, this.#at);
  }

  align(): void {
    this.#at += -this.#at & 3;
  }
}

function readHashes(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  return Uint32Array.from({ length: bytes.length / 4 }, (_, term) => view.getUint32(4 * term, true));
}

function pushVarint(bytes: number[], value: number): void {
  let rest = value;
  for (; rest > 127; rest >>>= 7) bytes.push(rest & 127 | 128);
  bytes.push(rest);
}

function decodeText(text: string): Uint8Array {
  try {
    return fromBase64(text);
  } catch (cause) {
    throw refuse("It is no base64.", cause);
  }
}

function refuse(reason: string, cause?: unknown): AgentError {
  return new AgentError(
    "config_invalid",
    `The prebuilt index of the catalogue's tools is of no use. ${reason} Build it again with writeIndex(buildIndex(catalogue)).`,
    { cause },
  );
}
