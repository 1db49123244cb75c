// The schemas of events say what the type of events says, and real events fit them.

import assert from "node:assert/strict";
import * as z from "zod/mini";
import type { StepEvent } from "../../../src/core/event.ts";
import type { Json, JsonObject } from "../../../src/core/json.ts";
import { EVENT_SCHEMAS, stepEventSchema } from "../../../src/http/schemas/responses/events.ts";
import { readPage } from "../../support/page.ts";
import { createTestApp, LOOKS_UP, type TestAppOptions } from "../_app.ts";

type Documented = z.infer<typeof stepEventSchema>;
type Type = StepEvent["type"] | Documented["type"];
type Of<Union, T extends Type> = Extract<Union, { readonly type: T }>;

/** A type without readonly, which schemas do not have. */
type Plain<T> = Json extends T ? T
  : T extends JsonObject ? JsonObject extends T ? T : { -readonly [Name in keyof T]: Plain<T[Name]> }
  : T extends readonly (infer Item)[] ? Plain<Item>[]
  : T extends object ? { -readonly [Name in keyof T]: Plain<T[Name]> }
  : T;

type Extends<One, Other> = [One] extends [Other] ? true : false;

/** The types whose schema has other fields than the event, or fields of another type. */
type Different = {
  [T in Type]: [
    Extends<keyof Of<StepEvent, T>, keyof Of<Documented, T>>,
    Extends<keyof Of<Documented, T>, keyof Of<StepEvent, T>>,
    Extends<Plain<Of<StepEvent, T>>, Of<Documented, T>>,
    Extends<Of<Documented, T>, Of<StepEvent, T>>,
  ] extends [true, true, true, true] ? never : T;
}[Type];

function assertNone<_T extends never>(): void {}

Deno.test("events: the schemas and the type StepEvent are the same, both ways", () => {
  assertNone<Different>();
  const types = Object.values(EVENT_SCHEMAS).map((schema) => schema.shape.type.def.values[0]);
  const members = stepEventSchema.def.options.map((schema) => schema.shape.type.def.values[0]);
  assert.deepEqual(members, types);
  assert.equal(new Set(types).size, 25);
});

Deno.test("events: openapi.json has every type with every field, and the union tells them apart", async () => {
  const { components, paths } = JSON.parse(await readPage("openapi.json"));
  const { oneOf, discriminator } = components.schemas.StepEvent;
  assert.equal(discriminator.propertyName, "type");
  assert.deepEqual(
    Object.values(discriminator.mapping),
    oneOf.map((member: { $ref: string }) => member.$ref),
  );
  for (const [type, target] of Object.entries(discriminator.mapping)) {
    const schema = components.schemas[String(target).replace("#/components/schemas/", "")];
    assert.equal(schema.properties.type.const, type);
    assert.ok(schema.required.includes("seq") && schema.description !== "", type);
    for (const [field, { description }] of Object.entries<{ description?: string }>(schema.properties)) {
      assert.ok(field === "type" || description !== undefined, `${type} describes ${field}`);
    }
  }
  for (
    const [path, method] of [["/v1/threads/{id}/steps", "post"], ["/v1/threads/{id}/events", "get"]] as const
  ) {
    const { schema } = paths[path][method].responses["200"].content["text/event-stream"];
    assert.deepEqual(schema.oneOf, [
      { $ref: "#/components/schemas/StepEvent" },
      { $ref: "#/components/schemas/StreamFailed" },
    ]);
  }
});

Deno.test("events: those of real runs fit, with no field that the schema does not have", async () => {
  const seen = new Set<string>();
  const scenarios: TestAppOptions[] = [
    {
      scenario: [{ says: "Let me see.", calls: [{ tool: "echo", args: { text: "hi" } }] }, {
        says: "Done.",
      }],
    },
    { scenario: [{ calls: [{ tool: "remove", args: { id: "r1" } }] }] },
    { scenario: LOOKS_UP.slice(0, 1) }, // the script ends: the next step fails
  ];
  for (const options of scenarios) {
    const { send } = createTestApp(options);
    const response = await send("POST", "/v1/threads/t1/steps?events=true", {
      agent: "tester",
      input: "hi",
      until: "done",
    }, { accept: "text/event-stream" });
    for (const [, data = ""] of (await response.text()).matchAll(/^data: (.*)$/gm)) {
      const event: JsonObject = JSON.parse(data);
      const schema = Object.values(EVENT_SCHEMAS).find(({ shape }) =>
        shape.type.def.values[0] === event.type
      ) ??
        assert.fail(data);
      assert.deepEqual(z.strictObject(schema.shape).parse(event), event);
      seen.add(String(event.type));
    }
  }
  assert.deepEqual(
    ["approval.requested", "call.ready", "step.failed", "step.finished", "tool.finished"].filter((type) =>
      !seen.has(type)
    ),
    [],
  );
});
