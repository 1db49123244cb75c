// V2: the form of a tool: which fields its schema has, and which arguments are typed into them.
import assert from "node:assert/strict";
import { ChangedArgs, fieldsOf, hasFields } from "../../../src/playground/browser/args/changed_args.ts";
import { readArgs, readFields, readWhole } from "../../../src/playground/browser/args/tool_args.ts";

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

Deno.test("X5, V2: the fields of a call are those of its schema and those that its arguments have besides", () => {
  const args = { city: "Paris", days: "3", unit: "k", extra: [1], note: "a\nb", to: "ann\u202e" };
  assert.deepEqual(
    fieldsOf(SCHEMA, args).map(({ name, kind, isLong = false }) => [name, kind, isLong]),
    [
      ["city", "text", false],
      ["days", "json", false], // a text is no whole number
      ["share", "number", false],
      ["metric", "boolean", false],
      ["unit", "json", false], // none of the choices
      ["tags", "json", false],
      ["any", "json", false],
      ["extra", "json", false],
      ["note", "text", true],
      ["to", "json", false], // one of its characters is not seen in a text
    ],
  );
  assert.deepEqual(fieldsOf(null, { a: 1.5, b: null }).map(({ kind }) => kind), ["number", "json"]);
  assert.deepEqual([hasFields(SCHEMA), hasFields({ type: "object" }), hasFields(null)], [true, false, false]);
});

Deno.test("X5, V2: what is typed stands in place of the model's arguments, and nothing else is another one", () => {
  const args = { city: "Paris", days: 3, tags: ["a"], to: "ann\u202e", more: 1 };
  const changed = new ChangedArgs(fieldsOf(SCHEMA, args), args);
  const field = (name: string) => changed.fields.find((each) => each.name === name) ?? assert.fail(name);
  assert.deepEqual(
    ["city", "days", "tags", "share", "to"].map((name) => changed.before(field(name))),
    ["Paris", "3", '[\n  "a"\n]', undefined, '"ann\\u202e"'],
  );
  assert.deepEqual(changed.read(), args);
  changed.type(field("days"), "4");
  changed.type(field("share"), "0.5");
  changed.type(field("tags"), "");
  assert.deepEqual([...changed.typed.value.keys()], ["days", "share", "tags"]);
  assert.deepEqual(changed.read(), { city: "Paris", to: "ann\u202e", more: 1, days: 4, share: 0.5 });
  changed.type(field("days"), "many");
  assert.equal(changed.read(), undefined);
  assert.deepEqual([...changed.problems.value], [["days", "must be a number"]]);
  changed.type(field("days"), "5");
  assert.deepEqual([...changed.problems.value], [], "what is typed anew is looked at with the answer");
  for (const name of ["days", "share", "tags"]) changed.type(field(name), changed.before(field(name)) ?? "");
  assert.equal(changed.typed.value.size, 0, "the words of the model again are no change");
  assert.deepEqual(changed.read(), args);
  assert.deepEqual([...changed.problems.value], []);
});
