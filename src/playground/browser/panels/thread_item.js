// One thread in the side list: its first words, its state, its agent, its cost and its time, with the button that deletes it.

/** @typedef {import("../../../core/contract/threads.ts").ThreadPage["threads"][number]} ListedThread */

import { button, element } from "../dom.js";
import { icon } from "../frame/icons.js";
import { stateNodes, stateOf } from "../frame/thread_state.js";
import { dollars, timeWords } from "../words.js";

/** An item stays while its thread is listed, so that a reading of the list does not take the focus from it. */
export class ThreadItem {
  #link = element("a", "");
  #title = element("span", "thread-name");
  #state = element("span", "state");
  #facts = element("span", "thread-facts");
  #time = element("time", "thread-facts");
  #delete;
  #text = "";
  #tone = "";

  /** @param {string} id @param {(title: string) => void} onDelete */
  constructor(id, onDelete) {
    this.id = id;
    this.#link.href = `#${encodeURIComponent(id)}`;
    this.#link.append(this.#title, this.#state, this.#time, this.#facts);
    this.#delete = button("", "quiet icon delete", () => onDelete(this.#title.textContent ?? ""));
    this.#delete.append(icon("delete"));
    this.element = element("li", "", this.#link, this.#delete);
  }

  /** @param {ListedThread} thread @param {string} [firstWords] Of a thread that has no title yet. */
  show(thread, firstWords) {
    if (thread.status === "corrupted") return this.#showCorrupted();
    const { agent, counters: { steps, microDollars }, updatedAt } = thread;
    const title = thread.title ?? firstWords ?? this.id;
    const state = stateOf(thread);
    this.#name(title);
    this.#title.classList.toggle("id", title === this.id);
    if (this.#state.textContent !== state.words) this.#state.replaceChildren(...stateNodes(state));
    this.#state.dataset.tone = this.#tone = state.tone;
    this.#facts.textContent = [
      agent,
      `${steps} ${steps === 1 ? "step" : "steps"}`,
      ...(microDollars > 0 ? [dollars(microDollars)] : []),
    ].join(" · ");
    this.#time.dateTime = updatedAt;
    this.#time.textContent = timeWords(updatedAt);
    this.#text = `${title} ${this.id} ${agent} ${state.words}`.toLowerCase();
  }

  // The page cannot open it.
  #showCorrupted() {
    this.#link.removeAttribute("href");
    this.#name(this.id);
    this.#title.classList.add("id");
    this.#state.dataset.tone = this.#tone = "failed";
    this.#state.replaceChildren(icon("failed"), "Corrupted");
    this.#facts.textContent = "It cannot be read, only deleted.";
    this.#text = `${this.id} corrupted`.toLowerCase();
  }

  /** @param {string} title */
  #name(title) {
    this.#title.textContent = title;
    this.#delete.ariaLabel = `Delete the thread ${title}`;
  }

  set isCurrent(/** @type {boolean} */ isCurrent) {
    this.#link.ariaCurrent = isCurrent ? "true" : null;
  }

  /** @param {string} words @param {string} tone Of the filter; "" fits every thread. */
  fits(words, tone) {
    return (tone === "" || tone === this.#tone) && this.#text.includes(words);
  }

  focus() {
    this.#link.focus();
  }
}
