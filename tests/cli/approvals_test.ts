// What the verification of an export shows of approvals beside the chain: a store that was changed before the step writes a
// chain that holds.

import assert from "node:assert/strict";
import { readExport } from "../../src/cli/verify/exported_thread.ts";
import { verifyThread } from "../../src/cli/verify/verify_thread.ts";
import type { BeginOutcome } from "../../src/core/store/begin.ts";
import { createMemoryStore } from "../../src/stores/embedded/memory.ts";
import { overridden } from "../chaos/overridden.ts";
import { createPay, type Pay, type PayOptions, planned } from "../plugins/approvals/_bench.ts";

type Begun = Extract<BeginOutcome, { type: "begun" }>;

/** A deployment whose steps begin with what somebody has made of the stored calls and decisions. */
function changedBy(change: (begun: Begun) => Partial<Begun>, options: PayOptions = {}): Pay {
  const store = createMemoryStore();
  const changed = overridden(store, {
    async begin(request) {
      const begun = await store.begin(request);
      return begun.type === "begun" ? { ...begun, ...change(begun) } : begun;
    },
  });
  return createPay({ ...options, store: changed });
}

async function differencesOf(pay: Pay): Promise<string[]> {
  const text = await (await pay.send("GET", "/v1/threads/t1/export")).text();
  const { chain, differences } = await verifyThread(await readExport(text), pay.deps);
  assert.equal(chain.type, "holds");
  return differences.map(({ index, what }) => `${index}: ${what}`);
}

Deno.test("X5: verify proves who decided about which arguments, edits included", async () => {
  const pay = changedBy(() => ({}), { terms: { approvalEdits: true } });
  const [call] = await planned(pay);
  await pay.decide(call.id, { approved: true, by: "ann", args: { to: "bob", amount: 1 } });
  await pay.step();
  assert.deepEqual(pay.paid, [{ to: "bob", amount: 1 }]);
  assert.deepEqual(await differencesOf(pay), []);
});

Deno.test("X5: verify finds a call whose arguments were changed in the store before people decided", async () => {
  const pay = changedBy(({ pending }) => ({
    pending: pending && { ...pending, calls: pending.calls.replace('"amount":150', '"amount":900') },
  }));
  const [call] = await planned(pay);
  await pay.store.decide({ tenant: "acme", thread: "t1" }, call.id, { approved: true, at: pay.now() });
  await pay.step();
  assert.deepEqual(pay.paid, [{ to: "bob", amount: 900 }], "an old decision has no digest");
  assert.deepEqual(await differencesOf(pay), [
    "2: people decided about other arguments than those of the plan",
  ]);
});

Deno.test("X5: verify finds decisions that were changed in the store before the step", async () => {
  const pay = changedBy(({ marks }) => ({
    marks: new Map([...marks].map(([id, { decisions = [] }]) => [id, {
      decisions: decisions.map((decision) => ({ ...decision, digest: "0".repeat(64) })),
    }])),
  }));
  const [call] = await planned(pay);
  await pay.decide(call.id, { approved: true });
  await pay.step();
  assert.deepEqual(pay.paid, []);
  assert.deepEqual(await differencesOf(pay), [
    "2: a decision is about other arguments than those of the plan",
  ]);
});
