// What callers see of catalogues. Times are ISO 8601.

import type { ToolSource, ToolVersion } from "../../../agents/tool_version/tool_version.ts";
import type { Warning } from "../../../core/tool_choice/choice_report.ts";
import type { CommittedChange } from "../catalogue/commit_change.ts";
import type { CatalogueDiff } from "../catalogue/diff.ts";
import type { CatalogueEntry } from "../catalogue/entry.ts";
import type { Head } from "../catalogue/head.ts";
import type { Snapshot } from "../catalogue/snapshot.ts";

/**
 * Whether a caller sees how tools are run: addresses, and headers that may hold more than a name. Callers without the scope `manage`
 * see the type of a source, and of a server of MCP its name.
 */
export interface Sight {
  readonly sources: boolean;
}

/** A catalogue. */
export function toCatalogueView(name: string, { number, digest, at, count, oldest }: Head) {
  return { name, number, digest, at: iso(at), tools: count, oldest };
}

/** A tool of a catalogue. */
export function toToolView({ tool, status, reason, held, at, number }: CatalogueEntry, sight: Sight) {
  return {
    ...toVersionView(tool, sight),
    status,
    reason: reason ?? null,
    at: iso(at),
    number,
    held: held === undefined ? null : toVersionView(held, sight),
  };
}

/** What a change came to. */
export function toChangeView({ snapshot, changes }: CommittedChange, warnings: readonly Warning[]) {
  const { name, number, digest, at } = snapshot;
  return { name, number, digest, at: iso(at), changes: changes.map(toToolChange), warnings };
}

/** A line of the log. */
export function toLogView({ number, action, by, at, source, reason, changes, more }: Head) {
  return {
    number,
    action,
    by: by ?? null,
    at: iso(at),
    source: source ?? null,
    reason: reason ?? null,
    changes: changes.map(toToolChange),
    more: more ?? 0,
  };
}

/** A comparison. */
export function toDiffView(
  { from, to }: { readonly from: Pick<Snapshot, "number">; readonly to: Pick<Snapshot, "number"> },
  { added, removed, changed }: CatalogueDiff,
  sight: Sight,
) {
  const toLine = ({ tool: { id, name, version } }: CatalogueEntry) => ({ id, name, version });
  return {
    from: from.number,
    to: to.number,
    added: added.map(toLine),
    removed: removed.map(toLine),
    changed: changed.map(({ id, name, fields }) => ({
      id,
      name,
      fields: fields.map((field) => {
        if (field.field === "source" && !sight.sources) return { ...field, from: null, to: null };
        if (field.field !== "deprecatesAt") return field;
        return { ...field, from: isoOrNull(field.from), to: isoOrNull(field.to) };
      }),
    })),
  };
}

function toVersionView({ deprecatesAt, source, ...tool }: ToolVersion, { sources }: Sight) {
  return {
    ...tool,
    deprecatesAt: deprecatesAt === undefined ? undefined : iso(deprecatesAt),
    source: sources ? source : toBareSource(source),
  };
}

function toBareSource(source: ToolSource) {
  return source.type === "mcp" ? { type: source.type, server: source.server } : { type: source.type };
}

function toToolChange({ id, name, change, from, to }: Head["changes"][number]) {
  return { id, name, change, from: from ?? null, to: to ?? null };
}

function isoOrNull(value: unknown): string | null {
  return typeof value === "number" ? iso(value) : null;
}

function iso(at: number): string {
  return new Date(at).toISOString();
}
