/** Schemas and patterns that are cheap to send and dear to run, each with a value that makes them so; more than 200. */
import type { Json, JsonObject } from "../../../src/core/json.ts";

/** A schema of arguments `{ v }`, and the value of `v`. */
export interface Hostile {
  readonly name: string;
  readonly schema: JsonObject;
  readonly value: Json;
}

const LONG = 30_000;

const EXPONENTIAL = [
  "^(a+)+$",
  "^(a*)*$",
  "^(a|a)*$",
  "^(a|aa)+$",
  "^((a+)+)+$",
  "^(a+a+)+$",
  "^(a?){40}a{40}$",
  "^([a-z]+)*$",
  "^(?:a+)+b",
  "(x+x+)+y",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  "^(\\w+\\s?)*$",
  "^(.*a){20}$",
  "^(a|b|ab)*c$",
  "^(?=(a+)+$)b",
  "^(?!(a+)+$)",
  "(?<=(a+)+)b",
  "^(?<x>a+)+$",
  "^((a{1,9}){1,9}){1,9}$",
  "^(a*?)*?$",
  "^([a-zA-Z0-9])(([\\-.]|[_]+)?([a-zA-Z0-9]+))*(@){1}[a-z0-9]+[.]{1}[a-z]{2,3}$",
  "^(\\p{L}+)+$",
  "^(a+)+\\1$",
  "^(a*)*\\1b$",
  "^(?<q>a+)(b|\\k<q>)*c$",
  "^(?:(a+)|(a+a))*\\2$",
];
const POLYNOMIAL = [
  "a*a*a*a*a*b",
  ".*.*.*.*=.*",
  "(.*)(.*)(.*)(.*)x",
  "\\s+$",
  "^\\s*a*\\s*a*\\s*$!",
  "a{0,500}a{0,500}b",
  "\\w*\\w*\\w*!!",
  "(?=.*a.*a.*a.*b)",
  "[^b]*[^b]*[^b]*b",
  ".{0,900}.{0,900}b",
  "(?<!a*)b",
  "\\ba*\\Ba*b\\b",
];
const SIZED = [
  "(?:a{1000}){1000}",
  "((((a{99}){99}){99}){99})",
  "[a-z]{1,9}(?:\\.[a-z]{1,9}){1,999}",
  "^.{1,99999}$",
];

function patterns(): Hostile[] {
  const texts: [string, string][] = [["short", "a".repeat(40)], ["long", "a".repeat(LONG)]];
  return [...EXPONENTIAL, ...POLYNOMIAL, ...SIZED].flatMap((pattern) =>
    texts.flatMap(([kind, text]): Hostile[] => [
      { name: `pattern ${pattern}, a ${kind} text`, schema: { type: "string", pattern }, value: `${text}!` },
      {
        name: `patternProperties ${pattern}, a ${kind} name`,
        schema: { patternProperties: { [pattern]: { type: "null" } } },
        value: { [`${text}!`]: 1 },
      },
    ])
  );
}

/** `$defs` of which each leads twice to the next. */
function doubling(combine: (next: JsonObject) => JsonObject, levels: number): JsonObject {
  const defs = Object.fromEntries(
    Array.from({ length: levels }, (_, at): [string, Json] => [
      `d${at}`,
      at === levels - 1 ? { type: "integer" } : combine({ $ref: `#/$defs/d${at + 1}` }),
    ]),
  );
  return { $ref: "#/$defs/d0", $defs: defs };
}

/** As `properties.v`, the references of which begin at the root. */
const COMBINATIONS: Readonly<Record<string, (next: JsonObject) => JsonObject>> = {
  allOf: (next) => ({ allOf: [next, next] }),
  anyOf: (next) => ({ anyOf: [next, next] }),
  oneOf: (next) => ({ oneOf: [next, next] }),
  not: (next) => ({ allOf: [{ not: next }, { not: next }] }),
  if: (next) => ({ if: next, then: next, else: next }),
  dependentSchemas: (next) => ({ dependentSchemas: { a: next, b: next } }),
  unevaluated: (next) => ({ allOf: [next, next], unevaluatedProperties: false, unevaluatedItems: false }),
};

const small: Json = { a: 1, b: 2 };
const numbers = Array.from({ length: LONG }, (_, index) => index);
const names = Object.fromEntries(numbers.slice(0, 10_000).map((index) => [`k${index}`, index]));
const objects = numbers.slice(0, 5_000).map((index) => ({ a: index, b: [index] }));

function nested(levels: number, wrap: (inner: JsonObject) => JsonObject): JsonObject {
  let schema: JsonObject = { type: "integer" };
  for (let level = 0; level < levels; level++) schema = wrap(schema);
  return schema;
}

function deepValue(levels: number): Json {
  let value: Json = 1;
  for (let level = 0; level < levels; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

function structures(): Hostile[] {
  const found: Hostile[] = [];
  const add = (name: string, schema: JsonObject, value: Json) => found.push({ name, schema, value });
  for (const [name, combine] of Object.entries(COMBINATIONS)) {
    for (const levels of [12, 28, 60]) {
      for (const value of [small, 1, objects]) {
        add(
          `${levels} $defs that double by ${name}, ${JSON.stringify(value).length} bytes`,
          doubling(combine, levels),
          value,
        );
      }
    }
    add(`${name} nested 8 deep`, nested(8, combine), small);
  }
  add("a reference to itself", { $ref: "#/$defs/a", $defs: { a: { $ref: "#/$defs/a" } } }, 1);
  add("references in a circle", {
    $ref: "#/$defs/a",
    $defs: { a: { allOf: [{ $ref: "#/$defs/b" }] }, b: { anyOf: [{ $ref: "#/$defs/a" }] } },
  }, 1);
  add("a $recursiveRef to itself", { $recursiveRef: "#" }, deepValue(30));
  add("a $dynamicRef in a circle", { $dynamicAnchor: "n", allOf: [{ $dynamicRef: "#n" }] }, 1);
  add("a tree by references, doubled at each level", {
    $defs: {
      n: { type: "object", additionalProperties: { allOf: [{ $ref: "#/$defs/n" }, { $ref: "#/$defs/n" }] } },
    },
    $ref: "#/$defs/n",
  }, nested(40, (a) => ({ a })));
  add("a tree by references, four at each level", {
    $defs: { n: { anyOf: [1, 2, 3, 4].map(() => ({ items: { $ref: "#/$defs/n" }, type: "string" })) } },
    $ref: "#/$defs/n",
  }, nestedArrays(40));
  for (const size of [100, 1_900, 40_000]) {
    const values = Array.from({ length: size }, (_, index) => ({ a: [index] }));
    add(`an enum of ${size} objects`, { items: { enum: values } }, objects);
    add(`an enum of ${size} numbers`, { items: { enum: values.map((_, index) => -index - 1) } }, numbers);
    const branches = Array.from({ length: size }, (_, index) => ({ const: -index - 1 }));
    for (const keyword of ["anyOf", "oneOf", "allOf"]) {
      add(`${keyword} of ${size}`, { items: { [keyword]: branches } }, numbers);
    }
    const properties = Object.fromEntries(values.map((_, index) => [`p${index}`, { type: "null" }]));
    add(`${size} properties`, { items: { properties, required: Object.keys(properties) } }, objects);
    add(`${size} dependentRequired`, {
      items: { dependentRequired: Object.fromEntries(Object.keys(properties).map((key) => [key, ["a"]])) },
    }, objects);
  }
  add("uniqueItems over numbers", { uniqueItems: true }, numbers);
  add("uniqueItems over objects", { uniqueItems: true }, objects);
  add("uniqueItems in each item", { items: { uniqueItems: true } }, objects.map(() => numbers.slice(0, 50)));
  add("propertyNames with a pattern", { propertyNames: { pattern: "^(k+)+$" } }, names);
  add("propertyNames that none fits", { propertyNames: { anyOf: Array(50).fill({ maxLength: 1 }) } }, names);
  add("64 patterns of properties", {
    patternProperties: Object.fromEntries(numbers.slice(0, 64).map((n) => [`^(k+)+${n}$`, false])),
  }, names);
  add("5000 patterns of properties", {
    patternProperties: Object.fromEntries(numbers.slice(0, 5_000).map((n) => [`k${n}`, {}])),
  }, names);
  add(
    "contains in contains",
    { contains: { contains: { const: -1 } } },
    objects.slice(0, 300).map(() => numbers.slice(0, 300)),
  );
  add(
    "minContains",
    { contains: { enum: numbers.slice(0, 1_000).map((n) => -n - 1) }, minContains: 9 },
    numbers,
  );
  add("a factor of 1e-300", { items: { multipleOf: 1e-300 } }, numbers.map((n) => 1e300 + n));
  add("unevaluatedItems", {
    anyOf: Array(100).fill({ prefixItems: Array(50).fill({}) }),
    unevaluatedItems: false,
  }, numbers);
  add("unevaluatedProperties", {
    anyOf: Array(100).fill({ properties: {} }),
    unevaluatedProperties: { type: "null" },
  }, names);
  add("allOf of 900", { allOf: Array(900).fill({ type: "array" }) }, numbers);
  for (
    const format of [
      "uri",
      "uri-reference",
      "uri-template",
      "url",
      "email",
      "hostname",
      "duration",
      "date-time",
      "json-pointer",
      "ipv6",
      "regex",
      "relative-json-pointer",
    ]
  ) {
    for (
      const text of [
        `http://${"a:".repeat(LONG)}`,
        `${"/a".repeat(LONG)}~`,
        `P${"1".repeat(LONG)}`,
        `{${"a,".repeat(LONG)}`,
        `${"a.".repeat(LONG)}@`,
      ]
    ) {
      add(`format ${format} of ${text.slice(0, 9)}`, { format }, text);
    }
  }
  return found;
}

function nestedArrays(levels: number): Json {
  let value: Json = 1;
  for (let level = 0; level < levels; level++) value = [value];
  return value;
}

/** All of them. */
export const HOSTILE: readonly Hostile[] = [...patterns(), ...structures()];

/** The schema of a tool's arguments that has this one, with its definitions where its references look for them. */
export function asParameters({ schema }: Hostile): JsonObject {
  const { $defs, ...rest } = schema;
  return { type: "object", properties: { v: rest }, ...($defs === undefined ? {} : { $defs }) };
}
