// A list without anything: what would be there, and the code that begins it.

import { CodeBlock } from "./code_block.tsx";

interface EmptyProps {
  readonly title: string;
  readonly detail: string;
  /** To paste into the project. */
  readonly code?: string;
}

/** Says what to do next. */
export function Empty({ title, detail, code }: EmptyProps) {
  return (
    <section class="empty-state" aria-label={title}>
      <h2>{title}</h2>
      <p>{detail}</p>
      {code && <CodeBlock code={code} label={`the code for: ${title}`} />}
    </section>
  );
}
