// Ids that this page makes.

/** `thread_k3v9…`; crypto.randomUUID would need a secure context. */
export function randomId(prefix: string): string {
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  return `${prefix}_${Array.from(bytes, (byte) => "0123456789abcdefghjkmnpqrstvwxyz"[byte & 31]).join("")}`;
}
