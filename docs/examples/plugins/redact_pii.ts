// Personal data stays out: e-mail addresses, phone numbers, card numbers and IBANs are taken out of what people and tools bring and of what the
// model answers, before anything is stored, streamed, logged or traced. The model reads `[email]` in their place.

import { definePlugin } from "@treadle/treadle";

export type PiiKind = "email" | "iban" | "card" | "phone";

/** In the order in which they are looked for: an IBAN has digits that look like a phone number. */
const KINDS: readonly PiiKind[] = ["email", "iban", "card", "phone"];

/** UTF-16 code units of the longest match, an address, and a little more: the others are shorter, and stand beside each other. */
const LONGEST = 160;

export interface PiiOptions {
  /** What is taken out; all by default. */
  readonly kinds?: readonly PiiKind[];
  /** The agents whose threads it is about; all by default. */
  readonly agents?: readonly string[];
}

/** Takes personal data out of all texts of a thread. */
export const redactPii = ({ kinds = KINDS, agents }: PiiOptions = {}) =>
  definePlugin({
    name: "redact-pii",
    compile({ name }) {
      if (agents?.includes(name) === false) return undefined;
      const replaces = KINDS.filter((kind) => kinds.includes(kind)).map((kind) => REPLACE[kind]);
      const text = (whole: string) => replaces.reduce((left, replace) => replace(left), whole);
      return { redact: { text, longest: LONGEST } };
    },
  });

/** 64 characters before the @, and names of at most three levels before the last: at most 138 code units. */
const EMAIL = /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,20}\.){1,3}\p{L}{2,10}/gu;

/** With the code of the country, with that of the area behind a 0 or in brackets, or as it is written in North America. */
const PHONE = new RegExp(
  [
    String.raw`(?<![\w+])\+\d(?:[ ()./-]{0,2}\d){7,14}(?!\d)`,
    String.raw`(?<![\w+])(?:\(\d{2,5}\)|0\d{1,4})[ ./-]{0,2}\d{3,4}(?:[ .-]?\d{2,4}){1,2}(?!\d)`,
    String.raw`(?<![\w+])\d{3}[.-]\d{3}[.-]\d{4}(?!\d)`,
  ].join("|"),
  "g",
);

/** Numbers with a checksum: how one begins, which characters go on, how many of them there are, and which of them are right. */
interface Checked {
  readonly begins: RegExp;
  /** One for each number of characters that go on, the largest first. */
  readonly sizes: readonly RegExp[];
  readonly isRight: (characters: string) => boolean;
}

const CARD: Checked = {
  begins: /(?<!\d)[2-6]/g,
  sizes: sizes(18, 12, (count) => String.raw`\d(?:[ -]?\d){${count}}(?!\d)`),
  isRight: hasLuhnDigit,
};

const IBAN: Checked = {
  begins: /(?<![A-Za-z0-9])[A-Z]{2}\d{2}/g,
  sizes: sizes(30, 11, (count) => String.raw`[A-Z]{2}\d{2}(?: ?[A-Z0-9]){${count}}(?![A-Za-z0-9])`),
  isRight: hasIbanChecksum,
};

const REPLACE: Readonly<Record<PiiKind, (text: string) => string>> = {
  email: (text) => text.replace(EMAIL, "[email]"),
  iban: (text) => replaceChecked(text, IBAN, "[iban]"),
  card: (text) => replaceChecked(text, CARD, "[card]"),
  phone: (text) => text.replace(PHONE, "[phone]"),
};

function sizes(most: number, least: number, pattern: (count: number) => string): RegExp[] {
  return Array.from({ length: most - least + 1 }, (_, index) => new RegExp(pattern(most - index), "y"));
}

/** Of what begins at one place, the longest whose checksum is right: digits or words may stand right behind it. */
function replaceChecked(text: string, { begins, sizes, isRight }: Checked, mark: string): string {
  let left = "";
  let end = 0;
  for (const { index } of text.matchAll(begins)) {
    if (index < end) continue;
    for (const pattern of sizes) {
      pattern.lastIndex = index;
      const [found] = pattern.exec(text) ?? [];
      if (found === undefined || !isRight(found.replace(/[ -]/g, ""))) continue;
      left += text.slice(end, index) + mark;
      end = index + found.length;
      break;
    }
  }
  return left + text.slice(end);
}

/** ISO/IEC 7812: every second digit from the right counts twice, with its digits added, and the sum ends in 0. */
function hasLuhnDigit(digits: string): boolean {
  const sum = Array.from(digits, Number).toReversed().reduce((total, digit, index) => {
    const value = index % 2 === 0 ? digit : 2 * digit;
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}

/** ISO 13616: with the first four characters at the end, and letters as 10 to 35, the number is 1 modulo 97. */
function hasIbanChecksum(iban: string): boolean {
  const digits = Array.from(iban.slice(4) + iban.slice(0, 4), (each) => parseInt(each, 36)).join("");
  return Array.from(digits, Number).reduce((rest, digit) => (10 * rest + digit) % 97, 0) === 1;
}
