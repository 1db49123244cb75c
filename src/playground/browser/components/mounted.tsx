// Elements that were made without the library, inside of what it draws.

import { useLayoutEffect, useRef } from "preact/hooks";

interface MountedProps {
  readonly tag: "div" | "pre";
  readonly class: string;
  /** What it is, for assistive technology: it can be scrolled by keys then. */
  readonly label?: string;
  readonly nodes: () => readonly (Node | string)[];
  /** The nodes are made again when it changes. */
  readonly of: unknown;
}

/** A frame around such elements. */
export function Mounted({ tag: Tag, class: className, label, nodes, of }: MountedProps) {
  const frame = useRef<HTMLElement>(null);
  useLayoutEffect(() => frame.current?.replaceChildren(...nodes()), [of]);
  const region = label === undefined ? {} : { role: "region", "aria-label": label, tabIndex: 0 } as const;
  return (
    <Tag
      class={className}
      ref={(node: HTMLElement | null) => void (frame.current = node)}
      {...region}
    />
  );
}
