// What a store keeps of a tenant beside its threads: the features that models were recorded to lack, and definitions.

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

export const definitionCases: StoreCase[] = [
  {
    row: "C10",
    name: "a definition is read as it was put last, until it is removed",
    async run({ store, ref: { tenant } }) {
      assert.equal(await store.readDefinition(tenant, "policy", "p"), undefined);
      assert.deepEqual(await store.listDefinitions(tenant, "policy"), []);
      assert.equal(await store.removeDefinition(tenant, "policy", "p"), false);
      for (
        const text of ['{"rules":[]}', '{"name":"p","text":"ü \u{1F600} \\u0000"}', "", "x".repeat(64 * 1024)]
      ) {
        await store.putDefinition(tenant, "policy", "p", text);
        await store.putDefinition(tenant, "policy", "p", text);
        assert.equal(await store.readDefinition(tenant, "policy", "p"), text);
      }
      assert.equal(await store.removeDefinition(tenant, "policy", "p"), true);
      assert.equal(await store.removeDefinition(tenant, "policy", "p"), false);
      assert.equal(await store.readDefinition(tenant, "policy", "p"), undefined);
      assert.deepEqual(await store.listDefinitions(tenant, "policy"), []);
    },
  },
  {
    row: "C10",
    name: "definitions belong to one tenant and one kind, and their names are listed in order",
    async run({ store, ref: { tenant } }) {
      for (const name of ["b", "a", "B", "_", "a-1", "a.b"]) {
        await store.putDefinition(tenant, "policy", name, name);
      }
      await store.putDefinition(tenant, "other:kind", "a", "of another kind");
      assert.deepEqual(await store.listDefinitions(tenant, "policy"), ["B", "_", "a", "a-1", "a.b", "b"]);
      assert.deepEqual(await store.listDefinitions(tenant, "other:kind"), ["a"]);
      assert.deepEqual(await store.listDefinitions(`${tenant}-other`, "policy"), []);
      assert.equal(await store.readDefinition(`${tenant}-other`, "policy", "a"), undefined);
      assert.equal(await store.readDefinition(tenant, "other:kind", "a"), "of another kind");
      assert.equal(await store.readDefinition(tenant, "policy", "a-1"), "a-1");
      assert.deepEqual(await store.list(tenant, { limit: 10 }), { threads: [] }, "it is no thread");
    },
  },
  {
    row: "C10",
    name: "a definition outlives the threads",
    lifetimes: { threadMs: 200 },
    async run({ store, ref, pass }) {
      await store.create(ref, newThread());
      await store.putDefinition(ref.tenant, "policy", "p", "text");
      await store.remove(ref);
      await pass(1_000);
      assert.equal(await store.readDefinition(ref.tenant, "policy", "p"), "text");
    },
  },
];
