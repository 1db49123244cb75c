// Markdown as the HTML that Telegram takes: https://core.telegram.org/bots/api#html-style. It knows seven kinds of words and no headings,
// lists or tables: what it does not know stays as it was written.

/** A block of code with its marks, also one that has no end yet. */
const BLOCK = /^ {0,3}(`{3,}|~{3,})[^\S\n]*([\w+#.-]*)[^\n]*\n([^]*?)(?:^ {0,3}\1[`~]*[^\S\n]*$|(?![^]))/m;

/** Code, a link, bold, struck and slanted words, each within a line. */
const WORDS =
  /(`+)(?!`)([^\n]+?)(?<!`)\1(?!`)|\[([^\]\n]+)\]\((https?:\/\/[^\s()]+|tg:\/\/user\?id=\d+)\)|\*\*(?!\s)([^\n]+?)(?<!\s)\*\*|~~([^\n]+?)~~|(?<![\w*])\*(?![\s*])([^\n*]+?)(?<!\s)\*(?![\w*])|(?<!\w)_(?!\s)([^\n_]+?)(?<!\s)_(?!\w)/;

/**
 * The text as HTML. Its words have at most as many characters as the text.
 *
 * @example
 * ```ts
 * import { toHtml } from "./to_html.ts";
 * import assert from "node:assert/strict";
 *
 * assert.equal(
 *   toHtml("# Sum\n**1 < 2**, see [this](https://example.com) and `a & b`"),
 *   '<b>Sum</b>\n<b>1 &lt; 2</b>, see <a href="https://example.com">this</a> and <code>a &amp; b</code>',
 * );
 * assert.equal(toHtml("~~~js\na < b\n~~~"), '<pre><code class="language-js">a &lt; b</code></pre>');
 * ```
 */
export function toHtml(markdown: string): string {
  const found = BLOCK.exec(markdown);
  if (found === null) return toLines(markdown);
  const [whole, , language = "", code = ""] = found;
  const body = escape(code.replace(/\n$/, ""));
  const block = language === ""
    ? `<pre>${body}</pre>`
    : `<pre><code class="language-${escape(language)}">${body}</code></pre>`;
  const behind = markdown.slice(found.index + whole.length);
  // An empty block is refused: it is left out.
  return toLines(markdown.slice(0, found.index)) + (code.trim() === "" ? "" : block) + toHtml(behind);
}

/** Headings become bold lines: their words have no marks of their own then. */
function toLines(text: string): string {
  return text.split("\n").map((line) => {
    const [, heading] = /^ {0,3}#{1,6}\s+(.+?)\s*#*$/.exec(line) ?? [];
    return heading === undefined ? toWords(line) : `<b>${escape(heading.replaceAll("**", ""))}</b>`;
  }).join("\n");
}

function toWords(line: string): string {
  const found = WORDS.exec(line);
  if (found === null) return escape(line);
  const [whole, , code, label, url, bold, struck, starred, slanted] = found;
  return escape(line.slice(0, found.index)) + toElement() + toWords(line.slice(found.index + whole.length));

  function toElement(): string {
    if (code !== undefined) return `<code>${escape(code)}</code>`;
    if (url !== undefined) return `<a href="${escape(url)}">${escape(label ?? url)}</a>`;
    // Code stands in no other element.
    const inner = toWords(bold ?? struck ?? starred ?? slanted ?? "");
    if (inner.includes("<code>")) return inner;
    if (bold !== undefined) return `<b>${inner}</b>`;
    return struck === undefined ? `<i>${inner}</i>` : `<s>${inner}</s>`;
  }
}

function escape(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll(
    '"',
    "&quot;",
  );
}
