import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/core/json.ts";
import { checkArguments } from "../../../src/kernel/tools/validate.ts";

const travel: JsonObject = {
  type: "object",
  properties: {
    city: { type: "string", minLength: 2 },
    unit: { enum: ["C", "F"] },
    days: { type: "array", items: { type: "integer", minimum: 1 } },
    when: { anyOf: [{ type: "string", format: "date" }, { type: "null" }] },
    "odd/name": { type: "boolean" },
  },
  required: ["city"],
  additionalProperties: false,
};

const CASES: readonly [string, JsonObject, string[]][] = [
  ["nothing wrong", { city: "Paris", unit: "C", days: [1], when: null, "odd/name": true }, []],
  ["a missing argument", {}, ['(arguments): "city" is missing.']],
  ["a wrong type", { city: 7 }, ["/city: must be string, not number."]],
  ["a number in quotes", { city: "Paris", days: ["1"] }, ["/days/0: must be integer, not string."]],
  ["an unlisted value", { city: "Paris", unit: "K" }, ['/unit: must be one of ["C","F"].']],
  ["an unknown argument", { city: "Paris", town: 1 }, ["/town: is not a known argument here; leave it out."]],
  ["too short", { city: "P" }, ["/city: String is too short (1 < 2)."]],
  ["none of several forms", { city: "Paris", when: 5 }, [
    "/when: fits none of the allowed forms. Either: must be string, not number; or: must be null, not number.",
  ]],
  ["an odd name", { city: "Paris", "odd/name": 1 }, ["/odd~1name: must be boolean, not number."]],
  ["a name that is no text", { city: "Paris", "\ud800": 1 }, [
    "(arguments): a name is not well-formed Unicode text.",
  ]],
];
for (const [what, args, problems] of CASES) {
  Deno.test(`X2: arguments with ${what}`, () => {
    const check = checkArguments({ name: "travel", description: "", parameters: travel }, args);
    assert.deepEqual(check, problems.length === 0 ? { type: "valid" } : { type: "invalid", problems });
  });
}

Deno.test("X2: at most five problems are told", () => {
  const parameters = { type: "object", additionalProperties: { type: "string" } };
  const args = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`a${index}`, index]));
  const check = checkArguments({ name: "many", description: "", parameters }, args);
  assert(check.type === "invalid");
  assert.equal(check.problems.length, 5);
  assert.equal(check.problems[4], "... and 5 more problems.");
});

Deno.test("X2: the draft is told by $schema", () => {
  const tuple = (draft: string) => ({
    name: "tuple",
    description: "",
    parameters: {
      $schema: draft,
      type: "object",
      properties: { pair: { type: "array", items: [{ type: "string" }], additionalItems: false } },
    },
  });
  const args = { pair: ["a", "b"] };
  assert.equal(checkArguments(tuple("http://json-schema.org/draft-07/schema#"), args).type, "invalid");
});

Deno.test("X2: a schema is not changed by validating against it, even a frozen one", () => {
  const parameters = Object.freeze({
    type: "object",
    properties: { a: { $ref: "#/$defs/a" } },
    $defs: { a: { type: "null" } },
  });
  const tool = { name: "frozen", description: "", parameters };
  assert.equal(checkArguments(tool, { a: null }).type, "valid");
  assert.equal(checkArguments(tool, { a: 1 }).type, "invalid");
  assert.deepEqual(Object.getOwnPropertyNames(parameters), ["type", "properties", "$defs"]);
});

Deno.test("X2: a reference in a circle is a broken schema and not a crash", () => {
  const parameters = { type: "object", $ref: "#" };
  const check = checkArguments({ name: "circle", description: "", parameters }, {});
  assert(check.type === "broken");
  assert.match(check.reason, /schema of tool circle is broken/);
});
