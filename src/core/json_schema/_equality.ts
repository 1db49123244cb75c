// Equality of JSON values as JSON Schema has it: the order of keys does not count.

import { isJsonObject, type Json } from "../json.ts";
import { canonicalJson } from "../text/hash.ts";
import type { Budget } from "./budget.ts";

/** @throws {BudgetSpent} */
export function equals(one: Json | undefined, other: Json | undefined, budget: Budget): boolean {
  if (one === other) return true;
  if (typeof one !== "object" || typeof other !== "object" || one === null || other === null) return false;
  budget.spend(1);
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, index) => equals(item, other[index], budget));
  }
  if (!isJsonObject(one) || !isJsonObject(other)) return false;
  const keys = Object.keys(one);
  budget.spend(keys.length >> 3);
  return keys.length === Object.keys(other).length &&
    keys.every((key) => Object.hasOwn(other, key) && equals(one[key], other[key], budget));
}

/**
 * The indexes of two equal items; undefined where all are different.
 *
 * @throws {BudgetSpent}
 */
export function findRepeated(items: readonly Json[], budget: Budget): readonly [number, number] | undefined {
  const first = new Map<Json, number>();
  for (const [index, item] of items.entries()) {
    const key = toKey(item, budget);
    const before = first.get(key);
    if (before !== undefined) return [before, index];
    first.set(key, index);
  }
  return undefined;
}

/** The same for equal values. Texts have a mark, since the key of an object is a text. */
function toKey(item: Json, budget: Budget): Json {
  budget.spend(1);
  if (typeof item === "string") return `"${item}`;
  if (typeof item !== "object" || item === null) return item;
  const text = canonicalJson(item);
  budget.spend(text.length >> 2);
  return text;
}

/** True for a multiple in decimal digits, where division of doubles is wrong: 0.3 is one of 0.1. */
export function isMultiple(value: number, factor: number): boolean {
  if (!Number.isFinite(value) || !Number.isFinite(factor) || factor <= 0) return false;
  const [digits, exponent] = decimal(value);
  const [factorDigits, factorExponent] = decimal(factor);
  const least = Math.min(exponent, factorExponent);
  return digits * 10n ** BigInt(exponent - least) % (factorDigits * 10n ** BigInt(factorExponent - least)) ===
    0n;
}

/** Digits and a power of ten. */
function decimal(value: number): readonly [bigint, number] {
  const [digits = "", exponent = "0"] = Math.abs(value).toString().split("e");
  const point = digits.indexOf(".");
  const fraction = point === -1 ? 0 : digits.length - point - 1;
  return [BigInt(digits.replace(".", "")), Number(exponent) - fraction];
}
