// The vectors of a catalogue's tools: from this isolate, from the cache, else from the embedder, in this order.

import { Lru } from "../../../core/lru.ts";
import type { Warning } from "../../../core/tool_choice/choice_report.ts";
import { cosineOfUnits, type Embedder, keyOfText } from "../embedders/embedder.ts";
import { fromVectorText, toVectorText } from "../embedders/vector_text.ts";
import type { SelectionCache, SelectorIo, ToolCatalogue } from "../selector.ts";
import { textOfTool } from "../tool_text.ts";

type Vector = Float32Array<ArrayBuffer>;

/** Bytes of vectors that an isolate keeps beside those of living catalogues: 5,000 of 1,536 dimensions. */
const ISOLATE_BYTES = 32_000_000;

/** Characters of one read or write of the cache: stores take requests of less than a megabyte. */
const CACHE_CHARS = 640_000;

/** Requests under way at once. */
const AT_ONCE = 4;

/** The text of each tool with its key, in the order of the catalogue. */
interface Entry {
  readonly key: string;
  readonly text: string;
}

/** The vectors of a catalogue. */
export interface GatheredVectors {
  /** In the order of the catalogue. */
  readonly rows: readonly Vector[];
  /** How many the embedder made. */
  readonly embedded: number;
  readonly warnings: readonly Warning[];
}

/** Keeps the vectors of one embedder. */
export class ToolVectors {
  readonly #embedder: Embedder;
  readonly #entries = new WeakMap<ToolCatalogue, readonly Entry[]>();
  readonly #rows = new WeakMap<ToolCatalogue, readonly Vector[]>();
  readonly #known = new Lru<Vector>(ISOLATE_BYTES);

  constructor(embedder: Embedder) {
    this.#embedder = embedder;
  }

  /**
   * The vectors of all tools. With `dimension` those of another length are dropped and made again; without it they come as they are
   * kept. What was made stays when a later request fails, in the isolate and in the cache, so that the next attempt goes on from there.
   */
  async gather(catalogue: ToolCatalogue, io: SelectorIo, dimension?: number): Promise<GatheredVectors> {
    const made = this.#rows.get(catalogue);
    if (made?.every((row) => fits(row, dimension))) return { rows: made, embedded: 0, warnings: [] };
    const entries = this.#entriesOf(catalogue);
    const found = new Map<string, Vector>();
    for (const { key } of entries) {
      const vector = this.#known.get(key);
      if (vector !== undefined && fits(vector, dimension)) found.set(key, vector);
    }
    const cache = io.cache && new VectorCache(io.cache, this.#embedder.dimensions);
    await cache?.read(missing(entries, found).map(({ key }) => key), (key, vector) => {
      if (fits(vector, dimension)) this.#keep(found, key, vector);
    });
    const left = missing(entries, found);
    await inParallel(splitChunks(left, this.#embedder.batch), async (chunk) => {
      const vectors = await this.#embedder.embed(chunk.map(({ text }) => text), io);
      chunk.forEach(({ key }, at) => {
        const vector = vectors[at];
        if (vector !== undefined) this.#keep(found, key, vector);
      });
      await cache?.write(chunk.flatMap(({ key }) => {
        const vector = found.get(key);
        return vector === undefined ? [] : [[key, toVectorText(vector)] as const];
      }));
    });
    const rows = entries.flatMap(({ key }) => found.get(key) ?? []);
    this.#rows.set(catalogue, rows);
    return { rows, embedded: left.length, warnings: cache?.warnings ?? [] };
  }

  #keep(found: Map<string, Vector>, key: string, vector: Vector): void {
    found.set(key, vector);
    this.#known.set(key, vector, vector.byteLength);
  }

  #entriesOf(catalogue: ToolCatalogue): readonly Entry[] {
    let entries = this.#entries.get(catalogue);
    if (entries === undefined) {
      entries = catalogue.tools.map((tool) => {
        const text = textOfTool(tool);
        return { text, key: keyOfText(this.#embedder, text) };
      });
      this.#entries.set(catalogue, entries);
    }
    return entries;
  }
}

/** Vectors as texts by keys. A cache that fails is as one that is empty, with a warning. */
class VectorCache {
  readonly #cache: SelectionCache;
  readonly #warnings: Warning[] = [];
  #keysAtOnce: number;

  constructor(cache: SelectionCache, dimensions = 1_536) {
    this.#cache = cache;
    this.#keysAtOnce = Math.max(1, Math.floor(CACHE_CHARS / (dimensions * 16 / 3)));
  }

  get warnings(): readonly Warning[] {
    return this.#warnings.slice(0, 1);
  }

  async read(keys: readonly string[], take: (key: string, vector: Vector) => void): Promise<void> {
    await inParallel(splitChunks(keys, this.#keysAtOnce), async (chunk) => {
      const texts = await this.#attempt("read", () => this.#cache.read(chunk)) ?? [];
      chunk.forEach((key, at) => {
        const text = texts[at];
        const vector = text === undefined ? undefined : fromVectorText(text);
        if (vector !== undefined && isUnit(vector)) take(key, vector);
      });
    });
  }

  async write(texts: readonly (readonly [key: string, text: string])[]): Promise<void> {
    for (const chunk of splitChunks(texts, this.#keysAtOnce)) {
      await this.#attempt("written", () => this.#cache.write(Object.fromEntries(chunk)));
    }
  }

  async #attempt<T>(what: string, run: () => Promise<T>): Promise<T | undefined> {
    try {
      return await run();
    } catch {
      const message = `The cache of vectors was not ${what}: vectors are made again until it works.`;
      this.#warnings.push({ code: "selection_cache_failed", message });
      return undefined;
    }
  }
}

/** What is kept has length 1, but for the rounding of float32. */
function isUnit(vector: Vector): boolean {
  return Math.abs(cosineOfUnits(vector, vector) - 1) < 1e-3;
}

function fits(vector: Vector, dimension: number | undefined): boolean {
  return dimension === undefined || vector.length === dimension;
}

/** Without doubles: two tools of one text have one vector. */
function missing(entries: readonly Entry[], found: ReadonlyMap<string, Vector>): Entry[] {
  const left = new Map<string, Entry>();
  for (const entry of entries) if (!found.has(entry.key)) left.set(entry.key, entry);
  return [...left.values()];
}

function splitChunks<T>(items: readonly T[], size: number): T[][] {
  const chunks: T[][] = [];
  for (let at = 0; at < items.length; at += size) chunks.push(items.slice(at, at + size));
  return chunks;
}

/** Runs `run` for each item, four at a time. After a failure no further one begins. */
async function inParallel<T>(items: readonly T[], run: (item: T) => Promise<void>): Promise<void> {
  const left = [...items];
  const work = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      try {
        await run(item);
      } catch (error) {
        left.length = 0;
        throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
}
