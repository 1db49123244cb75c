// The rows of the list of threads, and what reads on behind them.

import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { moveFocus } from "../components/move_focus.ts";
import { ThreadItem } from "./thread_item.tsx";
import { findRow, type ThreadList } from "./thread_list.ts";

interface ListProps {
  readonly list: ThreadList;
}

/** The loaded threads: one stop of Tab, through which arrows lead. */
export function ThreadRows({ list }: ListProps) {
  const { threads: { value: threads }, current, stop, firstWords, actions } = list;
  const known = new Set(threads.map(({ id }) => id));
  const entry = [stop.value, current.value].find((id) => known.has(id)) ?? threads[0]?.id;
  useLayoutEffect(() => {
    list.reveal();
    const { toFocus } = list;
    if (toFocus === "" || !known.has(toFocus)) return;
    list.toFocus = "";
    findRow(toFocus)?.querySelector("a")?.focus();
  });
  return (
    <ul
      id="thread-list"
      class="thread-list"
      onKeyDown={onKeyDown}
      onFocusIn={({ target }) => {
        const row = target instanceof Element ? target.closest("li")?.dataset.thread : undefined;
        if (row !== undefined) stop.value = row;
      }}
    >
      {threads.map((thread) => (
        <ThreadItem
          key={thread.id}
          thread={thread}
          firstWords={firstWords.value.get(thread.id)}
          isCurrent={thread.id === current.value}
          isStop={thread.id === entry}
          onDelete={actions.onDelete}
          onChange={actions.onChange}
        />
      ))}
    </ul>
  );
}

/** What is behind the loaded threads: the next page is read when it comes near. A new cursor makes a new one, which looks again. */
export function MoreThreads({ list }: ListProps) {
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (line.current === null) return;
    const sight = new IntersectionObserver((changes) => {
      if (changes.some(({ isIntersecting }) => isIntersecting)) void list.loadMore();
    }, { root: line.current.closest(".scroller"), rootMargin: "240px 0px" });
    sight.observe(line.current);
    return () => sight.disconnect();
  }, []);
  return <p class="rail-note" ref={line}>Reading more</p>;
}

/** Up and down go from thread to thread, Home and End to the ends; to the sides are the buttons of a thread. */
function onKeyDown(event: KeyboardEvent & { readonly currentTarget: HTMLElement }): void {
  const { key, altKey, target, currentTarget } = event;
  const row = target instanceof Element ? target.closest("li") : null;
  const link = row?.querySelector("a");
  if (row === null || altKey || moveFocus(event, [...currentTarget.querySelectorAll("a")], link)) return;
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step === undefined) return;
  const parts = [...row.querySelectorAll<HTMLElement>("a, button")];
  const part = parts.findIndex((each) => each === target) + step;
  event.preventDefault();
  parts[Math.min(parts.length - 1, Math.max(0, part))]?.focus();
}
