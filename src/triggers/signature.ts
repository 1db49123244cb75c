// HMAC signatures by WebCrypto. subtle.verify compares in constant time on Deno, Node and workerd.

import { fromBase64url } from "../core/text/byte_text.ts";
import { type Refusal, refuse, type Verdict, VERIFIED } from "./trigger.ts";

/** Hashes of HMAC signatures. SHA-1 is left out: no sender that this module knows still needs it. */
export const ALGORITHMS = { sha256: "SHA-256", sha512: "SHA-512" } as const;

/** A name in {@link ALGORITHMS}. */
export type Algorithm = keyof typeof ALGORITHMS;

/** Bytes of a signature. */
const LENGTHS: Readonly<Record<Algorithm, number>> = { sha256: 32, sha512: 64 };

/** How bytes are written as text. */
export const ENCODINGS = ["hex", "base64", "base64url"] as const;

/** One of {@link ENCODINGS}. */
export type Encoding = typeof ENCODINGS[number];

/** Most signatures of one delivery that are compared: a sender that rotates its key sends two. */
const MOST_SIGNATURES = 8;

/** Fewest bytes of a secret. */
export const LEAST_SECRET = 16;

/** A delivery's signatures, and what was signed. */
export interface Signed {
  readonly algorithm: Algorithm;
  readonly encoding: Encoding;
  /** As they stand in the header. */
  readonly signatures: readonly string[];
  /** Texts are signed as UTF-8. */
  readonly message: readonly (string | Uint8Array<ArrayBuffer>)[];
}

const utf8 = new TextEncoder();

/** Verified when one of the signatures is that of one of the keys. */
export async function verifySignatures(
  { algorithm, encoding, signatures, message }: Signed,
  keys: readonly Uint8Array<ArrayBuffer>[],
): Promise<Verdict> {
  const decoded = signatures.slice(0, MOST_SIGNATURES)
    .map((text) => decode(text, encoding))
    .filter((bytes) => bytes?.length === LENGTHS[algorithm])
    .filter((bytes) => bytes !== undefined);
  if (decoded.length === 0) {
    const because: Refusal = signatures.length === 0 ? "signature_missing" : "signature_malformed";
    return refuse(because);
  }
  const bytes = joinBytes(message);
  for (const key of keys) {
    const imported = await importKey(key, algorithm);
    for (const signature of decoded) {
      if (await crypto.subtle.verify("HMAC", imported, signature, bytes)) return VERIFIED;
    }
  }
  return refuse("signature_wrong");
}

async function importKey(key: Uint8Array<ArrayBuffer>, algorithm: Algorithm): Promise<CryptoKey> {
  const form = { name: "HMAC", hash: ALGORITHMS[algorithm] };
  return await crypto.subtle.importKey("raw", key, form, false, ["verify"]);
}

/** The keys of secrets that are used as their text. */
export function textKeys(secrets: readonly string[]): Uint8Array<ArrayBuffer>[] {
  return secrets.map((secret) => utf8.encode(secret));
}

/** What is wrong with a secret that is used as its text. */
export function textSecretProblem(secret: string): string | undefined {
  return utf8.encode(secret).length < LEAST_SECRET ? `must have at least ${LEAST_SECRET} bytes` : undefined;
}

/** The bytes of a text; undefined when it is not in the encoding. */
export function decode(text: string, encoding: Encoding): Uint8Array<ArrayBuffer> | undefined {
  switch (encoding) {
    case "hex":
      return /^(?:[0-9a-f]{2})+$/i.test(text)
        ? Uint8Array.from(
          { length: text.length / 2 },
          (_, at) => parseInt(text.slice(2 * at, 2 * at + 2), 16),
        )
        : undefined;
    case "base64":
      return /^[A-Za-z0-9+/]+={0,2}$/.test(text) ? fromBase64(text) : undefined;
    case "base64url":
      return /^[\w-]+={0,2}$/.test(text) ? fromBase64(text) : undefined;
  }
}

/** A length that base64 cannot have is no text of it; atob throws then. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | undefined {
  const digits = text.replace(/=+$/, "");
  return digits.length % 4 === 1 ? undefined : Uint8Array.from(fromBase64url(digits));
}

/** The bytes of the parts, one behind the other; texts as UTF-8. */
export function joinBytes(parts: readonly (string | Uint8Array<ArrayBuffer>)[]): Uint8Array<ArrayBuffer> {
  const bytes = parts.map((part) => typeof part === "string" ? utf8.encode(part) : part);
  const [only] = bytes;
  if (only !== undefined && bytes.length === 1) return only;
  const whole = new Uint8Array(bytes.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of bytes) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
