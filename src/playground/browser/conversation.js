// One thread on this page: send, follow, lose the connection, reconnect, decide, stop. The run is the
// server's; leaving this page, or opening another thread, does not end it.

/** @typedef {import("../../core/event.ts").StepEvent} StepEvent */
/** @typedef {import("./api.js").StepBody} StepBody */
/** @typedef {import("./api.js").RunOptions} RunOptions */

import { signal } from "@preact/signals";
import { showModelInput } from "./answers/show_model_input.ts";
import * as api from "./api.js";
import { inputParts, picture } from "./attachments.js";
import { AppCalls } from "./run/app_calls.js";
import { Connection } from "./run/connection.js";
import { hasGoneOn, isEdited } from "./run/elsewhere.js";
import { Offers } from "./run/offers.js";
import { pendingEvents } from "./run/pending_calls.js";
import { randomId } from "./run/random_id.js";
import { RunProgress } from "./run/run_progress.js";
import { RunStream } from "./run/run_stream.js";
import { keepSent, sentTo } from "./run/sent_message.js";
import { Transcript } from "./transcript.js";

/** Milliseconds between two readings of a thread that others go on with. */
const LOOK_MS = 2000;

/** Entries that come with those that are shown when a person wants to see earlier ones. */
const EARLIER = 160;

/** One thread: sends messages, follows its event stream, reconnects, decides approvals, cancels. */
export class Conversation {
  thread = "";
  agent = "";
  #running = signal(false);
  /** Others have run steps of the thread, or have deleted it, since the page has read it. */
  #hasGap = false;
  /** The store was ahead of the page when it was last read. */
  #isBehind = false;
  /** A cancel was sent; the step ends at its next heartbeat. */
  stopping = false;
  progress = new RunProgress();
  /** The server does not answer: what the run does is not known. */
  isLost = false;

  #root;
  #transcript;
  #listeners;
  #connection;
  #offers;
  #stream;
  /** Aborts when the page turns to another thread. */
  #visit = new AbortController();
  #appCalls = new AppCalls();
  /** Settles when no run is followed. @type {Promise<void>} */
  #idle = Promise.resolve();
  /** Calls whose answers the server has not taken yet: the last of them has the run go on. @type {Set<string>} */
  #openAnswers = new Set();
  /** Most entries of the thread on the page. */
  #shown = api.ENTRIES_SHOWN;
  /** Where the run ends, as its request has it; a continuation has the same end. @type {RunOptions["until"]} */
  #until = "done";

  /**
   * @param {HTMLElement} root Where the transcript goes.
   * @param {{
   *   onChange: () => void,
   *   onError: (error: unknown) => void,
   *   onTurn: () => void,
   *   onOpen: (detail: import("../../core/contract/threads.ts").ThreadDetail, history: import("../../core/contract/entries.ts").HistoryPage) => void,
   *   onEvent: (event: StepEvent, at: number | undefined) => void,
   *   onSelect: (step: number) => void,
   *   onBranch: (thread: string) => void,
   *   onMissing: () => void,
   *   options: () => RunOptions,
   *   onConnection: (state: import("./run/connection.js").ConnectionState) => void,
   * }} listeners `onTurn`: to another thread. `at` is milliseconds since the request, where that is known.
   */
  constructor(root, listeners) {
    this.#root = root;
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
        app: (callId) => this.#appActions(callId),
        earlier: () => void this.#showEarlier(),
        busy: this.#running,
      },
    );
    this.#listeners = listeners;
    this.#connection = new Connection((state) => {
      this.isLost = state.type === "retrying";
      listeners.onConnection(state);
      listeners.onChange();
    });
    this.#stream = new RunStream(this.#connection, {
      report: (event, at) => this.#report(event, at),
      draw: (event) => this.#draw(event),
    });
    this.#offers = new Offers(
      this.#transcript,
      (execution) => void this.#goOn(execution),
      () => void this.#wake(),
      () => void this.#detach(),
    );
    setInterval(() => void this.#look(), LOOK_MS);
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

  /** Shows more of the thread, which stays where it was scrolled to. */
  async #showEarlier() {
    const scroller = this.#root.parentElement ?? this.#root;
    const below = scroller.scrollHeight - scroller.scrollTop;
    this.#shown += EARLIER;
    await this.open(this.thread);
    scroller.scrollTop = scroller.scrollHeight - below;
  }

  /** Turns to a thread and shows its history. @param {string} thread */
  async open(thread) {
    if (thread !== this.thread) this.#shown = api.ENTRIES_SHOWN;
    this.#turnTo(thread);
    this.#listeners.onChange();
    await this.#watched(async (signal) => {
      const found = await api.readThread(thread, this.#shown);
      if (signal.aborted) return;
      if (found === undefined) {
        this.#listeners.onMissing();
        this.#transcript.addNotice("plain", {
          title: "There is no such thread.",
          detail: `${thread} is not in this store. Your next message begins it.`,
        });
        return;
      }
      const { detail, history } = found;
      this.agent = detail.agent;
      this.progress = RunProgress.of(detail);
      this.#listeners.onOpen(detail, history);
      await this.#transcript.load(history, detail.counters.steps - detail.version, signal);
      if (signal.aborted) return;
      this.#stream.follows(detail, history);
      for (const event of pendingEvents(detail)) this.#transcript.apply(event);
      if (detail.running) {
        const sent = sentTo(this.thread);
        if (sent !== undefined) this.#transcript.addUser(sent);
        if (!await this.#stream.resume(thread, signal)) await this.open(thread);
      } else {
        this.#offerToGoOn(detail);
        void this.#stream.readLog(thread, signal);
      }
    });
  }

  /** A person has begun an answer here, or it is on its way: the page is not drawn anew. */
  get #isEdited() {
    return this.#openAnswers.size > 0 || isEdited(this.#root);
  }

  /** Follows what others do with a thread that they go on with. Their steps may have no events, so that the store says it. */
  async #look() {
    const { thread, progress } = this;
    const { signal } = this.#visit;
    if (!progress.goesOn || document.hidden || this.#isEdited) return;
    const detail = await api.readDetail(thread).catch(() => undefined);
    if (signal.aborted || detail === undefined || progress !== this.progress || this.#isEdited) return;
    const isBehind = hasGoneOn(detail, progress, this.running);
    // The events of a step that the page follows may be on their way.
    const isLate = isBehind && (this.#isBehind || !this.running);
    this.#isBehind = isBehind;
    if (isLate) await this.open(thread);
  }

  /** Opens the thread again where others have gone on with it. @param {import("./run/elsewhere.js").ListedThread} listed */
  async compare(listed) {
    if (this.running || this.#isEdited || !hasGoneOn(listed, this.progress)) return;
    await this.open(this.thread);
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
    this.progress.wake = undefined; // the input begins a run of its own
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

  /** @param {string} callId @param {import("./approval_form.js").ApprovalAnswer} answer */
  async #decide(callId, answer) {
    const { thread } = this;
    // The question is on the page a moment before its plan is committed.
    await this.#idle;
    const open = this.#openAnswers;
    open.add(callId);
    try {
      const { missing } = await api.decide(thread, callId, answer);
      if (missing > 0) this.#transcript.card(callId)?.awaitOthers(missing);
      // The thread can go on from now, and is listed so: that is no reason to draw it anew under a person's hands.
      else if (thread === this.thread) this.progress.waitsFor = undefined;
    } catch (error) {
      if (!api.isCode(error, "approval_decided")) {
        const { message } = /** @type {Error} */ (error);
        this.#transcript.card(callId)?.refuseAnswer(`Nothing is recorded. ${message}`);
        return api.isCode(error, "invalid_request") ? undefined : this.#listeners.onError(error);
      }
    } finally {
      open.delete(callId);
    }
    if (thread !== this.thread || open.size > 0 || this.#transcript.hasCall("approval")) return;
    await (this.progress.wake ? this.open(thread) : this.#goOn());
  }

  async #wake() {
    await this.#watched(async () => {
      await api.wake(this.thread);
      await this.open(this.thread);
    });
  }

  /** The results come as inputs then. */
  async #detach() {
    const { thread } = this;
    await this.#watched(async () => {
      const { calls } = await api.readDetail(thread);
      for (const call of calls) {
        if (call.state === "deferred") await api.detach(thread, call.id);
      }
      if (thread === this.thread) await (this.progress.wake ? this.open(thread) : this.#goOn());
    });
  }

  /** @param {RunOptions["execution"]} [execution] Ends a prediction. */
  async #goOn(execution) {
    if (execution) this.progress.predicted = true;
    await this.#run({ agent: this.agent, until: this.#until, ...(execution && { execution }) });
  }

  /** What the app of a call may do. @param {string} callId @returns {import("./apps/app_frame.js").AppActions} */
  #appActions(callId) {
    const { thread } = this;
    const calls = this.#appCalls;
    return {
      read: () => api.readApp(thread, callId),
      call: (name, args) => calls.make((onSent) => this.#callForApp({ callId, name, args }, thread, onSent)),
      say: async (text) => {
        if (this.running || thread !== this.thread) return false;
        return await this.send(this.agent, text, this.#listeners.options());
      },
    };
  }

  /**
   * Runs a call of an app behind the run that goes on. A refusal is the app's, and not the person's.
   *
   * @param {{ callId: string, name: string, args: object }} call @param {string} thread @param {() => void} onSent
   */
  async #callForApp(call, thread, onSent) {
    while (this.running && thread === this.thread) await this.#idle;
    if (thread !== this.thread) throw new Error("The thread is no longer shown.");
    if (this.#transcript.hasCall("approval")) throw new Error("The thread waits for an approval.");
    const bubble = this.#transcript.addUser(`Call ${call.name}`, [], "app");
    /** @type {unknown} */
    let refusal;
    await this.#watched(async (signal) => {
      try {
        const start = (/** @type {string} */ key) => api.startAppCall(thread, call, key, signal);
        onSent();
        const isWhole = await this.#stream.run(thread, start, signal, () => this.#listeners.onChange());
        if (!signal.aborted && !isWhole) await this.open(thread);
      } catch (error) {
        if (!(error instanceof api.ApiError)) throw error;
        refusal = error;
      }
    });
    if (refusal === undefined) return;
    bubble.remove();
    throw refusal;
  }

  /** Runs steps and follows them. False when the server refused. @param {StepBody} body */
  async #run(body) {
    let taken = false;
    await this.#watched(async (signal) => {
      const onTaken = () => {
        taken = true;
        this.#listeners.onChange();
      };
      const { thread } = this;
      const start = (/** @type {string} */ key) => api.startSteps(thread, body, key, signal);
      const isWhole = await this.#stream.run(thread, start, signal, onTaken);
      if (!signal.aborted && (!isWhole || this.#hasGap)) await this.open(this.thread);
    });
    return taken;
  }

  /** @param {StepEvent} event @param {number | undefined} at */
  #report(event, at) {
    this.#transcript.note(event, at);
    this.#appCalls.take(event);
    this.#listeners.onEvent(event, at);
  }

  /** Draws an event. Whether the run has ended. @param {StepEvent} event */
  #draw(event) {
    const { steps } = this.progress;
    if (event.type === "step.started" && steps > 0) this.#hasGap ||= ![steps, steps + 1].includes(event.step);
    this.#transcript.apply(event);
    return this.#endsWith(event);
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
    this.#openAnswers = new Set();
    this.#appCalls.clear();
    this.#appCalls = new AppCalls();
    this.thread = thread;
    this.agent = "";
    this.progress = new RunProgress();
    this.running =
      this.stopping =
      this.#hasGap =
      this.#isBehind =
        false;
    this.#stream.reset();
    this.#until = "done";
    this.#listeners.onTurn();
  }

  /** @param {{ title: string, detail: string, code: string }} problem */
  showProblem(problem) {
    const { thread } = this;
    this.#offers.tell(problem, thread === "" ? undefined : () => void this.open(thread));
  }

  get isEmpty() {
    return this.thread === "";
  }

  get running() {
    return this.#running.peek();
  }

  set running(running) {
    this.#running.value = running;
  }
}
