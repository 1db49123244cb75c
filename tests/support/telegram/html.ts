// The HTML of messages, read as strictly as https://core.telegram.org/bots/api#html-style has it.

const TAGS = ["a", "b", "code", "i", "pre", "s"];

/** The words of a message without its marks; `refuse` gets what is wrong with them, and does not return. */
export function parseHtml(html: string, refuse: (why: string) => never): string {
  const open: string[] = [];
  let words = "";
  for (const [piece, end, tag = "", attributes = ""] of html.matchAll(/<(\/?)([a-z]+)([^<>]*)>|[^<]+|</g)) {
    if (!piece.startsWith("<")) {
      words += decode(piece, refuse);
      continue;
    }
    if (piece === "<" || !TAGS.includes(tag)) refuse(`Unsupported start tag "${tag}"`);
    if (end === "/") {
      if (open.pop() !== tag) refuse(`Unexpected end tag "${tag}"`);
      continue;
    }
    checkAttributes(tag, attributes, refuse);
    const isCodeBlock = tag === "code" && open.length === 1 && open[0] === "pre";
    const isCode = tag === "code" || tag === "pre";
    if (!isCodeBlock && (isCode ? open.length > 0 : open.includes("code") || open.includes("pre"))) {
      refuse(`Tag "${tag}" can't be nested here`);
    }
    open.push(tag);
  }
  if (open.length > 0) refuse(`Can't find end tag corresponding to start tag "${open.at(-1)}"`);
  return words;
}

function decode(text: string, refuse: (why: string) => never): string {
  return text.replaceAll(/&([a-z]+;)?/g, (_whole, name?: string) => {
    const letter = { "amp;": "&", "lt;": "<", "gt;": ">", "quot;": '"' }[name ?? ""];
    return letter ?? refuse("Unsupported entity");
  });
}

function checkAttributes(tag: string, attributes: string, refuse: (why: string) => never): void {
  const form = tag === "a" ? /^ href="[^"<>]+"$/ : tag === "code" ? /^(?: class="language-[^"<>]+")?$/ : /^$/;
  if (!form.test(attributes)) refuse(`Unsupported attribute in "${tag}"`);
}
