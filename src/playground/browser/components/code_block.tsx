// Code with a button that copies it.

import { CopyButton } from "./copy/copy_button.tsx";

/** Code that can be copied. `label` names it for assistive technology. */
export function CodeBlock({ code, label }: { readonly code: string; readonly label: string }) {
  return (
    <div class="code-block">
      <div class="code-head">
        <CopyButton what={label} read={() => code} />
      </div>
      <pre tabIndex={0} role="region" aria-label={label}><code>{code}</code></pre>
    </div>
  );
}
