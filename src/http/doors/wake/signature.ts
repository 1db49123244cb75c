// The signature of a delivery of QStash: a JSON Web Token over the URL and the body, by one of two keys that rotate.

import { verify } from "hono/jwt";
import * as z from "zod/mini";
import type { Clock, Sha256 } from "../../../core/ports.ts";

/** What is wrong with a delivery, for the log. */
export type Forgery = "missing" | "signature" | "claims" | "subject" | "time" | "body";

/** What a delivery is compared with. */
export interface SignatureOptions {
  /** The current key and the next one. */
  readonly signingKeys: readonly string[];
  /** The public URL that QStash delivers to. A proxy in between changes the URL of the request, so it is that of the settings. */
  readonly destination: string;
  readonly clock: Clock;
  readonly sha256: Sha256;
}

/** Seconds by which the clocks of QStash and of the deployment may differ. */
const LEEWAY_SECONDS = 60;

/** Most characters of a signature: its claims have bounds. */
const MOST_CHARACTERS = 4_096;

const seconds = z.number().check(z.minimum(0));

const claims = z.object({
  iss: z.literal("Upstash"),
  sub: z.string(),
  exp: seconds,
  nbf: seconds,
  /** SHA-256 of the body as base64url, with or without padding. */
  body: z.string(),
});

/**
 * Verifies deliveries: undefined for one of QStash. The same delivery may come twice within the 5 minutes that a signature is good
 * for: a wake-up does nothing for a version that the thread has left, so a repetition is harmless.
 */
export function signatureVerifier(
  { signingKeys, destination, clock, sha256 }: SignatureOptions,
): (signature: string | undefined, body: string) => Promise<Forgery | undefined> {
  let keys: readonly CryptoKey[] | undefined;
  return async (signature, body) => {
    if (signature === undefined || signature === "") return "missing";
    keys ??= await Promise.all(signingKeys.map(toKey));
    const payload = await signed(signature, keys);
    if (payload === undefined) return "signature";
    const checked = claims.safeParse(payload);
    if (!checked.success) return "claims";
    const { sub, exp, nbf, body: digest } = checked.data;
    if (sub !== destination) return "subject";
    const now = clock() / 1000;
    if (now >= exp + LEEWAY_SECONDS || now < nbf - LEEWAY_SECONDS) return "time";
    return digest.replace(/=+$/, "") === await sha256(body) ? undefined : "body";
  };
}

/** The claims of a token that one of the keys has signed. Web Crypto compares the signature in constant time. */
async function signed(token: string, keys: readonly CryptoKey[]): Promise<unknown> {
  // The times are compared with the deployment's clock; hono would compare them with that of the platform.
  const options = { ...{ alg: "HS256", exp: false, iat: false, nbf: false } as const };
  for (const key of token.length <= MOST_CHARACTERS ? keys : []) {
    try {
      return await verify(token, key, options);
    } catch {
      // The other key may have signed it. The message of the exception has the token in it.
    }
  }
  return undefined;
}

async function toKey(secret: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(secret);
  return await crypto.subtle.importKey("raw", bytes, { name: "HMAC", hash: "SHA-256" }, false, ["verify"]);
}
