// Searches for tools whose results define what they have found, for the APIs that have such results.

import { definesInResults } from "../../core/model/capability.ts";
import type { ChoiceRequest } from "../../core/model/provider.ts";
import { type FoundTool, type KnownTool, readFoundTools } from "../../core/tool/found_tools.ts";

/** The writer (WRITER) since which such results are written. */
const SINCE = 4;

/** How a request has its search. */
export interface SearchStyle {
  /** The name of the tool that searches. */
  readonly name: string;
  /** Names of the tools that the request has besides: no result defines one of them. */
  readonly direct: ReadonlySet<string>;
  /** See {@link ChoiceRequest.writer}. */
  readonly writer?: number | undefined;
  /** What searches of the conversation have found. */
  readonly found: readonly KnownTool[];
}

/** The style of a request; undefined where its results are texts, or it has no search. */
export function searchStyle(
  { tools, added = [], found = [], lacks, writer }: Pick<
    ChoiceRequest,
    "tools" | "added" | "found" | "lacks" | "writer"
  >,
): SearchStyle | undefined {
  const search = tools.find(({ finds }) => finds);
  if (search === undefined || (writer ?? SINCE) < SINCE || !definesInResults(lacks)) return undefined;
  const direct = new Set([...tools, ...added].map(({ name }) => name));
  return { name: search.name, direct, writer, found: found.filter(({ name }) => !direct.has(name)) };
}

/**
 * What the text of a search, of its results and of calls depends on, for the key of a writer. What is found later changes no text of
 * before: a call that stands before the search counts as one of a tool that was not found.
 */
export function searchFacts(style: SearchStyle | undefined): string {
  return style === undefined ? "" : [style.name, ...style.direct].join(" ");
}

/**
 * The tools that the result of a search defines, each once: those that it names and the request does not have. A tool keeps the category
 * under which the conversation has found it first.
 */
export function readDefinedTools(text: string, { found }: SearchStyle): readonly FoundTool[] {
  const named = new Map(readFoundTools(text).map((tool) => [tool.name, tool]));
  return [...named.values()].flatMap(({ name, description, parameters }) => {
    const known = found.find((tool) => tool.name === name);
    if (known === undefined) return [];
    const { category } = known;
    return [{ name, description, parameters, category }];
  });
}
