// Reading JSON that a provider sent. Real traffic breaks its own schema, so a field of the wrong type counts as absent.

import { isJsonObject, type Json, type JsonObject } from "../core/json.ts";

/** The string, or "" for everything else. */
export function toText(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

/** The string unless it is empty or no string. */
export function toName(value: Json | undefined): string | undefined {
  return typeof value === "string" && value !== "" ? value : undefined;
}

/** The count, or undefined when the provider did not report one. */
export function toCount(value: Json | undefined): number | undefined {
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** The object, or one without fields. */
export function toObject(value: Json | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** The objects of a list. */
export function toObjects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isJsonObject) : [];
}
