// One thread on this page: send, follow, lose the connection, reconnect, decide, stop. The run is the
// server's; leaving this page, or opening another thread, does not end it.

/** @typedef {import("../../core/event.ts").StepEvent} StepEvent */
/** @typedef {import("../../core/state.ts").ThreadStatus} ThreadStatus */
/** @typedef {import("./api.js").StepBody} StepBody */
/** @typedef {import("./api.js").RunOptions} RunOptions */
/** @typedef {AsyncGenerator<{ id: string, event: StepEvent }, void>} Events */

import { showModelInput } from "./answers/input_dialog.js";
import * as api from "./api.js";
import { inputParts, picture } from "./attachments.js";
import { createClock, createLogClock } from "./trace.js";
import { Transcript } from "./transcript.js";
import { inputsWait } from "./words.js";

/** Waits before each attempt to reconnect, in milliseconds. */
const BACKOFF_MS = [250, 500, 1000, 2000, 4000, 8000];

/** Storage key of the message whose step has not committed yet: after a reload the stored history does not have it. */
const SENT = "treadle.sent";

/** One thread: sends messages, follows its event stream, reconnects, decides approvals, cancels. */
export class Conversation {
  thread = "";
  agent = "";
  #running = false;
  /** A cancel was sent; the step ends at its next heartbeat. */
  stopping = false;
  steps = 0;
  /** @type {ThreadStatus | ""} */
  status = "";

  #transcript;
  #listeners;
  #lastEventId = "";
  /** Number of the newest event that the listeners received: a resumed stream repeats some. */
  #seen = 0;
  /** Milliseconds from the request of the run to an event that arrives now. */
  #clock = createClock();
  /** Notices that are removed when something new begins. @type {HTMLElement[]} */
  #passing = [];
  /** Steps up to this one are on the page already, from the history. */
  #drawnSteps = 0;
  /** Aborts when the page turns to another thread. */
  #visit = new AbortController();
  /** Settles when no run is followed. @type {Promise<void>} */
  #idle = Promise.resolve();
  #stopLog = () => {};
  /** Where the run ends, as its request has it; a continuation has the same end. @type {RunOptions["until"]} */
  #until = "done";

  /**
   * @param {HTMLElement} root Where the transcript goes.
   * @param {{
   *   onChange: () => void,
   *   onError: (error: unknown) => void,
   *   onTurn: () => void,
   *   onOpen: (detail: import("../../core/view/thread_view.ts").ThreadDetail) => void,
   *   onEvent: (event: StepEvent, at: number | undefined) => void,
   *   onSelect: (step: number) => void,
   *   onBranch: (thread: string) => void,
   *   options: () => RunOptions,
   * }} listeners `onTurn`: to another thread. `at` is milliseconds since the request, where that is known.
   */
  constructor(root, listeners) {
    this.#transcript = new Transcript(
      root,
      (callId, answer) => this.#decide(callId, answer),
      listeners.onSelect,
      {
        fork: (version) => void this.#branch({ version }),
        again: (version) => void this.#branch({ version, replan: true }),
        edit: (version, text) => void this.#branch({ version: version - 1 }, text),
        thread: () => this.thread,
        showInput: (version) => void showModelInput(this.thread, version),
      },
    );
    this.#listeners = listeners;
  }

  /** Marks a step of the transcript. @param {number} step */
  select(step) {
    this.#transcript.select(step);
  }

  /** Turns to a thread that does not exist yet. */
  startNew() {
    this.#turnTo("");
    this.#listeners.onChange();
  }

  /** Turns to a thread and shows its history. @param {string} thread */
  async open(thread) {
    this.#turnTo(thread);
    this.#listeners.onChange();
    await this.#watched(async (signal) => {
      const found = await api.readThread(thread);
      if (signal.aborted) return;
      if (found === undefined) {
        this.#transcript.addNotice("plain", {
          title: "There is no such thread.",
          detail: `${thread} is not in this store. Your next message begins it.`,
        });
        return;
      }
      const { detail, history } = found;
      this.agent = detail.agent;
      this.status = detail.status;
      this.#listeners.onOpen(detail);
      this.steps = this.#drawnSteps = detail.counters.steps;
      this.#transcript.load(history);
      this.#clock = createLogClock(
        new Map(history.entries.map(({ version, at }) => [version, Date.parse(at)])),
      );
      for (const { id, thread: own, name, args, state, approval } of detail.calls) {
        if (state !== "approval" || approval === undefined) continue;
        const { digest, needed: approvals, asks, edits, expiresAt } = approval;
        const until = expiresAt === undefined ? {} : { expiresAt: Date.parse(expiresAt) };
        this.#transcript.apply({
          ...{ type: "approval.requested", callId: id, name, args, digest, approvals, seq: 0 },
          ...until,
          ...(asks ? { asks } : {}),
          ...(edits ? { edits } : {}),
          ...(own === undefined ? {} : { thread: own }),
        });
      }
      if (detail.running) {
        this.#showSent();
        await this.#resume(signal);
      } else {
        this.#offerToGoOn(detail.waiting, detail.question);
        void this.#readLog(signal);
      }
    });
  }

  /** Reads the events of finished steps that are still logged, for the listeners alone. @param {AbortSignal} signal */
  async #readLog(signal) {
    const log = new AbortController();
    this.#stopLog = () => log.abort();
    try {
      const events = await api.resumeEvents(this.thread, "", AbortSignal.any([signal, log.signal]));
      for await (const { event } of events ?? []) this.#report(event);
    } catch {
      // The log is best effort; the history is on the page already.
    }
  }

  /**
   * Sends a message. False when the server refused it, so that the text goes back to the input.
   *
   * @param {string} agent @param {string} text @param {RunOptions} options
   * @param {readonly import("./attachments.js").Attachment[]} [images]
   */
  async send(agent, text, options, images = []) {
    const isNew = this.thread === "";
    if (isNew) this.thread = randomId("thread");
    this.agent = agent;
    this.#until = options.until;
    const visit = this.#visit;
    const bubble = this.#transcript.addUser(text, images.map(picture));
    sessionStorage.setItem(SENT, JSON.stringify({ thread: this.thread, text }));
    const taken = await this.#run({
      agent,
      input: images.length > 0 ? [{ parts: inputParts(text, images) }] : text,
      ...options,
    });
    if (taken || visit !== this.#visit) return true;
    bubble.remove();
    if (isNew) this.thread = "";
    this.#listeners.onChange();
    return false;
  }

  /**
   * Turns to a fork of the thread, and runs it where there is something to run: an input, or the plan that it leaves out.
   *
   * @param {{ version: number, replan?: boolean }} options @param {string} [input]
   */
  async #branch(options, input) {
    if (this.running) return;
    this.running = true; // a second click finds it
    const visit = this.#visit;
    /** @type {string} */
    let id;
    try {
      ({ id } = await api.fork(this.thread, options));
    } catch (error) {
      this.running = false;
      return this.#listeners.onError(error);
    }
    if (visit !== this.#visit) return;
    const { agent } = this;
    this.#listeners.onBranch(id);
    await this.open(id);
    if (this.thread !== id) return;
    if (input !== undefined) await this.send(this.agent || agent, input, this.#listeners.options());
    else if (options.replan) await this.#goOn();
  }

  async stop() {
    this.stopping = true;
    this.#listeners.onChange();
    try {
      await api.cancel(this.thread);
    } catch (error) {
      this.stopping = false;
      this.#listeners.onError(error);
      this.#listeners.onChange();
    }
  }

  /** @param {string} callId @param {import("./call_card.js").ApprovalAnswer} answer */
  async #decide(callId, answer) {
    const { thread } = this;
    // The question is on the page a moment before its plan is committed.
    await this.#idle;
    try {
      const { missing } = await api.decide(thread, callId, answer);
      if (missing > 0) this.#transcript.card(callId)?.awaitOthers(missing);
    } catch (error) {
      if (!api.isCode(error, "approval_decided")) {
        const { message } = /** @type {Error} */ (error);
        this.#transcript.card(callId)?.refuseAnswer(`Nothing is recorded. ${message}`);
        return api.isCode(error, "invalid_request") ? undefined : this.#listeners.onError(error);
      }
    }
    if (thread === this.thread && !this.#transcript.hasCall("approval")) await this.#goOn();
  }

  /** @param {RunOptions["execution"]} [execution] Ends a prediction. */
  async #goOn(execution) {
    await this.#run({ agent: this.agent, until: this.#until, ...(execution && { execution }) });
  }

  /** Runs steps and follows them. False when the server refused. @param {StepBody} body */
  async #run(body) {
    let taken = false;
    this.#stopLog();
    this.#clock = createClock();
    await this.#watched(async (signal) => {
      const events = await this.#start(body, signal);
      taken = true;
      this.#listeners.onChange();
      if (events === undefined || !await this.#follow(events, signal)) await this.#resume(signal);
    });
    return taken;
  }

  /**
   * Starts steps, again with the same idempotency key when the network fails: whether the first request arrived or not, they
   * run once. Undefined when they are running already.
   *
   * @param {StepBody} body @param {AbortSignal} signal
   */
  async #start(body, signal) {
    const key = randomId("page");
    for (const wait of [...BACKOFF_MS.slice(0, 3), 0]) {
      try {
        return await api.startSteps(this.thread, body, key, signal);
      } catch (error) {
        if (api.isCode(error, "idempotency_in_flight")) return undefined;
        if (error instanceof api.ApiError || signal.aborted || wait === 0) throw error;
        await sleep(wait);
      }
    }
    return undefined;
  }

  /** Follows the events after the last one received, until the run ends. @param {AbortSignal} signal */
  async #resume(signal) {
    for (let attempt = 0; attempt < BACKOFF_MS.length && !signal.aborted; attempt++) {
      const seen = this.#lastEventId;
      try {
        const events = await api.resumeEvents(this.thread, seen, signal);
        // No step runs and no event comes: the store has the rest, or the worker has vanished.
        if (events === undefined) return void await this.open(this.thread);
        if (await this.#follow(events, signal)) return;
      } catch (error) {
        if (error instanceof api.ApiError && error.status < 500) throw error;
      }
      if (this.#lastEventId !== seen) attempt = 0;
      await sleep(BACKOFF_MS[attempt] ?? 0);
    }
    if (signal.aborted) return;
    this.#transcript.addNotice("bad", {
      title: "The connection is lost.",
      detail: "The run goes on without this page.",
      action: { label: "Reconnect", run: () => void this.open(this.thread) },
    });
  }

  /**
   * Draws events as they arrive. True when they end with the end of the run, false when the stream broke.
   *
   * @param {Events} events @param {AbortSignal} signal
   */
  async #follow(events, signal) {
    let skipped = false;
    try {
      for await (const { id, event } of events) {
        if (signal.aborted) return true;
        this.#lastEventId = id;
        this.#report(event);
        if (event.type === "step.started") skipped = event.step <= this.#drawnSteps;
        if (skipped) continue;
        this.#transcript.apply(event);
        if (this.#endsWith(event)) return true;
      }
    } catch (error) {
      if (signal.aborted) return true;
      if (error instanceof api.ApiError) throw error;
    }
    return false;
  }

  /** @param {StepEvent} event */
  #report(event) {
    if (event.seq <= this.#seen) return;
    this.#seen = event.seq;
    const at = this.#clock(event);
    this.#transcript.note(event, at);
    this.#listeners.onEvent(event, at);
  }

  /** Whether the event is the last one of the run. @param {StepEvent} event */
  #endsWith(event) {
    switch (event.type) {
      case "step.started":
        this.steps = event.step;
        this.#listeners.onChange();
        return false;
      case "step.finished":
        this.status = event.status;
        sessionStorage.removeItem(SENT);
        this.#listeners.onChange();
        if (!event.continues) this.#offerToGoOn(0, event.question);
        return !event.continues;
      case "step.failed": {
        const { code, retryable } = event.error;
        if (code === "step_fenced") return false; // another worker goes on with the step in the same log
        this.status = code === "step_cancelled" ? "cancelled" : retryable ? "open" : "failed";
        sessionStorage.removeItem(SENT);
        this.#offerToGoOn(0);
        return true;
      }
      default:
        return false;
    }
  }

  /** @param {number} waiting Inputs that no step has read. @param {string} [question] What a tool needs to know. */
  #offerToGoOn(waiting, question) {
    if (this.status === "waiting" && waiting === 0) {
      if (question !== undefined) return this.#ask(question);
      // Predicted calls run only when the request names another execution.
      if (this.#isPredicted) this.#offer("The calls have not run.", "Run them", "loop");
      return;
    }
    const title = waiting > 0
      ? `${inputsWait(waiting)} for a step.`
      : this.status === "open"
      ? "The run is not finished."
      : this.status === "failed"
      ? "The last step failed."
      : undefined;
    if (title !== undefined) this.#offer(title, this.#until === "step" ? "Next step" : "Go on");
  }

  /** The next input answers. @param {string} question */
  #ask(question) {
    this.#passing.push(this.#transcript.addNotice("plain", { title: "A tool asks you.", detail: question }));
  }

  /** Calls may run, and none needs a decision. */
  get #isPredicted() {
    return this.#transcript.hasCall("planned", "approved") && !this.#transcript.hasCall("approval");
  }

  /** @param {string} title @param {string} label @param {RunOptions["execution"]} [execution] */
  #offer(title, label, execution) {
    this.#passing.push(this.#transcript.addNotice("plain", {
      title,
      detail: "Everything up to here is committed.",
      action: { label, run: () => void this.#goOn(execution) },
    }));
  }

  #showSent() {
    const { thread, text } = JSON.parse(sessionStorage.getItem(SENT) ?? "{}");
    if (thread === this.thread && typeof text === "string") this.#transcript.addUser(text);
  }

  /** Marks the page as busy while `watch` runs, and reports its exception unless the page has turned to another thread. */
  async #watched(/** @type {(signal: AbortSignal) => Promise<void>} */ watch) {
    const { signal } = this.#visit;
    /** @type {PromiseWithResolvers<void>} */
    const { promise, resolve } = Promise.withResolvers();
    this.#idle = promise;
    this.#passing.splice(0).forEach((notice) => notice.remove());
    this.running = true;
    this.#listeners.onChange();
    try {
      await watch(signal);
    } catch (error) {
      if (signal.aborted) return resolve();
      if (this.#isPredicted && api.isCode(error, "nothing_to_do")) this.#offerToGoOn(0);
      else this.#listeners.onError(error);
    }
    if (!signal.aborted) {
      this.running = this.stopping = false;
      this.#transcript.settle();
      this.#listeners.onChange();
    }
    resolve();
  }

  /** @param {string} thread */
  #turnTo(thread) {
    this.#visit.abort();
    this.#visit = new AbortController();
    this.#transcript.clear();
    this.thread = thread;
    this.agent = "";
    this.status = "";
    this.steps = 0;
    this.running = this.stopping = false;
    this.#lastEventId = "";
    this.#drawnSteps = 0;
    this.#seen = 0;
    this.#until = "done";
    this.#listeners.onTurn();
  }

  /** @param {{ title: string, detail: string, code: string }} problem */
  showProblem(problem) {
    const { thread } = this;
    const elsewhere = ["thread_busy", "step_fenced"].includes(problem.code);
    this.#passing.push(this.#transcript.addNotice("bad", {
      ...problem,
      ...(elsewhere ? { action: { label: "Watch it", run: () => void this.open(thread) } } : {}),
    }));
  }

  get isEmpty() {
    return this.thread === "";
  }

  get running() {
    return this.#running;
  }

  set running(running) {
    this.#running = running;
    this.#transcript.busy = running;
  }
}

/** `thread_k3v9…`; crypto.randomUUID would need a secure context. @param {string} prefix */
function randomId(prefix) {
  const bytes = crypto.getRandomValues(new Uint8Array(20));
  return `${prefix}_${Array.from(bytes, (byte) => "0123456789abcdefghjkmnpqrstvwxyz"[byte & 31]).join("")}`;
}

/** @param {number} ms */
function sleep(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
