// Takes addresses, numbers and keys of people out of texts before they are kept as a case.

import type { Json } from "../../core/json.ts";

/** Redacts any value of JSON. The same words become the same placeholder, so that arguments still agree with inputs. */
export type Redactor = <Value extends Json>(value: Value) => Value;

interface Rule {
  readonly kind: string;
  readonly pattern: RegExp;
  /** False for what only looks like it. */
  readonly holds?: (found: string) => boolean;
}

/** The names of values that are secret as a whole. */
const SECRET_NAME =
  /^(?:.*[_-])?(?:password|passwd|passphrase|secret|token|api[_-]?key|authorization|cookie|credential|private[_-]?key)s?$/i;

/** In this order: what one rule has replaced, no later one reads. */
const RULES: readonly Rule[] = [
  {
    kind: "key",
    pattern: /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(?:-----END [A-Z ]*PRIVATE KEY-----|$)/g,
  },
  { kind: "key", pattern: /\beyJ[\w-]{8,2048}\.[\w-]{8,}\.[\w-]*/g },
  {
    kind: "key",
    pattern:
      /\b(?:sk|pk|rk|whsec|ghp|gho|ghu|ghs|github_pat|glpat|xox[abeprs]|hf|npm|AKIA|ASIA|AIza|ya29)[-_.]?[\w-]{12,}/g,
  },
  { kind: "key", pattern: /(?<=\b(?:Bearer|Basic)\s)[\w.+/=~-]{8,}/gi },
  { kind: "key", pattern: /(?<=:\/\/[^\s:/@]{1,64}:)[^\s/@]{1,128}(?=@)/g },
  {
    kind: "key",
    pattern: /(?<![\w-])[\w+/-]{32,}={0,2}(?![\w-])/g,
    holds: (found) => /[a-z]/.test(found) && /[A-Z]/.test(found) && /\d/.test(found),
  },
  { kind: "email", pattern: /[\p{L}\p{N}._%+-]{1,64}@(?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}/gu },
  { kind: "card", pattern: /(?<![\d.])\d(?:[ -]?\d){12,18}(?![\d.]\d|\d)/g, holds: isCardNumber },
  { kind: "phone", pattern: /(?<![\w+])(?:\+|00)[1-9](?:[ ().\/-]{0,2}\d){6,14}(?!\d)/g },
  { kind: "phone", pattern: /(?<![\w.+-])\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?![\w-])/g },
  { kind: "phone", pattern: /(?<![\w.+-])\(?0\d{1,4}\)?[ \/-]\d{3,4}(?:[ -]?\d{2,4}){0,3}(?![\w-])/g },
];

/**
 * A redactor for one thread. What it replaces by `[email 1]`, `[phone 1]`, `[card 1]` or `[key 1]`:
 *
 * | kind | what is found |
 * |---|---|
 * | email | addresses with a domain |
 * | phone | numbers that begin with + or 00, of the form 030 1234567, and 555-123-4567 |
 * | card | 13 to 19 digits, with spaces or dashes, whose check digit is right; in a number of JSON too, which becomes 0 |
 * | key | private keys, JWTs, tokens with the prefix of a well-known service, what follows Bearer and Basic, passwords in URLs, mixed texts of 32 characters and more, and the whole value of a field that is called password, token, secret and so on |
 *
 * What it does not find: names, postal addresses, dates of birth, numbers of accounts, passports and insurances, phone numbers without
 * separators, IP addresses, and anything in media. A person reads a recorded case before it is shared.
 */
export function createRedactor(): Redactor {
  const known = new Map<string, string>();
  const counts = new Map<string, number>();
  const placeholder = (kind: string, found: string): string => {
    const key = `${kind} ${found.replaceAll(/[\s().-]/g, "").toLowerCase()}`;
    const kept = known.get(key);
    if (kept !== undefined) return kept;
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    const made = `[${kind} ${count}]`;
    known.set(key, made);
    return made;
  };
  const text = (value: string): string =>
    RULES.reduce(
      (rest, { kind, pattern, holds = () => true }) =>
        rest.replaceAll(pattern, (found) => holds(found) ? placeholder(kind, found) : found),
      value,
    );
  const redact = (value: Json): Json => {
    if (typeof value === "string") return text(value);
    if (typeof value === "number") return isCardNumber(String(value)) ? 0 : value;
    if (typeof value !== "object" || value === null) return value;
    if (Array.isArray(value)) return value.map(redact);
    return Object.fromEntries(
      Object.entries(value).map(([name, inner]) => [
        text(name),
        typeof inner === "string" && inner !== "" && SECRET_NAME.test(name)
          ? placeholder("key", inner)
          : redact(inner),
      ]),
    );
  };
  // The structure of a value stays, and texts stay texts.
  return <Value extends Json>(value: Value) => redact(value) as Value;
}

/** 13 to 19 digits with the right check digit (Luhn). */
function isCardNumber(text: string): boolean {
  const digits = text.replaceAll(/[ -]/g, "");
  if (!/^\d{13,19}$/.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    return total + (value > 9 ? value - 9 : value);
  }, 0);
  return sum % 10 === 0;
}
