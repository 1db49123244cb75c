// The components that show a store: when the first one comes, how often they render, and when the last one has gone.

/** Milliseconds after the last component has gone until a store is closed: React's strict mode mounts each component twice. */
const CLOSE_MS = 100;

/** What a store does about its components. */
export interface SubscriberHooks {
  /** The first component has come. */
  readonly onOpen: () => void;
  /** The last one has gone, and none has come back. */
  readonly onClose: () => void;
}

/** The listeners of a store. Subscribing twice in a row, as strict mode does, opens it once. */
export class Subscribers {
  readonly #hooks: SubscriberHooks;
  readonly #listeners = new Set<() => void>();
  /** Requests that are to arrive, whatever the components do. */
  #held = 0;
  #isOpen = false;
  #closing: ReturnType<typeof setTimeout> | undefined;
  #flushing: ReturnType<typeof setTimeout> | undefined;
  #flushedAt = 0;

  constructor(hooks: SubscriberHooks) {
    this.#hooks = hooks;
  }

  /** Opens the store with its first component, and closes it a moment after the last one has gone. */
  readonly subscribe = (listener: () => void): () => void => {
    this.#listeners.add(listener);
    this.#open();
    return () => {
      this.#listeners.delete(listener);
      this.#closeSoon();
    };
  };

  /** Keeps the store open until the function has settled, also without a component. */
  async hold<T>(run: () => Promise<T>): Promise<T> {
    this.#held++;
    this.#open();
    try {
      return await run();
    } finally {
      this.#held--;
      this.#closeSoon();
    }
  }

  #open(): void {
    if (this.#isOpen) return;
    this.#isOpen = true;
    this.#hooks.onOpen();
  }

  #closeSoon(): void {
    clearTimeout(this.#closing);
    this.#closing = setTimeout(() => {
      if (!this.#isOpen || this.#listeners.size + this.#held > 0) return;
      this.#isOpen = false;
      clearTimeout(this.#flushing);
      this.#flushing = undefined;
      this.#hooks.onClose();
    }, CLOSE_MS);
  }

  /** Runs `flush`, then the listeners: now, or where the last time was less than `throttleMs` ago, when that time is over. */
  notify(flush: () => void, throttleMs: number): void {
    const waitMs = this.#flushedAt + throttleMs - Date.now();
    if (waitMs > 0) {
      this.#flushing ??= setTimeout(() => this.#flush(flush), waitMs);
      return;
    }
    this.#flush(flush);
  }

  #flush(flush: () => void): void {
    clearTimeout(this.#flushing);
    this.#flushing = undefined;
    this.#flushedAt = Date.now();
    flush();
    for (const listener of [...this.#listeners]) listener();
  }
}
