// A small picture beside words, as icons.ts has it.

import { type IconName, PATHS } from "./icons.ts";

/** A picture that assistive technology leaves out. */
export function Icon({ name }: { readonly name: IconName }) {
  return (
    <svg viewBox="0 0 16 16" width="14" height="14" aria-hidden="true" class={`icon-${name}`}>
      <path d={PATHS[name]} fill-rule="evenodd" />
    </svg>
  );
}
