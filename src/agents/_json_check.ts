// Whether a value is JSON, and if not, where and why. Plans and driver settings are stored and hashed as JSON, so what JSON
// does not have would be lost or would crash later, far from its author.

import type { Json } from "../core/json.ts";
import { anyJson, type Shape } from "../core/shape.ts";

/** What is wrong at a place, and what to do about it. */
export interface Placed {
  readonly path: readonly PropertyKey[];
  readonly detail: string;
  readonly fix: string;
}

const MAX_DEPTH = 200;

/** Any JSON, from a program that may hold anything; what is wrong is said in words that a person can act on. */
export const json: Shape<Json> = {
  schema: {},
  read: (value, path, issues) => {
    const findings = jsonFindings(value, path);
    for (const { path, detail, fix } of findings) issues.push({ code: "custom", path, message: detail, fix });
    return findings.length === 0 ? anyJson.read(value, path, issues) : undefined;
  },
};

/** Empty when the value is JSON. */
export function jsonFindings(
  value: unknown,
  path: readonly PropertyKey[] = [],
  above: readonly unknown[] = [],
): Placed[] {
  if (value === null || typeof value === "string" || typeof value === "boolean") return [];
  if (typeof value === "number") {
    if (Number.isFinite(value)) return [];
    return [{
      path,
      detail: `is ${value}, a number that JSON does not have`,
      fix: "write a finite number, or text in quotes.",
    }];
  }
  if (!isPlain(value)) {
    return [{
      path,
      detail: `is ${named(value)}, which JSON does not have`,
      fix: "write text, a number, true, false, null, a list or a plain object.",
    }];
  }
  if (above.includes(value)) return [{ path, detail: "contains itself", fix: "write the value out." }];
  if (above.length >= MAX_DEPTH) {
    return [{
      path: [],
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

function named(value: unknown): string {
  if (typeof value !== "object" || value === null) {
    return value === undefined ? "undefined" : `a ${typeof value}`;
  }
  return `an object of class ${value.constructor?.name ?? "unknown"}`;
}
