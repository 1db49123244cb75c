// D7: schemas in the common subset of the APIs that hold answers to a schema.
import assert from "node:assert/strict";
import type { JsonSchema } from "../../../src/core/json.ts";
import { decisionSchema, toDecisionScope } from "../../../src/kernel/prompt/decision_schema.ts";
import { toOutputSchema } from "../../../src/providers/_wire/output_schema.ts";
import { brokenClosedRule, brokenStrictRule } from "../../wire/output/rules.ts";

const text = { type: "string" };
const object = (properties: JsonSchema, required = Object.keys(properties)): JsonSchema => ({
  type: "object",
  properties,
  required,
});

const ROWS: readonly [string, JsonSchema, isClosed: boolean, isStrict: boolean][] = [
  ["all required", object({ a: text, b: { type: ["string", "null"] } }), true, true],
  ["an optional property", object({ a: text, b: text }, ["a"]), true, false],
  ["an object of any keys", object({ a: { type: "object" } }), false, false],
  ["additional properties", { ...object({ a: text }), additionalProperties: text }, false, false],
  ["no properties at all", { type: "object", properties: {}, additionalProperties: false }, true, true],
  ["pattern properties", { ...object({ a: text }), patternProperties: { x: text } }, false, false],
  ["any value", object({ a: {} }), false, false],
  ["true", object({ a: true }), false, false],
  ["a list", object({ a: { type: "array", items: object({ b: text }), minItems: 3 } }), true, true],
  ["bounds", object({ a: { type: "integer", minimum: 1, maximum: 9, multipleOf: 2 } }), true, true],
  ["a union", object({ a: { oneOf: [object({ x: text }), object({ y: text })] } }), true, true],
  [
    "a union with one first key",
    object({ a: { anyOf: [object({ x: text }), object({ x: text, y: text })] } }),
    true,
    false,
  ],
  [
    "a definition",
    { ...object({ a: { $ref: "#/$defs/t" } }), $defs: { t: object({ b: text }) } },
    true,
    true,
  ],
  ["itself", object({ a: { anyOf: [{ $ref: "#" }, { type: "null" }] } }), false, false],
  [
    "a definition in itself",
    {
      ...object({ a: { $ref: "#/$defs/t" } }),
      $defs: { t: object({ b: { anyOf: [{ $ref: "#/$defs/t" }, { type: "null" }] } }) },
    },
    false,
    false,
  ],
];
for (const [label, schema, isClosed, isStrict] of ROWS) {
  Deno.test(`D7: a schema with ${label} is ${isStrict ? "strict" : isClosed ? "closed" : "open"}`, () => {
    const before = structuredClone(schema);
    const result = toOutputSchema(schema);
    assert.deepEqual([result.isClosed, result.isStrict], [isClosed, isStrict]);
    if (isClosed) assert.equal(brokenClosedRule(result.schema), undefined);
    if (isStrict) assert.equal(brokenStrictRule(result.schema), undefined);
    assert.deepEqual(schema, before, "the schema itself is not changed");
    assert.equal(toOutputSchema(schema), result, "it is reduced once");
  });
}

Deno.test("D7: tools bring their definitions into the decision under names of their own", () => {
  const parameters = (type: string): JsonSchema => ({
    ...object({ a: { $ref: "#/$defs/t" } }),
    $defs: { t: { type } },
  });
  const tools = [
    { name: "one", description: "", parameters: parameters("string") },
    {
      name: "two",
      description: "",
      parameters: { ...parameters("number"), ...object({ b: { $ref: "#/$defs/t" } }) },
    },
    { name: "odd", description: "", parameters: object({ c: { $ref: "#/properties/d" }, d: text }) },
  ];
  const { $defs, properties } = decisionSchema(toDecisionScope({ type: "required" }, tools), undefined);
  assert.deepEqual($defs, { tool0_t: { type: "string" }, tool1_t: { type: "number" } });
  assert.deepEqual(JSON.parse(JSON.stringify(properties)).args, {
    anyOf: [
      object({ a: { $ref: "#/$defs/tool0_t" } }),
      object({ b: { $ref: "#/$defs/tool1_t" } }),
      { type: "object" },
    ],
  });
});
