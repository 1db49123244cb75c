// Freezes values deeply.

/**
 * The value, with all that its plain objects and lists hold, frozen. A value that is frozen already counts as frozen in all its parts; other
 * objects, such as bytes, are left as they are.
 *
 * @example
 * ```ts
 * import { deepFreeze } from "./deep_freeze.ts";
 * import assert from "node:assert/strict";
 *
 * const counts = deepFreeze({ search: { used: 1 } });
 * assert.throws(() => Object.assign(counts.search, { used: 2 }), TypeError);
 * ```
 */
export function deepFreeze<T>(value: T): T {
  const left: unknown[] = [value]; // no recursion: values of a model may be nested deeper than the stack
  while (left.length > 0) {
    const next = left.pop();
    if (typeof next !== "object" || next === null || Object.isFrozen(next)) continue;
    if (!Array.isArray(next) && Object.getPrototypeOf(next) !== Object.prototype) continue;
    Object.freeze(next);
    for (const each of Object.values(next)) left.push(each);
  }
  return value;
}
