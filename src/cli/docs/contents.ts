// docs/README.md lists every page of the documentation. The site's order, llms.txt and the tests read that list.

/** What docs/README.md says of the documentation. */
export interface Contents {
  /** The heading of the page. */
  readonly title: string;
  /** The paragraph below the heading, in one line. */
  readonly summary: string;
  /** In the order of the page. */
  readonly sections: readonly ContentsSection[];
}

/** A heading of the list with its pages, at least one. */
export interface ContentsSection {
  readonly title: string;
  readonly pages: readonly ContentsPage[];
}

/** One line of the list: `- [Tools](tools.md): effect, context`. */
export interface ContentsPage {
  readonly title: string;
  /** Relative to docs: `concepts/step.md`. */
  readonly path: string;
  /** What is on the page, without a full stop. */
  readonly description: string;
}

/** Sections about the project itself: a reader who builds agents looks for a guide. */
const OF_PROJECT: ReadonlySet<string> = new Set(["Project"]);

/** Whether a section is about the project itself. */
export function isOfProject({ title }: ContentsSection): boolean {
  return OF_PROJECT.has(title);
}

/** Every page, in the order of the list. */
export function listPages({ sections }: Contents): readonly ContentsPage[] {
  return sections.flatMap(({ pages }) => pages);
}

/** The pages of all sections but those about the project itself. */
export function listGuides({ sections }: Contents): readonly ContentsPage[] {
  return sections.filter((section) => !isOfProject(section)).flatMap(({ pages }) => pages);
}

/**
 * Reads the list of pages.
 *
 * @throws {Error} for a page without a heading, and for a line of the list that is no link with a description
 */
export function parseContents(text: string): Contents {
  const [head = "", ...parts] = text.split(/^## /m);
  const [, title, summary] = /^# (.+)\n\n((?:.+\n)+)/.exec(head) ?? [];
  if (title === undefined || summary === undefined) {
    throw new Error("docs/README.md has no title or no summary");
  }
  const sections = parts.map(parseSection).filter(({ pages }) => pages.length > 0);
  return { title, summary: summary.trim().replaceAll("\n", " "), sections };
}

function parseSection(part: string): ContentsSection {
  const [title = "", ...lines] = part.split("\n");
  const items = lines.join("\n").split(/^- /m).slice(1).map((item) => item.trim().replaceAll(/\n\s*/g, " "));
  return { title, pages: items.map(parseItem) };
}

function parseItem(item: string): ContentsPage {
  const [, title, path, description] = /^\[([^\]]+)\]\(([\w./-]+\.md)\): (.+)$/.exec(item) ?? [];
  if (title === undefined || path === undefined || description === undefined) {
    throw new Error(`docs/README.md: "${item}" is not "[title](page.md): what is on it"`);
  }
  return { title, path, description };
}
