// Loads what reads Markdown, with the first answer that is drawn.

/** The module that reads Markdown. */
export type MarkdownModule = typeof import("../markdown.ts");

let loading: Promise<MarkdownModule | undefined> | undefined;

/** The module; undefined where it does not load. */
export function loadMarkdown(): Promise<MarkdownModule | undefined> {
  return loading ??= import("../markdown.ts").catch(() => undefined);
}
