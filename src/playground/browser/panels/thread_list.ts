// The list of threads, newest first: the server searches and filters it, and it goes on while it is scrolled. It is read again when
// something has happened, and by itself while it can be seen.

import { batch, signal } from "@preact/signals";
import type { ThreadPage } from "../../../core/contract/threads.ts";
import { type ListedThread, listThreads, readUsage } from "../api/api.ts";
import { ApiError } from "../api/http.ts";
import { byId } from "../dom.ts";
import { loadOnDemand } from "../on_demand/load_on_demand.ts";
import { browserStorage } from "../storage.ts";
import { dollars, exactDollars, usageWords } from "../words.ts";
import type { ThreadActions } from "./thread_buttons.tsx";
import { readThreadQuery } from "./thread_query.ts";

/** Milliseconds between two readings of a list that can be seen; twice as many after each failure, up to a limit. */
const REFRESH_MS = 15_000;
const REFRESH_LIMIT_MS = 120_000;

/** Milliseconds within which what happens leads to one reading. */
const SETTLE_MS = 300;

/** Threads of a page: what fills a window, and some more. */
const LIMIT = "limit=40";

const DENSITY = "treadle.density";

interface Listeners extends ThreadActions {
  /** Threads were deleted. */
  readonly onGone: (ids: readonly string[]) => void;
  /** The newest threads were read. */
  readonly onRead: (threads: readonly ListedThread[]) => void;
  readonly isShown: () => boolean;
}

/** The list with its search, its filter and what the tenant has used today. */
export class ThreadList {
  readonly actions: Listeners;
  /** Loaded threads, newest first. */
  readonly threads = signal<readonly ListedThread[]>([]);
  readonly text = signal("");
  readonly state = signal("");
  /** What went wrong at the last reading. */
  readonly problem = signal("");
  /** The first page of the search was read. */
  readonly isRead = signal(false);
  /** Continues the list; empty at its end. */
  readonly cursor = signal("");
  readonly current = signal("");
  /** Where Tab enters the list; empty for the current thread. */
  readonly stop = signal("");
  /** `compact`: a thread is one line; `comfortable`: two of them. */
  readonly density = signal(browserStorage.get(DENSITY) ?? "compact");
  /** The threads that are selected; undefined while none can be. */
  readonly picked = signal<ReadonlySet<string> | undefined>(undefined);
  /** The one that was selected last. */
  #lastPicked = "";
  /** First words that the server does not have yet. */
  readonly firstWords = signal<ReadonlyMap<string, string>>(new Map());
  /** A thread that is to have the focus once it is drawn. */
  toFocus = "";
  readonly #today = byId("usage-today", HTMLElement);
  /** The second page or a later one was loaded: a refresh keeps them. */
  #hasMore = false;
  /** The current thread is another one than the list was scrolled to. */
  #isOutOfSight = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #failures = 0;
  #isReading = false;
  #isLoadingMore = false;
  /** Threads that were removed from the list since the last reading began: its answer may still have them. */
  readonly #dropped = new Set<string>();
  /** Something has happened since the last reading began. */
  #isStale = false;
  #isStarted = false;
  /** The query of the last request. */
  #query = "";

  constructor(actions: Listeners) {
    this.actions = actions;
    byId("open-form", HTMLFormElement).addEventListener("submit", (event) => {
      event.preventDefault();
      location.hash = encodeURIComponent(byId("thread-id", HTMLInputElement).value.trim());
    });
    document.addEventListener("visibilitychange", () => {
      this.#isStale = true;
      this.#plan(SETTLE_MS);
    });
  }

  /** Looks for threads with a text, in a state. */
  find(text: string, state: string): void {
    const query = readThreadQuery(text, state);
    batch(() => {
      this.text.value = text;
      this.state.value = state;
      if (query === this.#query) return;
      this.#query = query;
      this.#isOutOfSight = true;
      if (this.picked.peek() !== undefined) this.picked.value = new Set();
      this.threads.value = [];
      this.cursor.value = "";
      this.isRead.value = false;
      this.#hasMore = false;
      this.#isStale = true;
      this.#plan(SETTLE_MS);
    });
  }

  /** Whether the list is filtered. */
  get isFiltered(): boolean {
    return readThreadQuery(this.text.value, this.state.value) !== "";
  }

  /** Reads the list soon, and from then on by itself. */
  refresh(): void {
    this.#isStarted = true;
    this.#isStale = true;
    this.#plan(SETTLE_MS);
  }

  /** Marks the thread on the page. */
  mark(id: string): void {
    this.#isOutOfSight ||= id !== this.current.peek();
    this.current.value = id;
    this.reveal();
  }

  /** Scrolls to the thread on the page once, when it is new there. */
  reveal(): void {
    const item = findRow(this.current.peek());
    if (!this.#isOutOfSight || item === null || !this.actions.isShown()) return;
    this.#isOutOfSight = false;
    item.scrollIntoView({ block: "nearest" });
  }

  /** Names a thread that no step has committed yet. Words that are blank, of a message of images alone, name nothing. */
  name(id: string, words: string): void {
    const known = this.firstWords.peek();
    const title = words.trim().slice(0, 80);
    if (title !== "" && !known.has(id)) this.firstWords.value = new Map([...known, [id, title]]);
  }

  /** What a thread is called, as far as it is known. */
  titleOf(id: string): string | undefined {
    const thread = this.threads.peek().find((each) => each.id === id);
    const title = thread && "title" in thread ? thread.title : undefined;
    return title ?? this.firstWords.peek().get(id);
  }

  /** Takes threads that were deleted or archived from the list, and gives the focus to the neighbour of the first. */
  drop(ids: readonly string[]): void {
    const threads = this.threads.peek();
    const index = threads.findIndex(({ id }) => ids.includes(id));
    const left = threads.filter(({ id }) => !ids.includes(id));
    this.toFocus = (left[index] ?? left.at(-1))?.id ?? "";
    this.threads.value = left;
    for (const id of ids) this.#dropped.add(id);
    if (this.toFocus === "") this.focus();
  }

  /** Keeps how dense the list is. */
  setDensity(density: string): void {
    browserStorage.set(DENSITY, density);
    this.#isOutOfSight = true;
    this.density.value = density;
  }

  /** Selects a thread or no longer, and with `isRange` all from the last one on; without an id threads can be selected from now on. */
  pick(id = "", isRange = false): void {
    void loadOnDemand().catch(() => {}); // what is done with them is tried again with the next one
    const ids = this.threads.peek().map((each) => each.id);
    const picked = new Set(this.picked.peek());
    const isPicked = picked.has(id);
    const [from = 0, to = 0] = [ids.indexOf(this.#lastPicked), ids.indexOf(id)].sort((a, b) => a - b);
    for (const each of isRange && from >= 0 ? ids.slice(from, to + 1) : [id]) {
      if (isPicked) picked.delete(each);
      else if (each !== "") picked.add(each);
    }
    this.#lastPicked = id;
    this.picked.value = picked;
  }

  /** No threads are selected any more. */
  endPicking(): void {
    this.picked.value = undefined;
  }

  focus(): void {
    byId("thread-search", HTMLInputElement).focus();
  }

  /** Finds the threads of a search. */
  search(text: string): void {
    this.find(text, "");
    this.refresh();
  }

  /** Reads the list after a while, if it can be seen then. */
  #plan(ms: number): void {
    clearTimeout(this.#timer);
    if (!this.#isStarted || document.visibilityState === "hidden") return;
    this.#timer = setTimeout(() => void this.#read(), ms);
  }

  async #read(): Promise<void> {
    if (!this.actions.isShown()) return this.#plan(REFRESH_MS);
    if (this.#isReading) return;
    this.#isReading = true;
    this.#isStale = false;
    this.#dropped.clear();
    try {
      const query = this.#query;
      const { threads, cursor = "" } = await this.#readPage(query, "");
      if (query === this.#query) this.#showFirst(threads.filter(({ id }) => !this.#dropped.has(id)), cursor);
      await this.#readUsage();
    } catch (error) {
      this.#failures += 1;
      this.#showProblem(error);
    } finally {
      this.#isReading = false;
    }
    this.#plan(this.#isStale ? SETTLE_MS : Math.min(REFRESH_LIMIT_MS, REFRESH_MS * 2 ** this.#failures));
  }

  #readPage(query: string, cursor: string): Promise<ThreadPage> {
    return listThreads(query === "" ? LIMIT : `${query}&${LIMIT}`, cursor);
  }

  /** Shows the first page as it is now. */
  #showFirst(threads: readonly ListedThread[], cursor: string): void {
    const before = this.threads.peek();
    const ids = new Set(threads.map(({ id }) => id));
    const oldest = this.#hasMore ? before.filter(({ id }) => !ids.has(id)) : [];
    const isJoined = before.some(({ id }) => ids.has(id));
    batch(() => {
      this.threads.value = isJoined ? withoutGone(threads, oldest, before) : threads;
      if (!this.#hasMore || !isJoined) {
        this.cursor.value = cursor;
        this.#hasMore = false;
      }
      this.isRead.value = true;
      this.problem.value = "";
    });
    this.#failures = 0;
    this.actions.onRead(threads);
  }

  /** Reads the next page, once at a time. */
  async loadMore(): Promise<void> {
    const cursor = this.cursor.peek();
    if (cursor === "" || this.#isLoadingMore) return;
    this.#isLoadingMore = true;
    const query = this.#query;
    try {
      const page = await this.#readPage(query, cursor);
      if (query === this.#query && cursor === this.cursor.peek()) this.#showMore(page.threads, page.cursor);
    } catch (error) {
      this.#showProblem(error);
    }
    this.#isLoadingMore = false;
  }

  /** Shows another page behind those before. */
  #showMore(threads: readonly ListedThread[], cursor = ""): void {
    const before = this.threads.peek();
    const known = new Set(before.map(({ id }) => id));
    this.#hasMore = true;
    batch(() => {
      this.threads.value = [...before, ...threads.filter(({ id }) => !known.has(id))];
      this.cursor.value = cursor;
    });
  }

  async #readUsage(): Promise<void> {
    try {
      const usage = await readUsage();
      this.#today.textContent = usage === undefined ? "" : `Today: ${usageWords(usage, dollars)}`;
      this.#today.title = usage === undefined ? "" : usageWords(usage, exactDollars);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      this.#today.textContent = "";
    }
  }

  #showProblem(error: unknown): void {
    // Each 401 opens the form for the key.
    if (error instanceof ApiError && error.status === 401) return;
    this.problem.value = error instanceof ApiError
      ? `The list could not be read. ${error.message}`
      : "The list could not be read: the server cannot be reached.";
  }
}

/** The first page as it is now, then the older threads that follow. */
function withoutGone(
  first: readonly ListedThread[],
  older: readonly ListedThread[],
  before: readonly ListedThread[],
): readonly ListedThread[] {
  // What stood before the last thread of the page and is not in the page any more was deleted elsewhere.
  const end = before.findLastIndex(({ id }) => id === first.at(-1)?.id);
  const behind = new Set(before.slice(end + 1).map(({ id }) => id));
  return [...first, ...older.filter(({ id }) => behind.has(id))];
}

/** The row of a thread, where the list has it. */
export function findRow(id: string): HTMLElement | null {
  return document.querySelector<HTMLElement>(`#thread-list [data-thread="${CSS.escape(id)}"]`);
}
