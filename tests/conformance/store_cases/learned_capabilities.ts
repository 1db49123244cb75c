// The features that models were recorded to lack, by tenant and model, until they expire.

import assert from "node:assert/strict";
import { FEATURES } from "../../../src/core/model/capability.ts";
import { newThread, type StoreCase } from "./case.ts";

const DAY_MS = 86_400_000;

export const learnedCapabilityCases: StoreCase[] = [
  {
    row: "C4",
    name: "what was recorded of a model is read in one order, however often it was recorded",
    async run({ store, ref: { tenant } }) {
      const model = "openai/gpt-5.1";
      assert.deepEqual(await store.readLearnedCapabilities(tenant, model), []);
      await store.recordLearnedCapabilities(tenant, model, ["tool", "required"], DAY_MS);
      await store.recordLearnedCapabilities(tenant, model, ["tool", "required"], DAY_MS);
      await store.recordLearnedCapabilities(tenant, model, ["none"], DAY_MS);
      await store.recordLearnedCapabilities(tenant, model, [], DAY_MS);
      assert.deepEqual(await store.readLearnedCapabilities(tenant, model), ["required", "tool", "none"]);
      await store.recordLearnedCapabilities(tenant, model, FEATURES, DAY_MS);
      assert.deepEqual(await store.readLearnedCapabilities(tenant, model), FEATURES);
    },
  },
  {
    row: "C4",
    name: "what was recorded belongs to one tenant and one model, whatever their names are like",
    async run({ store, ref: { tenant }, sibling }) {
      const names = ["openai/a", "openai/a:tool", "openai", "bedrock/us.x:0", 'x/{"a"}', "x/ü b", "x/%"];
      for (const [index, model] of names.entries()) {
        await store.recordLearnedCapabilities(tenant, model, FEATURES.slice(index, index + 1), DAY_MS);
      }
      for (const [index, model] of names.entries()) {
        assert.deepEqual(
          await store.readLearnedCapabilities(tenant, model),
          FEATURES.slice(index, index + 1),
          model,
        );
        assert.deepEqual(await store.readLearnedCapabilities(`${tenant}-other`, model), []);
      }
      assert.deepEqual(await store.list(tenant, { limit: 10 }), { threads: [] }, "it is no thread");
      assert.equal(await store.read(sibling("openai/a")), undefined);
    },
  },
  {
    row: "C4",
    name: "each feature expires by itself, and recording it again renews it",
    async run({ store, ref: { tenant }, pass }) {
      const model = "anthropic/claude";
      await store.recordLearnedCapabilities(tenant, model, ["required", "tool", "none"], 400);
      await store.recordLearnedCapabilities(tenant, model, ["tool"], DAY_MS);
      await pass(200);
      await store.recordLearnedCapabilities(tenant, model, ["required"], 600);
      await pass(300);
      assert.deepEqual(await store.readLearnedCapabilities(tenant, model), ["required", "tool"]);
      await pass(500);
      assert.deepEqual(await store.readLearnedCapabilities(tenant, model), ["tool"]);
    },
  },
  {
    row: "C4",
    name: "what was recorded outlives the thread",
    async run({ store, ref }) {
      await store.create(ref, newThread());
      await store.recordLearnedCapabilities(ref.tenant, "openai/a", ["tools"], DAY_MS);
      await store.remove(ref);
      assert.deepEqual(await store.readLearnedCapabilities(ref.tenant, "openai/a"), ["tools"]);
    },
  },
];
