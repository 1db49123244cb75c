// The side list of threads, newest first: it is read again when something has happened, and by itself while it can be seen.

/** @typedef {import("../../../core/contract/requests.ts").ThreadChanges} ThreadChanges */
/** @typedef {import("../../../core/contract/threads.ts").ThreadPage["threads"][number]} ListedThread */

import { ApiError, listThreads, readUsage } from "../api.js";
import { byId } from "../dom.js";
import { usageWords } from "../words.js";
import { ThreadItem } from "./thread_item.js";
import { readThreadQuery } from "./thread_query.js";

/** Milliseconds between two readings of a list that can be seen; twice as many after each failure, up to a limit. */
const REFRESH_MS = 15_000;
const REFRESH_LIMIT_MS = 120_000;

/** Milliseconds within which what happens leads to one reading. */
const SETTLE_MS = 300;

/** The list with its search, its pages and what the tenant has used today. */
export class ThreadList {
  #list = byId("thread-list", HTMLUListElement);
  #more = byId("more-threads", HTMLButtonElement);
  #search = byId("thread-search", HTMLInputElement);
  #filter = byId("thread-filter", HTMLSelectElement);
  #empty = byId("threads-empty", HTMLElement);
  #problem = byId("threads-problem", HTMLElement);
  #today = byId("usage-today", HTMLElement);
  /** Loaded threads, newest first. @type {readonly ListedThread[]} */
  #threads = [];
  /** @type {Map<string, ThreadItem>} */
  #items = new Map();
  #cursor = "";
  /** The second page or a later one was loaded: a refresh keeps them. */
  #hasMore = false;
  #current = "";
  /** It is another one than the list was scrolled to. */
  #isOutOfSight = false;
  /** First words that the server does not have yet. @type {Map<string, string>} */
  #firstWords = new Map();
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #timer;
  #failures = 0;
  #isReading = false;
  /** Something has happened since the last reading began. */
  #isStale = false;
  #isStarted = false;
  /** The filters of the server that the loaded threads match. */
  #query = "";
  #actions;
  #onRead;
  #isShown;

  /**
   * @param {{ onDelete: (thread: { id: string, title: string }) => void, onChange: (id: string, changes: ThreadChanges) => void }} actions
   * A person wants to delete a thread, or to change one.
   * @param {(threads: readonly ListedThread[]) => void} onRead The newest threads were read.
   * @param {() => boolean} isShown
   */
  constructor(actions, onRead, isShown) {
    this.#actions = actions;
    this.#onRead = onRead;
    this.#isShown = isShown;
    this.#more.addEventListener("click", () => void this.#loadMore());
    this.#filter.addEventListener("input", () => this.#draw());
    this.#search.addEventListener("input", () => this.#find());
    byId("open-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      location.hash = encodeURIComponent(byId("thread-id", HTMLInputElement).value.trim());
    });
    this.#list.addEventListener("keydown", (event) => this.#move(event));
    document.addEventListener("visibilitychange", () => {
      this.#isStale = true;
      this.#plan(SETTLE_MS);
    });
  }

  /** Reads another list when the filters of the server are others, and shows what fits of the loaded one. */
  #find() {
    const { query } = readThreadQuery(this.#search.value);
    if (query !== this.#query) {
      this.#query = query;
      this.#threads = [];
      this.#cursor = "";
      this.#hasMore = false;
      this.#isStale = true;
      this.#plan(SETTLE_MS);
    }
    this.#draw();
  }

  /** Reads the list soon, and from then on by itself. */
  refresh() {
    if (!this.#isStarted) {
      this.#empty.hidden = false;
      this.#empty.textContent = "Reading the list";
    }
    this.#isStarted = true;
    this.#isStale = true;
    this.#plan(SETTLE_MS);
  }

  /** Marks the thread on the page. @param {string} id */
  mark(id) {
    this.#isOutOfSight ||= id !== this.#current;
    this.#current = id;
    for (const [each, item] of this.#items) item.isCurrent = each === id;
    this.#reveal();
  }

  /** Scrolls to the thread on the page once, when it is new there. */
  #reveal() {
    const item = this.#items.get(this.#current);
    if (!this.#isOutOfSight || !item?.element.isConnected || !this.#isShown()) return;
    this.#isOutOfSight = false;
    item.element.scrollIntoView({ block: "nearest" });
  }

  /** Names a thread that no step has committed yet. @param {string} id @param {string} words */
  name(id, words) {
    if (!this.#firstWords.has(id)) this.#firstWords.set(id, words.trim().slice(0, 80));
  }

  /** @param {string} id */
  titleOf(id) {
    const thread = this.#threads.find((each) => each.id === id);
    const title = thread && "title" in thread ? thread.title : undefined;
    return title ?? this.#firstWords.get(id);
  }

  /** Takes a thread that was deleted or archived from the list, and gives the focus to its neighbour. @param {string} id */
  drop(id) {
    const index = this.#threads.findIndex((each) => each.id === id);
    this.#threads = this.#threads.filter((each) => each.id !== id);
    this.#draw();
    const next = this.#threads[index] ?? this.#threads.at(-1);
    if (next) this.#items.get(next.id)?.focus();
    else this.#search.focus();
  }

  focus() {
    this.#search.focus();
  }

  /** Finds the threads of a search. @param {string} text */
  search(text) {
    this.#search.value = text;
    this.#filter.value = "";
    this.#find();
    this.refresh();
  }

  /** Reads the list after a while, if it can be seen then. @param {number} ms */
  #plan(ms) {
    clearTimeout(this.#timer);
    if (!this.#isStarted || document.visibilityState === "hidden") return;
    this.#timer = setTimeout(() => void this.#read(), ms);
  }

  async #read() {
    if (!this.#isShown()) return this.#plan(REFRESH_MS);
    if (this.#isReading) return;
    this.#isReading = true;
    this.#isStale = false;
    try {
      const query = this.#query;
      const { threads, cursor } = await listThreads(query, "");
      if (query === this.#query) this.#showFirst(threads, cursor);
      await this.#readUsage();
    } catch (error) {
      this.#failures += 1;
      this.#showProblem(error);
    } finally {
      this.#isReading = false;
    }
    this.#plan(this.#isStale ? SETTLE_MS : Math.min(REFRESH_LIMIT_MS, REFRESH_MS * 2 ** this.#failures));
  }

  /** Shows the first page as it is now. @param {readonly ListedThread[]} threads @param {string} [cursor] */
  #showFirst(threads, cursor) {
    const ids = new Set(threads.map(({ id }) => id));
    const oldest = this.#hasMore ? this.#threads.filter(({ id }) => !ids.has(id)) : [];
    const isJoined = this.#threads.some(({ id }) => ids.has(id));
    this.#threads = isJoined ? withoutGone(threads, oldest, this.#threads) : threads;
    if (!this.#hasMore || !isJoined) {
      this.#cursor = cursor ?? "";
      this.#hasMore = false;
    }
    this.#failures = 0;
    this.#problem.hidden = true;
    this.#draw();
    this.#onRead(threads);
  }

  async #loadMore() {
    const query = this.#query;
    this.#more.ariaDisabled = "true";
    try {
      const { threads, cursor } = await listThreads(query, this.#cursor);
      if (query === this.#query) this.#showMore(threads, cursor);
    } catch (error) {
      this.#showProblem(error);
    }
    this.#more.ariaDisabled = "false";
  }

  /** Shows another page behind those before. @param {readonly ListedThread[]} threads @param {string} [cursor] */
  #showMore(threads, cursor) {
    const known = new Set(this.#threads.map(({ id }) => id));
    const fresh = threads.filter(({ id }) => !known.has(id));
    this.#threads = [...this.#threads, ...fresh];
    this.#cursor = cursor ?? "";
    this.#hasMore = true;
    this.#draw();
    const [first] = fresh;
    if (first) this.#items.get(first.id)?.focus();
  }

  async #readUsage() {
    try {
      const usage = await readUsage();
      this.#today.textContent = usage === undefined ? "" : `Today: ${usageWords(usage)}`;
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#today.textContent = "";
    }
  }

  /** @param {unknown} error */
  #showProblem(error) {
    this.#empty.hidden = true;
    // The form for the key says it.
    if (error instanceof ApiError && error.status === 401) return;
    this.#problem.hidden = false;
    this.#problem.textContent = error instanceof ApiError
      ? `The list could not be read. ${error.message}`
      : "The list could not be read: the server cannot be reached.";
  }

  #draw() {
    const { words } = readThreadQuery(this.#search.value);
    const tone = this.#filter.value;
    const shown = this.#threads.map((thread) => this.#itemOf(thread)).filter((item) =>
      item.fits(words, tone)
    );
    const ids = new Set(this.#threads.map(({ id }) => id));
    for (const id of this.#items.keys()) if (!ids.has(id)) this.#items.delete(id);
    const nodes = shown.map(({ element }) => element);
    // Moving an element would take the focus from it.
    const { children } = this.#list;
    const isSame = nodes.length === children.length && nodes.every((node, place) => node === children[place]);
    if (!isSame) this.#list.replaceChildren(...nodes);
    this.#reveal();
    this.#more.hidden = this.#cursor === "";
    this.#empty.hidden = shown.length > 0;
    const all = "No thread yet. Send a message to begin one.";
    const some = `No ${this.#more.hidden ? "" : "loaded "}thread fits.${
      this.#more.hidden ? " Change the search." : " Load more, or change the search."
    }`;
    this.#empty.textContent = this.#threads.length === 0 && this.#query === "" ? all : some;
  }

  /** @param {ListedThread} thread */
  #itemOf(thread) {
    const item = this.#items.get(thread.id) ?? new ThreadItem(thread.id, {
      onChange: (changes) => this.#actions.onChange(thread.id, changes),
      onDelete: (title) => this.#actions.onDelete({ id: thread.id, title }),
    });
    this.#items.set(thread.id, item);
    item.show(thread, this.#firstWords.get(thread.id));
    item.isCurrent = thread.id === this.#current;
    return item;
  }

  /** Arrow keys, Home and End go from thread to thread. @param {KeyboardEvent} event */
  #move(event) {
    const links = [...this.#list.querySelectorAll("a")];
    const here = links.findIndex((link) => link.closest("li")?.contains(document.activeElement));
    const to = { ArrowUp: here - 1, ArrowDown: here + 1, Home: 0, End: links.length - 1 }[event.key];
    if (to === undefined || event.altKey) return;
    event.preventDefault();
    links[Math.min(links.length - 1, Math.max(0, to))]?.focus();
  }
}

/**
 * The first page as it is now, then the older threads that stand behind it.
 *
 * @param {readonly ListedThread[]} first @param {readonly ListedThread[]} older @param {readonly ListedThread[]} before
 */
function withoutGone(first, older, before) {
  // What stood before the last thread of the page and is not in the page any more was deleted elsewhere.
  const end = before.findLastIndex(({ id }) => id === first.at(-1)?.id);
  const behind = new Set(before.slice(end + 1).map(({ id }) => id));
  return [...first, ...older.filter(({ id }) => behind.has(id))];
}
