// One number of a catalogue as steps read it. It never changes, so what is made of it is made once.

import type { ToolVersion } from "../../../agents/tool_version/tool_version.ts";
import { Lru, remembered } from "../../../core/lru.ts";
import { fnv64 } from "../../../core/text/hash.ts";
import type { ToolCatalogue, ToolDocument } from "../selector.ts";
import { type AvailabilityFacts, isDeprecated, isOffered } from "./availability.ts";
import type { CatalogueEntry } from "./entry.ts";
import type { Piece } from "./pieces.ts";
import { assignVariant } from "./variant.ts";

/** What a catalogue of selectors is made for. */
export interface CatalogueFacts extends AvailabilityFacts {
  /**
   * The thread whose variants the descriptions are. Without it they are the defaults, and all threads have one catalogue: every
   * combination of variants is a catalogue, and an index, of its own.
   */
  readonly thread?: string;
}

/** Facts whose catalogues a snapshot keeps. */
const KEPT = 64;

/** What identifies a snapshot. */
export interface SnapshotFacts {
  /** The tenant whose catalogue it is. */
  readonly tenant: string;
  readonly name: string;
  readonly number: number;
  /** Of all entries: the same for two numbers with the same content. */
  readonly digest: string;
  /** Epoch milliseconds of its publication. */
  readonly at: number;
}

/** One number of a catalogue. The same number is the same object as long as the isolate has it. */
export class Snapshot implements SnapshotFacts {
  readonly tenant: string;
  readonly name: string;
  readonly number: number;
  readonly digest: string;
  readonly at: number;
  /** In the order in which their ids were published first. */
  readonly entries: readonly CatalogueEntry[];
  /** The versions of the entries. */
  readonly tools: readonly ToolVersion[];
  /** As the store has them. */
  readonly pieces: readonly Piece[];
  readonly #byId: ReadonlyMap<string, CatalogueEntry>;
  readonly #byName = new Map<string, CatalogueEntry>();
  /** Times at which tools become deprecated, ascending. */
  readonly #dates: readonly number[];
  readonly #offered = new Lru<readonly CatalogueEntry[]>(KEPT);
  readonly #catalogues = new Lru<ToolCatalogue>(KEPT);
  #whole: ToolCatalogue | undefined;

  constructor({ tenant, name, number, digest, at }: SnapshotFacts, pieces: readonly Piece[]) {
    this.tenant = tenant;
    this.name = name;
    this.number = number;
    this.digest = digest;
    this.at = at;
    this.pieces = pieces;
    this.entries = pieces.flatMap(({ entries }) => entries);
    this.tools = this.entries.map(({ tool }) => tool);
    this.#byId = new Map(this.entries.map((entry) => [entry.tool.id, entry]));
    for (const entry of this.entries) {
      const other = this.#byName.get(entry.tool.name);
      if (other === undefined || other.status === "archived") this.#byName.set(entry.tool.name, entry);
    }
    this.#dates = this.entries.flatMap(({ tool }) => tool.deprecatesAt ?? []).sort((a, b) => a - b);
  }

  /** Characters of the stored text. */
  get chars(): number {
    return this.pieces.reduce((sum, { chars }) => sum + chars, 0);
  }

  /** The entry of an id. */
  findById(id: string): CatalogueEntry | undefined {
    return this.#byId.get(id);
  }

  /** The entry of a name: the one that is not archived, where there is one. */
  findByName(name: string): CatalogueEntry | undefined {
    return this.#byName.get(name);
  }

  /** The entries that are offered under the facts, in order. The same facts have the same list. */
  offered(facts: AvailabilityFacts): readonly CatalogueEntry[] {
    const key = this.#keyOf(facts);
    const known = this.#offered.get(key);
    if (known !== undefined) return known;
    const offered = this.entries.filter((entry) => isOffered(entry, facts));
    this.#offered.set(key, offered);
    return offered;
  }

  /** All entries by their default descriptions, whatever is offered to whom. Its documents are the objects of the other catalogues. */
  get whole(): ToolCatalogue {
    return this.#whole ??= toCatalogue(this.tools.map((tool) => getDocument(tool, tool.description.default)));
  }

  /**
   * What selectors select from under the facts. The same object for the same facts; between two dates of deprecation `now` makes no
   * difference.
   */
  catalogueFor(facts: CatalogueFacts): ToolCatalogue {
    const { thread } = facts;
    const offered = this.offered(facts);
    const assigned = thread === undefined
      ? ""
      : offered.flatMap(({ tool }) =>
        tool.description.variants === undefined ? [] : assignVariant(tool, thread).name
      ).join(" ");
    const key = `${assigned}\n${this.#keyOf(facts)}`;
    const known = this.#catalogues.get(key);
    if (known !== undefined) return known;
    const isWhole = thread === undefined && offered.length === this.entries.length;
    const catalogue = isWhole ? this.whole : toCatalogue(
      offered.map(({ tool }) =>
        getDocument(tool, thread === undefined ? tool.description.default : assignVariant(tool, thread).text)
      ),
    );
    this.#catalogues.set(key, catalogue);
    return catalogue;
  }

  #keyOf({ tier, context, flags = [], uses = [], now }: AvailabilityFacts): string {
    const passed = this.#dates.filter((at) => at <= now).length;
    // Only deprecated tools are offered for their use, so threads that use others share a list, and what is made of it.
    const kept = uses.filter((name) => {
      const entry = this.findByName(name);
      return entry !== undefined && isDeprecated(entry, now);
    });
    return JSON.stringify([tier, context, [...flags].sort(), kept.sort(), passed]);
  }
}

/** Why a thread can no longer count on a tool of its snapshot. */
export interface Withdrawal {
  readonly name: string;
  /** `removed`: the newer catalogue does not have it any more, as after a rollback. */
  readonly status: "deprecated" | "archived" | "removed";
  readonly reason: string | undefined;
}

/**
 * Which of the named tools of a snapshot a newer one has withdrawn, in the order of the names. A tool that was deprecated before
 * counts only once it is archived or gone.
 */
export function findWithdrawn(
  pinned: Snapshot,
  newest: Snapshot,
  names: Iterable<string>,
): readonly Withdrawal[] {
  if (pinned === newest || pinned.digest === newest.digest) return [];
  return Array.from(names).flatMap((name): Withdrawal[] => {
    const before = pinned.findByName(name);
    if (before === undefined) return [];
    const { status, reason } = newest.findById(before.tool.id) ?? { status: "removed", reason: undefined };
    return status === "active" || status === before.status ? [] : [{ name, status, reason }];
  });
}

function toCatalogue(documents: readonly HashedDocument[]): ToolCatalogue {
  return {
    version: fnv64(documents.map(({ hash }) => hash).join(" ")),
    tools: documents.map(({ document }) => document),
  };
}

interface HashedDocument {
  readonly document: ToolDocument;
  readonly hash: string;
}

/** By version, then by text: versions that two numbers share are one object, so their documents are too. */
const documents = remembered((_: ToolVersion) => new Map<string, HashedDocument>());

function getDocument(tool: ToolVersion, description: string): HashedDocument {
  const byText = documents(tool);
  const known = byText.get(description);
  if (known !== undefined) return known;
  const { name, parameters, examples, categories, tags, source } = tool;
  const document: ToolDocument = {
    name,
    description,
    parameters,
    examples,
    categories,
    tags,
    foreign: source.type === "mcp" || undefined,
  };
  const hashed = { document, hash: fnv64(JSON.stringify(document)) };
  byText.set(description, hashed);
  return hashed;
}
