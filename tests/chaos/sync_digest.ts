// Digests that are ready at once. Those of the platform are computed beside the event loop, so their order is another in every
// run, and virtual time would pass meanwhile.

import { createHash } from "node:crypto";

/** Replaces `crypto.subtle.digest` until it is disposed of, for SHA-256 and for the SHA-1 by which Redis knows a script. */
export function syncDigests(): Disposable {
  const { subtle } = crypto;
  const original = subtle.digest;
  const digest = (algorithm: AlgorithmIdentifier, data: BufferSource): Promise<ArrayBuffer> => {
    const name = typeof algorithm === "string" ? algorithm : algorithm.name;
    const bytes = ArrayBuffer.isView(data)
      ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
      : new Uint8Array(data);
    return Promise.resolve(
      Uint8Array.from(createHash(name.replace("-", "").toLowerCase()).update(bytes).digest()).buffer,
    );
  };
  Object.defineProperty(subtle, "digest", { value: digest, configurable: true, writable: true });
  return {
    [Symbol.dispose]: () =>
      Object.defineProperty(subtle, "digest", { value: original, configurable: true, writable: true }),
  };
}
