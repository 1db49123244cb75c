// A prebuilt index as bytes: written where the catalogue is published, read by an isolate that starts.
//
//   "TRDI" and INDEX_FORMAT, in 4 and 4 bytes
//   five numbers of 4 bytes: bytes of the version, tools, tools of the operator, terms, pairs of a term and a tool
//   hashes of the terms, 4 bytes each; where their tools begin, 4 bytes each, and one more
//   tools of the pairs, 2 bytes each, or 4 for more than 65,536 tools; frequencies, a byte each; the version in UTF-8
//
// Numbers are little-endian, as they lie in the memory of every machine that runs JavaScript engines: nothing is decoded.

import { fromBase64, toBase64 } from "../../../core/content/base64.ts";
import { AgentError } from "../../../core/error.ts";
import type { ToolCatalogue, ToolIndex } from "../selector.ts";
import { numberTools, numberType } from "./tool_index.ts";

/** Of the layout above and of how texts become terms: an index of another format is not read. */
export const INDEX_FORMAT = 2;

/** "TRDI", as a little-endian number. */
const MAGIC = 0x49445254;

const HEAD_BYTES = 28;

/**
 * An index as bytes: about 320 KB for 1,000 tools, two thirds of it when compressed.
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
  const numbers = [MAGIC, INDEX_FORMAT, name.length, places.length, own, hashes.length, tools.length];
  const parts = [Uint32Array.from(numbers), hashes, starts, tools, frequencies, name];
  const bytes = new Uint8Array(parts.reduce((sum, { byteLength }) => sum + byteLength, 0));
  let at = 0;
  for (const { buffer, byteOffset, byteLength } of parts) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at);
    at += byteLength;
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
  const [magic, format, nameBytes = 0, count = 0, own = 0, terms = 0, pairs = 0] = new Uint32Array(
    copyBuffer(bytes, 0, Math.min(HEAD_BYTES, bytes.length & ~3)),
  );
  if (magic !== MAGIC) throw refuse("It is no index of tools.");
  if (format !== INDEX_FORMAT) {
    throw refuse(`It has the format ${format}; this release of Treadle reads ${INDEX_FORMAT}.`);
  }
  const width = numberType(count).BYTES_PER_ELEMENT;
  const [startsAt, toolsAt] = [HEAD_BYTES + 4 * terms, HEAD_BYTES + 8 * terms + 4];
  const frequenciesAt = toolsAt + width * pairs;
  const nameAt = frequenciesAt + pairs;
  if (bytes.length !== nameAt + nameBytes) throw refuse("It is damaged: its length is wrong.");
  const version = new TextDecoder().decode(bytes.subarray(nameAt));
  if (version !== catalogue.version) {
    throw refuse(`It is of version ${version} of the catalogue, which has the version ${catalogue.version}.`);
  }
  const numbered = numberTools(catalogue);
  if (numbered.places.length !== count || numbered.own !== own) {
    throw refuse(`It has ${count} tools, ${own} of them the operator's; the catalogue has others.`);
  }
  return {
    version,
    ...numbered,
    hashes: new Uint32Array(copyBuffer(bytes, HEAD_BYTES, startsAt)),
    starts: new Uint32Array(copyBuffer(bytes, startsAt, toolsAt)),
    tools: new (numberType(count))(copyBuffer(bytes, toolsAt, frequenciesAt)),
    frequencies: bytes.slice(frequenciesAt, nameAt),
  };
}

/** A copy of a part: arrays of numbers need one that begins at a multiple of their width. */
function copyBuffer(bytes: Uint8Array, from: number, to: number): ArrayBuffer {
  return new Uint8Array(bytes.subarray(from, to)).buffer;
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
