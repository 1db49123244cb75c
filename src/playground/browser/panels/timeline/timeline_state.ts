// What the timeline of the thread on the page shows: all its steps on one axis, those of the store and those that run here.

import { computed, signal } from "@preact/signals";
import type { HistoryPage } from "../../../../core/contract/entries.ts";
import type { ThreadDetail } from "../../../../core/contract/threads.ts";
import type { StepTrace } from "../../trace.ts";
import { findOpenWait } from "./open_wait.ts";
import type { TimelineListeners } from "./listeners.ts";
import { phaseRows } from "./phases.ts";
import { type StoredThread, TraceReader } from "./read_trace.ts";
import { joinSteps, type TimelineStep, toMeasuredStep, toStoredSteps } from "./step.ts";

/** Milliseconds within which what happens leads to one reading. */
const SETTLE_MS = 250;

/** A step whose events came to this page. */
interface Measured {
  readonly trace: StepTrace;
  /** The duration of its run at its newest event. */
  readonly now: number;
  /** The epoch of its times. */
  readonly origin: number;
  readonly step: TimelineStep;
}

/** What the store has of the thread. */
interface Stored {
  readonly thread: StoredThread;
  readonly steps: readonly TimelineStep[];
  /** Epoch milliseconds. */
  readonly readAt: number;
}

/** What the sheet is about: a step, or the call of one. */
export interface Subject {
  /** Undefined for a call that waits in no step. */
  readonly step: number | undefined;
  readonly callId?: string;
}

/** The chart of the steps; a selected step is marked in the transcript too. */
export class Timeline {
  readonly #listeners: TimelineListeners;
  readonly #stored = signal<Stored | undefined>(undefined);
  readonly #measured = signal<ReadonlyMap<number, Measured>>(new Map());
  readonly #selected = signal<number | undefined>(undefined);
  readonly #subject = signal<Subject | undefined>(undefined);
  /** Whether the selected step alone is visible. */
  readonly #isZoomed = signal(false);
  readonly #steps = computed(() =>
    joinSteps(this.#stored.value?.steps ?? [], [...this.#measured.value.values()].map(({ step }) => step))
  );
  readonly #phases = computed(() => {
    const { thread, readAt } = this.#stored.value ?? {};
    return thread === undefined || thread.children.length === 0
      ? undefined
      : phaseRows(thread.children, this.#steps.value, readAt ?? 0);
  });
  readonly #wait = computed(() => {
    const stored = this.#stored.value;
    if (stored === undefined) return undefined;
    const last = stored.thread.thread.counters.steps;
    const isOver = this.#steps.value.some(({ number, isLive }) => isLive || number > last);
    return isOver ? undefined : findOpenWait(stored.thread, stored.readAt);
  });
  /** Measured since the last frame. */
  readonly #fresh = new Map<number, Measured>();
  readonly #reader = new TraceReader();
  /** What had the focus before the sheet. */
  #opener: HTMLElement | undefined;
  #thread = "";
  /** Counts the readings: only the newest one is rendered. */
  #readings = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(listeners: TimelineListeners) {
    this.#listeners = listeners;
  }

  /** The steps, the oldest first. */
  get steps(): readonly TimelineStep[] {
    return this.#steps.value;
  }

  /** Rows of phases by the number of their step, 0 for no visible one; undefined without phases. */
  get phases() {
    return this.#phases.value;
  }

  /** What the thread waits for now. */
  get wait() {
    return this.#wait.value;
  }

  /** What the store has of the thread. */
  get stored(): StoredThread | undefined {
    return this.#stored.value?.thread;
  }

  get selected(): number | undefined {
    return this.#selected.value;
  }

  /** What the sheet is about; undefined while it is closed. */
  get subject(): Subject | undefined {
    return this.#subject.value;
  }

  get isZoomed(): boolean {
    return this.#isZoomed.value;
  }

  /** Turns to another thread; empty for a new one. What is stored of the same one stays until it is read again. */
  turnTo(thread: string): void {
    const isSame = thread !== "" && thread === this.#thread;
    this.#thread = thread;
    this.#clearTimer();
    this.#measured.value = new Map();
    this.#fresh.clear();
    if (isSame) return;
    this.#stored.value = undefined;
    this.#selected.value = undefined;
    this.#subject.value = undefined;
    this.#isZoomed.value = false;
  }

  /** Shows a thread by what the page has read of it. */
  open(detail: ThreadDetail, history: HistoryPage): void {
    this.#reader.know(detail, history);
    this.#clearTimer();
    this.#thread = detail.id;
    void this.#read(detail);
  }

  /** Whether the thread has entries before those that were read. */
  get hasEarlier(): boolean {
    return (this.stored?.omitted ?? 0) > 0;
  }

  /** Reads the steps before the visible ones. */
  async showEarlier(): Promise<void> {
    const thread = this.#thread;
    await this.#reader.readEarlier(thread).catch(() => undefined);
    if (thread === this.#thread) await this.#read();
  }

  /** Reads the steps of the store soon. */
  refresh(thread: string): void {
    this.#thread = thread;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      void this.#read();
    }, SETTLE_MS);
  }

  #clearTimer(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  async #read(detail?: ThreadDetail): Promise<void> {
    const wanted = this.#thread;
    const reading = ++this.#readings;
    // What the page lacks then is what it lacked before: another reading follows the next step.
    const thread = await this.#reader.read(wanted, detail).catch(() => undefined);
    if (thread === undefined || wanted !== this.#thread || reading !== this.#readings) return;
    const { counters, version } = thread.thread;
    const steps = toStoredSteps(thread, counters.steps - version);
    this.#measured.value = alignClocks(steps, this.#measured.peek());
    this.#stored.value = { thread, steps, readAt: Date.now() };
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

  /** Marks a step here and in the conversation; an open sheet turns to it. */
  select(number: number): void {
    this.#selected.value = number;
    if (this.#subject.peek() !== undefined) this.#subject.value = { step: number };
    this.#listeners.onSelect(number);
  }

  /** Opens the sheet of a step or a call; what has the focus gets it back when the sheet closes. */
  openSheet(subject: Subject): void {
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && activeElement.closest("#step-sheet") === null) {
      this.#opener = activeElement;
    }
    if (subject.step !== undefined) this.select(subject.step);
    this.#subject.value = subject;
  }

  /** Closes the sheet. False where it is closed already. */
  closeSheet(): boolean {
    const subject = this.#subject.peek();
    if (subject === undefined) return false;
    this.#subject.value = undefined;
    const row = findRow(subject.step);
    (this.#opener?.isConnected ? this.#opener : row)?.focus({ preventScroll: true });
    this.#opener = undefined;
    return true;
  }

  /** Selects the step that is so many rows further on, and gives it the focus. */
  move(distance: number): void {
    const { steps, selected } = this;
    const place = steps.findIndex(({ number }) => number === selected);
    const from = place < 0 && distance < 0 ? steps.length : place;
    const step = steps[Math.min(steps.length - 1, Math.max(0, from + distance))];
    if (step === undefined) return;
    this.select(step.number);
    findRow(step.number)?.focus({ preventScroll: true });
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

function findRow(number: number | undefined): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#steps [data-step="${number}"]`);
}

/** Puts what was measured on the clock of the store: a step has ended at the time of its commit. */
function alignClocks(
  stored: readonly TimelineStep[],
  measured: ReadonlyMap<number, Measured>,
): ReadonlyMap<number, Measured> {
  const ends = new Map(stored.map(({ number, bars, failure }) => [number, failure?.at ?? bars.at(-1)?.to]));
  return new Map([...measured].map(([number, each]) => {
    const { trace, now } = each;
    const origin = (ends.get(number) ?? each.origin + trace.until(now)) - trace.until(now);
    return [
      number,
      origin === each.origin ? each : { trace, now, origin, step: toMeasuredStep(trace, origin, now) },
    ];
  }));
}
