/**
 * The faults that the project still has, by kind and place, with their number: allowed.json. The list only shrinks: a new or
 * larger fault fails, and so does an entry whose fault is gone. UPDATE_ALLOWED=1 writes what is found; read the difference.
 */
import assert from "node:assert/strict";
import { projectRoot } from "../support/project.ts";

/** By place, how large the fault is: `{ "src/core/store.ts": 415 }`. */
export type Faults = Readonly<Record<string, number>>;

const FILE = new URL("tests/lint/allowed.json", projectRoot);

/** Fails with a line for each difference between what is found and what allowed.json has under `kind`. */
export async function assertAllowed(kind: string, found: Faults): Promise<void> {
  const allowed: Record<string, Faults> = JSON.parse(await Deno.readTextFile(FILE));
  if (Deno.env.get("UPDATE_ALLOWED") === "1") {
    const sorted = Object.fromEntries(Object.entries(found).sort(([left], [right]) => left < right ? -1 : 1));
    await Deno.writeTextFile(FILE, JSON.stringify({ ...allowed, [kind]: sorted }, null, 2) + "\n");
    return;
  }
  assert.deepEqual(differences(kind, found, allowed[kind] ?? {}), []);
}

/** The sentences of what must change, in the code or in the list. */
export function differences(kind: string, found: Faults, allowed: Faults): string[] {
  const grown = Object.entries(found).filter(([place, count]) => count > (allowed[place] ?? 0))
    .map(([place, count]) => `${kind}: ${place} has ${count}, allowed are ${allowed[place] ?? 0}`);
  const gone = Object.keys(allowed).filter((place) => found[place] === undefined)
    .map((place) =>
      `${kind}: ${place} is right now: remove it from tests/lint/allowed.json (UPDATE_ALLOWED=1)`
    );
  return [...grown, ...gone];
}
