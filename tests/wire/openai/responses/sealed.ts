// The encrypted_content of reasoning items: opaque to the client, bound to its item id, refused when altered.
import { invalid } from "../error.ts";

const prefix = "gAAAAAB";

/** Seals a thought for one item, with what it is bound to. Every simulated server can open what another one sealed. */
export function seal(itemId: string, thought: string, binding?: string): string {
  const payload = new TextEncoder().encode(JSON.stringify([itemId, thought, binding])).toBase64({
    alphabet: "base64url",
    omitPadding: true,
  });
  return `${prefix}${payload}.${checksum(payload)}`;
}

/** Refuses altered content, and content of another item. */
export function checkSeal(itemId: string, sealed: string): void {
  const refuse = (reason: string) => {
    const text = `The encrypted content for item ${itemId} could not be verified. Reason: ${reason}`;
    return invalid(text, null, "invalid_encrypted_content");
  };
  const [payload = "", sum] = sealed.slice(prefix.length).split(".");
  if (!sealed.startsWith(prefix) || checksum(payload) !== sum) {
    throw refuse("Encrypted content could not be decrypted or parsed.");
  }
  const [owner] = open(payload);
  if (owner !== itemId) throw refuse("Encrypted content item_id did not match the target item id.");
}

/** What a thought is bound to; "" for nothing. */
export function openSeal(sealed: string): string {
  const [payload = ""] = sealed.slice(prefix.length).split(".");
  return String(open(payload)[2] ?? "");
}

function open(payload: string): unknown[] {
  return JSON.parse(new TextDecoder().decode(Uint8Array.fromBase64(payload, { alphabet: "base64url" })));
}

function checksum(text: string): string {
  let hash = 0x811c9dc5;
  for (const char of text) hash = Math.imul(hash ^ char.charCodeAt(0), 0x01000193) >>> 0;
  return hash.toString(16).padStart(8, "0");
}
