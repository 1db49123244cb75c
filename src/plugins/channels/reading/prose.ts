// What a person says in a text: quotes, code and comments of HTML are the words of others, or of none.

/** What is no prose. What begins first counts: a quote within code is code. */
const NO_PROSE =
  /<!--[^]*?(?:-->|(?![^]))|^[^\S\n]*(?<fence>`{3,}(?=[^`\n]*$)|~{3,})[^\n]*(?:\n[^]*?)?(?:^[^\S\n]*\k<fence>[`~]*[^\S\n]*$|(?![^]))|^ {0,3}>[^\n]*|<(?<tag>code|pre|blockquote)\b[^<>]*>[^]*?(?:<\/\k<tag>>|(?![^]))|(?<!`)(?<ticks>`+)(?!`)(?:(?!\n[^\S\n]*\n)[^])*?(?<!`)\k<ticks>(?!`)/gim;

/** Lines of code by their indentation, behind an empty line. */
const INDENTED = /(?<=(?<![^])|\n[^\S\n]*\n)(?:(?: {4}|\t)[^\n]*(?:\n|(?![^]))|[^\S\n]*\n)+/g;

/** The first item of a list: lines behind it may be indented as parts of it. */
const ITEM = /^ {0,3}(?:[-*+]|\d{1,9}[.)])\s/m;

/** A character that is no word, no blank and no mark. */
const FILLER = "\ufffc";

/**
 * The Markdown with a filler in place of what is no prose, so that each word stands where it stood.
 *
 * @example
 * ```ts
 * import { toProse } from "./prose.ts";
 * import assert from "node:assert/strict";
 *
 * const prose = toProse("> @bot hi\nand `@bot`, @bot");
 * assert.equal(prose.replaceAll("\ufffc", "."), ".........\nand ......, @bot");
 * ```
 */
export function toProse(markdown: string): string {
  const item = markdown.search(ITEM);
  return markdown.replace(INDENTED, (code, at: number) => item < 0 || at < item ? fill(code) : code)
    .replace(NO_PROSE, fill);
}

/** The Markdown without comments of HTML, which no reader sees. */
export function withoutComments(markdown: string): string {
  return markdown.replace(NO_PROSE, (part) => part.startsWith("<!--") ? "" : part);
}

/** As many fillers as the text has characters; its lines stay. */
export function fill(text: string): string {
  return text.replaceAll(/[^\n]/g, FILLER);
}
