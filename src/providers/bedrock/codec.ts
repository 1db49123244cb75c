// The codec of AWS event streams in a module of its own, so that only this part of the package is bundled, and loaded
// with the first stream.

import { EventStreamCodec } from "@smithy/eventstream-codec";

/** One decoded frame. */
export interface AwsMessage {
  readonly headers: Readonly<Record<string, { readonly value: unknown }>>;
  readonly body: Uint8Array;
}

/** Reads exactly one frame; throws when a length or one of the two checksums is wrong. */
export function createDecoder(): (frame: Uint8Array) => AwsMessage {
  const codec = new EventStreamCodec(
    (bytes) => typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes),
    (text) => new TextEncoder().encode(text),
  );
  return (frame) => codec.decode(frame);
}
