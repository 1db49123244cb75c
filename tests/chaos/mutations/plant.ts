// Preloaded into test processes by what_tiers_find.ts: plants the defect that PLANT names for as long as the process runs.

import assert from "node:assert/strict";
import type { RuntimeDeps } from "../../../src/runtime/deps.ts";
import { MemoryTables } from "../../../src/stores/embedded/memory.ts";
import { planted } from "./mutations.ts";
import { PLANTED, type Planted } from "./planted.ts";

declare global {
  /** Called by the `startRun` of a copy of the project whose defects are in what the runtime is given. */
  var plantedDeps: ((deps: RuntimeDeps) => RuntimeDeps) | undefined;
}

plant(PLANTED.find(({ name }) => name === Deno.env.get("PLANT")) ?? assert.fail("PLANT names no defect"));

function plant(mutation: Planted): void {
  if ("script" in mutation) return void planted(mutation);
  if ("tables" in mutation) return replaceTables(mutation.tables());
  const { alterDeps = (deps) => deps, alterStore } = mutation;
  const altered = new WeakMap<RuntimeDeps, RuntimeDeps>();
  globalThis.plantedDeps = (deps) => {
    const known = altered.get(deps);
    if (known !== undefined) return known;
    const made = alterDeps(alterStore === undefined ? deps : { ...deps, store: alterStore(deps.store) });
    altered.set(deps, made);
    return made;
  };
}

/** Every MemoryTables has the methods of these; what they call as `super` is as it was. */
function replaceTables(tables: MemoryTables): void {
  const changed: object = Object.getPrototypeOf(tables);
  const original = Object.create(
    Object.getPrototypeOf(MemoryTables.prototype),
    Object.getOwnPropertyDescriptors(MemoryTables.prototype),
  );
  const { constructor: _, ...methods } = Object.getOwnPropertyDescriptors(changed);
  Object.setPrototypeOf(changed, original);
  Object.defineProperties(MemoryTables.prototype, methods);
}
