// The bounds of a foreign schema, of a request or of a server of tools. They are checked when it arrives, before anything is spent;
// fits_schema.ts bounds the cost of its use.

import { isJsonObject, type Json, type JsonObject, type JsonSchema, nestsDeeper } from "../json.ts";
import { compilePattern } from "./pattern.ts";
import { PatternUnusable } from "./pattern_unusable.ts";
import { prepare } from "./_prepared.ts";

/** Most of what a schema of a stranger may have. */
export const SCHEMA_BOUNDS = {
  /** Characters as JSON. */
  chars: 131_072,
  /** Arrays and objects inside each other. */
  depth: 64,
  /** Schemas in it. */
  schemas: 5_000,
  /** Properties of one object, and patterns of properties. */
  properties: 1_000,
  patternProperties: 64,
  /** Values of one enum. */
  values: 2_000,
  /** Characters of one pattern. */
  pattern: 1_000,
  /** Steps of all patterns, with counted repetitions written out. */
  patternSteps: 5_000,
  /** Schemas that meet one value, with every reference followed: what `allOf` doubles grows here. */
  branches: 1_000,
} as const;

/** Why a schema is not accepted, and where. */
export interface BoundProblem {
  /** The keys and indexes on the way to it; of what a reference leads to, those of the reference. */
  readonly path: readonly (string | number)[];
  /** A sentence without a subject and a full stop, such as `has more than 2000 values`. */
  readonly detail: string;
}

/**
 * What is wrong with a schema of a stranger; undefined where it is in bounds and can be used.
 *
 * @example
 * ```ts
 * import { boundProblem } from "./bounds.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(boundProblem({ type: "object", properties: { id: { type: "string", pattern: "^(a+)+$" } } }), undefined);
 * assert.deepEqual(boundProblem({ properties: { a: { $ref: "#/$defs/b" } } }), {
 *   path: ["properties", "a", "$ref"],
 *   detail: 'leads nowhere: "#/$defs/b"',
 * });
 * ```
 */
export function boundProblem(schema: JsonSchema): BoundProblem | undefined {
  if (nestsDeeper(schema, SCHEMA_BOUNDS.depth)) {
    return whole(`is nested deeper than ${SCHEMA_BOUNDS.depth} levels`);
  }
  if (JSON.stringify(schema).length > SCHEMA_BOUNDS.chars) {
    return whole(`is longer than ${SCHEMA_BOUNDS.chars} characters of JSON`);
  }
  try {
    new Survey(schema).run();
    return undefined;
  } catch (thrown) {
    if (thrown instanceof OutOfBounds) return { path: thrown.path, detail: thrown.message };
    throw thrown;
  }
}

function whole(detail: string): BoundProblem {
  return { path: [], detail };
}

type Path = readonly (string | number)[];

class OutOfBounds extends Error {
  override readonly name = "OutOfBounds";
  readonly path: Path;

  constructor(path: Path, message: string) {
    super(message);
    this.path = path;
  }
}

/** Keywords whose schemas meet the same value. */
const SAME_VALUE: ReadonlySet<string> = new Set(["allOf", "anyOf", "else", "if", "not", "oneOf", "then"]);

/** Keywords that hold a schema, or a list of them. */
const SCHEMAS: ReadonlySet<string> = new Set([
  ...SAME_VALUE,
  "additionalItems",
  "additionalProperties",
  "contains",
  "items",
  "prefixItems",
  "propertyNames",
  "unevaluatedItems",
  "unevaluatedProperties",
]);

/** Keywords that hold schemas by names. */
const NAMED: ReadonlySet<string> = new Set([
  "$defs",
  "definitions",
  "dependencies",
  "dependentSchemas",
  "patternProperties",
  "properties",
]);

const REFERENCES: ReadonlySet<string> = new Set(["$dynamicRef", "$recursiveRef", "$ref"]);

/** Most references and combinations that follow one another at one value. */
const MOST_CHAIN = 64;

interface Part {
  readonly schema: Json;
  readonly path: Path;
}

class Survey {
  readonly #root: JsonSchema;
  /** Schemas that meet one value from a schema on; 0 while they are counted. */
  readonly #branches = new Map<Json, number>();
  readonly #left: Part[] = [];
  #count = 0;
  #patternSteps = 0;

  constructor(root: JsonSchema) {
    this.#root = root;
  }

  run(): void {
    this.#left.push({ schema: this.#root, path: [] });
    for (let part = this.#left.pop(); part !== undefined; part = this.#left.pop()) this.#visit(part, 0);
  }

  /** Counts the schemas that meet one value; what meets a part of it is left for later. */
  #visit({ schema, path }: Part, chain: number): number {
    if (typeof schema === "boolean") return 1;
    if (!isJsonObject(schema)) throw new OutOfBounds(path, "is no schema: write an object, true or false");
    const known = this.#branches.get(schema);
    if (known === 0) throw new OutOfBounds(path, "leads back to itself");
    if (known !== undefined) return known;
    if (chain > MOST_CHAIN) {
      throw new OutOfBounds(path, `follows more than ${MOST_CHAIN} references in a row`);
    }
    if (++this.#count > SCHEMA_BOUNDS.schemas) {
      throw new OutOfBounds([], `has more than ${SCHEMA_BOUNDS.schemas} schemas`);
    }
    this.#branches.set(schema, 0);
    let branches = 1;
    for (const [keyword, value] of Object.entries(schema)) {
      const place = [...path, keyword];
      this.#checkKeyword(keyword, value, place);
      for (const part of this.#partsOf(schema, keyword, value, place)) {
        if (!part.isSame) this.#left.push(part);
        else branches += this.#visit(part, chain + 1);
      }
    }
    if (branches > SCHEMA_BOUNDS.branches) {
      throw new OutOfBounds(path, `lets more than ${SCHEMA_BOUNDS.branches} schemas meet one value`);
    }
    this.#branches.set(schema, branches);
    return branches;
  }

  #partsOf(
    schema: JsonObject,
    keyword: string,
    value: Json,
    path: Path,
  ): readonly (Part & { readonly isSame: boolean })[] {
    if (REFERENCES.has(keyword)) {
      const target = typeof value === "string"
        ? prepare(this.#root).references.resolve(schema, value)
        : undefined;
      if (target !== undefined) return [{ schema: target, path, isSame: true }];
      if (keyword !== "$ref") return [];
      throw new OutOfBounds(path, `leads nowhere: ${JSON.stringify(value).slice(0, 80)}`);
    }
    if (SCHEMAS.has(keyword)) {
      const isSame = SAME_VALUE.has(keyword);
      if (!Array.isArray(value)) return [{ schema: value, path, isSame }];
      return value.map((item, index) => ({ schema: item, path: [...path, index], isSame }));
    }
    if (!NAMED.has(keyword)) return [];
    if (!isJsonObject(value)) throw new OutOfBounds(path, "is no object of schemas");
    const isSame = keyword === "dependentSchemas" || keyword === "dependencies";
    return Object.entries(value).filter(([, item]) => !(keyword === "dependencies" && Array.isArray(item)))
      .map((
        [name, item],
      ) => ({ schema: item, path: [...path, name], isSame }));
  }

  #checkKeyword(keyword: string, value: Json, path: Path): void {
    switch (keyword) {
      case "enum":
        if (!Array.isArray(value)) throw new OutOfBounds(path, "is no list of values");
        return atMost(value.length, SCHEMA_BOUNDS.values, "values", path);
      case "pattern":
        return this.#checkPattern(value, path);
      case "properties":
        return atMost(Object.keys(Object(value)).length, SCHEMA_BOUNDS.properties, "properties", path);
      case "patternProperties":
        atMost(Object.keys(Object(value)).length, SCHEMA_BOUNDS.patternProperties, "patterns", path);
        for (const pattern of Object.keys(Object(value))) this.#checkPattern(pattern, [...path, pattern]);
    }
  }

  #checkPattern(pattern: Json, path: Path): void {
    if (typeof pattern !== "string") throw new OutOfBounds(path, "is no text");
    if (pattern.length > SCHEMA_BOUNDS.pattern) {
      throw new OutOfBounds(path, `is a pattern of more than ${SCHEMA_BOUNDS.pattern} characters`);
    }
    try {
      const left = SCHEMA_BOUNDS.patternSteps - this.#patternSteps;
      this.#patternSteps += compilePattern(pattern, left).program.length;
    } catch (thrown) {
      if (thrown instanceof PatternUnusable) {
        throw new OutOfBounds(path, `is a pattern that ${thrown.message}`);
      }
      throw thrown;
    }
  }
}

function atMost(count: number, most: number, what: string, path: Path): void {
  if (count > most) throw new OutOfBounds(path, `has more than ${most} ${what}`);
}
