// One thread on this page: send, follow, lose the connection, reconnect, decide, stop. The run is the
// server's; leaving this page, or opening another thread, does not end it.

/** @typedef {import("../../core/event.ts").StepEvent} StepEvent */
/** @typedef {import("./api.js").StepBody} StepBody */
/** @typedef {import("./api.js").RunOptions} RunOptions */
/** @typedef {AsyncGenerator<{ id: string, event: StepEvent }, void>} Events */

import { showModelInput } from "./answers/input_dialog.js";
import * as api from "./api.js";
import { inputParts, picture } from "./attachments.js";
import { Connection } from "./run/connection.js";
import { createClock, createLogClock } from "./trace.js";
import { Offers } from "./run/offers.js";
import { approvalEvents } from "./run/pending_calls.js";
import { randomId } from "./run/random_id.js";
import { RunProgress } from "./run/run_progress.js";
import { keepSent, sentTo } from "./run/sent_message.js";
import { Transcript } from "./transcript.js";

/** One thread: sends messages, follows its event stream, reconnects, decides approvals, cancels. */
export class Conversation {
  thread = "";
  agent = "";
  #running = false;
  /** A cancel was sent; the step ends at its next heartbeat. */
  stopping = false;
  progress = new RunProgress();

  #transcript;
  #listeners;
  #connection;
  #offers;
  #lastEventId = "";
  /** Number of the newest event that the listeners received: a resumed stream repeats some. */
  #seen = 0;
  /** Milliseconds from the request of the run to an event that arrives now. */
  #clock = createClock();
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
   *   onConnection: (state: import("./run/connection.js").ConnectionState) => void,
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
    this.#connection = new Connection(listeners.onConnection);
    this.#offers = new Offers(this.#transcript, (execution) => void this.#goOn(execution));
  }

  /** Does not wait for the time of the next attempt. */
  retryNow() {
    this.#connection.retryNow();
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
      this.progress = RunProgress.of(detail);
      this.#listeners.onOpen(detail);
      this.#drawnSteps = detail.counters.steps;
      this.#transcript.load(history);
      this.#clock = createLogClock(
        new Map(history.entries.map(({ version, at }) => [version, Date.parse(at)])),
      );
      for (const event of approvalEvents(detail)) this.#transcript.apply(event);
      if (detail.running) {
        const sent = sentTo(this.thread);
        if (sent !== undefined) this.#transcript.addUser(sent);
        await this.#resume(signal);
      } else {
        this.#offerToGoOn(detail);
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
    keepSent(this.thread, text);
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
    try {
      return await this.#connection.send(() => api.startSteps(this.thread, body, key, signal), signal);
    } catch (error) {
      if (api.isCode(error, "idempotency_in_flight")) return undefined;
      throw error;
    }
  }

  /**
   * Follows the events after the last one received, until the run ends. It tries again for as long as this thread is on the page:
   * the run goes on without it.
   *
   * @param {AbortSignal} signal
   */
  async #resume(signal) {
    while (!signal.aborted) {
      const seen = this.#lastEventId;
      try {
        const events = await api.resumeEvents(this.thread, seen, signal);
        this.#connection.connected();
        // No step runs and no event comes: the store has the rest, or the worker has vanished.
        if (events === undefined) return void await this.open(this.thread);
        if (await this.#follow(events, signal)) return;
        if (this.#lastEventId !== seen) continue;
      } catch (error) {
        if (error instanceof api.ApiError && error.status < 500) throw error;
      }
      if (!signal.aborted) await this.#connection.wait(signal);
    }
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

  /** Tells the listeners of a changed progress. Whether the run has ended. @param {StepEvent} event */
  #endsWith(event) {
    const ends = this.progress.take(event);
    if (["step.started", "step.finished", "step.failed"].includes(event.type)) this.#listeners.onChange();
    if (ends) this.#offerToGoOn(event.type === "step.finished" ? event : {});
    return ends;
  }

  /** @param {Pick<import("./run/offers.js").Rest, "question" | "error">} [more] */
  #offerToGoOn({ question, error } = {}) {
    this.#offers.offer({ ...this.progress, until: this.#until, question, error });
  }

  /** Marks the page as busy while `watch` runs, and reports its exception unless the page has turned to another thread. */
  async #watched(/** @type {(signal: AbortSignal) => Promise<void>} */ watch) {
    const { signal } = this.#visit;
    /** @type {PromiseWithResolvers<void>} */
    const { promise, resolve } = Promise.withResolvers();
    this.#idle = promise;
    this.#offers.clear();
    this.running = true;
    this.#listeners.onChange();
    try {
      await watch(signal);
    } catch (error) {
      if (signal.aborted) return resolve();
      if (this.#offers.isPredicted && api.isCode(error, "nothing_to_do")) this.#offerToGoOn();
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
    this.#connection.reset();
    this.#transcript.clear();
    this.thread = thread;
    this.agent = "";
    this.progress = new RunProgress();
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
    this.#offers.show("bad", {
      ...problem,
      ...(elsewhere ? { action: { label: "Watch it", run: () => void this.open(thread) } } : {}),
      ...(problem.code === "" && thread !== ""
        ? { action: { label: "Try again", run: () => void this.open(thread) } }
        : {}),
    });
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
