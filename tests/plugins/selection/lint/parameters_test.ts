// S9: parameters are described, enums are explained, and required ones are marked.

import assert from "node:assert/strict";
import type { JsonObject } from "../../../../src/core/json.ts";
import { lintTools } from "../../../../src/plugins/selection/lint/lint_tools.ts";
import { readParameters } from "../../../../src/plugins/selection/lint/parameters.ts";
import { cpuMsOf } from "../../../support/eventually.ts";

/** The findings about parameters of a tool with these. */
function findings(properties: JsonObject, rest: JsonObject = { required: [] }): string[] {
  const parameters = { type: "object", properties, ...rest };
  const [grade] = lintTools([{ name: "get_x", description: "Get the x of a y", parameters }]).tools;
  return (grade?.findings ?? []).filter(({ code }) => /parameter|enum|required/.test(code))
    .map(({ code, pointer }) => `${code} ${pointer}`);
}

const described = { type: "string", description: "City and country, such as Rome, IT" };

for (
  const [what, properties, expected] of [
    ["a description", { city: described }, []],
    ["no description", { city: { type: "string" } }, ["parameter_undescribed /parameters/properties/city"]],
    ["the name again", { city: { description: "The city" } }, [
      "parameter_undescribed /parameters/properties/city",
    ]],
    ["a title", { city: { title: "Where the weather is wanted" } }, []],
    ["values of plain words", {
      unit: { enum: ["celsius", "in_progress"], description: "Unit of the temperature" },
    }, []],
    ["values that are codes", { level: { enum: ["P1", "P2"], description: "How urgent it is" } }, [
      "enum_unexplained /parameters/properties/level",
    ]],
    [
      "codes that are explained",
      { level: { enum: ["P1", "P2"], description: "P1 wakes people, P2 waits" } },
      [],
    ],
    ["values without a description", { unit: { enum: ["celsius", "kelvin"] } }, [
      "parameter_undescribed /parameters/properties/unit",
      "enum_unexplained /parameters/properties/unit",
    ]],
    [
      "a nested object",
      { at: { description: "Place on a map", properties: { lat: {} }, required: ["lat"] } },
      [
        "parameter_undescribed /parameters/properties/at/properties/lat",
      ],
    ],
    ["items of a list", { all: { description: "Orders to find", items: { properties: { "a/b": {} } } } }, [
      "parameter_undescribed /parameters/properties/all/items/properties/a~1b",
    ]],
    ["required in words alone", { city: { description: "Required. City and country" } }, [
      "required_contradicted /parameters/properties/city",
    ]],
    ["required under a condition", { city: { description: "Required if no place is given" } }, []],
  ] as const
) {
  Deno.test(`S9: ${what}: ${expected.map((line) => line.split(" ")[0]).join(", ") || "nothing to write"}`, () =>
    assert.deepEqual(findings(JSON.parse(JSON.stringify(properties))), expected));
}

Deno.test("S9: a schema without a list of required parameters marks none; an empty list marks all as optional", () => {
  assert.deepEqual(findings({ city: described }, {}), ["required_unmarked /parameters"]);
  assert.deepEqual(findings({ city: described }, { required: [] }), []);
  assert.deepEqual(
    findings({ city: { description: "Optional: city and country" } }, { required: ["city"] }),
    [
      "required_contradicted /parameters/properties/city",
    ],
  );
});

Deno.test("S9: references within the schema are followed, and one that leads to itself ends", () => {
  const node: JsonObject = {
    properties: { child: { $ref: "#/$defs/node", description: "The next of the list" } },
  };
  const parameters = {
    type: "object",
    properties: { root: { $ref: "#/$defs/node" } },
    $defs: { node, loop: { $ref: "#/$defs/loop" } },
  };
  assert.deepEqual(
    readParameters(parameters).parameters.map(({ pointer, described }) => [pointer, described]),
    [
      ["/parameters/properties/root", 0],
      ["/parameters/properties/root/properties/child", 1],
    ],
  );
  assert.equal(
    readParameters({ properties: { a: { $ref: "#/$defs/loop" } }, $defs: { loop: { $ref: "#/$defs/loop" } } })
      .parameters.length,
    1,
  );
});

Deno.test("S9: a schema that branches without end is read in time", async () => {
  let schema: JsonObject = { type: "string" };
  for (let depth = 0; depth < 30; depth++) schema = { anyOf: [schema, schema, schema, schema] };
  assert.ok(await cpuMsOf(() => readParameters(schema)) < 500);
});
