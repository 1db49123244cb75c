// Idempotency-Key: two requests with the same key, method, path and body are one request.

import { AgentError } from "../core/error.ts";
import { toHex } from "../core/text/byte_text.ts";
import { canonicalJson } from "../core/text/hash.ts";
import { newId } from "../core/text/id.ts";
import type { Json } from "../core/json.ts";
import type { IdempotencyKey } from "../core/store/begin.ts";
import { idempotencyKey } from "./schemas/requests.ts";

/**
 * The key of a request and the SHA-256 of its method, path and body. The body counts by its meaning: order of keys and white space do
 * not make it another request. A body can be short and private, and its plain hash would be it: `keyedHash` has the key in it too.
 * Receipts with that are met, and are written once no isolate of a release before 2026-11-26 can meet them.
 *
 * @throws {AgentError} invalid_header for a key that is not 1 to 255 visible ASCII characters.
 */
export async function createIdempotencyKey(
  key: string,
  request: { readonly method: string; readonly path: string; readonly body: Json },
): Promise<IdempotencyKey> {
  assertKey(key);
  const text = `${request.method} ${request.path}\n${canonicalJson(request.body)}`;
  const [keyed, plain] = await Promise.all([sha256(`${key}\n${text}`), sha256(text)]);
  return { key, bodyHash: toHex(plain), keyedHash: toHex(keyed) };
}

/**
 * The id of the thread that a request with this key makes when it names none: the same for the same caller and key,
 * so that the thread itself is the receipt. `user` is that of the caller. Undefined without a key.
 *
 * @throws {AgentError} invalid_header for a key that is not 1 to 255 visible ASCII characters.
 */
export async function deriveThreadId(
  { tenant, user }: { readonly tenant: string; readonly user?: string | undefined },
  key: string | undefined,
): Promise<string | undefined> {
  if (key === undefined) return undefined;
  assertKey(key);
  const digest = await sha256(`${tenant}\n${key}${user === undefined ? "" : `\n${user}`}`);
  return newId("thread", (count) => digest.subarray(0, count));
}

function assertKey(key: string): void {
  if (idempotencyKey.safeParse(key).success) return;
  throw new AgentError("invalid_header", "Idempotency-Key must be 1 to 255 visible ASCII characters.");
}

async function sha256(text: string): Promise<Uint8Array<ArrayBuffer>> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)));
}
