// The wire, raw: every request that makes events, the events as they came, and the entries of steps whose events are no longer kept.

import { batch, computed, type Signal, signal, useComputed } from "@preact/signals";
import { render, type VNode } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { HistoryPage } from "../../../core/contract/entries.ts";
import type { ThreadDetail } from "../../../core/contract/threads.ts";
import type { StepEvent } from "../../../core/event.ts";
import type { Exchange } from "../api/http.ts";
import { toCurl } from "../curl.ts";
import { byId } from "../dom.ts";
import { copyAndAnnounce } from "../components/copy/copy.ts";
import { type EndFollower, followEnd } from "../components/follow_end.ts";
import { moveFocus } from "../components/move_focus.ts";
import { useSaid } from "../components/copy/said.ts";
import { JsonValue } from "../json_view.tsx";
import { count, duration } from "../words.ts";
import { type HistoryLine, toHistoryLines } from "./history_lines.ts";

/** Rows beyond which the oldest are dropped: a page is not an archive. */
const ROWS_LIMIT = 3000;

/** Characters of a row's preview; the style sheet cuts it to the width. */
const PREVIEW = 160;

/** Characters of a request or an event that a filter looks through: images are long, and say nothing. */
const SEARCHED = 2_000;

/** Characters of a request that are drawn; a copy has all of them. */
const DRAWN = 20_000;

/** Milliseconds in which a log that is there has sent its first events. */
const LOG_MS = 300;

/** A row, by which of its facts it is found and marked. */
interface Row {
  /** What a filter is compared with. */
  readonly text: string;
  readonly type: string;
  /** 0 for a request. */
  readonly step: number;
  /** The same object for as long as the row is there: drawing others leaves it alone. */
  readonly node: VNode;
}

/** The list of requests and events, with a filter. */
export class EventList {
  readonly #rows = signal<readonly Row[]>([]);
  readonly #lines = signal<readonly HistoryLine[]>([]);
  readonly #filter = signal("");
  readonly #hasDeltas = signal(true);
  readonly #selected = signal<number | undefined>(undefined);
  /** Requests without an answer, with what rises when they have one. */
  readonly #exchanges = new Map<Exchange, Signal<number>>();
  /** Rows that the next frame will add. */
  #fresh: Row[] = [];
  #key = 0;
  /** The log of the thread was read: events that are missing here are no longer stored. */
  readonly #isLogRead = signal(false);
  /** Keeps the end of the list in sight. */
  #follower: EndFollower | undefined;

  /** Steps from this one on have events here. */
  readonly #firstStep = computed(() => this.#rows.value.find(({ step }) => step > 0)?.step ?? Infinity);
  /** Entries of steps before. */
  readonly lines = computed(() => {
    if (!this.#isLogRead.value) return [];
    const first = this.#firstStep.value;
    const wanted = this.#filter.value;
    return this.#lines.value.filter(({ step, type, text }) =>
      step < first && `${type} ${text}`.toLowerCase().includes(wanted)
    );
  });
  readonly visible = computed(() => this.#rows.value.filter((row) => this.isShown(row)).length);

  constructor() {
    render(<Tools list={this} />, byId("event-tools", HTMLElement));
    render(<List list={this} />, byId("events-pane", HTMLElement));
  }

  get rows(): readonly Row[] {
    return this.#rows.value;
  }

  get hasDeltas(): boolean {
    return this.#hasDeltas.value;
  }

  /** Whether the filter lets a row through. */
  isShown({ text, type }: Pick<Row, "text" | "type">): boolean {
    return text.includes(this.#filter.value) && (this.#hasDeltas.value || !type.endsWith(".delta"));
  }

  isSelected(step: number): boolean {
    return step > 0 && this.#selected.value === step;
  }

  /** Shows the rows with this text alone. */
  filterBy(text: string): void {
    this.#filter.value = text.trim().toLowerCase();
  }

  /** Shows pieces of texts as they came, or leaves them out. */
  showDeltas(areShown: boolean): void {
    this.#hasDeltas.value = areShown;
  }

  clear(): void {
    this.#exchanges.clear();
    this.#fresh = [];
    batch(() => {
      this.#rows.value = [];
      this.#lines.value = [];
      this.#isLogRead.value = false;
      this.#selected.value = undefined;
    });
  }

  /** Shows what the history has of a thread that was opened, for the steps whose events are gone. */
  open({ counters, version }: ThreadDetail, { entries }: HistoryPage): void {
    this.#lines.value = toHistoryLines(entries, counters.steps - version);
  }

  /** Keeps the end of the drawn list in sight, until the result is called. */
  follow(list: HTMLElement): () => void {
    const follower = this.#follower = followEnd(list);
    return () => follower.stop();
  }

  /** A request was sent, or its response is there. */
  showExchange(exchange: Exchange): void {
    const before = this.#exchanges.get(exchange);
    if (exchange.status && exchange.path.endsWith("/events")) this.#awaitLog();
    if (before !== undefined) {
      this.#exchanges.delete(exchange); // it is answered
      before.value += 1;
      return;
    }
    const changes = signal(0);
    this.#exchanges.set(exchange, changes);
    this.#follower?.toEnd();
    const { method, path, body } = exchange;
    const facts = { text: `${method} ${path} ${body.slice(0, SEARCHED)}`.toLowerCase(), type: "", step: 0 };
    this.#add({
      ...facts,
      node: <ExchangeRow key={this.#key++} list={this} facts={facts} exchange={exchange} changes={changes} />,
    });
  }

  #awaitLog(): void {
    const lines = this.#lines.peek();
    setTimeout(() => {
      if (this.#lines.peek() === lines) this.#isLogRead.value = true;
    }, LOG_MS);
  }

  /** Shows an event; `at` is milliseconds since its request, where that is known. */
  add(event: StepEvent, step: number, at: number | undefined): void {
    const { seq, type, ...rest } = event;
    const preview = JSON.stringify(rest);
    const facts = { text: `${type} ${seq} ${preview.slice(0, SEARCHED)}`.toLowerCase(), type, step };
    const time = at === undefined ? "–" : `+${duration(at)}`;
    this.#add({
      ...facts,
      node: (
        <EventRow
          key={this.#key++}
          list={this}
          facts={facts}
          event={event}
          preview={preview.slice(1, PREVIEW)}
          time={time}
        />
      ),
    });
  }

  /** Marks the events of a step and scrolls to them. */
  select(step: number): void {
    this.#flush();
    this.#selected.value = step;
    requestAnimationFrame(() =>
      document.querySelector("#event-list .selected:not([hidden])")?.scrollIntoView({ block: "start" })
    );
  }

  #add(row: Row): void {
    if (this.#fresh.push(row) === 1) requestAnimationFrame(() => this.#flush());
  }

  /** One change of the page a frame, however fast events come. */
  #flush(): void {
    if (this.#fresh.length === 0) return;
    this.#rows.value = [...this.#rows.peek(), ...this.#fresh].slice(-ROWS_LIMIT);
    this.#fresh = [];
  }
}

function Tools({ list }: { readonly list: EventList }) {
  const all = list.rows.length;
  const visible = list.visible.value;
  return (
    <>
      <input
        id="filter"
        type="search"
        placeholder="Filter"
        aria-label="Filter events"
        autocomplete="off"
        onInput={({ currentTarget }) => list.filterBy(currentTarget.value)}
      />
      <label class="check">
        <input
          type="checkbox"
          checked={list.hasDeltas}
          onInput={({ currentTarget }) => list.showDeltas(currentTarget.checked)}
        />{" "}
        pieces of texts
      </label>
      <span id="count" class="count">
        {visible === all ? count(visible) : `${count(visible)} of ${count(all)}`}
      </span>
    </>
  );
}

function List({ list }: { readonly list: EventList }) {
  const frame = useRef<HTMLOListElement>(null);
  useEffect(() => {
    if (frame.current !== null) return list.follow(frame.current);
  }, [list]);
  const lines = list.lines.value;
  return (
    <>
      {lines.length > 0 && (
        <>
          <p class="history-note">
            Events of older steps are no longer kept: these lines are from the history.
          </p>
          <ol class="event-list history-lines" aria-label="Lines of the history">
            {lines.map((line) => <LineRow key={line.entry.id} list={list} line={line} />)}
          </ol>
        </>
      )}
      <ol
        id="event-list"
        class="event-list"
        aria-label="Requests and events"
        ref={frame}
        onKeyDown={(event) =>
          moveFocus(
            event,
            [...event.currentTarget.querySelectorAll("summary")].filter((row) => row.checkVisibility()),
          )}
      >
        {list.rows.map(({ node }) => node)}
      </ol>
      {list.rows.length === 0 && lines.length === 0 && (
        <p class="empty-note">Requests as they are sent, with the server-sent events that answer them.</p>
      )}
    </>
  );
}

interface RowProps {
  readonly list: EventList;
  readonly facts: Pick<Row, "text" | "type" | "step">;
}

interface EventRowProps extends RowProps {
  readonly event: StepEvent;
  readonly preview: string;
  readonly time: string;
}

/** Attributes of a row: a filter or a selection changes them and draws no row again. */
function useRowMarks({ list, facts }: RowProps) {
  return {
    isHidden: useComputed(() => !list.isShown(facts)),
    mark: useComputed(() => list.isSelected(facts.step) ? "selected" : undefined),
  };
}

function EventRow({ list, facts, event, preview, time }: EventRowProps) {
  const { isHidden, mark } = useRowMarks({ list, facts });
  const [wasOpened, setOpened] = useState(false);
  const { seq, type } = event;
  return (
    <li hidden={isHidden} class={mark}>
      <details class={`event ev-${type.split(".")[0]}`} onToggle={() => setOpened(true)}>
        <summary>
          <span class="seq">{seq}</span>
          <b>{type}</b>
          <span class="preview">{preview}</span>
          <span class="at">{time}</span>
        </summary>
        {wasOpened && <pre class="json"><JsonValue value={event} /></pre>}
      </details>
    </li>
  );
}

interface LineRowProps {
  readonly list: EventList;
  readonly line: HistoryLine;
}

function LineRow({ list, line: { entry, step, type, text, time } }: LineRowProps) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <li class={list.isSelected(step) ? "selected" : undefined}>
      <details class="event entry" onToggle={() => setOpened(true)}>
        <summary>
          <span class="at">{step > 0 ? `Step ${step}` : ""}</span>
          <b>{type}</b>
          <span class="preview">{text}</span>
          <time class="at" dateTime={entry.at}>{time}</time>
        </summary>
        {wasOpened && <pre class="json"><JsonValue value={entry} /></pre>}
      </details>
    </li>
  );
}

interface ExchangeRowProps extends RowProps {
  readonly exchange: Exchange;
  /** Rises when the response is there. */
  readonly changes: Signal<number>;
}

function ExchangeRow({ list, facts, exchange, changes }: ExchangeRowProps) {
  const [isOpen, setOpen] = useState(false);
  const { isHidden } = useRowMarks({ list, facts });
  const { said, say } = useSaid();
  void changes.value; // the response is written into the exchange
  const { method, path, status, problem } = exchange;
  const copy = async () => {
    const isDone = await copyAndAnnounce("the request as curl", toCurl(exchange));
    say(isDone ? "Copied" : "Not copied");
    if (!isDone) setOpen(true); // there it is to be copied by hand
  };
  return (
    <li class="exchange" hidden={isHidden}>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary>
          <b>{method}</b>
          <span class="path">{path.replace(/(threads\/)[^/]+/, "$1…")}</span>
          <span class={problem ? "bad" : undefined}>{status || (problem ? "failed" : "…")}</span>
        </summary>
        {isOpen && (
          <pre class="json">
            {shorten(toCurl(exchange))}
            {problem && "\n\n"}
            {problem && <JsonValue value={problem} />}
          </pre>
        )}
      </details>
      <button type="button" class="quiet small" onClick={() => void copy()}>
        {said.value || "Copy as curl"}
      </button>
    </li>
  );
}

function shorten(text: string): string {
  return text.length > DRAWN
    ? `${text.slice(0, DRAWN)}\n… ${count(text.length - DRAWN)} more characters`
    : text;
}
