// What is measured: the lexical selector, and minisearch with the same words and the same fields.

import MiniSearch from "minisearch";
import { readWords, stemWord } from "../../../src/plugins/selection/lexical/analysis.ts";
import { readIndex, writeIndex } from "../../../src/plugins/selection/lexical/index_format.ts";
import { textOfParameters } from "../../../src/plugins/selection/lexical/parameter_text.ts";
import { buildIndex } from "../../../src/plugins/selection/lexical/tool_index.ts";
import type { ToolCatalogue } from "../../../src/plugins/selection/selector.ts";
import { lexical } from "../../../src/plugins/selection/selectors/lexical.ts";

/** Something that finds tools. */
export interface Engine {
  /** Builds an index and writes it. */
  build(catalogue: ToolCatalogue): Uint8Array<ArrayBuffer>;
  /** Reads what was built. */
  read(written: Uint8Array, catalogue: ToolCatalogue): unknown;
  /** Selects the best eight by what was built. */
  open(written: Uint8Array, catalogue: ToolCatalogue): (query: string) => unknown;
}

export const ENGINES = {
  lexical: {
    build: (catalogue) => writeIndex(buildIndex(catalogue)),
    read: readIndex,
    open(written, catalogue) {
      const selector = lexical({ index: written });
      const io = { fetch, env: {}, signal: new AbortController().signal };
      return (text) => selector.select({ text, most: 8 }, catalogue, io);
    },
  },
  minisearch: {
    build(catalogue) {
      const search = new MiniSearch(OPTIONS);
      search.addAll(catalogue.tools.map(({ name, description, parameters, categories = [] }) => ({
        name,
        description,
        parameters: textOfParameters(parameters),
        categories: categories.join(" "),
      })));
      return new TextEncoder().encode(JSON.stringify(search));
    },
    read: readMiniSearch,
    open(written) {
      const search = readMiniSearch(written);
      return (text) => search.search(text).slice(0, 8);
    },
  },
} satisfies Record<string, Engine>;

const OPTIONS = {
  idField: "name",
  fields: ["name", "description", "parameters", "categories"],
  tokenize: (text: string) => [...readWords(text).written],
  processTerm: stemWord,
  searchOptions: { boost: { name: 2, parameters: 0.4, categories: 0.6 } },
};

function readMiniSearch(written: Uint8Array): MiniSearch {
  return MiniSearch.loadJSON(new TextDecoder().decode(written), OPTIONS);
}
