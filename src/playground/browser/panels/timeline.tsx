// The timeline of the thread on the page: all its steps on one axis, those of the store and those that run here.

import { computed, signal } from "@preact/signals";
import { Component, render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import type { Axis } from "../../../plugins/trace_svg/drawing/axis.ts";
import { byId } from "../dom.js";
import type { StepTrace } from "../trace.js";
import { duration } from "../words.js";
import type { HistoryPage } from "../../../core/contract/entries.ts";
import type { ThreadDetail } from "../../../core/contract/threads.ts";
import { TraceReader } from "./read_trace.ts";
import type { TimelineListeners } from "./timeline_pane.ts";
import { AXIS_WIDTH, TimelineAxis } from "./timeline_axis.ts";
import { type Bar, PARTS, type TimelineStep, toMeasuredStep, toStoredSteps } from "./timeline_step.ts";

/** Milliseconds within which what happens leads to one reading. */
const SETTLE_MS = 250;

/** A step whose events came to this page. */
interface Measured {
  readonly trace: StepTrace;
  /** How long its run had taken at its newest event. */
  readonly now: number;
  /** The epoch of its times. */
  readonly origin: number;
  readonly step: TimelineStep;
}

/** The chart of the steps; a selected step is marked in the transcript too. */
export class Timeline {
  readonly #listeners: TimelineListeners;
  readonly #stored = signal<readonly TimelineStep[]>([]);
  readonly #measured = signal<ReadonlyMap<number, Measured>>(new Map());
  readonly #selected = signal<number | undefined>(undefined);
  /** Whether the selected step alone is shown. */
  readonly #isZoomed = signal(false);
  readonly #steps = computed(() => joinSteps(this.#stored.value, this.#measured.value));
  /** Measured since the last frame. */
  readonly #fresh = new Map<number, Measured>();
  readonly #reader = new TraceReader();
  /** Entries before the first one that was read. */
  readonly #omitted = signal(0);
  #thread = "";
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(listeners: TimelineListeners) {
    this.#listeners = listeners;
    const root = byId("timeline-pane", HTMLElement);
    render(<Steps timeline={this} />, root);
  }

  /** The steps, the oldest first. */
  get steps(): readonly TimelineStep[] {
    return this.#steps.value;
  }

  get selected(): number | undefined {
    return this.#selected.value;
  }

  get isZoomed(): boolean {
    return this.#isZoomed.value;
  }

  /** Turns to another thread; empty for a new one. */
  turnTo(thread: string): void {
    this.#thread = thread;
    clearTimeout(this.#timer);
    this.#stored.value = [];
    this.#measured.value = new Map();
    this.#fresh.clear();
    this.#selected.value = undefined;
    this.#isZoomed.value = false;
    this.#omitted.value = 0;
  }

  /** Shows a thread by what the page has read of it. */
  open(detail: ThreadDetail, history: HistoryPage): void {
    this.#reader.know(detail, history);
    clearTimeout(this.#timer);
    this.#thread = detail.id;
    void this.#read(detail);
  }

  /** Whether the thread has entries before those that were read. */
  get hasEarlier(): boolean {
    return this.#omitted.value > 0;
  }

  /** Reads the steps before those that are shown. */
  async showEarlier(): Promise<void> {
    const thread = this.#thread;
    await this.#reader.readEarlier(thread).catch(() => undefined);
    if (thread === this.#thread) await this.#read();
  }

  /** Reads the steps of the store soon. */
  refresh(thread: string): void {
    this.#thread = thread;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#read(), SETTLE_MS);
  }

  async #read(detail?: ThreadDetail): Promise<void> {
    const thread = this.#thread;
    // What the page lacks then is what it lacked before: another reading follows the next step.
    const trace = await this.#reader.read(thread, detail).catch(() => undefined);
    if (trace === undefined || thread !== this.#thread) return;
    const { counters, version } = trace.thread;
    const stored = toStoredSteps(trace, counters.steps - version);
    this.#measured.value = withClockOf(stored, this.#measured.peek());
    this.#stored.value = stored;
    this.#omitted.value = trace.omitted;
  }

  /** Shows what is measured of a step, with the next frame; `now` is the time of its run, and `from` its beginning as an epoch. */
  show(trace: StepTrace, now: number, from: number): void {
    const before = this.#fresh.get(trace.number) ?? this.#measured.peek().get(trace.number);
    const origin = before?.trace === trace ? before.origin : from;
    if (this.#fresh.size === 0) requestAnimationFrame(() => this.#showFresh());
    this.#fresh.set(trace.number, { trace, now, origin, step: toMeasuredStep(trace, origin, now) });
  }

  #showFresh(): void {
    this.#measured.value = new Map([...this.#measured.peek(), ...this.#fresh]);
    this.#fresh.clear();
  }

  /** Marks a step here and in the conversation. */
  select(number: number): void {
    this.#selected.value = number;
    this.#listeners.onSelect(number);
  }

  /** Selects the step that is so many rows further on, and gives it the focus. */
  move(distance: number): void {
    const { steps, selected } = this;
    const place = steps.findIndex(({ number }) => number === selected);
    const from = place < 0 && distance < 0 ? steps.length : place;
    const step = steps[Math.min(steps.length - 1, Math.max(0, from + distance))];
    if (step === undefined) return;
    this.select(step.number);
    document.querySelector<HTMLElement>(`#steps [data-step="${step.number}"]`)?.focus({
      preventScroll: true,
    });
  }

  /** Shows the selected step alone, or all of them. */
  zoom(isZoomed: boolean): void {
    this.#isZoomed.value = isZoomed;
  }

  /** Shows what the model has read for a step. */
  showInput({ version }: TimelineStep): void {
    this.#listeners.onInput(version);
  }
}

/** Puts what was measured on the clock of the store: a step has ended at the time of its commit. */
function withClockOf(
  stored: readonly TimelineStep[],
  measured: ReadonlyMap<number, Measured>,
): ReadonlyMap<number, Measured> {
  const ends = new Map(stored.map(({ number, bars }) => [number, bars.at(-1)?.to]));
  return new Map([...measured].map(([number, each]) => {
    const { trace, now } = each;
    const origin = (ends.get(number) ?? each.origin + trace.until(now)) - trace.until(now);
    return [
      number,
      origin === each.origin ? each : { trace, now, origin, step: toMeasuredStep(trace, origin, now) },
    ];
  }));
}

/** What is measured here tells more than the store, which alone knows what held a step. */
function joinSteps(
  stored: readonly TimelineStep[],
  measured: ReadonlyMap<number, Measured>,
): readonly TimelineStep[] {
  const byNumber = new Map(stored.map((step) => [step.number, step]));
  for (const [number, { step }] of measured) {
    const { bars = [], lanes = [] } = byNumber.get(number) ?? {};
    const held = bars.filter(({ kind }) => kind === "hold");
    const heldLanes = lanes.filter(({ kind }) => kind === "hold");
    byNumber.set(
      number,
      held.length === 0
        ? step
        : { ...step, bars: [...held, ...step.bars], lanes: [...heldLanes, ...step.lanes] },
    );
  }
  return [...byNumber.values()].sort((a, b) => a.number - b.number);
}

function Steps({ timeline }: { readonly timeline: Timeline }) {
  const { steps, selected, isZoomed } = timeline;
  const axes = useRef(new TimelineAxis());
  const shown = isZoomed ? steps.filter(({ number }) => number === selected) : steps;
  const axis = axes.current.of(shown);
  return (
    <>
      {shown.length > 0 && <Legend steps={shown} />}
      {shown.length > 0 && <AxisLine axis={axis} />}
      {timeline.hasEarlier && !isZoomed && (
        <p class="earlier-steps">
          <button type="button" class="quiet small" onClick={() => void timeline.showEarlier()}>
            Earlier steps
          </button>
        </p>
      )}
      <ol id="steps" class="steps" aria-label="Steps">
        {shown.map((step) => (
          <Row
            key={step.number}
            step={step}
            axis={axis}
            timeline={timeline}
            isSelected={step.number === selected}
          />
        ))}
      </ol>
      {steps.length === 0 && (
        <p class="empty-note">The steps of a thread: their times, tokens, tool choices and versions.</p>
      )}
    </>
  );
}

function Legend({ steps }: { readonly steps: readonly TimelineStep[] }) {
  const kinds = new Set(steps.flatMap(({ bars }) => bars.map(({ kind }) => kind)));
  return (
    <p class="legend" aria-hidden="true">
      {Object.entries(PARTS).map(([kind, name]) =>
        [...kinds].some((each) => each === kind) && <span key={kind} class={`bar-${kind}`}>{name}</span>
      )}
    </p>
  );
}

function AxisLine({ axis }: { readonly axis: Axis }) {
  const shown = axis.gaps.reduce((ms, { from, to }) => ms - (to - from), axis.end - axis.start);
  return (
    <p class="axis" aria-hidden="true">
      <span>0</span>
      {axis.gaps.map(({ from, to, x, width }) => (
        <span
          key={from}
          class="axis-gap"
          style={{ "--at": x + width / 2 }}
          title={`Nothing happened for ${duration(to - from)}.`}
        >
          ⋯
        </span>
      ))}
      <span>{duration(shown)}</span>
    </p>
  );
}

interface RowProps {
  readonly step: TimelineStep;
  readonly axis: Axis;
  readonly timeline: Timeline;
  readonly isSelected: boolean;
}

/** A row is drawn again when something of it is another: the others of a long thread are not looked at. */
class Row extends Component<RowProps> {
  override shouldComponentUpdate({ step, axis, timeline, isSelected }: RowProps): boolean {
    const { props } = this;
    return step !== props.step || axis !== props.axis || isSelected !== props.isSelected ||
      (isSelected && timeline.isZoomed !== this.#isZoomed);
  }

  #isZoomed = false;

  override render(props: RowProps) {
    this.#isZoomed = props.timeline.isZoomed;
    return <DrawnRow {...props} />;
  }
}

function DrawnRow({ step, axis, timeline, isSelected }: RowProps) {
  const { number, did, bars, lanes, ms, facts, isLive, isBad } = step;
  const item = useRef<HTMLLIElement>(null);
  // At its start, at its end, and when it is selected: all of it if it fits, its head in any case.
  useEffect(() => {
    for (const node of [item.current, item.current?.firstElementChild]) {
      node?.scrollIntoView({ block: "nearest" });
    }
  }, [isLive, isSelected]);
  return (
    <li ref={item} class={isLive ? "live" : isBad ? "bad" : undefined}>
      <button
        type="button"
        class="row"
        data-step={number}
        aria-pressed={isSelected}
        onClick={() => timeline.select(number)}
      >
        <span class="row-head">
          <span class="row-title">
            <b>Step {number}</b> {did}
          </span>
          <span class="row-total">{duration(ms)}</span>
        </span>
        <span class="track">
          {bars.map((bar, index) => (
            <span
              key={index}
              class={`bar-${bar.kind}`}
              style={placeOf(bar, axis)}
            />
          ))}
        </span>
        <span class="lanes">
          {lanes.map((lane, index) => (
            <span key={index} class="lane">
              <span
                class={lane.kind === "hold" ? "bar-tool bar-hold" : "bar-tool"}
                style={placeOf(lane, axis)}
              />
              <span class="bar-name" style={placeOf(lane, axis)}>{lane.name}</span>
            </span>
          ))}
        </span>
        <span class="row-facts">{facts}</span>
      </button>
      {isSelected && <Details step={step} timeline={timeline} />}
    </li>
  );
}

function placeOf({ from, to }: Pick<Bar, "from" | "to">, axis: Axis) {
  return { "--from": axis.xOf(from), "--to": axis.xOf(to), "--scale": AXIS_WIDTH };
}

function Details({ step, timeline }: { readonly step: TimelineStep; readonly timeline: Timeline }) {
  const { details, version } = step;
  return (
    <div class="row-more">
      <p class="row-tools">
        {version > 0 && (
          <button type="button" class="quiet small" onClick={() => timeline.showInput(step)}>
            Model input
          </button>
        )}
        <button
          type="button"
          class="quiet small"
          aria-pressed={timeline.isZoomed}
          onClick={() => timeline.zoom(!timeline.isZoomed)}
        >
          {timeline.isZoomed ? "All steps" : "Zoom"}
        </button>
      </p>
      <dl>
        {details.map(([name, value], index) => (
          <div key={index}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}
