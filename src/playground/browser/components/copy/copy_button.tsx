// The button that copies a text.

import { useSaid } from "./said.ts";
import { copyAndAnnounce } from "./copy.ts";

interface CopyButtonProps {
  /** What is copied, for assistive technology: `the code`. */
  readonly what: string;
  readonly read: () => string;
}

/** The button. */
export function CopyButton({ what, read }: CopyButtonProps) {
  const { said, say } = useSaid();
  const copy = async () => say(await copyAndAnnounce(what, read()) ? "Copied" : "Not copied");
  return (
    <button type="button" class="copy small" aria-label={`Copy ${what}`} onClick={() => void copy()}>
      {said.value || "Copy"}
    </button>
  );
}
