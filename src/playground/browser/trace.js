// Where the time of a run went: the parts of each step, put together from its events and the moments they came at.

/** @typedef {import("../../core/event.ts").StepEvent} StepEvent */
/** @typedef {import("../../core/tool_choice/choice_report.ts").ChoiceOutcome} ChoiceOutcome */
/** @typedef {import("../../core/usage.ts").Usage} Usage */
/** @typedef {{ callId: string, name: string, from: number | undefined, to: number | undefined, ms: number }} ToolSpan */
/** @typedef {"begin" | "act" | "wait" | "plan" | "commit"} Part */
/** @typedef {{ part: Part, from: number, to: number }} Span */

/** One step. Times are milliseconds since its request was sent, undefined where the page has no measure. */
export class StepTrace {
  /** @type {ToolSpan[]} */
  tools = [];
  /** Names of the calls it planned. @type {string[]} */
  planned = [];
  /** When its last tool was done. @type {number | undefined} */
  acted;
  /** When the model's first token came. @type {number | undefined} */
  firstToken;
  /** When the model's answer was whole. @type {number | undefined} */
  answered;
  /** When the event of the commit came. @type {number | undefined} */
  ended;
  /** What it ended with: the thread's status, or the code of an error; "" while it runs. */
  result = "";
  continues = false;
  version = 0;
  /** Whether the plan satisfied its choice. @type {ChoiceOutcome | null} */
  outcome = null;
  /** The reason of each further request for the plan. @type {string[]} */
  restarts = [];
  /** @type {Usage | undefined} */
  usage;

  /**
   * @param {Extract<StepEvent, { type: "step.started" }>} event
   * @param {number} from When the request to begin it was sent to the store.
   * @param {number} started
   */
  constructor({ step, model, choice }, from, started) {
    this.number = step;
    this.model = model;
    this.choice = choice;
    this.from = from;
    this.started = started;
  }

  /** Its last known moment; `now` while it runs. Never before its start, whatever the clocks say. @param {number} now */
  until(now) {
    const known = this.ended ?? (this.result === "" ? now : this.answered ?? this.acted ?? this.started);
    return Math.max(this.started, known);
  }

  /** Its parts, one after the other. Time without a measure counts for the next part. @param {number} now */
  spans(now) {
    /** @type {[Part, number | undefined][]} */
    const ends = [
      ["begin", this.started],
      ["act", this.acted],
      ["wait", this.firstToken],
      ["plan", this.answered],
      [this.#lastPart, this.until(now)],
    ];
    /** @type {Span[]} */
    const spans = [];
    let { from } = this;
    for (const [part, to] of ends) {
      if (to === undefined || to <= from) continue;
      spans.push({ part, from, to });
      from = to;
    }
    return spans;
  }

  /** What it was at when it ended, or is at now. @returns {Part} */
  get #lastPart() {
    if (this.result === "" && this.tools.some(({ to }) => to === undefined)) return "act";
    if (this.choice === null || this.answered !== undefined) return "commit";
    return this.firstToken === undefined && this.result === "" ? "wait" : "plan";
  }
}

/** The steps of a thread, in the order in which their first events came. */
export class Trace {
  /** @type {StepTrace[]} */
  steps = [];

  /**
   * The step that the event is about.
   *
   * @param {StepEvent} event
   * @param {number | undefined} at Milliseconds since the request of its run.
   */
  take(event, at) {
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

/** @param {StepTrace} step @param {StepEvent} event @param {number | undefined} at */
function note(step, event, at) {
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
 * @param {Map<number, number>} commits When each version was drafted, as epoch milliseconds.
 */
export function createLogClock(commits) {
  /** @type {number | undefined} */
  let base;
  let now = 0;
  let acting = 0;

  return (/** @type {StepEvent} */ event) => {
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

/** The moments of events that come now: milliseconds since the clock was made. @returns {(event: StepEvent) => number | undefined} */
export function createClock() {
  const start = performance.now();
  return () => performance.now() - start;
}
