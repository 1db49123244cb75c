// Reading JSON that a provider sent. Real traffic breaks its own schema, so a field of the wrong type counts as
// absent.

import { argumentsText, isJsonObject, type Json, type JsonObject } from "../../core/json.ts";

/** The string, or "" for everything else. */
export function toText(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** The string unless it is empty or no string. */
export function toName(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** An identifier: the string unless it is empty, or a number as text. */
export function toId(value: Json | undefined): string | undefined {
  return typeof value === "number" ? String(value) : toName(value);
}

/** The count, or undefined when the provider did not report one that can be. */
export function toCount(value: Json | undefined): number | undefined {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : undefined;
}

/** The position; some servers write it as text. */
export function toIndex(value: Json | undefined): number | undefined {
  return toCount(typeof value === "string" && /^\d+$/.test(value) ? Number(value) : value);
}

/**
 * Arguments as text, "" when there are none. What is neither text nor an object is kept, to be judged malformed
 * later.
 */
export function toArgs(value: Json | undefined): string {
  if (value === undefined || value === null) return "";
  return typeof value === "string" ? value : argumentsText(value);
}

/** The object, or one without fields. */
export function toObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The objects of a list. */
export function toObjects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}

/** True for an empty text or one of white space: Claude's APIs refuse such a block. */
export function isBlank(text: string): boolean {
  return text.trim() === "";
}

/** The object, or that of a list of one: Google wraps its errors so. */
export function unwrap(json: Json | undefined): JsonObject | undefined {
  const [only] = Array.isArray(json) && json.length === 1 ? json : [json];
  return isJsonObject(only) ? only : undefined;
}
