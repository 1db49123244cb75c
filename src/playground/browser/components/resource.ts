// What a place reads from the server: at once, again when something of it has changed, and by itself where it asks for it.

import { useCallback, useEffect, useRef, useState } from "preact/hooks";

/** What was read. With a failure behind a reading `value` is what was read before. */
export interface Resource<T> {
  readonly value: T | undefined;
  /** Of the last reading. */
  readonly error: unknown;
  readonly reload: () => void;
}

/** Reads with `read` now, when one of `inputs` changes, and every `everyMs` milliseconds while the page can be seen. */
export function useResource<T>(
  read: () => Promise<T>,
  inputs: readonly unknown[],
  everyMs?: number,
): Resource<T> {
  const [value, setValue] = useState<T>();
  const [error, setError] = useState<unknown>();
  const newest = useRef(0);
  const reload = useCallback(() => {
    const number = ++newest.current;
    const isNewest = () => number === newest.current;
    read().then((found) => {
      if (!isNewest()) return;
      setValue(() => found);
      setError(undefined);
    }, (failure) => isNewest() && setError(failure));
  }, inputs);
  useEffect(() => {
    reload();
    if (everyMs === undefined) return;
    const timer = setInterval(() => document.visibilityState === "visible" && reload(), everyMs);
    return () => clearInterval(timer);
  }, [reload]);
  useEffect(() => () => void (newest.current = Infinity), []);
  return { value, error, reload };
}
