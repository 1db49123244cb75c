// Data that a place reads from the server: at once, again when it has changed, and at an interval where the place sets one.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** What was read. With a failure behind a reading `value` is what was read before. */
interface Resource<T> {
  readonly value: T | undefined;
  /** Of the last reading. */
  readonly error: unknown;
  readonly reload: () => void;
}

/**
 * Reads with `read` now, when one of `inputs` changes, and every `everyMs` milliseconds while the page can be seen and no other reading is
 * under way: with slow responses each of them is rendered.
 *
 * @param everyMs Undefined to read no more by itself; as a function it takes what was read last.
 */
export function useResource<T>(
  read: () => Promise<T>,
  inputs: readonly unknown[],
  everyMs?: number | ((value: T | undefined) => number | undefined),
): Resource<T> {
  const [value, setValue] = useState<T>();
  const [error, setError] = useState<unknown>();
  const newest = useRef(0);
  /** The readings that have no response yet. */
  const open = useRef(0);
  const reload = useCallback(() => {
    const number = ++newest.current;
    const isNewest = () => number === newest.current;
    open.current += 1;
    read().finally(() => open.current -= 1).then((found) => {
      if (!isNewest()) return;
      setValue(() => found);
      setError(undefined);
    }, (failure) => isNewest() && setError(failure));
  }, inputs);
  useEffect(reload, [reload]);
  const pause = typeof everyMs === "function" ? everyMs(value) : everyMs;
  useEffect(() => {
    if (pause === undefined) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible" && open.current === 0) reload();
    }, pause);
    return () => clearInterval(timer);
  }, [reload, pause]);
  useEffect(() => () => void (newest.current = Infinity), []);
  return { value, error, reload };
}
