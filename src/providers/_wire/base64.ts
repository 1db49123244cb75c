// Whether a text is base64, for fields whose contract is bytes: an API that cannot decode one refuses the whole
// request.

/** In the standard alphabet with its padding, as AWS writes blobs (RFC 4648, section 4): `c2VhbA==`. */
export function isBase64(text: string): boolean {
  return text.length % 4 === 0 && /^[A-Za-z0-9+/]+={0,2}$/.test(text);
}

/**
 * In either alphabet, its padding complete or left out, as Google reads bytes (ProtoJSON): also `c2VhbA` and `_-8`.
 */
export function isAnyBase64(text: string): boolean {
  const [, padding] = /^(?:[A-Za-z0-9+/]+|[\w-]+)(={0,2})$/.exec(text) ?? [];
  return padding === "" ? text.length % 4 !== 1 : padding !== undefined && text.length % 4 === 0;
}
