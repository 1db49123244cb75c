// What is other between two numbers of a catalogue.

import type { Json, JsonObject } from "../../../core/json.ts";
import { canonicalJson } from "../../../core/text/hash.ts";
import type { CatalogueEntry } from "./entry.ts";
import type { Snapshot } from "./snapshot.ts";

/** A field of a tool in two numbers; null where the tool does not have it. */
export interface FieldDiff {
  readonly field: string;
  readonly from: Json;
  readonly to: Json;
}

/** A tool that both numbers have, and not alike. */
export interface ToolDiff {
  readonly id: string;
  readonly name: string;
  /** In the order of their names. */
  readonly fields: readonly FieldDiff[];
}

/** The difference of two numbers, each list in the order of publication. */
export interface CatalogueDiff {
  readonly added: readonly CatalogueEntry[];
  readonly removed: readonly CatalogueEntry[];
  readonly changed: readonly ToolDiff[];
}

/** Compares two numbers. `status`, `reason` and `held` count as fields. */
export function diffSnapshots(from: Snapshot, to: Snapshot): CatalogueDiff {
  return {
    added: to.entries.filter(({ tool }) => from.findById(tool.id) === undefined),
    removed: from.entries.filter(({ tool }) => to.findById(tool.id) === undefined),
    changed: to.entries.flatMap((entry): ToolDiff[] => {
      const before = from.findById(entry.tool.id);
      if (before === undefined || before.digest === entry.digest) return [];
      return [{ id: entry.tool.id, name: entry.tool.name, fields: diffFields(before, entry) }];
    }),
  };
}

function diffFields(before: CatalogueEntry, behind: CatalogueEntry): readonly FieldDiff[] {
  const [one, other] = [toFields(before), toFields(behind)];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].sort().flatMap((field): FieldDiff[] => {
    const [from, to] = [one[field] ?? null, other[field] ?? null];
    return canonicalJson(from) === canonicalJson(to) ? [] : [{ field, from, to }];
  });
}

function toFields({ tool, status, reason, held }: CatalogueEntry): JsonObject {
  return JSON.parse(JSON.stringify({ ...tool, status, reason, held: held?.version }));
}
