// A text of an answer: plain until the module for Markdown is there, and plain where that cannot be loaded.

import { useEffect, useMemo } from "preact/hooks";
import type { GrowingText } from "./growing_text.ts";
import { MarkdownReader } from "./markdown_reader.ts";

/** One text of an answer, as it arrives. */
export function Answer({ text }: { readonly text: GrowingText }) {
  const reader = useMemo(() => new MarkdownReader(text), [text]);
  useEffect(() => reader.start(), [reader]);
  return <div class="answer">{reader.nodes.value ?? <p class="text">{text.source}</p>}</div>;
}
