// What people can do with a step and with an input of theirs.

/** @typedef {{ fork(version: number): void, again(version: number): void, edit(version: number, text: string): void, showInput(version: number): void, thread(): string, earlier(): void, app(callId: string): import("../apps/app_frame.js").AppActions }} Handlers */

import { button, element } from "../dom.js";
import { announce, copyButton } from "./copy.js";

const BUSY = "A step is running: stop it or wait for its end.";
const OPEN = "This is not committed yet.";

/** Buttons that wait for a commit and rest while a step runs: they stay reachable and say why they do nothing. */
export class Actions {
  element = element("div", "actions");
  /** @type {{ node: HTMLButtonElement, always: boolean }[]} */
  #buttons = [];
  #isBusy = false;
  #reason = "";
  /** Of the commit that they are about. @type {number | undefined} */
  version;

  /** @param {string} label */
  constructor(label) {
    this.element.role = "group";
    this.element.ariaLabel = label;
  }

  /**
   * @param {string} label
   * @param {(version: number) => void} run
   * @param {{ always?: boolean }} [terms] `always`: also while a step runs.
   */
  add(label, run, { always = false } = {}) {
    const node = button(label, "small", () => {
      if (node.ariaDisabled === "true") announce(node.title);
      else if (this.version !== undefined) run(this.version);
    });
    this.#buttons.push({ node, always });
    this.element.append(node);
    this.#show();
    return node;
  }

  /** @param {string} what @param {() => string} read */
  addCopy(what, read) {
    if (!this.element.querySelector(".copy")) this.element.prepend(copyButton(what, read));
  }

  /** @param {number} version */
  commit(version) {
    this.version = version;
    this.#show();
  }

  set busy(/** @type {boolean} */ isBusy) {
    this.#isBusy = isBusy;
    this.#show();
  }

  /** None of them does anything from now on. @param {string} reason */
  refuse(reason) {
    this.#reason = reason;
    this.#show();
  }

  #show() {
    for (const { node, always } of this.#buttons) {
      const reason = this.#reason ||
        (this.version === undefined ? OPEN : this.#isBusy && !always ? BUSY : "");
      node.ariaDisabled = String(reason !== "");
      node.title = reason;
    }
  }
}

/** The actions of a step. @param {string} step `step 2`, the name of the group @param {Handlers} handlers */
export function stepActions(step, handlers) {
  const actions = new Actions(`Actions on ${step}`);
  actions.add("Fork", handlers.fork);
  return actions;
}

/** Those of a step that has asked the model. @param {Actions} actions @param {Handlers} handlers */
export function addPlanActions(actions, handlers) {
  actions.add("Regenerate", handlers.again);
  actions.add("Model input", handlers.showInput, { always: true });
}
