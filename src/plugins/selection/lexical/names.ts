// Names of tools inside texts: `create_issue`, `createIssue` and "create issue" are one name.

const NOT_OF_NAMES = /[^\p{L}\p{N}]+/gu;
const IDENTIFIER = /[\p{L}\p{N}][_.:/-]+[\p{L}\p{N}]|\p{Ll}\p{Lu}/u;
const EDGES = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu;

/** Characters of the longest text that may be a name as a whole: providers take 64, blanks between words come on top. */
const MOST_CHARS = 100;

/** A name without what separates its words, in lower case. */
export function toNameKey(name: string): string {
  return name.replace(NOT_OF_NAMES, "").toLowerCase();
}

/**
 * What may be a tool's name in a query, as keys: identifiers, and the whole text when it is short.
 *
 * @example
 * ```ts
 * import { nameKeysIn } from "./names.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(nameKeysIn("Call create_issue."), ["callcreateissue", "createissue"]);
 * ```
 */
export function nameKeysIn(text: string): string[] {
  const keys = new Set<string>();
  if (text.length <= MOST_CHARS) keys.add(toNameKey(text));
  for (const chunk of text.split(/\s+/)) {
    const bare = chunk.replace(EDGES, "");
    if (bare.length <= MOST_CHARS && IDENTIFIER.test(bare)) keys.add(toNameKey(bare));
  }
  keys.delete("");
  return [...keys];
}
