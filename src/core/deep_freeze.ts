// Values that no one may change.

/**
 * The value, with all that its plain objects and lists hold, frozen. What is frozen already is taken to be so in all its parts; other
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
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  if (!isPlain) return value;
  Object.freeze(value);
  for (const each of Object.values(value)) deepFreeze(each);
  return value;
}
