// A paged list as an external store: read while a component renders it, and again on request.

import type { PageOptions } from "./client/client.ts";
import { Subscribers } from "./subscribers.ts";
import { toThreadError } from "./thread_model.ts";
import type { ThreadError } from "./thread_state.ts";

/** A list as components render it. */
export interface ListState<Item> {
  readonly items: readonly Item[];
  /** A page is on its way. */
  readonly isLoading: boolean;
  /** There is another page: `loadMore`. */
  readonly hasMore: boolean;
  /** Why the last request failed. */
  readonly error?: ThreadError | undefined;
}

/** A page of a list. */
export interface ListPage<Item> {
  readonly items: readonly Item[];
  readonly cursor?: string | undefined;
}

/** How a list is read. */
export interface ListSettings {
  /** Most items of a page: 20. */
  readonly limit?: number | undefined;
  /** Milliseconds after which a page that people look at reads the list again; never by default. */
  readonly refreshMs?: number | undefined;
}

/** A list of a page. */
export class ListStore<Item> {
  /** Opens the list with its first listener, and closes it a moment after the last one has gone. */
  readonly subscribe: Subscribers["subscribe"];
  readonly #readPage: (page: PageOptions) => Promise<ListPage<Item>>;
  readonly #settings: ListSettings;
  readonly #subscribers: Subscribers;
  readonly #first: ListState<Item> = { items: [], isLoading: true, hasMore: false };
  #state = this.#first;
  #cursor: string | undefined;
  /** Pages that are in the list. */
  #pages = 1;
  #closed = new AbortController();
  #timer: ReturnType<typeof setInterval> | undefined;
  /** Counts the requests: an answer that a later one has made old is dropped. */
  #reads = 0;

  constructor(readPage: (page: PageOptions) => Promise<ListPage<Item>>, settings: ListSettings) {
    this.#readPage = readPage;
    this.#settings = settings;
    this.#subscribers = new Subscribers({ onOpen: () => this.#open(), onClose: () => this.#close() });
    this.subscribe = this.#subscribers.subscribe;
  }

  /** The state now. */
  readonly getSnapshot = (): ListState<Item> => this.#state;

  /** The state before anything was read: what a server renders, and a browser first. */
  readonly getServerSnapshot = (): ListState<Item> => this.#first;

  /** Reads the current pages again. */
  readonly refresh = async (): Promise<void> => {
    await this.#read([], undefined, this.#pages);
  };

  /** Reads the next page. */
  readonly loadMore = async (): Promise<void> => {
    if (this.#cursor === undefined || this.#state.isLoading) return;
    this.#pages++;
    await this.#read(this.#state.items, this.#cursor, 1);
  };

  /** Shows other items until the list is read again. */
  show(items: readonly Item[]): void {
    this.#set({ items });
  }

  /** Shows why a request failed, until the next one. */
  fail(error: ThreadError): void {
    this.#set({ error });
  }

  /** Sends a request that must arrive, also when no component renders the list any more. Its failure is in the state, and returned. */
  async request(send: () => Promise<void>): Promise<ThreadError | undefined> {
    this.#set({ error: undefined });
    return await this.#subscribers.hold(async () => {
      try {
        await send();
      } catch (thrown) {
        const error = toThreadError(thrown);
        this.fail(error);
        return error;
      }
    });
  }

  async #read(before: readonly Item[], from: string | undefined, pages: number): Promise<void> {
    const number = ++this.#reads;
    const { signal } = this.#closed;
    this.#set({ isLoading: true });
    try {
      const items = [...before];
      let cursor = from;
      for (let left = pages; left > 0;) {
        const { limit } = this.#settings;
        const page = await this.#readPage({ limit, cursor, signal });
        items.push(...page.items);
        cursor = page.cursor;
        if (cursor === undefined) break;
        if (page.items.length > 0) left--; // an empty page may have a next one
      }
      if (number !== this.#reads) return;
      this.#cursor = cursor;
      this.#set({ items, isLoading: false, hasMore: cursor !== undefined, error: undefined });
    } catch (thrown) {
      if (signal.aborted || number !== this.#reads) return;
      this.#set({ isLoading: false, error: toThreadError(thrown) });
    }
  }

  #open(): void {
    this.#closed = new AbortController();
    const { refreshMs } = this.#settings;
    if (refreshMs !== undefined) this.#timer = setInterval(() => this.#refreshInSight(), refreshMs);
    void this.refresh();
  }

  #close(): void {
    clearInterval(this.#timer);
    this.#closed.abort();
  }

  #refreshInSight(): void {
    const isHidden = "document" in globalThis && Reflect.get(globalThis, "document").hidden === true;
    if (!isHidden && !this.#state.isLoading) void this.refresh();
  }

  #set(values: Partial<ListState<Item>>): void {
    this.#state = { ...this.#state, ...values };
    this.#subscribers.notify(() => {}, 0);
  }
}
