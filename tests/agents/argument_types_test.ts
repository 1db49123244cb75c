// The argument types that a JSON Schema gives; `deno task check` is the test, and what must not compile is expected not to.

import assert from "node:assert/strict";
import { defineTool } from "../../src/agents/define_tool.ts";
import type { ArgumentsOf } from "../../src/agents/from_schema.ts";
import type { Json, JsonObject, JsonSchema } from "../../src/core/json.ts";
import { createToolContext } from "../../src/testing/tool_context.ts";

const NO_PROPERTIES = {} as const;

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends (<T>() => T extends B ? 1 : 2) ? true : false;

/** Compiles when the types are the same. */
function same<A, B>(_isSame: Same<A, B>): void {}

const ORDER = {
  type: "object",
  properties: {
    id: { type: "string" },
    size: { enum: ["S", "M"] },
    amount: { type: "integer", minimum: 1 },
    tags: { type: "array", items: { type: "string" } },
    to: {
      type: "object",
      properties: { street: { type: "string" }, zip: { type: ["string", "null"] } },
      required: ["street", "zip"],
    },
    note: { anyOf: [{ type: "string" }, { type: "array", items: { const: 1 } }] },
  },
  required: ["id", "amount"],
  additionalProperties: false,
} as const;

type Order = {
  id: string;
  amount: number;
  size?: "S" | "M";
  tags?: string[];
  to?: { street: string; zip: string | null };
  note?: string | 1[];
};

Deno.test("X2: a JSON Schema, inline or as const, types the arguments of a tool", async () => {
  same<ArgumentsOf<typeof ORDER>, Order>(true);
  const base = { name: "order", description: "Orders.", effect: "pure" } as const;
  const constant = defineTool({
    ...base,
    parameters: ORDER,
    run: (args) => {
      same<typeof args, Order>(true);
      // @ts-expect-error: not in the schema
      const other: unknown = args.colour;
      // @ts-expect-error: it is not required
      const street = () => args.to.street;
      return [args.id.length, args.amount + 1, args.size ?? null, other === undefined, typeof street];
    },
  });
  const context = createToolContext();
  assert.deepEqual(await constant.run({ id: "o1", amount: 2 }, context), [2, 3, null, true, "function"]);
  const inline = defineTool({
    ...base,
    parameters: {
      type: "object",
      properties: { city: { type: "string", enum: ["Paris", "Rome"] }, days: { type: "number" } },
      required: ["city"],
    },
    run: (args) => {
      same<typeof args, { city: "Paris" | "Rome"; days?: number }>(true);
      return args.city.length + (args.days ?? 0);
    },
  });
  assert.equal(await inline.run({ city: "Rome", days: 3 }, context), 7);
  assert.deepEqual(inline.parameters.required, ["city"]);
});

Deno.test("X2: a schema that is not a literal, and a tool without parameters, give values that are only JSON", async () => {
  const dynamic: JsonSchema = { type: "object", properties: { city: { type: "string" } } };
  const widened = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
  const base = { name: "look", description: "Looks.", effect: "pure" } as const;
  const tools = [
    defineTool({
      ...base,
      parameters: dynamic,
      run: (args) => {
        same<typeof args, JsonObject>(true);
        // @ts-expect-error: nothing is known of it
        const city: string = args.city;
        return city;
      },
    }),
    defineTool({
      ...base,
      parameters: widened,
      run: (args) => {
        same<typeof args, JsonObject>(true);
        return args.city ?? null;
      },
    }),
    defineTool({
      ...base,
      run: (args) => {
        same<typeof args, JsonObject>(true);
        return args.city ?? null;
      },
    }),
  ];
  const context = createToolContext();
  const outputs = await Promise.all(tools.map((tool) => tool.run({ city: "Rome" }, context)));
  assert.deepEqual(outputs, ["Rome", "Rome", "Rome"]);
});

Deno.test("X2: what a schema does not say about a value is JSON", () => {
  same<ValueIn<{ $ref: "#/$defs/place" }>, Json>(true);
  same<ValueIn<{ allOf: [{ type: "string" }] }>, Json>(true);
  same<ValueIn<{ description: "anything" }>, Json>(true);
  same<ValueIn<true>, Json>(true);
  same<ValueIn<{ type: string }>, Json>(true);
  same<ValueIn<{ type: "array" }>, Json[]>(true);
  same<ValueIn<{ type: "array"; prefixItems: [{ type: "string" }]; items: { type: "null" } }>, Json[]>(true);
  same<ValueIn<{ type: "array"; items: [{ type: "string" }] }>, Json[]>(true);
  same<ValueIn<{ type: "object" }>, JsonObject>(true);
  same<ValueIn<{ type: "object"; additionalProperties: { type: "number" } }>, { [name: string]: number }>(
    true,
  );
  same<ValueIn<{ type: "object"; properties: typeof NO_PROPERTIES }>, JsonObject>(true);
  same<
    ValueIn<{ type: "object"; properties: typeof NO_PROPERTIES; additionalProperties: false }>,
    Record<never, Json>
  >(true);
  same<ValueIn<{ type: ["boolean", "null"] }>, boolean | null>(true);
  same<ValueIn<{ oneOf: [{ const: "a" }, { type: "integer" }] }>, "a" | number>(true);
  same<ArgumentsOf<{ type: "object"; properties: { a: true }; required: string[] }>, { a?: Json }>(true);
  // @ts-expect-error: the comparison finds a difference
  same<ValueIn<{ type: "string" }>, Json>(true);
});

/** The type of the value `a`, of the schema `S`. */
type ValueIn<S> = ArgumentsOf<{ type: "object"; properties: { a: S }; required: ["a"] }>["a"];
