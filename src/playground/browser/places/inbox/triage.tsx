// The list and the pane beside it. The focus leads: the pane is about the row that has it, and the keys are for that call.

import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { InboxItem } from "../../../../core/contract/calls.ts";
import { moveFocus } from "../../components/move_focus.ts";
import { FIELDS } from "../../dom.ts";
import { isGoing } from "../../keys.ts";
import { placeHref } from "../../shell/route.ts";
import { Decisions } from "./decisions.ts";
import { Filters, fits, NO_FILTER } from "./filters.tsx";
import { Pane } from "./pane.tsx";
import { Rows } from "./rows.tsx";
import { idOf, isAlike, isAnsweredHere } from "./waiting_calls.ts";

/** Where the pane stands in the place of the list; styles/inbox.css has the same. */
const NARROW = matchMedia("(width < 43.75rem)");

interface TriageProps {
  readonly items: readonly InboxItem[];
  /** The call that the address names; empty for none. In a narrow window the pane is open with it, and Back closes it. */
  readonly address: string;
  readonly onSettled: (ids: readonly string[]) => void;
  readonly onChanged: () => void;
}

/** Calls to be decided one after the other. */
export function Triage({ items, address, onSettled, onChanged }: TriageProps) {
  const [filter, setFilter] = useState(NO_FILTER);
  const [chosen, setChosen] = useState(address);
  const [looked, setLooked] = useState<ReadonlySet<string>>(new Set());
  const isNarrow = useNarrow();
  const decisions = useMemo(() => new Decisions(), []);
  const frame = useRef<HTMLDivElement>(null);
  const pane = useRef<HTMLElement>(null);
  const visible = items.filter((item) => fits(item, filter, Date.now()));
  // One that others have decided leaves its place empty: what stood beside it is not decided by a key for it.
  const current = visible.find((item) => idOf(item) === chosen) ?? (chosen === "" ? visible[0] : undefined);
  const id = current && idOf(current);
  const isOpen = !isNarrow || address !== "";
  useEffect(() => {
    if (isOpen && id !== undefined) setLooked((before) => new Set([...before, id]));
  }, [isOpen, id]);
  // Nothing has the focus behind a key that leads here: the first call has it then, and its keys count at once.
  useEffect(() => {
    if (document.activeElement === document.body) focusOn(id);
  }, []);
  useEffect(() => {
    if (address !== "") setChosen(address);
  }, [address]);

  const focusOn = (to: string | undefined) => {
    const row = to !== undefined &&
      frame.current?.querySelector<HTMLElement>(`[data-call="${CSS.escape(to)}"]`);
    if (row && row.checkVisibility()) row.focus();
    else pane.current?.focus();
  };
  const choose = (to: string) => {
    setChosen(to);
    // The address of a narrow window follows; in a wide one it names no call any more.
    if (address !== "" && address !== to) location.replace(placeHref("inbox", isNarrow ? to : ""));
  };
  const open = (to: string) => {
    choose(to);
    if (isNarrow) location.hash = placeHref("inbox", to);
  };
  const back = () => {
    if (isNarrow) location.hash = placeHref("inbox");
    requestAnimationFrame(() => focusOn(id));
  };
  const move = (step: number) => {
    const next = visible[visible.findIndex((item) => item === current) + step];
    if (next === undefined) return;
    choose(idOf(next));
    focusOn(idOf(next));
  };
  decisions.listeners = {
    onChanged,
    onSettled(ids) {
      const left = visible.filter((item) => !ids.includes(idOf(item)));
      if (id !== undefined && ids.includes(id)) {
        const place = visible.findIndex((item) => item === current);
        const next = left.find((item) => visible.indexOf(item) > place) ?? left.at(-1);
        const hadFocus = frame.current?.contains(document.activeElement) === true;
        choose(next === undefined ? "" : idOf(next));
        if (hadFocus) focusOn(next && idOf(next));
      }
      onSettled(ids);
    },
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, target, repeat, altKey, ctrlKey, metaKey } = event;
    if (!(target instanceof HTMLElement) || target.closest(FIELDS)) return;
    if (altKey || ctrlKey || metaKey || isGoing(event)) return;
    const rows = [...frame.current?.querySelectorAll<HTMLElement>(".inbox-row") ?? []];
    if (moveFocus(event, rows)) return;
    const step = { j: 1, k: -1 }[key.toLowerCase()];
    if (step !== undefined) return move(step);
    if (key === "Escape" && pane.current?.contains(target)) {
      event.stopPropagation();
      return back();
    }
    const kind = { a: "primary", d: "quiet" }[key.toLowerCase()];
    // A question is answered with words, and declined by its button.
    if (kind === undefined || repeat || current === undefined || current.approval.asks) return;
    if (!isOpen) return open(idOf(current)); // what is decided was seen
    const button = pane.current?.querySelector<HTMLButtonElement>(`.call-question > .${kind}`);
    if (!button) return;
    event.preventDefault();
    button.click();
  };
  return (
    <div class="inbox" data-open={isNarrow ? isOpen : undefined} ref={frame} onKeyDown={onKeyDown}>
      {!(isNarrow && isOpen) && (
        <div class="inbox-list">
          <Filters
            items={items}
            count={visible.length}
            filter={filter}
            onFilter={(to) => {
              setFilter(to);
              setChosen("");
            }}
          />
          <Rows
            items={visible}
            current={isOpen ? id : undefined}
            stop={id ?? (visible[0] && idOf(visible[0]))}
            looked={looked}
            decisions={decisions}
            onFocus={choose}
            onOpen={open}
          />
          {visible.length === 0 && <p class="place-note">No call fits.</p>}
        </div>
      )}
      {isOpen && current === undefined && (
        <p class="inbox-pane inbox-gone facts">
          {visible.length === 0 ? "" : "This call waits no more: choose another one."}
          {isNarrow && <button type="button" class="quiet small" onClick={back}>← All calls</button>}
        </p>
      )}
      {isOpen && current !== undefined && (
        <Pane
          item={current}
          decisions={decisions}
          alike={visible.filter((item) => isAlike(item, current) && !isAnsweredHere(item))}
          looked={looked}
          frame={pane}
          onOpen={(to) => {
            open(to);
            focusOn(to);
          }}
          onBack={isNarrow ? back : undefined}
        />
      )}
    </div>
  );
}

/** Whether the window has no room for the list and the pane. */
function useNarrow(): boolean {
  const [isNarrow, setNarrow] = useState(NARROW.matches);
  useEffect(() => {
    const look = () => setNarrow(NARROW.matches);
    NARROW.addEventListener("change", look);
    return () => NARROW.removeEventListener("change", look);
  }, []);
  return isNarrow;
}
