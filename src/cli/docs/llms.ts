// llms.txt and llms-full.txt, the documentation for programs that read text: https://llmstxt.org has the form.

import type { Contents, ContentsPage } from "./contents.ts";

/** Sections about the project itself. A program that builds agents does not need them, so llms.txt calls them optional. */
const OPTIONAL: ReadonlySet<string> = new Set(["Project"]);

/** What llms.txt says below its summary: the package and the site have the skill where the file lies. */
const SKILL =
  "[The skill](skills/build-agent/SKILL.md) builds an agent from a sentence, and names the page of each feature.";

/** llms.txt: the list of pages, with the skill. `base` as in {@link listOfPages}. */
export function llmsText(contents: Contents, base: string): string {
  return listOfPages(contents, base, [SKILL]);
}

/**
 * The list of pages with what is on each. `base` stands before each path: `docs/` in the package, `` on the site. `notes` are the
 * paragraphs between the summary and the list.
 */
export function listOfPages(
  { title, summary, sections }: Contents,
  base: string,
  notes: readonly string[] = [],
): string {
  const lists = sections.map(({ title, pages }) => {
    const lines = pages.map((page) => `- [${page.title}](${base}${page.path}): ${page.description}`);
    return `## ${OPTIONAL.has(title) ? "Optional" : title}\n\n${lines.join("\n")}\n`;
  });
  return [`# ${title}`, `> ${summary}`, ...notes, lists.join("\n")].join("\n\n");
}

/** The text of every page that llms.txt does not call optional, each behind a line with its path. */
export async function llmsFullText(
  { title, summary, sections }: Contents,
  readPage: (page: ContentsPage) => Promise<string>,
): Promise<string> {
  const pages = sections.filter(({ title }) => !OPTIONAL.has(title)).flatMap(({ pages }) => pages);
  const texts = await Promise.all(
    pages.map(async (page) => `<!-- ${page.path} -->\n\n${(await readPage(page)).trim()}\n`),
  );
  return [`# ${title}\n\n> ${summary}\n`, ...texts].join("\n");
}
