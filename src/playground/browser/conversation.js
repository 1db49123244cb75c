// One thread as this page lives through it: send, watch, lose the connection, come back, decide, stop. The run belongs to the
// server; leaving this page, or opening another thread, does not end it.

/** @typedef {import("../../core/event.ts").StepEvent} StepEvent */
/** @typedef {import("../../core/state.ts").ThreadStatus} ThreadStatus */
/** @typedef {import("./api.js").StepBody} StepBody */
/** @typedef {AsyncGenerator<{ id: string, event: StepEvent }, void>} Events */

import * as api from "./api.js";
import { Transcript } from "./transcript.js";

/** Waits before each attempt to reconnect, in milliseconds. */
const BACKOFF_MS = [250, 500, 1000, 2000, 4000, 8000];

/** The message whose step has not committed yet: the store does not tell it to a page that was reloaded meanwhile. */
const SENT = "treadle.sent";

export class Conversation {
  thread = "";
  agent = "";
  running = false;
  /** A cancel was sent; the step ends when it next shows a sign of life. */
  stopping = false;
  steps = 0;
  /** @type {ThreadStatus | ""} */
  status = "";

  #transcript;
  #onChange;
  #onError;
  #lastEventId = "";
  /** Notices that stand until something new begins. @type {HTMLElement[]} */
  #passing = [];
  /** Steps up to this one are on the page already, from the history. */
  #drawnSteps = 0;
  /** Aborts when the page turns to another thread. */
  #visit = new AbortController();
  /** Settles when nothing is watched. @type {Promise<void>} */
  #idle = Promise.resolve();

  /**
   * @param {HTMLElement} root Where the transcript goes.
   * @param {{ onChange: () => void, onError: (error: unknown) => void }} listeners
   */
  constructor(root, { onChange, onError }) {
    this.#transcript = new Transcript(root, (callId, approved) => this.#decide(callId, approved));
    this.#onChange = onChange;
    this.#onError = onError;
  }

  /** Turns to a thread that does not exist yet. */
  startNew() {
    this.#turnTo("");
    this.#onChange();
  }

  /** Turns to a thread and shows what the store has of it. @param {string} thread */
  async open(thread) {
    this.#turnTo(thread);
    this.#onChange();
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
      this.steps = this.#drawnSteps = detail.counters.steps;
      this.#transcript.load(history);
      for (const { id, name, args, state } of detail.calls) {
        if (state === "approval") {
          this.#transcript.apply({ type: "approval.requested", callId: id, name, args, seq: 0 });
        }
      }
      if (detail.running) {
        this.#showSent();
        await this.#resume(signal);
      } else this.#offerToGoOn();
    });
  }

  /**
   * Sends a message. False when the server did not take it, so that nothing typed is lost.
   *
   * @param {string} agent @param {string} text
   */
  async send(agent, text) {
    const isNew = this.thread === "";
    if (isNew) this.thread = randomId("thread");
    this.agent = agent;
    const visit = this.#visit;
    const bubble = this.#transcript.addUser(text);
    sessionStorage.setItem(SENT, JSON.stringify({ thread: this.thread, text }));
    const taken = await this.#run({ agent, input: text, until: "done" });
    if (taken || visit !== this.#visit) return true;
    bubble.remove();
    if (isNew) this.thread = "";
    this.#onChange();
    return false;
  }

  async stop() {
    this.stopping = true;
    this.#onChange();
    try {
      await api.cancel(this.thread);
    } catch (error) {
      this.stopping = false;
      this.#onError(error);
      this.#onChange();
    }
  }

  /** @param {string} callId @param {boolean} approved */
  async #decide(callId, approved) {
    const { thread } = this;
    // The question is on the page a moment before the plan that it belongs to is committed.
    await this.#idle;
    try {
      await api.decide(thread, callId, approved);
    } catch (error) {
      const decidedBefore = error instanceof api.ApiError && error.code === "approval_decided";
      if (!decidedBefore) {
        this.#transcript.card(callId)?.askApproval();
        return this.#onError(error);
      }
    }
    if (thread === this.thread && this.#transcript.undecided.length === 0) await this.#goOn();
  }

  async #goOn() {
    await this.#run({ agent: this.agent, until: "done" });
  }

  /** Runs steps and watches them. False when the server refused. @param {StepBody} body */
  async #run(body) {
    let taken = false;
    await this.#watched(async (signal) => {
      const events = await this.#start(body, signal);
      taken = true;
      this.#onChange();
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
        if (error instanceof api.ApiError && error.code === "idempotency_in_flight") return undefined;
        if (error instanceof api.ApiError || signal.aborted || wait === 0) throw error;
        await sleep(wait);
      }
    }
    return undefined;
  }

  /** Comes back to the events after the last one seen, until the run ends. @param {AbortSignal} signal */
  async #resume(signal) {
    for (let attempt = 0; attempt < BACKOFF_MS.length && !signal.aborted; attempt++) {
      const seen = this.#lastEventId;
      try {
        const events = await api.resumeEvents(this.thread, seen, signal);
        // Nothing runs and nothing is told: the store has the rest, or the worker has vanished.
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
   * Draws events as they come. True when they end with the end of the run, false when the stream broke.
   *
   * @param {Events} events @param {AbortSignal} signal
   */
  async #follow(events, signal) {
    let skipped = false;
    try {
      for await (const { id, event } of events) {
        if (signal.aborted) return true;
        this.#lastEventId = id;
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

  /** Whether the event is the last one of the run. @param {StepEvent} event */
  #endsWith(event) {
    switch (event.type) {
      case "step.started":
        this.steps = event.step;
        this.#onChange();
        return false;
      case "step.finished":
        this.status = event.status;
        sessionStorage.removeItem(SENT);
        this.#onChange();
        return !event.continues;
      case "step.failed": {
        const { code, retryable } = event.error;
        this.status = code === "step_cancelled" ? "cancelled" : retryable ? "open" : "failed";
        sessionStorage.removeItem(SENT);
        this.#offerToGoOn();
        return true;
      }
      default:
        return false;
    }
  }

  #offerToGoOn() {
    const title = this.status === "open"
      ? "The run is not finished."
      : this.status === "failed"
      ? "The last step failed."
      : undefined;
    if (title === undefined) return;
    this.#passing.push(this.#transcript.addNotice("plain", {
      title,
      detail: "Everything up to here is committed.",
      action: { label: "Go on from here", run: () => void this.#goOn() },
    }));
  }

  #showSent() {
    const { thread, text } = JSON.parse(sessionStorage.getItem(SENT) ?? "{}");
    if (thread === this.thread && typeof text === "string") this.#transcript.addUser(text);
  }

  /** Marks the page as busy while `watch` runs, and reports what it throws unless the page has turned away. */
  async #watched(/** @type {(signal: AbortSignal) => Promise<void>} */ watch) {
    const { signal } = this.#visit;
    /** @type {PromiseWithResolvers<void>} */
    const { promise, resolve } = Promise.withResolvers();
    this.#idle = promise;
    this.#passing.splice(0).forEach((notice) => notice.remove());
    this.running = true;
    this.#onChange();
    try {
      await watch(signal);
    } catch (error) {
      if (!signal.aborted) this.#onError(error);
    }
    if (!signal.aborted) {
      this.running = this.stopping = false;
      this.#transcript.settle();
      this.#onChange();
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
  }

  /** @param {{ title: string, detail: string, code: string }} problem */
  showProblem(problem) {
    this.#passing.push(this.#transcript.addNotice("bad", problem));
  }

  get isEmpty() {
    return this.thread === "";
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
