// Standard Webhooks: what makes a request provably that of its sender (https://www.standardwebhooks.com, version 1).

import { AgentError } from "../core/error.ts";

/** What is signed. */
export interface SignedMessage {
  /** The same on every attempt: the receiver drops repetitions by it. No dot. */
  readonly id: string;
  /** Epoch milliseconds of the attempt. */
  readonly at: number;
  readonly body: string;
}

/**
 * The headers of a message: webhook-id, webhook-timestamp in seconds, and webhook-signature with one signature of each secret,
 * so that a receiver verifies it before and after a rotation.
 *
 * @param secrets one or more texts `whsec_<base64>`
 * @throws {AgentError} config_invalid - a secret has another form
 */
export async function signMessage(
  { id, at, body }: SignedMessage,
  secrets: readonly string[],
): Promise<Record<string, string>> {
  const timestamp = String(Math.floor(at / 1000));
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`);
  const signatures = await Promise.all(secrets.map(async (secret) => {
    const key = await crypto.subtle.importKey(
      "raw",
      parseKey(secret),
      { name: "HMAC", hash: "SHA-256" },
      false,
      [
        "sign",
      ],
    );
    return `v1,${toBase64(new Uint8Array(await crypto.subtle.sign("HMAC", key, signed)))}`;
  }));
  return {
    "webhook-id": id,
    "webhook-timestamp": timestamp,
    "webhook-signature": signatures.join(" "),
  };
}

/** A new secret, of 32 bytes. */
export function newSecret(random: (count: number) => Uint8Array): string {
  return `whsec_${toBase64(random(32))}`;
}

/** True for `whsec_` and the base64 of 24 to 64 bytes, which is what Standard Webhooks requires. */
export function isSecret(text: string): boolean {
  return /^whsec_(?:[A-Za-z0-9+/]{4}){8,21}(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=|[A-Za-z0-9+/]{4})?$/.test(
    text,
  );
}

function parseKey(secret: string): Uint8Array<ArrayBuffer> {
  if (!isSecret(secret)) {
    const message = "A signing secret must be whsec_ and the base64 of 24 to 64 bytes.";
    throw new AgentError("config_invalid", message);
  }
  return Uint8Array.from(atob(secret.slice(6)), (char) => char.charCodeAt(0));
}

function toBase64(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes));
}
