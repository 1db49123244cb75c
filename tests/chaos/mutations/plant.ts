// Preloaded into test processes by what_tiers_find.ts: plants the defect that PLANT names for as long as the process runs. An empty
// PLANT is a copy of the dependencies without a defect, so that a test which fails by the planting alone finds nothing.

import assert from "node:assert/strict";
import type { RunDeps } from "../../../src/kernel/run_deps.ts";
import type { MemoryTables } from "../../../src/stores/embedded/memory.ts";
import { planted, type RuntimeMutation } from "./mutations.ts";
import { PLANTED, type Planted } from "./planted.ts";

declare global {
  /** Called by the `startRun` of the copy: makes what the runtime is given. */
  var plantedDeps: ((deps: RunDeps) => RunDeps) | undefined;
  /** Called by the `MemoryTables` of the copy: makes those of a store. */
  var plantedTables: (() => MemoryTables) | undefined;
}

const NONE: RuntimeMutation = { name: "", caughtAs: [], alterDeps: (deps) => ({ ...deps }) };

plant(
  [NONE, ...PLANTED].find(({ name }) => name === Deno.env.get("PLANT")) ??
    assert.fail("PLANT names no defect"),
);

function plant(mutation: Planted): void {
  if ("script" in mutation) return void planted(mutation);
  if ("tables" in mutation) return void (globalThis.plantedTables = mutation.tables);
  const { alterDeps = (deps) => deps, alterStore } = mutation;
  const altered = new WeakMap<RunDeps, { readonly from: RunDeps; readonly made: RunDeps }>();
  globalThis.plantedDeps = (deps) => {
    const known = altered.get(deps);
    // Tests put other parts into their dependencies while they run.
    if (known !== undefined && isSame(known.from, deps)) return known.made;
    const made = alterDeps(alterStore === undefined ? deps : { ...deps, store: alterStore(deps.store) });
    altered.set(deps, { from: { ...deps }, made });
    return made;
  };
}

function isSame(one: RunDeps, other: RunDeps): boolean {
  const parts = new Map<string, unknown>(Object.entries(other));
  return Object.entries(one).every(([name, part]) => parts.get(name) === part);
}
