// Where the time of a run went: the parts of each step, put together from its events and the moments they came at.

import type { StepEvent } from "../../core/event.ts";
import type { ChoiceOutcome } from "../../core/tool_choice/choice_report.ts";
import type { Usage } from "../../core/usage.ts";

/** When a call ran. `ms` is what its tool took; it waited for the rest of its span. */
interface ToolSpan {
  readonly callId: string;
  readonly name: string;
  readonly from: number | undefined;
  to: number | undefined;
  ms: number;
}

/** What a step does: it begins, runs tools, waits for the model, reads its plan, commits. */
export type Part = "begin" | "act" | "wait" | "plan" | "commit";

/** A part of a step, in milliseconds since the request of the run. */
export interface Span {
  readonly part: Part;
  readonly from: number;
  readonly to: number;
}

/** When an event came: milliseconds since the request of its run, undefined where the page has no measure. */
export type Clock = (event: StepEvent) => number | undefined;

type StepStarted = Extract<StepEvent, { type: "step.started" }>;

/** One step. Times are milliseconds since its request was sent, undefined where the page has no measure. */
export class StepTrace {
  readonly number: number;
  model: string;
  choice: StepStarted["choice"];
  /** When the request to begin it was sent to the store. */
  readonly from: number;
  /** When its first event came. */
  readonly started: number;
  readonly tools: ToolSpan[] = [];
  /** Names of the calls it planned. */
  readonly planned: string[] = [];
  /** When its last tool was done. */
  acted: number | undefined;
  /** When the model's first token came. */
  firstToken: number | undefined;
  /** When the model's answer was whole. */
  answered: number | undefined;
  /** When the event of the commit came. */
  ended: number | undefined;
  /** What it ended with: the thread's status, or the code of an error; "" while it runs. */
  result = "";
  continues = false;
  version = 0;
  /** Whether the plan satisfied its choice. */
  outcome: ChoiceOutcome | null = null;
  /** The reason of each further request for the plan. */
  readonly restarts: string[] = [];
  usage: Usage | undefined;

  constructor({ step, model, choice }: StepStarted, from: number, started: number) {
    this.number = step;
    this.model = model;
    this.choice = choice;
    this.from = from;
    this.started = started;
  }

  /** Its last known moment; `now` while it runs. Never before its start, whatever the clocks say. */
  until(now: number): number {
    const known = this.ended ?? (this.result === "" ? now : this.answered ?? this.acted ?? this.started);
    return Math.max(this.started, known);
  }

  /** Its parts, one after the other. Time without a measure counts for the next part. */
  spans(now: number): Span[] {
    const ends: [Part, number | undefined][] = [
      ["begin", this.started],
      ["act", this.acted],
      ["wait", this.firstToken],
      ["plan", this.answered],
      [this.#lastPart, this.until(now)],
    ];
    const spans: Span[] = [];
    let { from } = this;
    for (const [part, to] of ends) {
      if (to === undefined || to <= from) continue;
      spans.push({ part, from, to });
      from = to;
    }
    return spans;
  }

  /** What it was at when it ended, or is at now. */
  get #lastPart(): Part {
    if (this.result === "" && this.tools.some(({ to }) => to === undefined)) return "act";
    if (this.choice === null || this.answered !== undefined) return "commit";
    return this.firstToken === undefined && this.result === "" ? "wait" : "plan";
  }
}

/** The steps of a thread, in the order in which their first events came. */
export class Trace {
  readonly steps: StepTrace[] = [];

  /**
   * The step that the event is about.
   *
   * @param at Milliseconds since the request of its run.
   */
  take(event: StepEvent, at: number | undefined): StepTrace | undefined {
    if (event.type === "step.started") {
      const before = this.steps.at(-1);
      const from = before?.continues ? before.ended ?? at ?? 0 : 0;
      this.steps.push(new StepTrace(event, from, Math.max(from, at ?? 0)));
    }
    const step = this.steps.at(-1);
    if (step !== undefined) note(step, event, at);
    return step;
  }
}

function note(step: StepTrace, event: StepEvent, at: number | undefined): void {
  switch (event.type) {
    case "text.started":
    case "reasoning.started":
    case "call.started":
      step.firstToken ??= at;
      return;
    case "call.ready":
      step.planned.push(event.name);
      return;
    case "plan.restarted":
      step.planned.length = 0;
      step.restarts.push(`${event.reason}: ${event.because}`);
      step.model = event.model;
      step.choice = event.choice;
      return;
    case "tool.started":
      step.tools.push({ callId: event.callId, name: event.name, from: at, to: undefined, ms: 0 });
      return;
    case "tool.finished": {
      step.acted = at;
      const { callId, name, ms } = event;
      const tool = step.tools.find((each) => each.callId === callId);
      if (tool) Object.assign(tool, { to: at, ms });
      // What was denied or blocked has an outcome and never started.
      else step.tools.push({ callId, name, from: undefined, to: at, ms });
      return;
    }
    case "authorization.requested":
    case "call.deferred": {
      step.acted = at;
      const tool = step.tools.find((each) => each.callId === event.callId);
      if (tool) tool.to = at;
      return;
    }
    case "usage":
      step.answered = at;
      step.usage = event;
      return;
    case "step.finished":
      step.ended = at;
      step.result = event.status;
      step.continues = event.continues;
      step.outcome = event.outcome;
      step.version = event.version;
      return;
    case "step.failed":
      step.ended = at;
      step.result = event.error.code;
      step.continues = false;
      step.version = event.version;
  }
}

/**
 * The moments of events from before this page was opened: the server's own times, where an event or a commit has one.
 *
 * @param commits When each version was drafted, as epoch milliseconds.
 */
export function createLogClock(commits: ReadonlyMap<number, number>): Clock {
  let base: number | undefined;
  let now = 0;
  let acting = 0;

  return (event) => {
    switch (event.type) {
      case "step.started":
        if (base === undefined) [base, now] = [event.at, 0];
        // The steps of one run may have been stamped by servers whose clocks differ.
        return acting = now = Math.max(now, event.at - base);
      case "tool.started":
        return acting;
      case "tool.finished":
        return now = Math.max(now, acting + event.ms);
      case "step.finished":
      case "step.failed": {
        const drafted = commits.get(event.version);
        const at = drafted === undefined || base === undefined ? undefined : Math.max(now, drafted - base);
        now = at ?? now;
        if (event.type === "step.failed" || !event.continues) base = undefined;
        return at;
      }
    }
  };
}

/** The moments of events that come now: milliseconds since the clock was made. */
export function createClock(): Clock {
  const start = performance.now();
  return () => performance.now() - start;
}
