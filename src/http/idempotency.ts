// Idempotency-Key: the same key with the same request is the same request.

import { AgentError } from "../core/error.ts";
import { canonicalJson } from "../core/hash.ts";
import type { Json } from "../core/json.ts";
import type { IdempotencyKey } from "../core/store.ts";

/**
 * The key of a request and the SHA-256 of its method, path and body. The body counts by its meaning: order of keys and
 * white space do not make it another request. Throws `invalid_header`.
 */
export async function idempotencyOf(
  key: string | undefined,
  request: { readonly method: string; readonly path: string; readonly body: Json },
): Promise<IdempotencyKey | undefined> {
  if (key === undefined) return undefined;
  if (!/^[\x21-\x7e]{1,255}$/.test(key)) {
    throw new AgentError("invalid_header", "Idempotency-Key must be 1 to 255 visible ASCII characters.");
  }
  const text = `${request.method} ${request.path}\n${canonicalJson(request.body)}`;
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  const bodyHash = Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  return { key, bodyHash };
}
