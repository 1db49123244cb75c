// The state of anything: its picture and its words, in their colour.

import type { StatusWords } from "../../../core/contract/status_words.ts";
import { Icon } from "./icon.tsx";

/** Says a state as every place of the page does. */
export function StateWords({ state: { words, tone, kind } }: { readonly state: StatusWords }) {
  return (
    <span class="state" data-tone={tone}>
      <Icon name={kind} />
      <span>{words}</span>
    </span>
  );
}
