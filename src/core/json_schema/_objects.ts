// The keywords of objects.

import type { Json, JsonObject } from "../json.ts";
import type { Checker } from "./_checker.ts";
import type { Evaluated } from "./_evaluated.ts";
import type { Spot } from "./_findings.ts";
import { requireList, requireNumber, requireObject } from "./_keywords.ts";

/** @throws {BudgetSpent | SchemaBroken | PatternUnusable} */
export function checkObject(
  check: Checker,
  schema: JsonObject,
  value: JsonObject,
  spot: Spot | undefined,
  evaluated: Evaluated | undefined,
): boolean {
  let fits = checkSize(check, schema, value, spot);
  fits = checkDependents(check, schema, value, spot, evaluated) && fits;
  if (schema.propertyNames !== undefined) {
    for (const key of Object.keys(value)) {
      fits = check.fits(schema.propertyNames, key, { key, above: spot }, undefined) && fits;
    }
  }
  return checkMembers(check, schema, value, spot, evaluated) && fits;
}

function checkSize(check: Checker, schema: JsonObject, value: JsonObject, spot: Spot | undefined): boolean {
  const { required, minProperties, maxProperties } = schema;
  let fits = true;
  // A boolean in draft 3, where it is a rule of the object around it.
  if (Array.isArray(required)) {
    check.budget.spend(required.length >> 3);
    for (const name of required) {
      if (!Object.hasOwn(value, String(name))) {
        fits = check.refuse(spot, () => `${JSON.stringify(name)} is missing.`);
      }
    }
  }
  if (minProperties === undefined && maxProperties === undefined) return fits;
  const count = Object.keys(value).length;
  check.budget.spend(count >> 3);
  const least = requireNumber(minProperties, "minProperties", 0);
  const most = requireNumber(maxProperties, "maxProperties", Infinity);
  if (count < least) fits = check.refuse(spot, () => `The value does not have at least ${least} properties.`);
  if (count > most) fits = check.refuse(spot, () => `The value does not have at most ${most} properties.`);
  return fits;
}

function checkDependents(
  check: Checker,
  { dependentRequired, dependentSchemas, dependencies }: JsonObject,
  value: JsonObject,
  spot: Spot | undefined,
  evaluated: Evaluated | undefined,
): boolean {
  let fits = true;
  for (const [keyword, rules] of Object.entries({ dependentRequired, dependentSchemas, dependencies })) {
    if (rules === undefined) continue;
    const entries = Object.entries(requireObject(rules, keyword));
    check.budget.spend(entries.length);
    for (const [key, rule] of entries) {
      if (!Object.hasOwn(value, key)) continue;
      if (keyword !== "dependentRequired" && !Array.isArray(rule)) {
        fits = check.fits(rule, value, spot, evaluated) && fits;
        continue;
      }
      for (const name of requireList(rule, keyword)) {
        check.budget.spend(1);
        if (!Object.hasOwn(value, String(name))) {
          fits = check.refuse(
            spot,
            () => `The value has ${JSON.stringify(key)} but does not have ${JSON.stringify(name)}.`,
          );
        }
      }
    }
  }
  return fits;
}

function checkMembers(
  check: Checker,
  schema: JsonObject,
  value: JsonObject,
  spot: Spot | undefined,
  evaluated: Evaluated | undefined,
): boolean {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
  const rest = additionalProperties ?? unevaluatedProperties;
  if (properties === undefined && patternProperties === undefined && rest === undefined) return true;
  const known = properties === undefined ? {} : requireObject(properties, "properties");
  const patterns = Object.entries(
    patternProperties === undefined ? {} : requireObject(patternProperties, "patternProperties"),
  );
  let fits = true;
  const member = (key: string, inner: Json | undefined) => {
    const place = { key, above: spot };
    if (!key.isWellFormed()) return check.refuse(undefined, () => "a name is not well-formed Unicode text.");
    return check.fits(inner, value[key] ?? null, place, undefined);
  };
  const isKnown = new Set<string>();
  const names = Object.keys(known);
  check.budget.spend(names.length >> 3);
  for (const key of names) {
    if (!Object.hasOwn(value, key)) continue;
    fits = member(key, known[key]) && fits;
    isKnown.add(key);
  }
  if (patterns.length === 0 && rest === undefined && evaluated === undefined) return fits;
  for (const key of Object.keys(value)) {
    check.budget.spend(1);
    for (const [pattern, inner] of patterns) {
      if (!check.matches(pattern, key)) continue;
      fits = member(key, inner) && fits;
      isKnown.add(key);
    }
    if (!isKnown.has(key) && additionalProperties !== undefined) {
      fits = member(key, additionalProperties) && fits;
      isKnown.add(key);
    }
    if (!isKnown.has(key) && unevaluatedProperties !== undefined && evaluated?.has(key) === false) {
      fits = member(key, unevaluatedProperties) && fits;
      isKnown.add(key);
    }
    if (isKnown.has(key)) evaluated?.note(key);
  }
  return fits;
}
