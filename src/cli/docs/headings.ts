// Headings of pages, their anchors, and links between pages of docs.

/** A heading with the text up to the next one. */
export interface HeadedText {
  /** Without its marks; that of the page for what stands before any other. */
  readonly title: string;
  readonly text: string;
}

/** The anchor that code hosts give a heading, which the links between pages name. */
export function toAnchor(title: string): string {
  return title.toLowerCase().replace(/[^\p{L}\p{N} _-]/gu, "").replaceAll(" ", "-");
}

/** The texts of a page below each of its headings, in order. A line in a block of code is no heading. */
export function headedTexts(page: string): HeadedText[] {
  const texts: { title: string; text: string }[] = [];
  let isCode = false;
  for (const line of page.split("\n")) {
    if (line.startsWith("```")) isCode = !isCode;
    const title = isCode ? undefined : /^#{1,6} (.+)$/.exec(line)?.[1];
    const current = texts.at(-1);
    if (title !== undefined) texts.push({ title, text: "" });
    else if (current !== undefined) current.text += `${line}\n`;
  }
  return texts;
}

/**
 * What stands at an anchor of a page: a heading with all below it up to the next one of its level or a higher one, or the row of a table
 * that has the anchor, below the head of the table. undefined where the page has no such anchor.
 *
 * @example
 * ```ts
 * import { textAt } from "./headings.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(textAt("# A\n\n## B\n\nOne.\n\n## C\n", "b"), "## B\n\nOne.");
 * ```
 */
export function textAt(page: string, anchor: string): string | undefined {
  const lines = page.split("\n");
  const row = lines.findIndex((line) => line.includes(`<a id="${anchor}"></a>`));
  if (row >= 0) {
    const head = lines.findLastIndex((line, index) => index < row && !line.startsWith("|")) + 1;
    return [...lines.slice(head, head + 2), lines[row]].join("\n").replace(`<a id="${anchor}"></a>`, "");
  }
  let isCode = false;
  let level = 0;
  const found = lines.filter((line) => {
    if (line.startsWith("```")) isCode = !isCode;
    const [, marks = "", title = ""] = isCode ? [] : /^(#{1,6}) (.+)$/.exec(line) ?? [];
    if (marks.length > 0 && level > 0 && marks.length <= level) level = -1;
    if (marks.length > 0 && level === 0 && toAnchor(title) === anchor) level = marks.length;
    return level > 0;
  });
  return found.length === 0 ? undefined : found.join("\n").trimEnd();
}

/**
 * A link from a page to a target, both relative to docs.
 *
 * @example
 * ```ts
 * import { linkFrom } from "./headings.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(linkFrom("http-api/steps.md", "http-api/types.md#call"), "types.md#call");
 * assert.equal(linkFrom("http-api/steps.md", "tools.md"), "../tools.md");
 * assert.equal(linkFrom("tools.md", "tools.md#errors"), "#errors");
 * ```
 */
export function linkFrom(page: string, target: string): string {
  const [path = "", anchor] = target.split("#");
  if (path === page && anchor !== undefined) return `#${anchor}`;
  const [from, to] = [page.split("/").slice(0, -1), path.split("/")];
  while (from.length > 0 && from[0] === to[0]) [from, to].forEach((parts) => parts.shift());
  const way = [...from.map(() => ".."), ...to].join("/");
  return anchor === undefined ? way : `${way}#${anchor}`;
}

/**
 * The text of a page, its links relative to docs: `treadle docs` prints their targets as they stand. A link out of docs, one to the web
 * and all in a block of code remain.
 *
 * @example
 * ```ts
 * import { withDocsLinks } from "./headings.ts";
 * import assert from "node:assert/strict";
 *
 * const text = "[Tools](../tools.md#errors), [calls](types.md#call), [below](#below), [source](../../src/mod.ts)";
 * assert.equal(
 *   withDocsLinks("http-api/steps.md", text),
 *   "[Tools](tools.md#errors), [calls](http-api/types.md#call), [below](http-api/steps.md#below), [source](../../src/mod.ts)",
 * );
 * ```
 */
export function withDocsLinks(page: string, text: string): string {
  const base = new URL(page, DOCS);
  return text.split(/^(```[^]*?^```)/m).map((part) => {
    if (part.startsWith("```")) return part;
    return part.replaceAll(/\]\((?![a-z]+:)([^()\s]+)\)/g, (link, target) => {
      const { href } = new URL(target, base);
      return href.startsWith(DOCS) ? `](${href.slice(DOCS.length)})` : link;
    });
  }).join("");
}

/** Stands for the folder of the pages while links are resolved. */
const DOCS = "file:///project/docs/";
