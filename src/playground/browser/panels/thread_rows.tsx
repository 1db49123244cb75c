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
  const { threads: { value: threads }, current, stop, firstWords, picked: { value: picked }, actions } = list;
  const pick = (id: string, isRange: boolean) => list.pick(id, isRange);
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
      class={`thread-list ${list.density}`}
      onKeyDown={(event) => onKeyDown(event, list)}
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
          isPicked={picked?.has(thread.id)}
          onPick={pick}
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
  return (
    <p class="skeleton" ref={line}>
      <span class="unseen">Reading more</span>
    </p>
  );
}

/**
 * Up and down go from thread to thread, Home and End to the ends; to the sides are the buttons of a thread. X selects it, and Escape ends
 * that.
 */
function onKeyDown(
  event: KeyboardEvent & { readonly currentTarget: HTMLElement },
  list: ThreadList,
): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey, target, currentTarget } = event;
  const row = target instanceof Element ? target.closest("li") : null;
  const link = row?.querySelector("a");
  if (row === null || altKey || moveFocus(event, [...currentTarget.querySelectorAll("a")], link)) return;
  const isPicking = list.picked.peek() !== undefined;
  if (isPicking && key === "Escape") {
    event.stopPropagation();
    return list.endPicking();
  }
  if (target === link && (key.toLowerCase() === "x" && !ctrlKey && !metaKey || isPicking && key === " ")) {
    event.preventDefault();
    return list.pick(row.dataset.thread ?? "", shiftKey);
  }
  const step = { ArrowLeft: -1, ArrowRight: 1 }[key];
  if (step === undefined) return;
  const parts = [...row.querySelectorAll<HTMLElement>("a, button")];
  const part = parts.findIndex((each) => each === target) + step;
  event.preventDefault();
  parts[Math.min(parts.length - 1, Math.max(0, part))]?.focus();
}
