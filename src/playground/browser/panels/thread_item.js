// One thread in the side list: its first words, its state, its agent, its cost and its time, with the buttons that name,
// archive and delete it.

/** @typedef {import("../../../core/contract/requests.ts").ThreadChanges} ThreadChanges */
/** @typedef {import("../../../core/contract/threads.ts").ThreadPage["threads"][number]} ListedThread */

import { button, element } from "../dom.js";
import { icon } from "../frame/icons.js";
import { stateNodes, stateOf } from "../frame/thread_state.js";
import { dollars, timeWords } from "../words.js";

/** Most characters of a title. */
const TITLE_LENGTH = 200;

/** An item stays while its thread is listed, so that a reading of the list does not take the focus from it. */
export class ThreadItem {
  #link = element("a", "");
  #title = element("span", "thread-name");
  #state = element("span", "state");
  #facts = element("span", "thread-facts");
  #time = element("time", "thread-facts");
  #rename = button("", "quiet icon rename", () => this.#edit());
  #archive;
  #delete;
  #onChange;
  #isArchived = false;
  #text = "";
  #tone = "";

  /**
   * @param {string} id
   * @param {{ onChange: (changes: ThreadChanges) => void, onDelete: (title: string) => void }} actions
   */
  constructor(id, { onChange, onDelete }) {
    this.id = id;
    this.#onChange = onChange;
    this.#rename.append(icon("rename"));
    this.#archive = button("", "quiet icon archive", () => onChange({ archived: !this.#isArchived }));
    this.#archive.append(icon("archive"));
    this.#link.href = `#${encodeURIComponent(id)}`;
    this.#link.append(this.#title, this.#state, this.#time, this.#facts);
    this.#delete = button("", "quiet icon delete", () => onDelete(this.#title.textContent ?? ""));
    this.#delete.append(icon("delete"));
    const actions = element("span", "thread-actions", this.#rename, this.#archive, this.#delete);
    this.element = element("li", "", this.#link, actions);
  }

  /** @param {ListedThread} thread @param {string} [firstWords] Of a thread that has no title yet. */
  show(thread, firstWords) {
    if (thread.status === "corrupted") return this.#showCorrupted();
    const { agent, counters: { steps, microDollars }, updatedAt } = thread;
    const title = thread.title ?? firstWords ?? this.id;
    const state = stateOf(thread);
    this.#isArchived = thread.archived === true;
    this.#name(title);
    this.#title.classList.toggle("id", title === this.id);
    if (this.#state.textContent !== state.words) this.#state.replaceChildren(...stateNodes(state));
    this.#state.dataset.tone = this.#tone = state.tone;
    this.#facts.textContent = [
      agent,
      `${steps} ${steps === 1 ? "step" : "steps"}`,
      ...(microDollars > 0 ? [dollars(microDollars)] : []),
      ...(this.#isArchived ? ["archived"] : []),
    ].join(" · ");
    this.#time.dateTime = updatedAt;
    this.#time.textContent = timeWords(updatedAt);
    this.#text = `${title} ${this.id} ${agent} ${state.words}`.toLowerCase();
  }

  // The page cannot open it.
  #showCorrupted() {
    this.#link.removeAttribute("href");
    this.#rename.hidden = this.#archive.hidden = true;
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
    this.#rename.ariaLabel = `Rename the thread ${title}`;
    this.#archive.ariaLabel = this.#isArchived
      ? `Take the thread ${title} out of the archive`
      : `Archive the thread ${title}`;
  }

  /** The title becomes a field: Enter keeps what it has, Escape and leaving it do not. */
  #edit() {
    const field = element("input", "thread-title");
    field.value = this.#title.textContent ?? "";
    field.maxLength = TITLE_LENGTH;
    field.ariaLabel = "Title";
    const close = () => {
      this.#link.hidden = false;
      field.remove();
    };
    field.addEventListener("blur", close);
    field.addEventListener("keydown", (event) => {
      event.stopPropagation(); // the keys of the list
      if (event.key !== "Enter" && event.key !== "Escape") return;
      event.preventDefault();
      const title = field.value.trim();
      this.#rename.focus();
      if (event.key === "Enter" && title !== "") this.#onChange({ title });
    });
    this.#link.hidden = true;
    this.element.prepend(field);
    field.select();
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
