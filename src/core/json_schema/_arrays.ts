// The keywords of lists.

import type { Json, JsonObject } from "../json.ts";
import type { Checker } from "./_checker.ts";
import { findRepeated } from "./_equality.ts";
import type { Evaluated } from "./_evaluated.ts";
import type { Spot } from "./_findings.ts";
import { requireList, requireNumber } from "./_keywords.ts";

/** @throws {BudgetSpent | SchemaBroken | PatternUnusable} */
export function checkArray(
  check: Checker,
  schema: JsonObject,
  value: readonly Json[],
  spot: Spot | undefined,
  evaluated: Evaluated | undefined,
): boolean {
  let fits = checkSize(check, schema, value, spot);
  fits = checkItems(check, schema, value, spot, evaluated) && fits;
  if (schema.contains !== undefined) fits = checkContains(check, schema, value, spot, evaluated) && fits;
  if (schema.unevaluatedItems !== undefined && evaluated !== undefined) {
    for (const [index, item] of value.entries()) {
      if (evaluated.has(index)) continue;
      fits = check.fits(schema.unevaluatedItems, item, { key: index, above: spot }, undefined) && fits;
      evaluated.note(index);
    }
  }
  return fits;
}

function checkSize(
  check: Checker,
  schema: JsonObject,
  value: readonly Json[],
  spot: Spot | undefined,
): boolean {
  const { minItems, maxItems, uniqueItems } = schema;
  const [least, most] = [
    requireNumber(minItems, "minItems", 0),
    requireNumber(maxItems, "maxItems", Infinity),
  ];
  let fits = true;
  if (value.length > most) {
    fits = check.refuse(spot, () => `Array has too many items (${value.length} > ${most}).`);
  }
  if (value.length < least) {
    fits = check.refuse(spot, () => `Array has too few items (${value.length} < ${least}).`);
  }
  const repeated = uniqueItems === true ? findRepeated(value, check.budget) : undefined;
  if (repeated === undefined) return fits;
  return check.refuse(spot, () => `Duplicate items at indexes ${repeated.join(" and ")}.`);
}

function checkItems(
  check: Checker,
  { prefixItems, items, additionalItems }: JsonObject,
  value: readonly Json[],
  spot: Spot | undefined,
  evaluated: Evaluated | undefined,
): boolean {
  const list = prefixItems ?? (Array.isArray(items) ? items : undefined);
  const first = list === undefined ? [] : requireList(list, "prefixItems");
  const rest = Array.isArray(items) ? additionalItems : items;
  if (first.length === 0 && rest === undefined) return true;
  let fits = true;
  for (const [index, item] of value.entries()) {
    const schema = index < first.length ? first[index] : rest;
    if (schema === undefined) break;
    fits = check.fits(schema, item, { key: index, above: spot }, undefined) && fits;
    evaluated?.note(index);
  }
  return fits;
}

function checkContains(
  check: Checker,
  { contains, minContains, maxContains }: JsonObject,
  value: readonly Json[],
  spot: Spot | undefined,
  evaluated: Evaluated | undefined,
): boolean {
  const least = requireNumber(minContains, "minContains", 1);
  const most = requireNumber(maxContains, "maxContains", Infinity);
  let found = 0;
  for (const [index, item] of value.entries()) {
    if (!check.quietly(contains, item, { key: index, above: spot })) continue;
    found++;
    if (check.draft === 2020) evaluated?.note(index);
  }
  if (found < least) {
    return check.refuse(
      spot,
      () =>
        minContains === undefined
          ? "Array does not contain item matching schema."
          : `Array must contain at least ${least} items matching schema. Only ${found} items were found.`,
    );
  }
  if (found <= most) return true;
  return check.refuse(
    spot,
    () => `Array may contain at most ${most} items matching schema. ${found} items were found.`,
  );
}
