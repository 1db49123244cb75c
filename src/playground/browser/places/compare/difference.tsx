// An answer as the conversation shows it, with the words marked that another one does not have.

import { useEffect, useMemo, useState } from "preact/hooks";
import { loadMarkdown, type MarkdownModule } from "../../answers/load_markdown.ts";
import { drawNodes } from "../../answers/markdown_block.tsx";
import { element } from "../../dom.ts";
import { differingRanges, type Side, type TextRange } from "./differing.ts";

interface DifferenceProps {
  readonly text: string;
  readonly other: string;
  readonly side: Side;
}

/** Characters beyond which an answer is plain text. */
const LIMIT = 200_000;

/** The text with its marks. It is plain until the module for Markdown is there, and where that cannot be loaded. */
export function Difference({ text, other, side }: DifferenceProps) {
  const [markdown, setMarkdown] = useState<MarkdownModule>();
  useEffect(() => void loadMarkdown().then(setMarkdown), []);
  const marked = useMemo(() => markDifference(text, other, side, markdown), [text, other, side, markdown]);
  return <div class="answer">{marked}</div>;
}

function markDifference(text: string, other: string, side: Side, markdown: MarkdownModule | undefined) {
  const drawn = drawText(text, markdown);
  const nodes = listTextNodes(drawn);
  const ranges = differingRanges(joinTexts(nodes), joinTexts(listTextNodes(drawText(other, markdown))), side);
  markRanges(nodes, ranges);
  return drawNodes(drawn);
}

function drawText(text: string, markdown: MarkdownModule | undefined): DocumentFragment {
  const fragment = new DocumentFragment();
  const blocks = text.length > LIMIT
    ? undefined
    : markdown?.parseBlocks(text.replaceAll("\r", ""), Object.create(null));
  if (blocks === undefined) {
    fragment.append(element("p", "text", text));
    return fragment;
  }
  let depths: readonly number[] = [];
  for (const block of blocks) {
    block.depths = depths;
    fragment.append(block.render());
    depths = block.depths;
  }
  return fragment;
}

function listTextNodes(fragment: DocumentFragment): Text[] {
  const walker = document.createTreeWalker(fragment, NodeFilter.SHOW_TEXT);
  const nodes: Text[] = [];
  while (walker.nextNode()) if (walker.currentNode instanceof Text) nodes.push(walker.currentNode);
  return nodes;
}

/** Texts of cells and paragraphs that follow each other are not one word. */
function joinTexts(nodes: readonly Text[]): string {
  return nodes.map(({ data }) => data).join("\n");
}

/** Marks ranges of the joined texts in their nodes. */
function markRanges(nodes: readonly Text[], ranges: readonly TextRange[]): void {
  let begin = 0;
  for (const node of nodes) {
    const { length } = node;
    const parts = ranges.flatMap(({ start, end }) => {
      const [from, to] = [Math.max(0, start - begin), Math.min(length, end - begin)];
      return from < to && node.data.slice(from, to).trim() !== "" ? [[from, to] as const] : [];
    });
    for (const [from, to] of parts.toReversed()) {
      node.splitText(to);
      const part = node.splitText(from);
      const mark = element("mark", "");
      part.replaceWith(mark);
      mark.append(part);
    }
    begin += length + 1;
  }
}
