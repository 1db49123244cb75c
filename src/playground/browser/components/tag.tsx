// A word about a state, with its colour.

import type { ComponentChildren } from "preact";

/** The tone of a state: the words say the same. */
export type TagTone = "good" | "bad" | "warn" | "plain";

/** A state in a word or two. */
export function Tag({ tone, children }: { readonly tone: TagTone; readonly children: ComponentChildren }) {
  return <span class="tag" data-tone={tone}>{children}</span>;
}
