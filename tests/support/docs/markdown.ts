/** The Markdown pages of the project, read as far as tests need it: headings, tables, code blocks, links. */
import { projectRoot } from "../project.ts";

/** A page of the project. */
export interface Page {
  /** Such as `docs/http-api.md`. */
  readonly path: string;
  readonly text: string;
}

/** A heading with everything up to the next heading of its level or a higher one. */
export interface Section {
  readonly title: string;
  readonly text: string;
}

/** A page by its path in the project. */
export async function readPage(path: string): Promise<Page> {
  return { path, text: await Deno.readTextFile(new URL(path, projectRoot)) };
}

/** The sections of one level: 2 for `##`. */
export function sectionsOf(text: string, level: number): Section[] {
  const heading = new RegExp(`^#{${level}} (.*)$`);
  const higher = new RegExp(`^#{1,${level - 1}} `);
  const sections: { title: string; text: string }[] = [];
  let current: { title: string; text: string } | undefined;
  for (const line of outsideFences(text)) {
    const title = heading.exec(line)?.[1];
    if (title !== undefined) sections.push(current = { title, text: "" });
    else if (higher.test(line)) current = undefined;
    else if (current !== undefined) current.text += `${line}\n`;
  }
  return sections;
}

/** The rows of every table whose first column has this head, as cells; without the head. */
export function rowsOf(text: string, head: string): string[][] {
  const tables = text.split(/\n(?!\|)/).map((part) =>
    part.split("\n").filter((line) => line.startsWith("|")).map(cellsOf)
  );
  return tables.filter(([first]) => first?.[0] === head).flatMap((rows) => rows.slice(2));
}

/** What stands in backticks, in order. */
export function codeIn(text: string): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].flatMap(([, code]) => code ?? []);
}

/** The code blocks of a language. */
export function codeBlocks(text: string, language: string): string[] {
  const fence = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\``, "gms");
  return [...text.matchAll(fence)].flatMap(([, code]) => code ?? []);
}

/** The anchors of a page's headings, as GitHub makes them, and those that it writes itself. */
export function anchorsOf(text: string): Set<string> {
  const lines = outsideFences(text);
  const titles = lines.flatMap((line) => /^#{1,6} (.*)$/.exec(line)?.[1] ?? []);
  const written = lines.flatMap((line) => [...line.matchAll(/<a id="([\w-]+)">/g)].map(([, id = ""]) => id));
  return new Set([
    ...titles.map((title) => title.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-")),
    ...written,
  ]);
}

/** The targets of links that are not addresses of the web. */
export function relativeLinks(text: string): string[] {
  const links = outsideFences(text).join("\n").matchAll(/\]\(([^()\s]+)\)/g);
  return [...links].flatMap(([, target]) => target === undefined || /^[a-z]+:/.test(target) ? [] : target);
}

/** The addresses of the web outside of blocks, in links and in text. */
export function webLinks(text: string): string[] {
  const found = outsideFences(text).join("\n").matchAll(/https?:\/\/[^\s)`"'|,]*/g);
  return [...found].map(([link]) => link.replace(/[.;:>]+$/, ""));
}

/** The lines that are in no block. */
export function outsideFences(text: string): string[] {
  let isInside = false;
  return text.split("\n").filter((line) => {
    const isFence = line.startsWith("```");
    if (isFence) isInside = !isInside;
    return !isFence && !isInside;
  });
}

function cellsOf(line: string): string[] {
  return line.split(/(?<!\\)\|/).slice(1, -1).map((cell) => cell.trim());
}
