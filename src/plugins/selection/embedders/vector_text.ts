// Vectors as texts: base64 of float32 in little-endian order, as `encoding_format: "base64"` of OpenAI has them, and as they are kept.

import { fromBase64, readBase64, toBase64 } from "../../../core/content/base64.ts";

/**
 * The text of a vector: 1,536 dimensions have 8,192 characters, a third of their JSON.
 *
 * @example
 * ```ts
 * import { fromVectorText, toVectorText } from "./vector_text.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(toVectorText(Float32Array.of(1, -0.5)), "AACAPwAAAL8=");
 * assert.deepEqual(fromVectorText("AACAPwAAAL8="), Float32Array.of(1, -0.5));
 * assert.equal(fromVectorText("AACA"), undefined);
 * ```
 */
export function toVectorText(vector: Float32Array<ArrayBuffer>): string {
  return toBase64(new Uint8Array(vector.buffer, vector.byteOffset, vector.byteLength)).base64;
}

/** The vector of a text; undefined for a text that is none. Little-endian is what every runtime of this package has. */
export function fromVectorText(text: string): Float32Array<ArrayBuffer> | undefined {
  const data = readBase64(text);
  if (data?.type !== "data" || data.bytes % 4 !== 0) return undefined;
  return new Float32Array(toBytes(data.base64).buffer);
}

/** Ten times faster where the runtime has its own: a cold isolate reads thousands of vectors. Node has it from version 25. */
function toBytes(base64: string): Uint8Array<ArrayBuffer> {
  const own: unknown = Reflect.get(Uint8Array, "fromBase64");
  return typeof own === "function" ? Reflect.apply(own, Uint8Array, [base64]) : fromBase64(base64);
}
