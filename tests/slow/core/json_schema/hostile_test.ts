/** What a check costs is bounded whatever the schema and the value are. Steps are counted, not time. */
import assert from "node:assert/strict";
import { boundProblem } from "../../../../src/core/json_schema/bounds.ts";
import { fitsSchema, MOST_STEPS, type StepMeter } from "../../../../src/core/json_schema/fits_schema.ts";
import { asParameters, HOSTILE } from "../../../core/json_schema/_hostile.ts";

/** What the step that uses up the budget may add: the keys or the items of one value. */
const LAST_STEP = 50_000;

Deno.test("X2: more than 200 hostile schemas and patterns", () => {
  assert.ok(HOSTILE.length > 200, `${HOSTILE.length}`);
  assert.equal(new Set(HOSTILE.map(({ name }) => name)).size, HOSTILE.length);
});

for (const hostile of HOSTILE) {
  Deno.test(`X2: a check is bounded: ${hostile.name}`, () => {
    const meter: StepMeter = { steps: 0 };
    const check = fitsSchema(asParameters(hostile), { v: hostile.value }, meter);
    assert.ok(meter.steps <= MOST_STEPS + LAST_STEP, `${meter.steps} steps`);
    assert.ok(["valid", "invalid", "broken"].includes(check.type));
  });
}

Deno.test("X2: what doubles, leads back to itself or is too large is refused when it comes", () => {
  const refused = HOSTILE.filter((hostile) => boundProblem(asParameters(hostile)) !== undefined);
  const names = refused.map(({ name }) => name).join("\n");
  for (
    const part of [
      "28 $defs that double by allOf",
      "in a circle",
      "40000 numbers",
      "((((a{99}){99}){99}){99})",
      "5000 patterns",
    ]
  ) {
    assert.ok(names.includes(part), part);
  }
});

Deno.test("X2: the patterns of a schema are bounded together: each of sixty is small, and all of them are not", () => {
  const schemaOf = (count: number) => ({
    type: "object",
    properties: Object.fromEntries(
      Array.from(
        { length: count },
        (_, index) => [`p${index}`, { type: "string", pattern: `^(ab){100}${index}$` }],
      ),
    ),
  });
  assert.equal(boundProblem(schemaOf(20)), undefined);
  assert.match(boundProblem(schemaOf(60))?.detail ?? "", /^is a pattern that /);
});

Deno.test("X2: a value whose check takes more steps than a check may is refused, whether or not it would fit", () => {
  const texts = Array.from({ length: 500 }, () => ({ type: "string" }));
  const schema = { type: "array", items: { anyOf: [...texts, { type: "number" }] } };
  assert.equal(fitsSchema(schema, [1, 2]).type, "valid");
  const check = fitsSchema(schema, Array.from({ length: 1_000 }, (_, index) => index));
  assert.match(check.type === "invalid" ? check.problems.join() : check.type, /more steps than a check may/);
});

Deno.test("X2: beside patterns of properties the others are what additionalProperties says", () => {
  const schema = { type: "object", patternProperties: { "^a": {} }, additionalProperties: false };
  assert.equal(fitsSchema(schema, { a1: 1 }).type, "valid");
  assert.equal(fitsSchema(schema, { a1: 1, b: 2 }).type, "invalid");
});
