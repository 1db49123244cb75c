// An entry of a catalogue: a version of a tool, and what its catalogue says about it.

import type { ToolVersion } from "../../../agents/tool_version/tool_version.ts";
import type { Json } from "../../../core/json.ts";
import type { Sha256 } from "../../../core/ports.ts";
import { canonicalJson } from "../../../core/text/hash.ts";

/** Every {@link EntryStatus}. */
export const ENTRY_STATUSES = ["active", "deprecated", "archived"] as const;

/**
 * | status       | who is offered the tool                                |
 * | ------------ | ------------------------------------------------------ |
 * | `active`     | every thread that it is available to                   |
 * | `deprecated` | threads that have called it                            |
 * | `archived`   | no thread; it can be read, for 90 days at least        |
 */
export type EntryStatus = typeof ENTRY_STATUSES[number];

/** A tool of a catalogue. Times are epoch milliseconds. */
export interface CatalogueEntry {
  readonly tool: ToolVersion;
  readonly status: EntryStatus;
  /** Why it is deprecated or archived. */
  readonly reason?: string;
  /** A version whose words a server of MCP has changed: it counts once it is accepted. */
  readonly held?: ToolVersion;
  /** When it became what it is, and the number of the catalogue that it came with. */
  readonly at: number;
  readonly number: number;
  /** The latest version that was ever published under the id, which a rollback does not lower. */
  readonly latest: string;
  /** Digest of the tool, its status, the reason and what is held: equal for equal ones. 22 characters. */
  readonly digest: string;
}

/** Characters of a digest: 132 bits. */
const DIGEST = 22;

/** An entry with its digest. */
export async function digestEntry(
  entry: Omit<CatalogueEntry, "digest">,
  sha256: Sha256,
): Promise<CatalogueEntry> {
  const { tool, status, reason = null, held = null } = entry;
  const text = canonicalJson(toJson({ tool, status, reason, held }));
  return { ...entry, digest: (await sha256(text)).slice(0, DIGEST) };
}

/** The digest of a whole catalogue, from those of its entries in their order. */
export async function digestEntries(entries: readonly CatalogueEntry[], sha256: Sha256): Promise<string> {
  return (await sha256(entries.map(({ digest }) => digest).join(" "))).slice(0, DIGEST);
}

/** Two versions that say the same. */
export function isSameVersion(one: ToolVersion, other: ToolVersion): boolean {
  return one === other || canonicalJson(toJson(one)) === canonicalJson(toJson(other));
}

/** Parts that are undefined are left out. */
function toJson(value: object): Json {
  return JSON.parse(JSON.stringify(value));
}
