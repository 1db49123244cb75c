/** The body of a request, with a limit. */
import { Buffer } from "node:buffer";
import type { IncomingMessage } from "node:http";

/** The body, or only its length when it was over the limit. */
export interface Body {
  readonly length: number;
  readonly bytes?: Uint8Array;
}

/** So many times the limit is still read, and dropped: a client gets an answer only after it has sent its body. */
const READ_ON = 16;

/** Reads a body of at most `limit` bytes; undefined when the client hung up or sent far more, which ends its connection. */
export async function readBody(request: IncomingMessage, limit: number): Promise<Body | undefined> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  try {
    for await (const chunk of request) {
      const bytes: Uint8Array = chunk;
      length += bytes.length;
      if (length <= limit) chunks.push(bytes);
      if (length > limit * READ_ON) {
        request.destroy();
        return undefined;
      }
    }
  } catch {
    return undefined;
  }
  return length > limit ? { length } : { length, bytes: Buffer.concat(chunks) };
}
