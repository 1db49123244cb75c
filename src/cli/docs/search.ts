// Finds sections of the pages of docs by words, with the scorer that selects tools: a section is a tool whose name is its heading.

import { readWords, stemWord } from "../../plugins/selection/lexical/analysis.ts";
import { rankTools } from "../../plugins/selection/lexical/rank.ts";
import { scoreTools } from "../../plugins/selection/lexical/score.ts";
import { buildIndex } from "../../plugins/selection/lexical/tool_index.ts";
import { headedTexts, toAnchor } from "./headings.ts";

/** A section that has words of a query. */
export interface FoundSection {
  /** Relative to docs: `tools.md`. */
  readonly page: string;
  readonly anchor: string;
  readonly heading: string;
  /** The paragraph or list item with the most words of the query, at most 160 characters. Empty where a section has none. */
  readonly line: string;
}

interface Section extends FoundSection {
  readonly text: string;
}

const MOST_CHARS = 160;

/**
 * The sections that fit the words best, the best first, at most `limit`; none where no word of the query stands in the pages. `pages`
 * are texts by their paths.
 *
 * @example
 * ```ts
 * import { searchPages } from "./search.ts";
 * import assert from "node:assert/strict";
 *
 * const pages = new Map([["tools.md", "# Tools\n\nWhat they are.\n\n## Errors\n\nA tool throws a `ToolError`.\n"]]);
 * assert.deepEqual(searchPages(pages, "errors of tools", 1), [
 *   { page: "tools.md", anchor: "errors", heading: "Errors", line: "A tool throws a `ToolError`." },
 * ]);
 * ```
 */
export function searchPages(
  pages: ReadonlyMap<string, string>,
  query: string,
  limit: number,
): FoundSection[] {
  const sections = Array.from(pages).flatMap(([page, text]) => listSections(page, text));
  const index = buildIndex({ version: "", tools: sections.map(toDocument) });
  const ranked = rankTools(index, scoreTools(index, query), {
    most: limit,
    count: limit,
    accepts: () => true,
  });
  const words = readStems(query);
  return ranked.flatMap(({ place }) => {
    const section = sections[place];
    if (section === undefined) return [];
    const { text, ...found } = section;
    return [{ ...found, line: bestLine(text, words) }];
  });
}

function listSections(page: string, text: string): Section[] {
  return headedTexts(text).map(({ title, text }) => {
    return { page, anchor: toAnchor(title), heading: title.replaceAll("`", ""), text, line: "" };
  });
}

/** The page counts as a category: "budgets phases" finds the phases of that page first. */
function toDocument({ page, heading, text }: Section) {
  return {
    name: heading,
    description: withoutMarks(text),
    parameters: { type: "object" },
    categories: [page.replace(/\.md$/, "")],
  };
}

function readStems(text: string): ReadonlySet<string> {
  return new Set(readWords(text).written.map(stemWord));
}

/** Paragraphs, list items and rows, each in one line. */
function bestLine(text: string, words: ReadonlySet<string>): string {
  const lines = withoutMarks(text).split(/\n\n+|\n(?=\s*[-|] )/)
    .map((line) => line.replaceAll(/\s+/g, " ").replaceAll(/^ ?[-|] | \|$/g, "").trim())
    .filter((line) => /\p{L}/u.test(line));
  const counts = lines.map((line) => [...readStems(line)].filter((word) => words.has(word)).length);
  const line = lines[counts.indexOf(Math.max(...counts))] ?? "";
  return line.length > MOST_CHARS ? `${line.slice(0, MOST_CHARS - 1).trimEnd()}…` : line;
}

/** Text without comments, fences and the heads of tables; a link is its words. */
function withoutMarks(text: string): string {
  return text.replaceAll(/<!--.*?-->|^```.*$|^\|.*\n\|[ :|-]+$/gm, "").replaceAll(
    /\[([^\]]+)\]\([^)\s]*\)/g,
    "$1",
  );
}
