// What models were found to lack: per tenant and model, for a while.

import assert from "node:assert/strict";
import { FEATURES } from "../../../src/core/model/capability.ts";
import { newThread, type StoreCase } from "./case.ts";

const DAY_MS = 86_400_000;

export const lessonCases: StoreCase[] = [
  {
    row: "C4",
    name: "what was learned of a model is known to every reader, in one order, however often it was learned",
    async run({ store, ref: { tenant } }) {
      const model = "openai/gpt-5.1";
      assert.deepEqual(await store.learned(tenant, model), []);
      await store.learn(tenant, model, ["tool", "required"], DAY_MS);
      await store.learn(tenant, model, ["tool", "required"], DAY_MS);
      await store.learn(tenant, model, ["none"], DAY_MS);
      await store.learn(tenant, model, [], DAY_MS);
      assert.deepEqual(await store.learned(tenant, model), ["required", "tool", "none"]);
      await store.learn(tenant, model, FEATURES, DAY_MS);
      assert.deepEqual(await store.learned(tenant, model), FEATURES);
    },
  },
  {
    row: "C4",
    name: "what was learned belongs to one tenant and one model, whatever their names are like",
    async run({ store, ref: { tenant }, sibling }) {
      const names = ["openai/a", "openai/a:tool", "openai", "bedrock/us.x:0", 'x/{"a"}', "x/ü b", "x/%"];
      for (const [index, model] of names.entries()) {
        await store.learn(tenant, model, FEATURES.slice(index, index + 1), DAY_MS);
      }
      for (const [index, model] of names.entries()) {
        assert.deepEqual(await store.learned(tenant, model), FEATURES.slice(index, index + 1), model);
        assert.deepEqual(await store.learned(`${tenant}-other`, model), []);
      }
      assert.deepEqual(await store.list(tenant, { limit: 10 }), { threads: [] }, "it is no thread");
      assert.equal(await store.read(sibling("openai/a")), undefined);
    },
  },
  {
    row: "C4",
    name: "each feature is forgotten when its own time is over, and learning it again renews it",
    async run({ store, ref: { tenant }, pass }) {
      const model = "anthropic/claude";
      await store.learn(tenant, model, ["required", "tool", "none"], 400);
      await store.learn(tenant, model, ["tool"], DAY_MS);
      await pass(200);
      await store.learn(tenant, model, ["required"], 600);
      await pass(300);
      assert.deepEqual(await store.learned(tenant, model), ["required", "tool"]);
      await pass(500);
      assert.deepEqual(await store.learned(tenant, model), ["tool"]);
    },
  },
  {
    row: "C4",
    name: "what was learned outlives the thread that learned it",
    async run({ store, ref }) {
      await store.create(ref, newThread());
      await store.learn(ref.tenant, "openai/a", ["tools"], DAY_MS);
      await store.remove(ref);
      assert.deepEqual(await store.learned(ref.tenant, "openai/a"), ["tools"]);
    },
  },
];
