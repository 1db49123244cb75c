// Fields of a schema that are made when the schema is first used.

import assert from "node:assert/strict";
import * as z from "zod/mini";
import { keysAt } from "../../../src/core/problems.ts";
import { lazyShape } from "../../../src/core/text/lazy_shape.ts";

/** A body, and how often its fields were made. */
function countedBody() {
  const counts = { made: 0 };
  const body = z.strictObject(lazyShape(() => {
    counts.made++;
    return { city: z.string(), days: z.optional(z.int()) };
  }));
  return { body, counts };
}

Deno.test("lazy_shape: the fields are made once, by the first value, of a clone and inside of other schemas as well", () => {
  const { body, counts } = countedBody();
  const clone = body.clone();
  const list = z.array(z.optional(body));
  const outer = z.strictObject(lazyShape(() => ({ ...body.shape, more: z.boolean() })));
  assert.equal(counts.made, 0);
  assert.deepEqual(z.parse(list, [{ city: "Paris", days: 2 }, undefined]), [
    { city: "Paris", days: 2 },
    undefined,
  ]);
  assert.equal(counts.made, 1);
  assert.equal(z.safeParse(clone, { city: "Paris", country: "FR" }).success, false);
  assert.equal(z.safeParse(clone, { days: 2 }).success, false);
  assert.deepEqual(z.parse(outer, { city: "Paris", more: true }), { city: "Paris", more: true });
  assert.equal(counts.made, 1);
});

Deno.test("lazy_shape: what is read of a schema besides is that of plain fields", () => {
  const { body, counts } = countedBody();
  assert.deepEqual(keysAt(body, []), ["city", "days"]);
  assert.deepEqual(Object.keys(body.shape), ["city", "days"]);
  assert.equal(z.parse(z.pick(body, { city: true }), { city: "Paris" }).city, "Paris");
  assert.equal(z.safeParse(z.partial(body), {}).success, true);
  assert.deepEqual(
    z.toJSONSchema(body),
    z.toJSONSchema(z.strictObject({ city: z.string(), days: z.optional(z.int()) })),
  );
  assert.equal(counts.made, 1);
});
