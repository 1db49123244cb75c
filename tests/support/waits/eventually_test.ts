// Tests of the waits that tests use.

import assert from "node:assert/strict";
import { holds } from "../eventually.ts";

Deno.test("holds: an assertion is tried until it holds, and the last failure is that of one that never does", async () => {
  let tries = 0;
  await holds(() => ++tries < 3 ? Promise.reject(new Error(`try ${tries}`)) : Promise.resolve());
  assert.equal(tries, 3);
  await assert.rejects(
    holds(() => Promise.reject(new Error(`try ${++tries}`)), 20),
    ({ message }: Error) => message === `try ${tries}` && tries > 4,
  );
});
