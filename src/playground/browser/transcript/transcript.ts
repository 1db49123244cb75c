// The conversation on the page as state. Events (apply_event.ts) and stored entries (load_entries.ts) make the same of it, so a reload looks
// like the run did.
//
//   Transcript
//     items      in the order of the page: Input | Step | Notice | Earlier
//       Input    text, pictures, media, origin; version once a step has read it
//       Step     number, model, choice, outcome, usage, ms, version; isLive and waiting while it runs
//         parts  in order: text | reasoning (a GrowingText) | call | notice | again
//           Call   state, args, result, media, hasApp; draft while a person answers it
//     selected   the step that is marked
//     jumps      rises when the end has to come into sight
//
// Whatever changes is a signal; the components in *_view.tsx read them. A call is a part of the step
// that planned it, also when a later step runs it.

import { type ReadonlySignal, signal } from "@preact/signals";
import type { StepEvent } from "../../../core/event.ts";
import { Call } from "../calls/call.ts";
import type { CallState } from "../calls/call_line.ts";
import type { NoticeContent } from "../components/notice.tsx";
import { Step } from "../steps/step.ts";
import { commitInputs, Input, type InputMore } from "./input.ts";

/** A line about the run itself. */
export interface NoticeItem {
  readonly type: "notice";
  readonly notice: NoticeContent;
}

/** Entries before those on the page. */
export interface EarlierItem {
  readonly type: "earlier";
  /** How many there are. */
  readonly count: number;
}

/** What the page shows below each other. */
export type Item = Input | Step | NoticeItem | EarlierItem;

/** The inputs, steps and notices of one thread. */
export class Transcript {
  readonly #items = signal<readonly Item[]>([]);
  readonly #selected = signal<{ readonly step: number } | undefined>(undefined);
  readonly #jumps = signal(0);
  readonly items: ReadonlySignal<readonly Item[]> = this.#items;
  /** The step that is marked, in an object of its own each time that it is chosen. */
  readonly selected: ReadonlySignal<{ readonly step: number } | undefined> = this.#selected;
  /** Rises when the end has to come into sight, wherever the reader is. */
  readonly jumps: ReadonlySignal<number> = this.#jumps;
  readonly #calls = new Map<string, Call>();
  readonly #steps = new Map<number, Step>();
  #step: Step | undefined;
  /** A call was answered here: the page follows its outcome. */
  #isAnswered = false;
  /** Calls with an app, until their step is committed. */
  #withApps: Call[] = [];
  /** Inputs that no commit has consumed yet. */
  #unread: Input[] = [];
  /** When steps began, in milliseconds of the clock of the run. */
  readonly #began = new Map<number, number>();

  /** Turns to another thread. */
  clear(): void {
    for (const item of this.items.peek()) {
      if (item.type === "input") { for (const { url } of item.pictures) URL.revokeObjectURL(url); }
    }
    this.#items.value = [];
    this.#selected.value = undefined;
    this.#calls.clear();
    this.#steps.clear();
    this.#began.clear();
    this.#step = undefined;
    this.#isAnswered = false;
    this.#withApps = [];
    this.#unread = [];
  }

  // Items

  /** Adds an input that the reader is led to. */
  send(text: string, more?: InputMore): Input {
    const input = this.addInput(text, more);
    this.jumpToEnd();
    return input;
  }

  /** Adds an input. */
  addInput(text: string, more?: InputMore): Input {
    const input = new Input(text, more);
    this.#unread.push(input);
    this.#add(input);
    return input;
  }

  /** Renders the number of entries before those on the page. */
  addEarlier(count: number): void {
    this.#add({ type: "earlier", count });
  }

  /** Adds a notice. Its action removes it first. */
  addNotice({ action, ...content }: NoticeContent): NoticeItem {
    const run = () => {
      this.remove(item);
      action?.run();
    };
    const item: NoticeItem = {
      type: "notice",
      notice: action === undefined ? content : { ...content, action: { label: action.label, run } },
    };
    this.#add(item);
    return item;
  }

  /** Removes an item; one that is not there any more is no error. */
  remove(item: Item): void {
    this.#items.value = this.items.peek().filter((each) => each !== item);
    this.#unread = this.#unread.filter((input) => input !== item);
  }

  /** One commit has consumed the inputs since the last one. */
  commitInputs(version: number): void {
    commitInputs(this.#unread.splice(0), version);
  }

  #add(item: Item): void {
    this.#items.value = [...this.items.peek(), item];
  }

  // Steps

  /** The step that events are about. A stream that was resumed late may lack its start event. */
  get openedStep(): Step {
    return this.#step ?? this.openStep(null);
  }

  /** Begins a step. `number` is null where it is not known. */
  openStep(number: number | null): Step {
    this.settle();
    const step = new Step(number);
    this.#step = step;
    if (number !== null) this.#steps.set(number, step);
    this.#add(step);
    return step;
  }

  /** The step that is open, or else a new one. */
  openStepOnce(number: number | null): Step {
    return this.#step ?? this.openStep(number);
  }

  /** What comes belongs to another step. */
  closeStep(): void {
    this.#step = undefined;
  }

  /** The newest step has ended. */
  settle(): void {
    this.#step?.end();
  }

  /** Marks a step, which comes into sight. */
  select(step: number): void {
    this.#selected.value = { step };
  }

  /** Takes what an event says about a step that may be on the page already. `at` is milliseconds of the clock of the run. */
  note(event: StepEvent, at?: number): void {
    if (event.type === "step.started") {
      if (at !== undefined) this.#began.set(event.step, at);
      if (event.choice !== null) this.#steps.get(event.step)?.explain(event.choice);
    } else if (event.type === "step.finished" && at !== undefined) {
      const began = this.#began.get(event.step);
      const step = this.#steps.get(event.step) ?? this.#step;
      if (began !== undefined && step !== undefined) step.measure(Math.max(0, at - began));
    }
  }

  // Calls

  /** A call by its id; one that is not there yet is planned by the step that is open. */
  callOf(id: string, name: string): Call {
    const known = this.#calls.get(id);
    if (known !== undefined) return known;
    const call = new Call(id, name);
    this.#calls.set(id, call);
    this.openedStep.addCall(call);
    return call;
  }

  /** A call that is there. */
  call(id: string): Call | undefined {
    return this.#calls.get(id);
  }

  /** Whether a call is in one of these states. */
  hasCall(...states: readonly CallState[]): boolean {
    return this.#calls.values().some(({ state }) => states.includes(state.peek()));
  }

  /** A person has answered a call here. */
  answer(id: string, approved: boolean): void {
    this.#isAnswered = true;
    this.#calls.get(id)?.answer(approved);
  }

  /** Calls without an observation have none from now on. */
  stopCalls(): void {
    for (const call of this.#calls.values()) call.stop();
  }

  /** Calls of a phase's thread are on that thread's page once they were answered. */
  dropAnswered(thread: string): void {
    for (const [id, call] of this.#calls) {
      if (call.thread !== thread || call.state.peek() === "approval") continue;
      for (const item of this.items.peek()) if (item.type === "step") item.removeCall(call);
      this.#calls.delete(id);
    }
  }

  /** An app shows the call, which it is read by once the store has it. */
  awaitApp(call: Call): void {
    this.#withApps.push(call);
  }

  /** The store has the calls by now. */
  showApps(): void {
    for (const call of this.#withApps.splice(0)) call.showApp();
  }

  // What the reader sees, and does

  /** The end comes into sight. */
  jumpToEnd(): void {
    this.#jumps.value += 1;
  }

  /** A step begins: the page follows the outcome of an answer that was sent here. */
  showAnswered(): void {
    if (this.#isAnswered) this.jumpToEnd();
    this.#isAnswered = false;
  }

  /** A person has begun to write in one of its forms. */
  get isEdited(): boolean {
    return this.#calls.values().some((call) => call.isEdited) ||
      this.items.peek().some((item) => item.type === "input" && item.isEdited.peek());
  }
}
