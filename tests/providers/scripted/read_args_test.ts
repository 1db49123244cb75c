// D8: the demo model reads arguments from a sentence by the schema of the tool.
import assert from "node:assert/strict";
import fc from "fast-check";
import type { JsonObject } from "../../../src/core/json.ts";
import { readArgs } from "../../../src/providers/scripted/read_args.ts";

const order: JsonObject = {
  type: "object",
  properties: {
    order: { type: "string" },
    nights: { type: "integer", minimum: 0 },
    express: { type: "boolean" },
    size: { type: "string", enum: ["S", "M"] },
  },
  required: ["order", "nights", "express", "size"],
};

const cases: readonly (readonly [title: string, schema: JsonObject, sentence: string, args: JsonObject])[] = [
  ["the example of its comment", order, "Send order A-1042 in size M, express", {
    order: "A-1042",
    nights: 0,
    express: true,
    size: "M",
  }],
  ["names and digits without the names of properties", order, "A-1042 for 2 nights, please", {
    order: "A-1042",
    nights: 2,
    express: false,
    size: "S",
  }],
  ["a negated flag", order, "order #7 without express", {
    order: "7",
    nights: 0,
    express: false,
    size: "S",
  }],
  [
    "numbers by name in any order, the rest in order",
    all({ room: integer(), nights: integer() }),
    "2 nights, 14",
    {
      room: 14,
      nights: 2,
    },
  ],
  [
    "a number in its range",
    all({ percent: { type: "number", minimum: 0, maximum: 100 } }),
    "of 500 take 12.5",
    {
      percent: 12.5,
    },
  ],
  ["no number: the smallest", all({ amount: { type: "number", exclusiveMinimum: 0 } }), "take some", {
    amount: 1,
  }],
  ["a name behind a preposition", all({ city: { type: "string" } }), "How is it in New York today?", {
    city: "New York",
  }],
  [
    "two names behind their properties",
    all({ from: { type: "string" }, to: { type: "string" } }),
    "To Paris from Rome",
    {
      from: "Rome",
      to: "Paris",
    },
  ],
  ["words in camel case", all({ customerName: { type: "string" } }), "customer name: Ada Lovelace wants it", {
    customerName: "Ada Lovelace",
  }],
  ["a quotation", all({ title: { type: "string" } }), 'Make a task "Wet floor" now', { title: "Wet floor" }],
  ["free text", all({ query: { type: "string" } }), "Papers about Paris", { query: "Papers about Paris" }],
  ["a pattern", all({ sku: { type: "string", pattern: "^[A-Z]{2}\\d+$" } }), "Is DE17, or not?", {
    sku: "DE17",
  }],
  ["a format", all({ to: { type: "string", format: "email" } }), "Write to Ada (ada@example.com).", {
    to: "ada@example.com",
  }],
  [
    "several of an enum",
    all({ days: { type: "array", items: { enum: ["mon", "tue", "wed"] } } }),
    "on tue and Mon",
    {
      days: ["mon", "tue"],
    },
  ],
  [
    "an object inside",
    all({ place: all({ city: { type: "string" }, floor: integer() }) }),
    "floor 3 in Rome",
    {
      place: { city: "Rome", floor: 3 },
    },
  ],
  [
    "what is optional only where it is named",
    { ...all({ a: integer(), limit: integer() }), required: ["a"] },
    "a 1",
    {
      a: 1,
    },
  ],
  [
    "an optional one that is named",
    { ...all({ a: integer(), limit: integer() }), required: ["a"] },
    "a 1, limit 5",
    {
      a: 1,
      limit: 5,
    },
  ],
  ["constants and defaults", all({ v: { const: 1 }, unit: { type: "string", default: "km" } }), "9", {
    v: 1,
    unit: "km",
  }],
  ["a property that the schema only requires", { type: "object", required: ["x"] }, "Hello", { x: "Hello" }],
];

for (const [title, schema, sentence, args] of cases) {
  Deno.test(`D8: the demo model reads ${title}`, () => assert.deepEqual(readArgs(schema, sentence), args));
}

Deno.test("D8: any sentence gives every required property a value of its type", () => {
  fc.assert(fc.property(fc.string({ unit: "grapheme" }), (sentence) => {
    const args = readArgs(order, sentence);
    assert.deepEqual(Object.keys(args), ["order", "nights", "express", "size"]);
    assert.deepEqual(Object.values(args).map((value) => typeof value), [
      "string",
      "number",
      "boolean",
      "string",
    ]);
  }));
});

function all(properties: JsonObject): JsonObject {
  return { type: "object", properties, required: Object.keys(properties) };
}

function integer(): JsonObject {
  return { type: "integer" };
}
