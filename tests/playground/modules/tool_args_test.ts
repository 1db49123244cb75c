// V2: the form of a tool: which fields its schema has, and which arguments are typed into them.
import assert from "node:assert/strict";
import { readArgs, readFields, readWhole } from "../../../src/playground/browser/places/tool_args.ts";

const SCHEMA = {
  type: "object",
  properties: {
    city: { type: "string", description: "Where." },
    days: { type: "integer" },
    share: { type: "number" },
    metric: { type: "boolean" },
    unit: { type: "string", enum: ["c", "f"] },
    tags: { type: "array", items: { type: "string" } },
    any: {},
  },
  required: ["city", "days"],
};
const FIELDS = readFields(SCHEMA) ?? [];

Deno.test("V2: each property is a field of its kind, marked where it is required", () => {
  assert.deepEqual(FIELDS.map(({ name, kind, isRequired }) => [name, kind, isRequired]), [
    ["city", "text", true],
    ["days", "integer", true],
    ["share", "number", false],
    ["metric", "boolean", false],
    ["unit", "choice", false],
    ["tags", "json", false],
    ["any", "json", false],
  ]);
  assert.equal(FIELDS[0]?.description, "Where.");
  assert.deepEqual(FIELDS[4]?.choices, ['"c"', '"f"']);
  assert.equal(readFields({ type: "object" }), undefined);
});

Deno.test("V2: what is typed becomes arguments; an empty field is left out", () => {
  const typed = Object.entries({
    city: "Paris",
    days: "3",
    share: "0.5",
    metric: "true",
    unit: '"c"',
    tags: '["a"]',
    any: "",
  });
  assert.deepEqual(readArgs(FIELDS, new Map(typed)), {
    args: { city: "Paris", days: 3, share: 0.5, metric: true, unit: "c", tags: ["a"] },
  });
});

const WRONG: readonly (readonly [field: string, text: string, problem: string])[] = [
  ["days", "", "is required"],
  ["days", "many", "must be a number"],
  ["days", "1.5", "must be a whole number"],
  ["days", "Infinity", "must be a number"],
  ["share", "x", "must be a number"],
  ["tags", "[", "must be JSON"],
];

for (const [field, text, problem] of WRONG) {
  Deno.test(`V2: ${JSON.stringify(text)} in the field ${field} ${problem}`, () => {
    const { problems } = readArgs(FIELDS, new Map([["city", "Paris"], ["days", "1"], [field, text]]));
    assert.deepEqual([...problems ?? []], [[field, problem]]);
  });
}

Deno.test("V2: a required text may be empty, and a schema without properties takes one JSON object", () => {
  assert.deepEqual(readArgs(FIELDS, new Map([["days", "1"]])), { args: { city: "", days: 1 } });
  assert.deepEqual(readWhole('{"a":1}'), { args: { a: 1 } });
  assert.deepEqual(readWhole(""), { args: {} });
  assert.deepEqual([...readWhole("[1]").problems ?? []], [["", "must be a JSON object"]]);
});
