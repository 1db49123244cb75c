// Counts JSON text as it arrives, before any of it is parsed: a small text can make millions of values, which take the event loop
// of all tenants for seconds and hundreds of megabytes. It checks no grammar; the parser does.

/** What a text may have. */
export interface JsonLimits {
  /** Bytes beside those of media; no limit by default. */
  readonly textBytes?: number;
  /** Items of lists and members of objects, and the lists and objects themselves. */
  readonly values: number;
}

/** A limit that a text passes. */
export type JsonExcess = keyof JsonLimits;

/** Keys whose texts may be media: base64, or a data: URL with it. */
const MEDIA_KEYS: ReadonlySet<string> = new Set(["data", "file_data", "image_url", "url", "value"]);

/** Bytes of a text of media that count in any case: the head of a data: URL. */
const HEAD = 256;

/** Longest key that can be one of media. */
const KEY = 16;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const [COMMA, COLON, OPEN_LIST, OPEN] = [0x2c, 0x3a, 0x5b, 0x7b];

/** The bytes of base64; a writer of JSON may put a backslash before `/`, or escape `+`. */
const BASE64 = Uint8Array.from(
  { length: 256 },
  (_, byte) => /[\w+/=-]/.test(String.fromCharCode(byte)) ? 1 : 0,
);

/**
 * Counts the bytes of one text, part by part.
 *
 * @example
 * ```ts
 * import { JsonScan } from "./json_scan.ts";
 * import assert from "node:assert/strict";
 *
 * const scan = (text: string) =>
 *   new JsonScan({ textBytes: 1_000, values: 3 }).take(new TextEncoder().encode(text));
 * assert.equal(scan('{"a":[1,2]}'), undefined);
 * assert.equal(scan('{"a":[[],[],[]]}'), "values");
 * assert.equal(scan(`{"data":"${"A".repeat(9_000)}"}`), undefined); // media
 * assert.equal(scan(`{"text":"${"A".repeat(9_000)}"}`), "textBytes");
 * ```
 */
export class JsonScan {
  readonly #limits: JsonLimits;
  #text = 0;
  #values = 0;
  #inString = false;
  #escaped = false;
  /** Bytes of the string so far. */
  #length = 0;
  /** Bytes of the string that do not count while it may be media. */
  #media = 0;
  #mayBeMedia = false;
  /** The string that ended last, or begins: as far as it can be a key of media. */
  #key = "";
  #afterColon = false;

  constructor(limits: JsonLimits) {
    this.#limits = limits;
  }

  /** The limit that the text passes with these bytes. */
  take(bytes: Uint8Array): JsonExcess | undefined {
    const { values, textBytes = Infinity } = this.#limits;
    for (let at = 0; at < bytes.length; at++) {
      const byte = bytes[at] ?? 0;
      if (this.#inString && this.#mayBeMedia && this.#length >= HEAD) at = this.#tail(bytes, at);
      else if (this.#inString) this.#inside(byte);
      else this.#outside(byte);
      if (this.#values > values) return "values";
      if (this.#text > textBytes) return "textBytes";
    }
    return undefined;
  }

  #outside(byte: number): void {
    this.#text++;
    switch (byte) {
      case QUOTE:
        this.#inString = true;
        this.#mayBeMedia = this.#afterColon && MEDIA_KEYS.has(this.#key);
        this.#length = this.#media = 0;
        this.#key = "";
        return;
      case COLON:
        this.#afterColon = true;
        return;
      case OPEN_LIST:
      case OPEN:
        this.#values++;
        this.#afterColon = false;
        return;
      case COMMA:
        this.#values++;
        this.#afterColon = false;
    }
  }

  /** The bytes of media from `at` on, and the byte behind them; where that is. */
  #tail(bytes: Uint8Array, at: number): number {
    let end = at;
    let escaped = this.#escaped;
    for (; end < bytes.length; end++) {
      const byte = bytes[end] ?? 0;
      if (byte === BACKSLASH) escaped = !escaped;
      else if (BASE64[byte] === 1) escaped = false;
      else break;
    }
    this.#escaped = escaped;
    this.#media += end - at;
    this.#length += end - at;
    if (end < bytes.length) this.#inside(bytes[end] ?? 0);
    return end;
  }

  #inside(byte: number): void {
    if (byte === QUOTE && !this.#escaped) {
      this.#inString = false;
      this.#afterColon = false;
      this.#text++;
      return;
    }
    this.#escaped = byte === BACKSLASH && !this.#escaped;
    if (this.#length < KEY) this.#key += String.fromCharCode(byte);
    this.#text++;
    this.#length++;
    if (this.#mayBeMedia && this.#length > HEAD) {
      this.#mayBeMedia = false;
      this.#text += this.#media;
    }
  }
}
