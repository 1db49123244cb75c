// Fields of a schema that are made when the schema is first used.

/**
 * The fields of an object's schema, made when they are first read: zod reads a shape with the first value that it parses, and every part
 * of a schema is a dozen objects and functions, which a start would make for routes without a request yet. `check()` of such a schema
 * makes the fields at once, since zod copies them; `clone()` does not.
 *
 * @example
 * ```ts
 * import * as z from "zod/mini";
 * import { lazyShape } from "./lazy_shape.ts";
 * import assert from "node:assert/strict";
 *
 * const made: string[] = [];
 * const city = () => (made.push("city"), z.string());
 * const body = z.strictObject(lazyShape(() => ({ city: city() })));
 * assert.deepEqual(made, []);
 * assert.equal(body.safeParse({ city: "Paris" }).success, true);
 * assert.equal(body.safeParse({ city: 1 }).success, false);
 * assert.deepEqual(made, ["city"]);
 * ```
 *
 * @__NO_SIDE_EFFECTS__ of a call: a bundle leaves a schema out that nothing uses.
 */
export function lazyShape<Shape extends object>(make: () => Shape): Shape {
  let made: Shape | undefined;
  const shape = () => made ??= make();
  return new Proxy<Shape>(Object.create(null), {
    get: (_, field) => Reflect.get(shape(), field),
    ownKeys: () => Reflect.ownKeys(shape()),
    getOwnPropertyDescriptor: (_, field) => Reflect.getOwnPropertyDescriptor(shape(), field),
  });
}
