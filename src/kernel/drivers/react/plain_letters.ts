// The letters and digits of a text without the ways of writing them: escapes of languages and of the web, forms of Unicode, characters
// that are not seen. Two texts that a model reads as the same one have the same letters.

/** Most rounds: an escape may be written with escapes. */
const ROUNDS = 6;

/** Escapes that stand for a character by its number; the groups are hexadecimal but for two of decimal and of octal digits. */
const ESCAPES =
  /\\U([\da-fA-F]{8})|\\u\{([\da-fA-F]{1,6})\}|[\\%]u([\da-fA-F]{4})|\\x\{?([\da-fA-F]{2})\}?|&#[xX]0*([\da-fA-F]{1,6});?|&#0*(\d{1,7});?|\\([0-3][0-7]{2})|[uU]\+([\da-fA-F]{4,6})|[%=]([\da-fA-F]{2})/g;

/** The groups of {@link ESCAPES} that are not hexadecimal. */
const BASES: Readonly<Record<number, number>> = { 5: 10, 6: 8 };

/** Names of characters in HTML that a decision is written with. */
const NAMES: Readonly<Record<string, string>> = { amp: "&", bsol: "\\", num: "#", percnt: "%", plus: "+" };

/**
 * Letters and digits alone, small, the same at every depth of JSON in JSON, in HTML and in addresses.
 *
 * @example
 * ```ts
 * import { plainLetters } from "./plain_letters.ts";
 * import assert from "node:assert/strict";
 *
 * for (const text of ["d\\u0065lete", "d&#101;lete", "d%65lete", "\uff44elete", "de\u200blete", "D\\x45LETE"]) {
 *   assert.equal(plainLetters(text), "delete");
 * }
 * ```
 */
export function plainLetters(text: string): string {
  let plain = text;
  for (let round = 0; round < ROUNDS; round++) {
    const next = decodeOnce(plain);
    if (next === plain) break;
    plain = next;
  }
  return plain
    .replaceAll(/\\[nrtbfv]|&\w{1,31};/g, "")
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, "");
}

function decodeOnce(text: string): string {
  return text
    .replaceAll(/\\+/g, "\\")
    .replaceAll(/&(amp|bsol|num|percnt|plus);/gi, (_, name: string) => NAMES[name.toLowerCase()] ?? "")
    .replaceAll(ESCAPES, (whole, ...groups: unknown[]) => {
      const index = groups.findIndex((group) => typeof group === "string");
      const code = Number.parseInt(String(groups[index]), BASES[index] ?? 16);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    });
}

/** Runs of base64, or of hexadecimal bytes. */
const ENCODED = /(?:[\da-f]{2}[\s:,]?){16,}|(?:0x[\da-f]{2}[\s,]*){8,}|[A-Za-z\d+/_-]{24,}={0,2}/gi;

/** Most runs of one text that are decoded, and characters of one. */
const RUNS = 64;
const RUN_LENGTH = 65_536;

/** A text, and behind it what its runs of base64 and of hexadecimal bytes stand for. */
export function withDecoded(text: string): string {
  const found = [...text.matchAll(ENCODED)].slice(0, RUNS).map(([run]) => run.slice(0, RUN_LENGTH));
  return [text, ...found.flatMap(ofBase64), ...found.flatMap(ofHex)].join("\n");
}

function ofBase64(run: string): string[] {
  const digits = run.replaceAll("-", "+").replaceAll("_", "/").replaceAll("=", "");
  if (!/^[A-Za-z\d+/]+$/.test(digits)) return [];
  return [
    utf8(
      Uint8Array.from(atob(digits.slice(0, digits.length - digits.length % 4)), (char) => char.charCodeAt(0)),
    ),
  ];
}

function ofHex(run: string): string[] {
  const bytes = run.replaceAll(/0x/gi, "").match(/[\da-f]{2}/gi) ?? [];
  return [utf8(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)))];
}

function utf8(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}
