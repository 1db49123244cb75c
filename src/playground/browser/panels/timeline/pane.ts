// The timeline is loaded and reads the store when its pane becomes visible, and not before.

import type { HistoryPage } from "../../../../core/contract/entries.ts";
import type { ThreadDetail } from "../../../../core/contract/threads.ts";
import { byId } from "../../dom.ts";
import { loadOnDemand } from "../../on_demand/load_on_demand.ts";
import type { StepTrace } from "../../trace.ts";
import type { TimelineListeners } from "./listeners.ts";
import type { Timeline } from "./timeline_state.ts";

/** A step that runs here, and the duration of its run at its newest event. */
interface Shown {
  readonly trace: StepTrace;
  readonly now: number;
  /** The epoch of its times. */
  readonly origin: number;
}

/** The pane of the timeline. When it becomes visible, it has the events from while it was hidden. */
export class TimelinePane {
  readonly #listeners: TimelineListeners;
  #loading: Promise<Timeline> | undefined;
  #timeline: Timeline | undefined;
  #thread = "";
  #isShown = false;
  /** The timeline lacks steps whose events came while it was hidden. */
  #hasMissed = false;
  /** The store may have more than the timeline. */
  #isStale = false;
  #read: { readonly detail: ThreadDetail; readonly history: HistoryPage } | undefined;
  readonly #steps = new Map<number, Shown>();

  constructor(listeners: TimelineListeners) {
    this.#listeners = listeners;
    new IntersectionObserver((changes) => {
      this.#isShown = changes.at(-1)?.isIntersecting ?? false;
      this.#update();
    }).observe(byId("timeline-pane", HTMLElement));
  }

  /** Turns to another thread; empty for a new one. */
  turnTo(thread: string): void {
    this.#thread = thread;
    this.#isStale = false;
    this.#read = undefined;
    this.#steps.clear();
    this.#timeline?.turnTo(thread);
  }

  /** The page has read a thread: the timeline does not read the same again. */
  open(detail: ThreadDetail, history: HistoryPage): void {
    this.#read = { detail, history };
    this.refresh(detail.id);
  }

  /** The store has more of the thread. */
  refresh(thread: string): void {
    this.#thread = thread;
    this.#isStale = thread !== "";
    this.#update();
  }

  /** Shows what is measured of a step; `now` is the time of its run. */
  show(trace: StepTrace, now: number): void {
    const before = this.#steps.get(trace.number);
    const origin = before?.trace === trace ? before.origin : Date.now() - now;
    this.#steps.set(trace.number, { trace, now, origin });
    if (this.#isShown && this.#timeline !== undefined) this.#timeline.show(trace, now, origin);
    else this.#hasMissed = true;
  }

  /** Marks a step here and in the conversation. */
  select(number: number): void {
    this.#withTimeline((timeline) => timeline.select(number));
  }

  /** Selects the step that is so many rows further on, and gives it the focus. */
  move(distance: number): void {
    this.#withTimeline((timeline) => timeline.move(distance));
  }

  #update(): void {
    if (!this.#isShown || this.#thread === "" && this.#steps.size === 0 && this.#timeline !== undefined) {
      return;
    }
    this.#withTimeline((timeline) => {
      if (this.#hasMissed) {
        this.#hasMissed = false;
        for (const { trace, now, origin } of this.#steps.values()) timeline.show(trace, now, origin);
      }
      if (!this.#isStale || !this.#isShown) return;
      this.#isStale = false;
      const { detail, history } = this.#read ?? {};
      this.#read = undefined;
      if (detail !== undefined && history !== undefined) timeline.open(detail, history);
      else timeline.refresh(this.#thread);
    });
  }

  #withTimeline(act: (timeline: Timeline) => void): void {
    void this.#load().then(act, () => {
      byId("timeline-pane", HTMLElement).textContent =
        "The timeline could not be loaded. It is tried again soon.";
    });
  }

  /** A failure is tried again with the next look. */
  #load(): Promise<Timeline> {
    return this.#loading ??= loadOnDemand().then(
      ({ showTimeline }) => {
        const timeline = this.#timeline = showTimeline(this.#listeners);
        timeline.turnTo(this.#thread);
        return timeline;
      },
      (error) => {
        this.#loading = undefined;
        throw error;
      },
    );
  }
}
