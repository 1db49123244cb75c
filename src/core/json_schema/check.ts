// Whether a value fits a JSON Schema: drafts 4, 6, 7, 2019-09 and 2020-12, by walking both. By hand, because schemas and values of
// strangers are checked in the event loop that all tenants share: each step is counted, and patterns run in linear time
// (pattern.ts), which no kept library does without compiling code, and workerd compiles none.

import { isJsonObject, type Json, type JsonObject } from "../json.ts";
import type { Budget } from "./budget.ts";
import { checkArray } from "./_arrays.ts";
import type { Checker } from "./_checker.ts";
import { equals, isMultiple } from "./_equality.ts";
import { Evaluated } from "./_evaluated.ts";
import { describeForms, type Finding, MOST_FINDINGS, show, type Spot } from "./_findings.ts";
import { FORMATS } from "./format.ts";
import { checkObject } from "./_objects.ts";
import { compilePattern, matchesPattern, type Pattern } from "./pattern.ts";
import { type Draft, type Prepared, SchemaBroken } from "./_prepared.ts";
import { requireList, requireNumber, requireText } from "./_keywords.ts";

/** Most schemas that are met inside each other; a schema that leads back to itself at one value ends here. */
const MOST_DEPTH = 600;

/** One check of one value. */
export class Check implements Checker {
  readonly #prepared: Prepared;
  readonly budget: Budget;
  /** Undefined where no findings are needed. */
  #findings: Finding[] | undefined = [];
  readonly #patterns = new Map<string, Pattern>();
  #depth = 0;

  constructor(prepared: Prepared, budget: Budget) {
    this.#prepared = prepared;
    this.budget = budget;
  }

  get draft(): Draft {
    return this.#prepared.draft;
  }

  /** @throws {BudgetSpent | SchemaBroken | PatternUnusable} */
  findings(value: Json): readonly Finding[] {
    const fits = this.fits(this.#prepared.schema, value, undefined, undefined);
    return fits ? [] : this.#findings ?? [];
  }

  fits(
    schema: Json | undefined,
    value: Json,
    spot: Spot | undefined,
    evaluated: Evaluated | undefined,
  ): boolean {
    this.budget.spend(1);
    if (schema === true) return true;
    if (schema === false) return this.refuse(spot, () => "is not a known argument here; leave it out.");
    if (!isJsonObject(schema)) throw new SchemaBroken(`${show(schema)} is no schema.`);
    if (++this.#depth > MOST_DEPTH) throw new SchemaBroken("it leads back to itself.");
    const own = this.#prepared.tracks ? new Evaluated() : undefined;
    const fits = this.#fitsObject(schema, value, spot, own);
    this.#depth--;
    if (fits && own !== undefined) evaluated?.add(own, this.budget);
    return fits;
  }

  quietly(schema: Json | undefined, value: Json, spot: Spot | undefined, evaluated?: Evaluated): boolean {
    const findings = this.#findings;
    this.#findings = undefined;
    const fits = this.fits(schema, value, spot, evaluated);
    this.#findings = findings;
    return fits;
  }

  refuse(spot: Spot | undefined, say: () => string, short?: string): false {
    if (this.#findings !== undefined && this.#findings.length < MOST_FINDINGS) {
      this.#findings.push(short === undefined ? { spot, say } : { spot, say, short });
    }
    return false;
  }

  matches(pattern: string, text: string): boolean {
    let known = this.#patterns.get(pattern);
    if (known === undefined) {
      known = compilePattern(pattern);
      this.budget.spend(known.program.length + pattern.length);
      this.#patterns.set(pattern, known);
    }
    return matchesPattern(known, text, this.budget);
  }

  #fitsObject(schema: JsonObject, value: Json, spot: Spot | undefined, own: Evaluated | undefined): boolean {
    const { $ref } = schema;
    let fits = true;
    if ($ref !== undefined) {
      fits = this.fits(this.#target(schema, requireText($ref, "$ref")), value, spot, own);
      if (this.draft <= 7) return fits;
    }
    fits = this.#follows(schema, value, spot, own) && fits;
    fits = this.#isOfKind(schema, value, spot) && fits;
    fits = this.#combines(schema, value, spot, own) && fits;
    if (typeof value === "string") return this.#fitsText(schema, value, spot) && fits;
    if (typeof value === "number") return this.#fitsNumber(schema, value, spot) && fits;
    if (Array.isArray(value)) return checkArray(this, schema, value, spot, own) && fits;
    return isJsonObject(value) ? checkObject(this, schema, value, spot, own) && fits : fits;
  }

  #target(schema: JsonObject, reference: string): Json {
    const target = this.#prepared.references.resolve(schema, reference);
    if (target === undefined) throw new SchemaBroken(`Unresolved $ref ${show(reference)}.`);
    return target;
  }

  /** The references that later drafts have beside `$ref`. In one document they lead where `$ref` would. */
  #follows(schema: JsonObject, value: Json, spot: Spot | undefined, own: Evaluated | undefined): boolean {
    const { $recursiveRef, $dynamicRef } = schema;
    let fits = true;
    for (const reference of [$recursiveRef, $dynamicRef]) {
      if (typeof reference !== "string") continue;
      const target = this.#prepared.references.resolve(schema, reference);
      if (target !== undefined) fits = this.fits(target, value, spot, own) && fits;
    }
    return fits;
  }

  #isOfKind(
    { type, enum: values, const: constant }: JsonObject,
    value: Json,
    spot: Spot | undefined,
  ): boolean {
    let fits = true;
    if (type !== undefined) {
      const types = Array.isArray(type) ? type : [type];
      if (!types.some((name) => isOfType(value, name))) {
        fits = this.refuse(spot, () => `must be ${types.join(" or ")}, not ${typeName(value)}.`);
      }
    }
    if (constant !== undefined && !equals(value, constant, this.budget)) {
      fits = this.refuse(spot, () => `The value does not match ${show(constant)}.`);
    }
    if (values !== undefined) {
      const list = requireList(values, "enum");
      this.budget.spend(list.length >> 3);
      if (!list.some((item) => equals(value, item, this.budget))) {
        fits = this.refuse(spot, () => `must be one of ${showList(list)}.`);
      }
    }
    return fits;
  }

  #combines(schema: JsonObject, value: Json, spot: Spot | undefined, own: Evaluated | undefined): boolean {
    const { not, allOf, anyOf, oneOf, if: condition } = schema;
    let fits = true;
    if (not !== undefined && this.quietly(not, value, spot)) {
      fits = this.refuse(spot, () => 'The value matched "not" schema.');
    }
    if (allOf !== undefined) {
      for (const item of requireList(allOf, "allOf")) fits = this.fits(item, value, spot, own) && fits;
    }
    if (anyOf !== undefined) {
      fits = this.#choice(requireList(anyOf, "anyOf"), value, spot, own, false) && fits;
    }
    if (oneOf !== undefined) fits = this.#choice(requireList(oneOf, "oneOf"), value, spot, own, true) && fits;
    if (condition !== undefined) {
      const branch = this.quietly(condition, value, spot, own) ? schema.then : schema.else;
      if (branch !== undefined) fits = this.fits(branch, value, spot, own) && fits;
    }
    return fits;
  }

  #choice(
    forms: readonly Json[],
    value: Json,
    spot: Spot | undefined,
    own: Evaluated | undefined,
    isExclusive: boolean,
  ): boolean {
    const outer = this.#findings;
    const inner: Finding[] | undefined = outer === undefined ? undefined : [];
    this.#findings = inner;
    let matches = 0;
    for (const form of forms) {
      if (this.fits(form, value, spot, own)) matches++;
      // Where no keyword reads the evaluated members, the first form that fits decides an anyOf.
      if (!isExclusive && matches > 0 && own === undefined) break;
    }
    this.#findings = outer;
    if (isExclusive ? matches === 1 : matches > 0) return true;
    const short = isExclusive
      ? `The value does not match exactly one subschema (${matches} matches).`
      : NO_FORM;
    return this.refuse(spot, () => matches > 0 ? short : short + describeForms(inner ?? []), short);
  }

  #fitsText(
    { minLength, maxLength, pattern, format }: JsonObject,
    value: string,
    spot: Spot | undefined,
  ): boolean {
    let fits = true;
    if (minLength !== undefined || maxLength !== undefined) {
      const length = this.#lengthOf(value);
      const [least, most] = [
        requireNumber(minLength, "minLength", 0),
        requireNumber(maxLength, "maxLength", Infinity),
      ];
      if (length < least) fits = this.refuse(spot, () => `String is too short (${length} < ${least}).`);
      if (length > most) fits = this.refuse(spot, () => `String is too long (${length} > ${most}).`);
    }
    if (pattern !== undefined && !this.matches(requireText(pattern, "pattern"), value)) {
      fits = this.refuse(spot, () => "String does not match pattern.");
    }
    const isFormat = typeof format === "string" && Object.hasOwn(FORMATS, format)
      ? FORMATS[format]
      : undefined;
    if (isFormat !== undefined) {
      this.budget.spend(value.length >> 4);
      if (!isFormat(value)) fits = this.refuse(spot, () => `String does not match format "${format}".`);
    }
    return fits;
  }

  /** In characters, not in UTF-16 units. */
  #lengthOf(text: string): number {
    this.budget.spend(text.length >> 5);
    let length = text.length;
    for (let at = 0; at < text.length - 1; at++) {
      if ((text.codePointAt(at) ?? 0) > 0xffff) {
        length--;
        at++;
      }
    }
    return length;
  }

  #fitsNumber(schema: JsonObject, value: number, spot: Spot | undefined): boolean {
    const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema;
    const least = requireNumber(minimum, "minimum", -Infinity);
    const most = requireNumber(maximum, "maximum", Infinity);
    // Booleans in draft 4.
    const isAboveLeast = exclusiveMinimum === true ? value > least : value >= least;
    const isBelowMost = exclusiveMaximum === true ? value < most : value <= most;
    let fits = true;
    if (!isAboveLeast) fits = this.refuse(spot, () => `${value} is less than ${least}.`);
    if (!isBelowMost) fits = this.refuse(spot, () => `${value} is greater than ${most}.`);
    if (typeof exclusiveMinimum === "number" && value <= exclusiveMinimum) {
      fits = this.refuse(spot, () => `${value} is less than or equal to ${exclusiveMinimum}.`);
    }
    if (typeof exclusiveMaximum === "number" && value >= exclusiveMaximum) {
      fits = this.refuse(spot, () => `${value} is greater than or equal to ${exclusiveMaximum}.`);
    }
    if (multipleOf !== undefined) {
      const factor = requireNumber(multipleOf, "multipleOf", 1);
      this.budget.spend(40);
      if (!isMultiple(value, factor)) {
        fits = this.refuse(spot, () => `${value} is not a multiple of ${factor}.`);
      }
    }
    return fits;
  }
}

const NO_FORM = "fits none of the allowed forms.";

function isOfType(value: Json, name: Json): boolean {
  switch (name) {
    case "integer":
      return Number.isInteger(value);
    case "number":
      return typeof value === "number" && Number.isFinite(value);
    default:
      return typeName(value) === name;
  }
}

function typeName(value: Json): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

const LISTED = 64;

function showList(list: readonly Json[]): string {
  return list.length <= LISTED ? show([...list]) : show(list.slice(0, LISTED));
}
