// The button that copies a text.

import { useSignal } from "@preact/signals";
import { copyAndAnnounce } from "./copy.ts";

/** Milliseconds for which a button says what it did. */
const SAID_MS = 2000;

interface CopyButtonProps {
  /** What is copied, for assistive technology: `the code`. */
  readonly what: string;
  readonly read: () => string;
}

/** The button. */
export function CopyButton({ what, read }: CopyButtonProps) {
  const words = useSignal("Copy");
  const copy = async () => {
    words.value = await copyAndAnnounce(what, read()) ? "Copied" : "Not copied";
    setTimeout(() => words.value = "Copy", SAID_MS);
  };
  return (
    <button type="button" class="copy small" aria-label={`Copy ${what}`} onClick={() => void copy()}>
      {words}
    </button>
  );
}
