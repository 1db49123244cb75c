// What a button says for a moment of what it has done.

import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useCallback, useEffect, useRef } from "preact/hooks";

/** Milliseconds for which a button says what it did. */
const SAID_MS = 2000;

/** Words that are there for two seconds after they were said; empty before and behind. */
export function useSaid(): { readonly said: ReadonlySignal<string>; readonly say: (words: string) => void } {
  const said = useSignal("");
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const say = useCallback((words: string) => {
    clearTimeout(timer.current);
    said.value = words;
    timer.current = setTimeout(() => said.value = "", SAID_MS);
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return { said, say };
}
