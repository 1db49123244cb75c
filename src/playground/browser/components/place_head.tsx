// The head of a place: its name, a sentence about it, and what can be done there.

import type { ComponentChildren } from "preact";

interface PlaceHeadProps {
  readonly title: string;
  readonly about?: string;
  /** Controls at the right. */
  readonly children?: ComponentChildren;
}

/** The head of a place. */
export function PlaceHead({ title, about, children }: PlaceHeadProps) {
  return (
    <header class="place-head">
      <div>
        <h1>{title}</h1>
        {about && <p class="place-about">{about}</p>}
      </div>
      {children && <div class="place-tools">{children}</div>}
    </header>
  );
}
