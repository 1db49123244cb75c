// Secrets that are kept in the store: encrypted with a key of the environment, so that who reads the store cannot use them.

import { AgentError } from "../core/error.ts";
import type { RandomBytes } from "../core/ports.ts";
import { fromBase64url, toBase64url } from "../core/text/byte_text.ts";

/** Bytes of the nonce of AES-GCM; each text has one of its own. */
const NONCE_BYTES = 12;

/** The form of a sealed text: `s1.<nonce>.<ciphertext>`, both in base64url. */
const SEALED = /^s1\.([\w-]{16})\.([\w-]+)$/;

/** Encrypts and decrypts short texts. `purpose` says what a text is of, such as `webhook/acme/whe_1`: under another it does not open. */
export interface Sealer {
  /** @throws {AgentError} secrets_not_configured - the deployment has no key */
  seal(text: string, purpose: string): Promise<string>;
  /**
   * The text. `current` is false when an earlier key of the list sealed it: it is worth sealing again.
   *
   * @throws {AgentError} secrets_not_configured - the deployment has no key, or no longer the one that sealed it
   */
  open(sealed: string, purpose: string): Promise<{ readonly text: string; readonly current: boolean }>;
}

/**
 * A sealer with the keys of TREADLE_SEAL_SECRETS: the first seals, each opens. AES-256-GCM; the key of a secret is derived by
 * HKDF with SHA-256.
 */
export function createSealer(secrets: readonly string[], random: RandomBytes): Sealer {
  return {
    async seal(text, purpose) {
      const [secret] = secrets;
      if (secret === undefined) throw notConfigured("none is set");
      const nonce = new Uint8Array(random(NONCE_BYTES));
      const data = new TextEncoder().encode(text);
      const sealed = await crypto.subtle.encrypt(algorithm(nonce, purpose), await deriveKey(secret), data);
      return `s1.${toBase64url(nonce)}.${toBase64url(new Uint8Array(sealed))}`;
    },
    async open(sealed, purpose) {
      const [, nonce = "", data = ""] = SEALED.exec(sealed) ?? [];
      for (const [index, secret] of secrets.entries()) {
        const iv = new Uint8Array(fromBase64url(nonce));
        const bytes = new Uint8Array(fromBase64url(data));
        const text = await decrypt(algorithm(iv, purpose), await deriveKey(secret), bytes);
        if (text !== undefined) return { text, current: index === 0 };
      }
      throw notConfigured(
        secrets.length === 0 ? "none is set" : "none of its keys has sealed what is stored",
      );
    },
  };
}

function algorithm(iv: Uint8Array<ArrayBuffer>, purpose: string): AesGcmParams {
  return { name: "AES-GCM", iv, additionalData: new TextEncoder().encode(purpose) };
}

/** Undefined when another key, or another purpose, has sealed it. */
async function decrypt(
  params: AesGcmParams,
  key: CryptoKey,
  data: Uint8Array<ArrayBuffer>,
): Promise<string | undefined> {
  try {
    return new TextDecoder().decode(await crypto.subtle.decrypt(params, key, data));
  } catch {
    return undefined;
  }
}

async function deriveKey(secret: string): Promise<CryptoKey> {
  const bytes = new TextEncoder().encode(secret);
  const base = await crypto.subtle.importKey("raw", bytes, "HKDF", false, ["deriveKey"]);
  const derivation = {
    name: "HKDF",
    hash: "SHA-256",
    salt: new Uint8Array(0),
    info: new TextEncoder().encode("treadle seal v1"),
  };
  return await crypto.subtle.deriveKey(derivation, base, { name: "AES-GCM", length: 256 }, false, [
    "encrypt",
    "decrypt",
  ]);
}

function notConfigured(why: string): AgentError {
  return new AgentError("secrets_not_configured", `Secrets are sealed with TREADLE_SEAL_SECRETS: ${why}.`);
}
