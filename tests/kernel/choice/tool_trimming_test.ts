import assert from "node:assert/strict";
import fc from "fast-check";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { toolsToSend, trimSchema } from "../../../src/kernel/choice/tool_trimming.ts";
import type { Json, JsonObject } from "../../../src/core/json.ts";
import { checkArguments } from "../../../src/kernel/tools/validate.ts";
import { asSent } from "../../support/as_sent.ts";

const tools = ["zeta", "alpha", "Beta"].map((name) =>
  defineTool({
    name,
    description: `  Tool   ${name}.\n\n\n\n    Second line.\n      - an item  \n  `,
    parameters: { type: "object", title: "Args", properties: { city: { type: "string", title: "City" } } },
    effect: "pure",
    run: () => null,
  })
);

Deno.test("P10: a token-efficient agent sends trimmed tools by name, the same list every time", () => {
  const agent = defineAgent({ name: "sparing", tools, tokenEfficient: true });
  const sent = toolsToSend(agent);
  assert.deepEqual(asSent(sent[1]), {
    name: "alpha",
    description: "Tool alpha.\n\nSecond line.\n  - an item",
    parameters: { type: "object", properties: { city: { type: "string" } } },
  });
  assert.deepEqual(sent.map(({ name }) => name), ["Beta", "alpha", "zeta"]);
  assert.equal(toolsToSend(agent), sent);
  const shuffled = defineAgent({ name: "sparing", tools: tools.toReversed(), tokenEfficient: true });
  assert.deepEqual(toolsToSend(shuffled), sent, "whatever the order they are written in");
  assert.equal(agent.tools[0]?.name, "zeta", "the agent itself is as it was");
});

Deno.test("P10: any other agent sends its tools as they are", () => {
  const agent = defineAgent({ name: "plain", tools });
  assert.equal(toolsToSend(agent), agent.tools);
});

const string = (more: JsonObject = {}) => ({ type: "string", ...more });
const object = (properties: JsonObject, more: JsonObject = {}) => ({ type: "object", properties, ...more });
const DRAFT_7 = "http://json-schema.org/draft-07/schema#";
const CASES: readonly [string, JsonObject, JsonObject][] = [
  [
    "comments and examples go",
    object({ a: string({ $comment: "x", examples: ["y"] }) }),
    object({ a: string() }),
  ],
  [
    "a description stays, without blanks",
    object({ a: string({ description: " The\tcity,   in English. " }), b: string({ description: "  " }) }),
    object({ a: string({ description: "The city, in English." }), b: string() }),
  ],
  [
    "a title stays where it is the only word and no repetition",
    object({
      due_date: string({ title: "Due Date" }),
      x: string({ title: "Departure" }),
      y: string({ title: "T", description: "D" }),
    }),
    object({ due_date: string(), x: string({ title: "Departure" }), y: string({ description: "D" }) }),
  ],
  [
    "properties that bear the names of annotations stay",
    object({
      title: string(),
      default: string(),
      examples: string(),
      description: string({ title: "Description" }),
    }),
    object({ title: string(), default: string(), examples: string(), description: string() }),
  ],
  [
    "values are not read as schemas",
    object({ a: { enum: [{ title: "A", examples: [] }] }, b: { const: { default: 1, description: "" } } }),
    object({ a: { enum: [{ title: "A", examples: [] }] }, b: { const: { default: 1, description: "" } } }),
  ],
  [
    "a default stays where it tells what leaving the argument out means",
    object({ must: string({ default: "x" }), may: string({ default: "x" }), no: { default: null } }, {
      required: ["must"],
    }),
    object({ must: string(), may: string({ default: "x" }), no: {} }, { required: ["must"] }),
  ],
  [
    "what something refers to stays",
    object({ a: { $ref: "#/examples/0" }, b: string({ title: "B" }) }, { examples: [{ type: "number" }] }),
    object({ a: { $ref: "#/examples/0" }, b: string() }, { examples: [{ type: "number" }] }),
  ],
  [
    "a schema with anchors stays as it is",
    object({ a: { $ref: "#city", title: "A" } }, { $defs: { x: { $anchor: "city", title: "X" } } }),
    object({ a: { $ref: "#city", title: "A" } }, { $defs: { x: { $anchor: "city", title: "X" } } }),
  ],
  [
    "the draft goes where it means the same",
    object({ a: string() }, { $schema: DRAFT_7 }),
    object({ a: string() }),
  ],
  [
    "the draft stays where it means something else",
    object({ a: { items: [string({ title: "A" })] } }, { $schema: DRAFT_7 }),
    object({ a: { items: [string({ title: "A" })] } }, { $schema: DRAFT_7 }),
  ],
];
for (const [what, schema, expected] of CASES) {
  Deno.test(`P10: ${what}`, () => {
    const before = structuredClone(schema);
    assert.deepEqual(trimSchema(schema), expected);
    assert.deepEqual(schema, before, "the schema given is not changed");
    assert.deepEqual(trimSchema(expected), expected, "once is enough");
  });
}

// Random schemas, in which annotations stand everywhere and properties bear their names, and random values for them.

const NAMES = ["title", "default", "examples", "$comment", "description", "a", "__proto__"] as const;
const name = fc.constantFrom(...NAMES);
const value = fc.letrec<{ any: Json }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    fc.constantFrom<Json>(null, true, 0, 1, 2.5, "", "x", "title"),
    fc.array(tie("any"), { maxLength: 3 }),
    objectOf(tie("any")),
  ),
})).any;

function objectOf<T extends Json>(values: fc.Arbitrary<T>): fc.Arbitrary<JsonObject> {
  return fc.uniqueArray(fc.tuple(name, values), { selector: ([name]) => name, maxLength: 4 })
    .map((entries) => Object.fromEntries(entries));
}

const annotations = fc.record({
  title: fc.constantFrom("A", "Title", "Default"),
  description: fc.constantFrom("", "  ", " What   it is. "),
  examples: fc.array(value, { maxLength: 2 }),
  default: value,
  $comment: fc.constant("For people."),
}, { requiredKeys: [] });

const schema = fc.letrec<{ any: Json }>((tie) => ({
  any: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fc.constantFrom<Json>(true, false),
    described(fc.oneof(
      fc.constantFrom<JsonObject>(
        { type: "string", minLength: 1 },
        { type: "integer", minimum: 1 },
        { type: "boolean" },
        {},
        { $ref: "#/$defs/title" },
        { $ref: "#" },
        { $ref: "#/properties/default" },
        { type: ["string", "null"] },
      ),
      fc.array(value, { minLength: 1, maxLength: 3 }).map((values) => ({ enum: values })),
      value.map((value) => ({ const: value })),
    )),
    described(shape(tie("any"))),
    described(fc.record({ type: fc.constant("array"), items: tie("any") })),
    described(
      fc.record({ prefixItems: fc.array(tie("any"), { minLength: 1, maxLength: 2 }), contains: tie("any") }),
    ),
    described(
      fc.tuple(
        fc.constantFrom("anyOf", "oneOf", "allOf"),
        fc.array(tie("any"), { minLength: 1, maxLength: 3 }),
      )
        .map(([keyword, schemas]) => ({ [keyword]: schemas })),
    ),
    described(fc.record({ not: tie("any") })),
    described(fc.record({ if: tie("any"), then: tie("any"), else: tie("any") })),
  ),
})).any;

function described(schemas: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> {
  return fc.tuple(annotations, schemas).map(([words, schema]) => ({ ...words, ...schema }));
}

function shape(schemas: fc.Arbitrary<Json>): fc.Arbitrary<JsonObject> {
  return fc.record({
    type: fc.constant("object"),
    properties: objectOf(schemas),
    patternProperties: fc.record({ "^t": schemas }, { requiredKeys: [] }),
    required: fc.uniqueArray(name, { maxLength: 2 }),
    additionalProperties: schemas,
    dependentSchemas: objectOf(schemas),
  }, { requiredKeys: ["type", "properties"] });
}

const DRAFTS = [
  DRAFT_7,
  "https://json-schema.org/draft/2019-09/schema",
  "https://json-schema.org/draft/2020-12/schema",
];
const parameters = fc.tuple(annotations, shape(schema), schema, fc.option(fc.constantFrom(...DRAFTS))).map((
  [words, root, definition, $schema],
): JsonObject => ({
  ...words,
  ...root,
  ...($schema === null ? {} : { $schema }),
  $defs: { title: definition },
}));

Deno.test("P10: a trimmed schema accepts exactly the same values", () => {
  let valid = 0;
  let invalid = 0;
  fc.assert(
    fc.property(parameters, fc.array(objectOf(value), { minLength: 1, maxLength: 8 }), (schema, values) => {
      const trimmed = { name: "t", description: "", parameters: trimSchema(schema) };
      const whole = { name: "t", description: "", parameters: schema };
      assert(JSON.stringify(trimmed.parameters).length <= JSON.stringify(schema).length);
      for (const args of values) {
        const { type } = checkArguments(whole, args);
        assert.equal(checkArguments(trimmed, args).type, type);
        if (type === "valid") valid++;
        if (type === "invalid") invalid++;
      }
    }),
    { numRuns: 500 },
  );
  assert(valid > 100 && invalid > 100, `${valid} valid, ${invalid} invalid: the test must see both`);
});
