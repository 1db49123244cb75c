// What a change makes of a catalogue: which entries are other than before. It reads and writes nothing.

import { groupBy } from "../../../core/group_by.ts";
import { compareVersions } from "../../../agents/tool_version/semantic_version.ts";
import type { ToolVersion } from "../../../agents/tool_version/tool_version.ts";
import { AgentError, type Problem, unreachable } from "../../../core/error.ts";
import type { Sha256 } from "../../../core/ports.ts";
import { type CatalogueEntry, digestEntry, type EntryStatus, isSameVersion } from "./entry.ts";
import type { ToolChange } from "./head.ts";
import type { EntryChange } from "./pieces.ts";
import type { Snapshot } from "./snapshot.ts";

/** A change that callers ask for. */
export type Change =
  /** Versions that are new; the same version again changes nothing. */
  | { readonly type: "publish"; readonly tools: readonly ToolVersion[] }
  /** `deprecated` tools stay with the threads that use them. */
  | {
    readonly type: "deprecate" | "archive";
    readonly ids: readonly string[];
    readonly reason?: string | undefined;
  }
  /** Held versions, each with the hash of the words that were read. */
  | { readonly type: "accept"; readonly tools: readonly { readonly id: string; readonly hash: string }[] }
  /** The content of an earlier number. */
  | { readonly type: "rollback"; readonly to: Snapshot }
  /** What was archived before a time leaves. */
  | { readonly type: "remove"; readonly before: number };

/** What a change comes to. Without `changes` nothing is other than before. */
export interface AppliedChange extends EntryChange {
  readonly changes: readonly ToolChange[];
}

/** What new entries are made with. */
export interface ApplyParts {
  /** Epoch milliseconds. */
  readonly at: number;
  /** The number that the change makes. */
  readonly number: number;
  readonly sha256: Sha256;
}

type Draft = Omit<CatalogueEntry, "at" | "number" | "digest">;
type DraftChange = readonly [draft: Draft, change: ToolChange["change"]];

const NONE: ReadonlySet<string> = new Set();

/**
 * Applies a change to the newest number of a catalogue; undefined for one that does not exist.
 *
 * @throws {AgentError} catalogue_refused - a version is not later than the one before, a name is in use, or what is held is not what
 * is accepted; `problems` has a pointer into the list of the change for each
 * @throws {AgentError} catalogue_tool_unknown - there is no tool of an id
 */
export async function applyChange(
  base: Snapshot | undefined,
  change: Change,
  parts: ApplyParts,
): Promise<AppliedChange> {
  switch (change.type) {
    case "publish":
      return await finish(base, publish(base, change.tools), parts);
    case "deprecate":
      return await finish(base, setStatus(base, change.ids, "deprecated", change.reason), parts);
    case "archive":
      return await finish(base, setStatus(base, change.ids, "archived", change.reason), parts);
    case "accept":
      return await finish(base, accept(base, change.tools), parts);
    case "rollback":
      return rollback(base, change.to, parts);
    case "remove": {
      const gone = (base?.entries ?? []).filter(({ status, at }) =>
        status === "archived" && at < change.before
      );
      return { put: [], removed: new Set(gone.map(({ tool }) => tool.id)), changes: gone.map(removal) };
    }
    default:
      return unreachable(change);
  }
}

function publish(base: Snapshot | undefined, tools: readonly ToolVersion[]): readonly DraftChange[] {
  const problems: Problem[] = [];
  const report = (index: number, part: string, detail: string) =>
    void problems.push({ pointer: `/tools/${index}${part}`, detail });
  const drafts = tools.map((tool, index): DraftChange | undefined => {
    if (tools.findIndex(({ id }) => id === tool.id) !== index) {
      report(index, "/id", `${JSON.stringify(tool.id)} is published twice; write one version of it.`);
      return undefined;
    }
    const before = base?.findById(tool.id);
    if (before === undefined) {
      return [{ tool, status: "active", latest: tool.version }, "added"];
    }
    if (isPublished(before, tool)) return undefined;
    if (compareVersions(tool.version, before.latest) <= 0) {
      const detail = `${tool.version} is not later than ${before.latest}, which was published before`;
      report(index, "/version", `${detail}; write a later one.`);
      return undefined;
    }
    const isHeld = hasOtherWords(before.tool, tool) && before.status !== "archived";
    const { tool: current, status, reason } = before;
    return isHeld ? [{ tool: current, status, reason, held: tool, latest: tool.version }, "held"] : [
      { tool, status: "active", latest: tool.version },
      before.status === "active" ? "replaced" : "restored",
    ];
  });
  const names = namesBehind(base, drafts.flatMap((draft) => draft?.[0] ?? []));
  for (const [index, tool] of tools.entries()) {
    if (drafts[index] === undefined) continue;
    const owner = names.get(tool.name)?.find((id) => id !== tool.id);
    if (owner !== undefined) {
      report(
        index,
        "/name",
        `${JSON.stringify(tool.name)} is the name of ${owner}; rename one, or archive that.`,
      );
    }
  }
  if (problems.length > 0) throw refused(problems);
  return drafts.flatMap((draft) => draft === undefined ? [] : [draft]);
}

/** A version that is there, or is held: a request that is sent twice changes nothing. */
function isPublished({ tool, held, status }: CatalogueEntry, given: ToolVersion): boolean {
  return isSameVersion(tool, given) && status !== "archived" ||
    held !== undefined && isSameVersion(held, given);
}

/** A server of MCP says something else than what was accepted. */
function hasOtherWords({ source }: ToolVersion, { source: next }: ToolVersion): boolean {
  if (source.type !== "mcp" || next.type !== "mcp") return false;
  return source.hash !== next.hash || source.server !== next.server;
}

/** The ids by name behind the change; archived tools and what is held have none. */
function namesBehind(
  base: Snapshot | undefined,
  drafts: readonly Draft[],
): ReadonlyMap<string, readonly string[]> {
  const byId = new Map<string, Draft>((base?.entries ?? []).map((entry) => [entry.tool.id, entry]));
  for (const draft of drafts) byId.set(draft.tool.id, draft);
  const named = Array.from(byId.values()).filter(({ status }) => status !== "archived");
  const groups = groupBy(
    named.flatMap(({ tool, held }) => held === undefined ? [tool] : [tool, held]),
    ({ name }) => name,
  );
  return new Map(Array.from(groups, ([name, tools]) => [name, tools.map(({ id }) => id)]));
}

function setStatus(
  base: Snapshot | undefined,
  ids: readonly string[],
  status: EntryStatus,
  reason: string | undefined,
): readonly DraftChange[] {
  const word = status === "archived" ? "archived" : "deprecated";
  return [...new Set(ids)].flatMap((id, index): DraftChange[] => {
    const before = find(base, id);
    if (before.status === status) return [];
    if (before.status === "archived") {
      const detail = `${JSON.stringify(id)} is archived, which is more; publish a version to restore it.`;
      throw refused([{ pointer: `/ids/${index}`, detail }]);
    }
    const { tool, held, latest } = before;
    return [[{ tool, status, reason, held: status === "archived" ? undefined : held, latest }, word]];
  });
}

function accept(
  base: Snapshot | undefined,
  tools: readonly { readonly id: string; readonly hash: string }[],
): readonly DraftChange[] {
  return tools.flatMap(({ id, hash }, index): DraftChange[] => {
    const { tool, held, status, reason, latest } = find(base, id);
    const pinned = tool.source.type === "mcp" ? tool.source.hash : undefined;
    if (held === undefined && pinned === hash) return [];
    if (held?.source.type !== "mcp" || held.source.hash !== hash) {
      const detail = held?.source.type === "mcp"
        ? `is not the hash of what is held, ${held.source.hash}; read it, and accept that.`
        : `names a tool of which nothing is held; see the list with held=true.`;
      throw refused([{ pointer: `/tools/${index}/hash`, detail }]);
    }
    return [[{ tool: held, status, reason, latest }, "accepted"]];
  });
}

function find(base: Snapshot | undefined, id: string): CatalogueEntry {
  const entry = base?.findById(id);
  if (entry !== undefined) return entry;
  throw new AgentError("catalogue_tool_unknown", `The catalogue has no tool ${JSON.stringify(id)}.`);
}

async function finish(
  base: Snapshot | undefined,
  drafts: readonly DraftChange[],
  { at, number, sha256 }: ApplyParts,
): Promise<AppliedChange> {
  const put = await Promise.all(drafts.map(([draft]) => digestEntry({ ...draft, at, number }, sha256)));
  const changes = drafts.map(([{ tool, held }, change]): ToolChange => {
    const to = (change === "held" ? held : tool)?.version;
    return { id: tool.id, name: tool.name, change, from: base?.findById(tool.id)?.tool.version, to };
  });
  return { put, removed: NONE, changes };
}

/** Entries come back as they were; `latest` stays, so that a late repetition of what was rolled back does not undo it. */
function rollback(base: Snapshot | undefined, to: Snapshot, { at, number }: ApplyParts): AppliedChange {
  const put = to.entries.flatMap((entry): CatalogueEntry[] => {
    const before = base?.findById(entry.tool.id);
    if (before?.digest === entry.digest) return [];
    const latest = before !== undefined && compareVersions(before.latest, entry.latest) > 0
      ? before.latest
      : entry.latest;
    return [{ ...entry, at, number, latest }];
  });
  const gone = (base?.entries ?? []).filter(({ tool }) => to.findById(tool.id) === undefined);
  const changes = put.map(({ tool }): ToolChange => ({
    id: tool.id,
    name: tool.name,
    change: "restored",
    from: base?.findById(tool.id)?.tool.version,
    to: tool.version,
  }));
  return {
    put,
    removed: new Set(gone.map(({ tool }) => tool.id)),
    changes: [...changes, ...gone.map(removal)],
  };
}

function removal({ tool: { id, name, version } }: CatalogueEntry): ToolChange {
  return { id, name, change: "removed", from: version };
}

function refused(problems: readonly Problem[]): AgentError {
  const shown = problems.slice(0, 20);
  const places = shown.map(({ pointer, detail }) => `${pointer} ${detail}`).join(" ");
  const more = problems.length > shown.length ? ` And ${problems.length - shown.length} more.` : "";
  return new AgentError("catalogue_refused", `The catalogue does not take the change: ${places}${more}`, {
    problems: shown,
  });
}
