// Text of a model, as a person can read it: no character is invisible, and none changes the order in which others are rendered.

import type { Json } from "../core/json.ts";

/** Control and format characters (the marks of writing direction among them), separators of lines, private and unassigned ones. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cn}]/gu;

/** Those that change the order of others, and controls that are no white space. */
const MISLEADING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]|(?![\t\n\r])\p{Cc}/gu;

/**
 * JSON text, indented, with each unseen character of its strings as `\uXXXX`: it is still JSON of the same value.
 *
 * @example
 * ```ts
 * import { visibleJson } from "./visible.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(visibleJson("pay \u202e001 to ann"), String.raw`"pay \u202e001 to ann"`);
 * ```
 */
export function visibleJson(value: Json): string {
  return JSON.stringify(value, null, 2).replace(
    UNSEEN,
    (found) => found === "\n" ? found : escapeUnits(found),
  );
}

/** Text, with each character that could mislead as `\uXXXX`. */
export function visibleText(text: string): string {
  return text.replace(MISLEADING, escapeUnits);
}

function escapeUnits(found: string): string {
  return found.split("").map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`).join("");
}
