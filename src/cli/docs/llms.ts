// llms.txt and llms-full.txt, the documentation for programs that read text: https://llmstxt.org has the form.

import { type Contents, type ContentsPage, isOfProject, listGuides } from "./contents.ts";

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
  const lists = sections.map((section) => {
    const lines = section.pages.map((page) => `- [${page.title}](${base}${page.path}): ${page.description}`);
    const heading = isOfProject(section) ? "Optional" : section.title; // what llmstxt.org calls pages that a program may leave out
    return `## ${heading}\n\n${lines.join("\n")}\n`;
  });
  return [`# ${title}`, `> ${summary}`, ...notes, lists.join("\n")].join("\n\n");
}

/** The text of every page that llms.txt does not call optional, each behind a line with its path. */
export async function llmsFullText(
  contents: Contents,
  readPage: (page: ContentsPage) => Promise<string>,
): Promise<string> {
  const { title, summary } = contents;
  const texts = await Promise.all(
    listGuides(contents).map(async (page) => `<!-- ${page.path} -->\n\n${(await readPage(page)).trim()}\n`),
  );
  return [`# ${title}\n\n> ${summary}\n`, ...texts].join("\n");
}
