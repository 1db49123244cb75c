// The index of the newest tools of a catalogue, kept in the store: made behind a publication, read by an isolate that selects for the
// first time. It is no data: one that is missing, of another format or of other tools is built by the isolate.

import * as z from "zod/mini";
import { AgentError, failureFields } from "../../../core/error.ts";
import { parseJson } from "../../../core/json.ts";
import type { Log, Sleep } from "../../../core/ports.ts";
import type { Store } from "../../../core/store.ts";
import { INDEX_FORMAT, readIndex, writeIndexText } from "../lexical/index_format.ts";
import { buildIndex } from "../lexical/tool_index.ts";
import type { BuiltIndex, ToolIndex } from "../selector.ts";
import { readHead } from "./head.ts";
import { type CatalogueName, inLanes } from "./pieces.ts";
import type { Snapshot } from "./snapshot.ts";

/** The kinds of the definitions: by the name of the catalogue which index there is, and its pieces by name, digest and number. */
const INDEX_KIND = "catalogue_index";
const PIECE_KIND = "catalogue_index_piece";

/** Of the definition that says which index there is. */
const SCHEMA = 1;

/** Characters of base64 in a piece; a definition has 65,536 bytes. */
const PIECE_CHARS = 60_000;

/** The fewest tools for which an index is kept: those of fewer are built while the first piece would be read. */
const LEAST_TOOLS = 300;

/** Milliseconds without another publication after which an index is made: a large catalogue is published in many requests. */
const QUIET_MS = 2_000;

const keptSchema = z.object({
  schema: z.literal(SCHEMA),
  format: z.literal(INDEX_FORMAT),
  /** Digest of the tools of which it was built. */
  version: z.string(),
  pieces: z.int().check(z.minimum(1)),
});

/** What keeping an index is done with. */
export interface IndexPorts {
  readonly store: Store;
  readonly sleep: Sleep;
  readonly log: Log;
}

/** Keeps the indexes of catalogues that this isolate has changed. */
export class PublishedIndexes {
  readonly #ports: IndexPorts;
  /** The last one: the next index takes from it the terms of the tools that are the same. */
  #last: BuiltIndex | undefined;

  constructor(ports: IndexPorts) {
    this.#ports = ports;
  }

  /**
   * Keeps the index of a catalogue that was just changed, in place of an earlier one. It waits for two seconds first, and keeps nothing
   * when the catalogue was changed again in them, has fewer than 300 tools, or has this index already. A failure is logged.
   */
  async keep(snapshot: Snapshot): Promise<void> {
    if (snapshot.entries.length < LEAST_TOOLS) return;
    const { store, sleep, log } = this.#ports;
    try {
      await sleep(QUIET_MS);
      if (!await isNewest(snapshot, store)) return;
      if ((await readKept(snapshot, store))?.version === snapshot.whole.version) return;
      const index = buildIndex(snapshot.whole, this.#last);
      this.#last = { tools: snapshot.whole.tools, index };
      await writeIndex(snapshot, index, store);
    } catch (thrown) {
      log("warn", "the index of a catalogue was not kept; isolates build it", {
        ...toFields(snapshot),
        ...failureFields(thrown),
      });
    }
  }
}

async function isNewest(snapshot: Snapshot, store: Store): Promise<boolean> {
  return (await readHead(snapshot, store))?.head.number === snapshot.number;
}

async function writeIndex(snapshot: Snapshot, index: ToolIndex, store: Store): Promise<void> {
  const { tenant, name } = snapshot;
  const { version } = index;
  const text = writeIndexText(index);
  const pieces = Math.ceil(text.length / PIECE_CHARS);
  const names = namePieces(snapshot, { version, pieces });
  await inLanes([...names.entries()], async ([place, each]) => {
    const piece = text.slice(place * PIECE_CHARS, (place + 1) * PIECE_CHARS);
    await store.putDefinition(tenant, PIECE_KIND, each, piece);
  });
  if (!await isNewest(snapshot, store)) return; // its own index stays; the next one that is kept removes these pieces
  const kept: z.output<typeof keptSchema> = { schema: SCHEMA, format: INDEX_FORMAT, version, pieces };
  await store.putDefinition(tenant, INDEX_KIND, name, JSON.stringify(kept));
  await removeOthers(snapshot, new Set(names), store);
}

/**
 * Reads the index that was kept for the tools of a catalogue, with these tools; undefined where there is none, or that of other tools. One
 * request, and one for each 45 KB of the index. One that cannot be read is logged.
 */
export async function readPublishedIndex(
  snapshot: Snapshot,
  { store, log }: Pick<IndexPorts, "store" | "log">,
): Promise<BuiltIndex | undefined> {
  if (snapshot.entries.length < LEAST_TOOLS) return undefined;
  try {
    const kept = await readKept(snapshot, store);
    if (kept?.version !== snapshot.whole.version) return undefined;
    const pieces = await inLanes(namePieces(snapshot, kept), async (name) => {
      return await store.readDefinition(snapshot.tenant, PIECE_KIND, name);
    });
    const { tools } = snapshot.whole;
    return { tools, index: readIndex(pieces.join(""), snapshot.whole) };
  } catch (thrown) {
    if (!(thrown instanceof AgentError)) throw thrown;
    log("warn", "the kept index of a catalogue could not be read; the isolate builds it", {
      ...toFields(snapshot),
      ...failureFields(thrown),
    });
    return undefined;
  }
}

/** Which index there is; undefined for none, and for one that this release does not read. */
async function readKept({ tenant, name }: CatalogueName, store: Store) {
  const text = await store.readDefinition(tenant, INDEX_KIND, name);
  return text === undefined ? undefined : z.safeParse(keptSchema, parseJson(text)).data;
}

/** The version is in the names, so that no reader puts pieces of two indexes together. */
function namePieces(
  { name }: CatalogueName,
  { version, pieces }: Pick<z.output<typeof keptSchema>, "version" | "pieces">,
): string[] {
  return Array.from({ length: pieces }, (_, place) => `${name}/${INDEX_FORMAT}.${version}.${place}`);
}

async function removeOthers(
  { tenant, name }: CatalogueName,
  kept: ReadonlySet<string>,
  store: Store,
): Promise<void> {
  const all = await store.listDefinitions(tenant, PIECE_KIND);
  const others = all.filter((each) => each.startsWith(`${name}/`) && !kept.has(each));
  await inLanes(others, (each) => store.removeDefinition(tenant, PIECE_KIND, each));
}

function toFields({ tenant, name, number }: Snapshot) {
  return { catalogue: name, tenant, number };
}
