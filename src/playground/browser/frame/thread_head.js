// The heading of the conversation: the first words of its thread, and the thread's state.

import { byId } from "../dom.js";
import { LOST, stateNodes, stateOf } from "./thread_state.ts";

/** @typedef {import("../conversation.ts").Conversation} Conversation */

/** Every view of the page has this heading. */
export class ThreadHead {
  #headline = byId("headline", HTMLElement);
  #state = byId("thread-state", HTMLElement);

  /** @param {Conversation} conversation @param {string} [title] */
  show({ thread, isEmpty, running, isLost, progress }, title) {
    const words = isEmpty ? "New thread" : title ?? thread;
    if (this.#headline.textContent !== words) this.#headline.textContent = words;
    this.#headline.title = thread;
    const { status, waiting, version, steps } = progress;
    if (isEmpty || (status === "" && !running)) return this.#state.replaceChildren();
    const facts = {
      ...progress,
      status: status === "" ? "open" : status,
      waiting,
      running,
      version: version || steps,
    };
    const state = isLost
      ? LOST
      : stateOf(/** @type {import("../../../core/contract/thread_words.ts").StateFacts} */ (facts));
    if (this.#state.textContent !== state.words) this.#state.replaceChildren(...stateNodes(state));
    this.#state.dataset.tone = state.tone;
  }
}
