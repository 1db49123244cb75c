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
