// Whether a value is JSON, and if not, where and why. Plans are stored and hashed as JSON, so any other value would be lost or
// fail later.

import * as z from "zod/mini";
import type { Json } from "../core/json.ts";
import { toPointer } from "../core/problems.ts";
import { checkedBy } from "./_checked.ts";
import type { Finding } from "./_invalid.ts";

const MAX_DEPTH = 200;

/** The schema of any JSON value. */
export const json = checkedBy<Json>((value) => jsonFindings(value));

/** Settings of plugins: JSON by the name of its plugin. */
export const pluginSettings = z.record(z.string(), json);

/** Empty when the value is JSON. */
export function jsonFindings(
  value: unknown,
  path: readonly PropertyKey[] = [],
  above: readonly unknown[] = [],
): Finding[] {
  if (value === null || typeof value === "string" || typeof value === "boolean") return [];
  if (typeof value === "number") {
    if (Number.isFinite(value)) return [];
    return [{
      pointer: toPointer(path),
      detail: `is ${value}, a number that JSON does not have`,
      fix: "write a finite number, or text in quotes.",
    }];
  }
  if (!isPlain(value)) {
    return [{
      pointer: toPointer(path),
      detail: `is ${describeValue(value)}, which JSON does not have`,
      fix: "write text, a number, true, false, null, a list or a plain object.",
    }];
  }
  if (above.includes(value)) {
    return [{ pointer: toPointer(path), detail: "contains itself", fix: "write the value out." }];
  }
  if (above.length >= MAX_DEPTH) {
    return [{
      pointer: "",
      detail: `is nested deeper than ${MAX_DEPTH} levels`,
      fix: "use less structure.",
    }];
  }
  const members: [PropertyKey, unknown][] = Array.isArray(value)
    ? Array.from(value, (item, index) => [index, item])
    : Object.entries(value);
  return members.flatMap(([key, item]) => jsonFindings(item, [...path, key], [...above, value]));
}

function isPlain(value: unknown): value is object {
  if (typeof value !== "object" || value === null) return false;
  if (Array.isArray(value)) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function describeValue(value: unknown): string {
  if (typeof value !== "object" || value === null) {
    return value === undefined ? "undefined" : `a ${typeof value}`;
  }
  return `an object of class ${value.constructor?.name ?? "unknown"}`;
}
