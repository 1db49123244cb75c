// Facts by their names.

import type { ComponentChildren } from "preact";

/** A fact without a value is left out. */
export type Fact = readonly [name: string, value: ComponentChildren];

/** The facts that are known, as a list of definitions. */
export function Facts({ facts, class: style }: { readonly facts: readonly Fact[]; readonly class: string }) {
  return (
    <dl class={style}>
      {facts.map(([name, value]) =>
        value && (
          <>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </>
        )
      )}
    </dl>
  );
}
