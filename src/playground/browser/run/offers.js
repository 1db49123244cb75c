// The notices at the end of a conversation: what became of the last step, what is awaited, and the button that goes on.

/** @typedef {import("../api.js").RunOptions} RunOptions */
/** @typedef {import("../../../core/state.ts").ThreadStatus} ThreadStatus */
/** @typedef {import("../../../core/state.ts").WaitsFor} WaitsFor */

import { inputsWait, timeWords } from "../words.js";

/**
 * A thread at rest.
 *
 * @typedef {object} Rest
 * @property {ThreadStatus | ""} status
 * @property {WaitsFor | undefined} waitsFor
 * @property {number} waiting Inputs that no step has read.
 * @property {boolean} [predicted] Its calls run when a request names another execution, as the store says.
 * @property {boolean} [wake] The run goes on without its client.
 * @property {import("../../../core/contract/threads.ts").ParkedView} [parked]
 * @property {RunOptions["until"]} until Where the next request ends.
 * @property {string} [question] What a tool needs to know.
 * @property {{ code: string, message: string }} [error] Of the last step, from the store.
 */

/** The page reads a thread again with which others go on. */
const FOLLOWS = "This page follows it.";

/** Shows the notices, and removes them when something new begins. */
export class Offers {
  #transcript;
  #goOn;
  #wake;
  #detach;
  /** @type {HTMLElement[]} */
  #notices = [];

  /**
   * @param {import("../transcript.js").Transcript} transcript
   * @param {(execution?: RunOptions["execution"]) => void} goOn
   * @param {() => void} wake
   * @param {() => void} detach Lets the run go on without the results that it waits for.
   */
  constructor(transcript, goOn, wake, detach) {
    this.#transcript = transcript;
    this.#goOn = goOn;
    this.#wake = wake;
    this.#detach = detach;
  }

  clear() {
    for (const notice of this.#notices.splice(0)) notice.remove();
  }

  /** @param {Parameters<import("../transcript.js").Transcript["addNotice"]>} notice */
  show(...notice) {
    this.#notices.push(this.#transcript.addNotice(...notice));
  }

  /**
   * A request was refused, or did not arrive.
   *
   * @param {{ title: string, detail: string, code: string }} problem @param {() => void} [open] Opens the thread again.
   */
  tell(problem, open) {
    const isElsewhere = ["thread_busy", "step_fenced"].includes(problem.code);
    const label = isElsewhere ? "Watch it" : problem.code === "" ? "Try again" : "";
    this.show("bad", { ...problem, ...(open && label !== "" ? { action: { label, run: open } } : {}) });
  }

  /** @param {Rest} rest */
  offer({ status, waitsFor, waiting, predicted, wake, parked, until, question, error }) {
    if (parked) {
      const { failures, at, message, code } = parked;
      const detail = `${failures} failed in a row until ${timeWords(at)}.\n${message}`;
      const action = { label: "Try again", run: this.#wake };
      return this.show("bad", { title: "Parked: no wake-up runs its steps.", detail, code, action });
    }
    const rests = status === "waiting" && waiting === 0;
    if (rests) {
      if (question !== undefined) return this.show("plain", { title: "A tool asks you.", detail: question });
      if (waitsFor === "results") return this.#tellResults();
      if (waitsFor === "deferred") {
        const action = { label: "Continue without it", run: this.#detach };
        return this.show("plain", { title: "The run waits for a result.", detail: FOLLOWS, action });
      }
    }
    // Predicted calls run only when the request names another execution. A thread of which one was approved is open.
    if ((rests || predicted) && waiting === 0 && this.isPredicted) {
      return this.#offer("The calls have not run.", "Run them", "loop");
    }
    if (rests) return;
    const goOn = until === "step" ? "Next step" : "Go on";
    if (wake && (status === "open" || waiting > 0)) {
      const { code, message = "" } = error ?? {};
      const detail = `${message}\n${FOLLOWS}`.trim();
      return this.show("plain", { title: "The run goes on by itself.", detail, code });
    }
    if (error !== undefined) return this.#showStored(error, waiting, goOn);
    if (waiting > 0) return this.#offer(`${inputsWait(waiting)} for a step.`, "Process it");
    if (status === "open") this.#offer("The run is not finished.", goOn);
    if (status === "failed") this.#offer("The last step failed.", goOn);
  }

  /** Calls may run, and none needs a decision. */
  get isPredicted() {
    return this.#transcript.hasCall("planned", "approved") && !this.#transcript.hasCall("approval");
  }

  /**
   * The events of a failed step leave the log; what its commit has stored of the error stays.
   *
   * @param {{ code: string, message: string }} error @param {number} waiting @param {string} goOn
   */
  #showStored({ code, message }, waiting, goOn) {
    this.show("bad", {
      title: waiting > 0
        ? `The last step failed, and ${inputsWait(waiting)} for a step.`
        : "The last step failed.",
      detail: message,
      code,
      action: { label: waiting > 0 ? "Process it" : goOn, run: () => this.#goOn() },
    });
  }

  /** Calls of client tools: the program that brought the tools has to answer. */
  #tellResults() {
    this.show("plain", {
      title: "Calls wait for the client that runs them.",
      detail: "It sends their results as toolResults of the next step.",
    });
  }

  /** @param {string} title @param {string} label @param {RunOptions["execution"]} [execution] */
  #offer(title, label, execution) {
    this.show("plain", {
      title,
      detail: "Everything up to here is committed.",
      action: { label, run: () => this.#goOn(execution) },
    });
  }
}
