// Text of a picture: what XML permits, in the width that there is, and durations in words.

/**
 * Text as XML has it: escaped, and without what XML 1.0 does not permit or what would turn the direction of the text around it.
 *
 * @example
 * ```ts
 * import { escapeXml } from "./text.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(escapeXml('<b a="1">&\u0000'), "&lt;b a=&quot;1&quot;&gt;&amp;\ufffd");
 * ```
 */
export function escapeXml(text: string): string {
  return text
    .replaceAll(REFUSED, "\ufffd")
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** Control characters, halves of surrogate pairs, non-characters, and marks of direction. */
const REFUSED =
  // deno-lint-ignore no-control-regex
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]|\p{Cs}/gu;

/** Characters that take about the width of two. */
const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]|\p{Emoji_Presentation}/u;

/** The text on one line, at most so many characters wide; what is cut ends with "…". */
export function fit(text: string, width: number): string {
  let used = 0;
  let kept = "";
  // Texts may be megabytes long: only the visible part is read.
  for (const character of text.slice(0, width * 4).replaceAll(/\s+/g, " ").trim()) {
    used += WIDE.test(character) ? 2 : 1;
    if (used > width) return `${[...kept].slice(0, -1).join("")}…`;
    kept += character;
  }
  return text.length > width * 4 ? `${[...kept].slice(0, -1).join("")}…` : kept;
}

const UNITS = [["d", 86_400_000], ["h", 3_600_000], ["min", 60_000]] as const;

/** A duration in at most two units: `340 ms`, `4.2 s`, `3 min 20 s`, `2 h 5 min`. */
export function durationText(ms: number): string {
  if (ms < 1_000) return `${Math.round(ms)} ms`;
  if (ms < 60_000) return `${Math.round(ms / 100) / 10} s`;
  for (const [unit, size] of UNITS) {
    if (ms < size) continue;
    const [next, nextSize] = UNITS[UNITS.findIndex(([name]) => name === unit) + 1] ?? ["s", 1_000];
    const rest = Math.floor((ms % size) / nextSize);
    return `${Math.floor(ms / size)} ${unit}${rest === 0 ? "" : ` ${rest} ${next}`}`;
  }
  return "";
}

/** A duration in one unit, for a narrow place: `1.5 h`, `2 d`. */
export function shortDuration(ms: number): string {
  for (const [unit, size] of UNITS) if (ms >= size) return `${Math.round(ms / size * 10) / 10} ${unit}`;
  return durationText(ms);
}
