// Selection by the words of tools, without a model and without a request.

import { AgentError } from "../../../core/error.ts";
import type { Warning } from "../../../core/tool_choice/choice_report.ts";
import { INDEX_FORMAT, readIndex, writeIndexText } from "../lexical/index_format.ts";
import { type Ranked, rankTools } from "../lexical/rank.ts";
import { scoreTools } from "../lexical/score.ts";
import { buildIndex } from "../lexical/tool_index.ts";
import type {
  BuiltIndex,
  Selection,
  SelectionCache,
  SelectionQuery,
  SelectorIo,
  ToolCatalogue,
  ToolIndex,
  ToolSelector,
} from "../selector.ts";

/** Where indexes come from. */
export interface LexicalOptions {
  /**
   * A prebuilt index, by `writeIndex` or `writeIndexText`: an isolate that starts need not build it. For a catalogue of another version
   * the index is built, with the warning `index_outdated`.
   */
  readonly index?: Uint8Array | string;
  /**
   * Keeps indexes in the cache of the deployment too: the first selection of an isolate reads the index by one request, or builds and
   * writes it: a text of about 430 KB for 1,000 tools. Worth it from about 300 tools on. False by default.
   */
  readonly cached?: boolean;
}

/** A catalogue made ready to be searched. */
interface Prepared {
  readonly index: ToolIndex;
  readonly placeOf: ReadonlyMap<string, number>;
  readonly warnings?: readonly Warning[];
}

/** Most candidates that a selection reports. */
const MOST_CANDIDATES = 20;

/**
 * Selects the tools whose words fit a query: BM25F over names, descriptions, arguments, examples, categories and tags, with stop words
 * left out, English stems, identifiers split, and parts of words. The index is made once for every catalogue object: from the one that was
 * kept when its tools were published, or from that of the catalogue before, as far as the tools are the same.
 *
 * A query that is a tool's name selects the tool. Words of a server's tools count less and never pass the operator's best tools.
 *
 * @example
 * ```ts
 * import { lexical } from "./lexical.ts";
 *
 * const selector = lexical({ cached: true });
 * ```
 */
export function lexical({ index, cached = false }: LexicalOptions = {}): ToolSelector {
  const prepared = new WeakMap<ToolCatalogue, Prepared>();
  let last: BuiltIndex | undefined;
  const keep = (catalogue: ToolCatalogue, made: Prepared) => {
    prepared.set(catalogue, made);
    last = { tools: catalogue.tools, index: made.index };
    return made;
  };
  return {
    name: "lexical",
    settings: { format: INDEX_FORMAT },
    select(query, catalogue, { cache, published }: SelectorIo) {
      const made = prepared.get(catalogue) ?? prepareGiven(catalogue, index);
      if (made !== undefined) return select(query, catalogue, keep(catalogue, made));
      const outdated = index === undefined ? [] : [OUTDATED];
      if (!cached || cache === undefined) {
        const make = (known: BuiltIndex | undefined) => {
          const index = known !== undefined && hasSameTools(known, catalogue)
            ? known.index
            : buildIndex(catalogue, known);
          return select(query, catalogue, keep(catalogue, prepare(catalogue, index, outdated)));
        };
        const known = last !== undefined && sharesTools(last, catalogue) ? last : undefined;
        return published === undefined || known !== undefined ? make(known) : published().then(make);
      }
      return readCached(catalogue, cache).then(({ index, warnings }) =>
        select(query, catalogue, keep(catalogue, prepare(catalogue, index, [...outdated, ...warnings])))
      );
    },
  };
}

const OUTDATED: Warning = {
  code: "index_outdated",
  message: "The prebuilt index of tools is not of this catalogue: the index was built by this isolate.",
};

function hasSameTools({ tools }: BuiltIndex, catalogue: ToolCatalogue): boolean {
  return tools.length === catalogue.tools.length &&
    tools.every((tool, place) => tool === catalogue.tools[place]);
}

function sharesTools({ tools }: BuiltIndex, catalogue: ToolCatalogue): boolean {
  const known = new Set(tools);
  return catalogue.tools.some((tool) => known.has(tool));
}

function prepare(catalogue: ToolCatalogue, index: ToolIndex, warnings: readonly Warning[]): Prepared {
  const placeOf = new Map(catalogue.tools.map(({ name }, place) => [name, place]));
  return { index, placeOf, warnings: warnings.length === 0 ? undefined : warnings };
}

/** From the index that the selector was given; undefined without one, and for one of another catalogue. */
function prepareGiven(
  catalogue: ToolCatalogue,
  given: LexicalOptions["index"],
): Prepared | undefined {
  const index = given === undefined ? undefined : readOrUndefined(given, catalogue);
  return index === undefined ? undefined : prepare(catalogue, index, []);
}

/** The index from the cache. A cache that fails costs the time of a build, and is named by a warning. */
async function readCached(
  catalogue: ToolCatalogue,
  cache: SelectionCache,
): Promise<{ index: ToolIndex; warnings: readonly Warning[] }> {
  const key = `lexical:${INDEX_FORMAT}:${catalogue.version}`;
  try {
    const [text] = await cache.read([key]);
    const read = text === undefined ? undefined : readOrUndefined(text, catalogue);
    if (read !== undefined) return { index: read, warnings: [] };
    const index = buildIndex(catalogue);
    await cache.write({ [key]: writeIndexText(index) });
    return { index, warnings: [] };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The index of tools was built by this isolate: its cache failed (${reason}).`;
    return { index: buildIndex(catalogue), warnings: [{ code: "index_not_cached", message }] };
  }
}

function readOrUndefined(written: Uint8Array | string, catalogue: ToolCatalogue): ToolIndex | undefined {
  try {
    return readIndex(written, catalogue);
  } catch (error) {
    if (error instanceof AgentError && error.code === "config_invalid") return undefined;
    throw error;
  }
}

function select(query: SelectionQuery, { tools }: ToolCatalogue, prepared: Prepared): Selection {
  const { text, most, least = 0, keep = [], isAvailable } = query;
  const { index, placeOf, warnings } = prepared;
  const nameAt = (place: number) => tools[place]?.name ?? "";
  const accepts = (place: number) => isAvailable === undefined || isAvailable(nameAt(place));
  const isThere = (name: string) => {
    const place = placeOf.get(name);
    return place !== undefined && accepts(place);
  };
  const selected = new Set(keep.filter(isThere));
  const count = Math.max(Math.min(most + selected.size, tools.length), MOST_CANDIDATES);
  const ranked = rankTools(index, scoreTools(index, text), { most, count, accepts });
  const named = text.trim();
  const fitting = ranked.map(({ place }) => nameAt(place));
  for (const name of isThere(named) ? withinMost(fitting, named, most - selected.size, selected) : fitting) {
    if (selected.size >= most) break;
    selected.add(name);
  }
  for (let place = 0; selected.size < Math.min(least, most) && place < tools.length; place++) {
    if (accepts(place)) selected.add(nameAt(place));
  }
  const candidates = ranked.slice(0, MOST_CANDIDATES).map(({ place, score }: Ranked) => ({
    name: nameAt(place),
    score,
  }));
  return { tools: [...selected], candidates, warnings };
}

/** The names in their order, with `named` in the last of the free places if it stands behind them. */
function withinMost(
  names: readonly string[],
  named: string,
  free: number,
  taken: ReadonlySet<string>,
): string[] {
  const others = names.filter((name) => !taken.has(name));
  const place = others.indexOf(named);
  if (taken.has(named) || free < 1 || place !== -1 && place < free) return others;
  return [...others.slice(0, free - 1), named];
}
