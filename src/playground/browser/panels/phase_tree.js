// The phases of an orchestrator's thread: their states, with links to their threads; for the thread of a phase, the way up.

/** @typedef {import("../../../core/contract/threads.ts").ChildView} ChildView */
/** @typedef {import("../../../core/contract/threads.ts").ThreadDetail} ThreadDetail */

import { listChildren } from "../api.js";
import { byId, element } from "../dom.js";

/** The region above the message box. It is hidden for a thread without phases. */
export class PhaseTree {
  #root = byId("phases", HTMLElement);
  #onError;
  #thread = "";
  /** @type {HTMLElement[]} */
  #up = [];
  #isReading = false;
  #isStale = false;

  /** @param {(error: unknown) => void} onError */
  constructor(onError) {
    this.#onError = onError;
  }

  /** What it shows of a thread stays until that is read again. @param {string} thread */
  turnTo(thread) {
    if (thread === this.#thread) return;
    this.#thread = thread;
    this.#up = [];
    this.#draw([]);
  }

  /** @param {ThreadDetail} detail */
  async open({ id, parent, plan }) {
    this.#up = parent === undefined ? [] : [
      element("p", "", `Phase ${parent.phase} of `, linkTo(parent.thread)),
    ];
    const hasPhases = plan && Object.hasOwn(Object(plan), "phases");
    if (!hasPhases || this.#root.hidden) this.#draw([]);
    if (hasPhases) await this.refresh(id);
  }

  /** Reads the phases again; while that is under way, once more behind it. @param {string} thread */
  async refresh(thread) {
    this.#thread = thread;
    this.#isStale = true;
    if (this.#isReading) return;
    this.#isReading = true;
    try {
      while (this.#isStale) {
        this.#isStale = false;
        const wanted = this.#thread;
        if (wanted === "") break; // the page has turned to a new thread meanwhile
        const children = await listChildren(wanted);
        if (wanted === this.#thread) this.#draw(children);
      }
    } catch (error) {
      this.#onError(error);
    } finally {
      this.#isReading = false;
    }
  }

  /** @param {readonly ChildView[]} children */
  #draw(children) {
    this.#root.replaceChildren(...this.#up, ...listOf(children));
    this.#root.hidden = this.#root.childElementCount === 0;
  }
}

/** @param {readonly ChildView[]} children @returns {HTMLElement[]} */
function listOf(children) {
  return children.length === 0 ? [] : [element("ul", "", ...children.map(phaseItem))];
}

/** @param {ChildView} child @returns {HTMLElement} */
function phaseItem({ phase, worker = "", state, thread, calls, children }) {
  const status = thread && state === "running" ? `running, ${thread.status}` : state;
  const waits = calls.length === 0 ? "" : `, calls that wait: ${calls.length}`;
  const item = element(
    "li",
    "",
    thread ? linkTo(thread.id, phase) : phase,
    ` ${worker} `,
    element("span", "", status + waits),
    ...listOf(children),
  );
  item.dataset.state = state;
  return item;
}

/** @param {string} thread @param {string} [label] */
function linkTo(thread, label = thread) {
  const link = element("a", "", label);
  link.href = `#${encodeURIComponent(thread)}`;
  return link;
}
