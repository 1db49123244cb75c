// What the part of the address behind `#` names.

/** What the address names. */
export interface Route {
  /** Empty for a thread. */
  readonly place: string;
  /** The thread, or what is chosen in the place; empty for none. */
  readonly item: string;
  /** The step of the thread that is meant. */
  readonly step?: number;
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
 * assert.deepEqual(readRoute("#thread_1/3"), { place: "", item: "thread_1", step: 3 });
 * ```
 */
export function readRoute(text: string): Route {
  const [, place, item] = /^#\/([^/]*)\/?(.*)$/.exec(text) ?? [];
  if (place !== undefined) return { place, item: decode(item ?? "") };
  const [, thread, step] = /^#([^/]+)\/(\d{1,9})$/.exec(text) ?? [];
  return thread === undefined
    ? { place: "", item: decode(text.slice(1)) }
    : { place: "", item: decode(thread), step: Number(step) };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a link that was cut in an escape
  }
}
