// Loads what reads Markdown, and its style, with the first answer that is drawn.

import { loadStyle } from "../on_demand/load_style.ts";

/** The module that reads Markdown. */
export type MarkdownModule = typeof import("../markdown.ts");

let loading: Promise<MarkdownModule | undefined> | undefined;

/** The module; undefined where it does not load. */
export function loadMarkdown(): Promise<MarkdownModule | undefined> {
  return loading ??= Promise.all([import("../markdown.ts"), loadStyle("on_demand.css")]).then(
    ([module]) => module,
    () => undefined,
  );
}
