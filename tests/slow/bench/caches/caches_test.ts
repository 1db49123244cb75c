// P10, record: what is read of the tokens that an earlier request of a thread held, for each vendor's simulated cache.

import assert from "node:assert/strict";
import { measure } from "../../../bench/caches/measure.ts";
import { runTreadle } from "../../../bench/caches/treadle.ts";
import { VENDORS } from "../../../bench/caches/vendors.ts";
import type { RunKind } from "../../../bench/caches/work.ts";

const LEAST: Readonly<Record<RunKind, number>> = { plain: 0.995, mixed: 0.98, catalogue: 0.98 };

for (const vendor of VENDORS) {
  for (const kind of ["plain", "mixed", "catalogue"] as const) {
    Deno.test(`P10, S6: ${vendor.name}, ${kind}: what an earlier request held is read, and what is not is named`, async () => {
      const { held, read, lost } = measure(await runTreadle(vendor, kind), vendor.createCache());
      const told = JSON.stringify(Object.fromEntries(lost));
      const least = kind === "mixed" && vendor.countsChoice ? 0.9 : LEAST[kind];
      assert.ok(read >= least * held, `${(100 * read / held).toFixed(2)} %: ${told}`);
      assert.deepEqual([...lost.keys()].filter((cause) => cause.startsWith("changed")), [], told);
      const ofPlaces = ["20 blocks", "no breakpoint in reach"]; // marks that stand where no request finds them
      assert.ok(!ofPlaces.some((rule) => lost.has(`rule (${rule})`)), told);
    });
  }
}

Deno.test("P10: what a strict hold costs has the name of its cut", async () => {
  const [vendor = assert.fail()] = VENDORS;
  const sent = await runTreadle(vendor, "mixed", { hold: "strict" });
  const { held, read, lost } = measure(sent, vendor.createCache());
  assert.deepEqual([...lost.keys()], ["cut (choice)"]);
  assert.ok(read < 0.9 * held);
});

Deno.test("P10: a forced choice that is announced costs no cache where tool_choice is a part of its key", async () => {
  const vendor = VENDORS.find(({ countsChoice }) => countsChoice) ?? assert.fail();
  const announced = { capabilities: { tool: false, required: false } };
  const { held, read, lost } = measure(await runTreadle(vendor, "mixed", announced), vendor.createCache());
  assert.deepEqual([...lost], []);
  assert.equal(read, held);
});
