// An amount of money, as a person wants to read it at first.

import { dollars, exactDollars } from "../words.ts";

/** At two decimals: all of them are under the pointer, beside the focus, and for assistive technology. */
export function Money({ microDollars }: { readonly microDollars: number }) {
  const [short, exact] = [dollars(microDollars), exactDollars(microDollars)];
  if (short === exact) return <>{short}</>;
  return (
    <span class="money" title={exact}>
      <span aria-hidden="true">{short}</span>
      <span class="unseen">{exact}</span>
    </span>
  );
}
