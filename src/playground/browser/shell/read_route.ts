// What the part of the address behind `#` names.

/** What the address names. */
export interface Route {
  /** Empty for a thread. */
  readonly place: string;
  /** The thread, or what is chosen in the place; empty for none. */
  readonly item: string;
}

/**
 * What a hash names.
 *
 * @example
 * ```ts
 * import { readRoute } from "./read_route.ts";
 * import assert from "node:assert/strict";
 *
 * assert.deepEqual(readRoute("#/policies/careful"), { place: "policies", item: "careful" });
 * assert.deepEqual(readRoute("#/inbox"), { place: "inbox", item: "" });
 * assert.deepEqual(readRoute("#thread_1"), { place: "", item: "thread_1" });
 * ```
 */
export function readRoute(text: string): Route {
  const [, place, item] = /^#\/([^/]*)\/?(.*)$/.exec(text) ?? [];
  return place === undefined
    ? { place: "", item: decode(text.slice(1)) }
    : { place, item: decode(item ?? "") };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a link that was cut in an escape
  }
}
