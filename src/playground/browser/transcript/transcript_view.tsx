// The view of the conversation: the items of its transcript below each other.

import { For } from "@preact/signals/utils";
import { render } from "preact";
import { useLayoutEffect, useMemo } from "preact/hooks";
import { type Actions, ActionsContext, useActions } from "../actions.ts";
import { keyOf } from "../components/key_of.ts";
import { Notice } from "../components/notice.tsx";
import { followEnd } from "../components/follow_end.ts";
import { StepView } from "../steps/step_view.tsx";
import { count } from "../words.ts";
import { InputView } from "./input_view.tsx";
import type { Item, Transcript } from "./transcript.ts";

interface TranscriptProps {
  readonly transcript: Transcript;
  /** The element around it, whose parent scrolls. */
  readonly list: HTMLElement;
}

/** Draws a conversation in an element of the page. */
export function showTranscript(
  list: HTMLElement,
  { transcript, actions }: { readonly transcript: Transcript; readonly actions: Actions },
): void {
  render(
    <ActionsContext.Provider value={actions}>
      <TranscriptView transcript={transcript} list={list} />
    </ActionsContext.Provider>,
    list,
  );
}

/** The items. Each is drawn once, and then follows its own signals. */
function TranscriptView({ transcript, list }: TranscriptProps) {
  const toEnd = useMemo(() => followEnd(list), [list]);
  const jumps = transcript.jumps.value;
  useLayoutEffect(() => {
    if (jumps > 0) toEnd();
  }, [jumps]);
  return (
    <For each={transcript.items} getKey={keyOf}>
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
      return <Earlier entries={item.count} list={list} />;
  }
}

/** Shows more of the thread, which stays where it was scrolled to. */
function Earlier({ entries, list }: { readonly entries: number; readonly list: HTMLElement }) {
  const { showEarlier } = useActions();
  const show = async () => {
    const scroller = list.parentElement ?? list;
    const below = scroller.scrollHeight - scroller.scrollTop;
    await showEarlier();
    scroller.scrollTop = scroller.scrollHeight - below;
  };
  return (
    <Notice
      kind="plain"
      title={`${count(entries)} earlier entries are not shown.`}
      action={{ label: "Show earlier", run: () => void show() }}
    />
  );
}
