// Markdown as elements, with the packages marked and DOMPurify. `deno task playground` makes dist/markdown.js of this module,
// which the page loads with its first answer. Two layers keep an answer harmless: the renderer writes the few tags below and
// shows every other markup as text, and DOMPurify lets nothing but those tags through.

import DOMPurify from "dompurify";
import { type Lexer, type Links, Marked, type Token } from "marked";

/** A block of a text: a paragraph, a list, a table. */
export interface Block {
  /** Its part of the text. */
  readonly raw: string;
  /** Depths of the headings above it; once it is rendered, those above what follows it. */
  depths: readonly number[];
  render(): DocumentFragment;
}

/** Characters of one run of text, and of its marks of emphasis, beyond which the run stays as it is written: the time that marked
 * takes grows with their square. */
const RUN_LIMIT = 16_384;
const MARK_LIMIT = 256;

/** Cells of a table: each row is filled up to the width of the head. */
const CELL_LIMIT = 20_000;

/** A line that begins with more than 32 marks of quotes and lists. */
const DEEP = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])){33}/m;

/** Characters that change the order of those behind them. */
const REORDERING = /[\u202a-\u202e\u2066-\u2069]/g;

const ADDRESS = /^(?:https?:\/\/|mailto:)/i;

const TAGS = [
  "a",
  "p",
  "br",
  "hr",
  "em",
  "strong",
  "del",
  "sub",
  "sup",
  "kbd",
  "code",
  "pre",
  "blockquote",
  "h3",
  "h4",
  "h5",
  "h6",
  "ul",
  "ol",
  "li",
  "table",
  "thead",
  "tbody",
  "tr",
  "th",
  "td",
];

/** Tags of an answer that are kept, without attributes. */
const KEPT = /^<(?:br\s*\/?|\/?(?:sub|sup|kbd))>$/i;

const RULES = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ["href", "title", "start", "align", "data-lang"],
  ALLOWED_URI_REGEXP: ADDRESS,
  ADD_URI_SAFE_ATTR: ["start", "align", "data-lang"], // their values are no addresses
  ALLOW_ARIA_ATTR: false,
  ALLOW_DATA_ATTR: false,
  RETURN_DOM_FRAGMENT: true as const,
};

DOMPurify.addHook("afterSanitizeAttributes", (node) => {
  if (node instanceof HTMLAnchorElement && node.hasAttribute("href")) {
    node.target = "_blank";
    node.rel = "noopener noreferrer";
  }
});

/** Depths of the headings that a heading is below. */
let depths: readonly number[] = [];

const marked = new Marked({
  gfm: true,
  tokenizer: {
    table(source) {
      const end = source.search(/\n[ \t]*\n|$/);
      const lines = source.slice(0, end).split("\n");
      const columns = (lines[0]?.split("|").length ?? 0) + 1;
      return columns * lines.length > CELL_LIMIT ? undefined : false;
    },
  },
  renderer: {
    html(token) {
      if (KEPT.test(token.text.trim())) return token.text;
      const text = escaped(token.text.trimEnd()).replaceAll("\n", "<br>");
      return token.block ? `<p>${text}</p>` : text;
    },
    text(token) {
      return "tokens" in token && token.tokens ? this.parser.parseInline(token.tokens) : escaped(token.text);
    },
    heading({ tokens, depth }) {
      depths = [...depths.filter((above) => above < depth), depth];
      const level = Math.min(6, 2 + depths.length);
      return `<h${level}>${this.parser.parseInline(tokens)}</h${level}>`;
    },
    code({ text, lang = "" }) {
      const name = /^[\w+#.-]{1,30}/.exec(lang)?.[0] ?? "";
      return `<pre data-lang="${name}"><code>${verbatim(text)}</code></pre>`;
    },
    codespan: ({ text }) => `<code>${verbatim(text)}</code>`,
    checkbox: ({ checked }) => checked ? "☑ " : "☐ ",
    link({ href, title, tokens }) {
      return anchor(href, title ?? "", this.parser.parseInline(tokens));
    },
    image: ({ href, title, text }) => anchor(href, title ?? "", escaped(`Image: ${text || href}`)),
  },
});

/**
 * The blocks of a text in their order, `raw` joined being the text; undefined where it stays plain. Inline parts are read when a
 * block is rendered. `source` has no carriage returns; definitions of links in it are added to `links`.
 */
export function parseBlocks(source: string, links: Links): Block[] | undefined {
  if (DEEP.test(source)) return undefined;
  const lexer = new marked.Lexer(marked.defaults);
  lexer.tokens.links = links;
  let tokens: Token[];
  try {
    tokens = lexer.blockTokens(source, lexer.tokens);
    for (const { src, tokens: inline } of lexer.inlineQueue) readInline(lexer, src, inline);
  } catch {
    return undefined; // nested deeper than the stack
  }
  return tokens.map((token) => ({
    raw: token.raw,
    depths: [],
    render(this: Block) {
      depths = [...this.depths];
      const fragment = sanitize(marked.Parser.parse([token], marked.defaults));
      this.depths = depths;
      return fragment;
    },
  }));
}

/** The elements of HTML that are allowed in an answer. */
export function sanitize(html: string): DocumentFragment {
  return DOMPurify.sanitize(html, RULES);
}

/** Adds the tokens of a text to `tokens`. */
function readInline(lexer: Lexer, text: string, tokens: Token[]): void {
  const marks = text.match(/[*_~]/g)?.length ?? 0;
  if (text.length <= RUN_LIMIT && marks <= MARK_LIMIT) lexer.inlineTokens(text, tokens);
  else tokens.push({ type: "text", raw: text, text, escaped: false });
}

function anchor(href: string, title: string, html: string): string {
  if (!ADDRESS.test(href)) return html;
  const more = title === "" ? "" : ` title="${escaped(title)}"`;
  return `<a href="${escaped(href)}"${more}>${html}</a>`;
}

/** HTML of a text; character references of the text keep their meaning. */
function escaped(text: string): string {
  return visible(
    text.replace(/&(?!(?:#\d{1,7}|#x[\da-f]{1,6}|\w+);)/gi, "&amp;").replace(/[<>"']/g, reference),
  );
}

/** HTML that shows exactly the text. */
function verbatim(text: string): string {
  return visible(text.replace(/[&<>"']/g, reference));
}

function reference(found: string): string {
  return `&#${found.charCodeAt(0)};`;
}

function visible(text: string): string {
  return text.replace(REORDERING, (found) => `\\u${found.charCodeAt(0).toString(16)}`);
}
