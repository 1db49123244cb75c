// The state of a thread or a phase: its picture and its words, in their colour.

import type { ThreadWords } from "../../../core/contract/thread_words.ts";
import { Icon } from "./icon.tsx";

/** Says a state as every place of the page does. */
export function StateWords({ state: { words, tone, kind } }: { readonly state: ThreadWords }) {
  return (
    <span class="state" data-tone={tone}>
      <Icon name={kind} />
      <span>{words}</span>
    </span>
  );
}
