// The view of the conversation: the items of its transcript below each other.

import type { ReadonlySignal } from "@preact/signals";
import { For } from "@preact/signals/utils";
import { render } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { type Actions, ActionsContext, useActions } from "../actions.ts";
import { getKey } from "../components/get_key.ts";
import { Notice } from "../components/notice.tsx";
import { type EndFollower, followEnd } from "../components/follow_end.ts";
import { StepView } from "../steps/step_view.tsx";
import { count } from "../words.ts";
import { InputView } from "./input_view.tsx";
import type { Item, Transcript } from "./transcript.ts";

interface TranscriptProps {
  readonly transcript: Transcript;
  /** The element around it, whose parent scrolls. */
  readonly list: HTMLElement;
}

/** What is drawn. */
interface ShownConversation {
  readonly transcript: Transcript;
  readonly actions: Actions;
  /** It is read. */
  readonly opening: ReadonlySignal<boolean>;
}

/** Draws a conversation in an element of the page. */
export function showTranscript(
  list: HTMLElement,
  { transcript, actions, opening }: ShownConversation,
): void {
  render(
    <ActionsContext.Provider value={actions}>
      <Opening transcript={transcript} opening={opening} />
      <TranscriptView transcript={transcript} list={list} />
    </ActionsContext.Provider>,
    list,
  );
}

/** In place of the items, until the first of them is there. */
function Opening({ transcript, opening }: Pick<ShownConversation, "transcript" | "opening">) {
  return opening.value && transcript.items.value.length === 0
    ? (
      <p class="skeleton" role="status">
        <span class="unseen">The thread is read.</span>
      </p>
    )
    : null;
}

/** The items. Each is drawn once, and then follows its own signals. */
function TranscriptView({ transcript, list }: TranscriptProps) {
  const follower = useRef<EndFollower | undefined>(undefined);
  const jumps = transcript.jumps.value;
  useLayoutEffect(() => {
    const followed = follower.current = followEnd(list);
    return () => followed.stop();
  }, [list]);
  useLayoutEffect(() => {
    if (jumps > 0) follower.current?.toEnd();
  }, [jumps]);
  return (
    <For each={transcript.items} getKey={getKey}>
      {(item) => <ItemView item={item} transcript={transcript} list={list} />}
    </For>
  );
}

function ItemView({ item, transcript, list }: TranscriptProps & { readonly item: Item }) {
  switch (item.type) {
    case "input":
      return <InputView input={item} />;
    case "step":
      return <StepView step={item} selected={transcript.selected} />;
    case "notice":
      return <Notice {...item.notice} />;
    case "earlier":
      return <Earlier entries={item.count} transcript={transcript} list={list} />;
  }
}

/** Shows more of the thread, which stays where it was scrolled to. The focus of the button goes to the first of what it brings. */
function Earlier({ entries, transcript, list }: TranscriptProps & { readonly entries: number }) {
  const { showEarlier } = useActions();
  const show = async () => {
    const number = transcript.items.peek().find((item) => item.type === "step")?.number;
    const before = topOf(number);
    await showEarlier();
    (list.parentElement ?? list).scrollTop += topOf(number) - before;
    const first = list.querySelector<HTMLElement>(".user, .step");
    if (first === null || document.activeElement !== document.body) return;
    first.tabIndex = -1;
    first.focus({ preventScroll: true });
  };
  /** Where a step is in the window. Each item has one element, in the same order. */
  const topOf = (number: number | null | undefined) => {
    const index = transcript.items.peek().findIndex((item) => item.type === "step" && item.number === number);
    return list.children[index]?.getBoundingClientRect().top ?? 0;
  };
  return (
    <Notice
      kind="plain"
      title={`${count(entries)} earlier messages are not shown.`}
      action={{ label: "Show earlier", run: () => void show() }}
    />
  );
}
