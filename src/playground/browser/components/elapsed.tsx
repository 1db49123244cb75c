// Seconds that something takes already. Assistive technology does not read them: they would interrupt every second.

import { useEffect, useReducer } from "preact/hooks";

/** `4 s`, from the first second on. `since` is in epoch milliseconds. */
export function Elapsed({ since }: { readonly since: number }) {
  const [, tick] = useReducer((ticks: number, _: void) => ticks + 1, 0);
  useEffect(() => {
    const timer = setInterval(tick, 1000);
    return () => clearInterval(timer);
  }, []);
  const seconds = Math.floor((Date.now() - since) / 1000);
  return <span class="elapsed" aria-hidden="true">{seconds < 1 ? "" : `${seconds} s`}</span>;
}
