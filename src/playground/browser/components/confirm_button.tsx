// A button for an action that cannot be undone: a second button in its place confirms it.

import { useLayoutEffect, useRef, useState } from "preact/hooks";

interface ConfirmButtonProps {
  readonly title: string;
  /** What it is about, for assistive technology, where the title alone does not say it. */
  readonly label?: string;
  /** It stands in a row of a table. */
  readonly isSmall?: boolean;
  /** The question. */
  readonly question: string;
  /** The words of the button that does it, and of the one that does not. */
  readonly confirm: string;
  readonly keep?: string;
  /** It can be undone, or ends nothing: it has no colour of danger. */
  readonly isHarmless?: boolean;
  readonly onConfirm: () => void;
}

/** The button; in its place the question with both answers, of which the harmless one has the focus. Escape is that one. */
export function ConfirmButton(
  {
    title,
    label,
    isSmall = false,
    question,
    confirm,
    keep: keepWords = "Keep it",
    isHarmless = false,
    onConfirm,
  }: ConfirmButtonProps,
) {
  const [isAsked, setAsked] = useState(false);
  const first = useRef<HTMLButtonElement>(null);
  const keep = useRef<HTMLButtonElement>(null);
  const wasAsked = useRef(false);
  useLayoutEffect(() => {
    if (isAsked) keep.current?.focus();
    else if (wasAsked.current) first.current?.focus();
    wasAsked.current = isAsked;
  }, [isAsked]);
  if (!isAsked) {
    return (
      <button
        type="button"
        class={`quiet${isSmall ? " small" : ""}${isHarmless ? "" : " harmful"}`}
        aria-label={label}
        ref={first}
        onClick={() => setAsked(true)}
      >
        {title}
      </button>
    );
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Escape") return;
    event.stopPropagation();
    setAsked(false);
  };
  return (
    <span class="row-tools" role="group" aria-label={question} onKeyDown={onKeyDown}>
      <span>{question}</span>
      <button type="button" class="quiet" ref={keep} onClick={() => setAsked(false)}>{keepWords}</button>
      <button
        type="button"
        class={isHarmless ? "primary" : "danger"}
        onClick={() => {
          setAsked(false);
          onConfirm();
        }}
      >
        {confirm}
      </button>
    </span>
  );
}
