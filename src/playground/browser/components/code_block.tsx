// Code with a button that copies it.

import { useEffect, useRef } from "preact/hooks";
import { copyButton } from "../answers/copy.js";

/** Code that can be copied. `label` names it for assistive technology. */
export function CodeBlock({ code, label }: { readonly code: string; readonly label: string }) {
  const head = useRef<HTMLDivElement>(null);
  const text = useRef(code);
  text.current = code;
  useEffect(() => {
    head.current?.replaceChildren(copyButton(label, () => text.current));
  }, [label]);
  return (
    <div class="code-block">
      <div class="code-head" ref={head} />
      <pre tabIndex={0} role="region" aria-label={label}><code>{code}</code></pre>
    </div>
  );
}
