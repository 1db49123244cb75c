// The ratings of a thread as an external store: read while a component renders them, and rendered at once when a person rates.

import type { RatingView } from "../core/contract/feedback.ts";
import { hasCode } from "./client/error.ts";
import { Subscribers } from "./subscribers.ts";

/** What a person thinks of an answer. */
export type GivenRating = Pick<RatingView, "version" | "rating" | "note">;

/** The ratings as components render them. */
export interface RatingsState {
  readonly ratings: readonly GivenRating[];
  /** Why the last request failed. */
  readonly error?: Error | undefined;
}

/** Where ratings are read from and sent to, such as a thread of the client. */
export interface RatingsSource {
  ratings(options: { readonly signal: AbortSignal }): Promise<readonly GivenRating[]>;
  rate(
    version: number,
    rating: "up" | "down" | null,
    options: { readonly note?: string | undefined },
  ): Promise<unknown>;
}

const NONE: RatingsState = { ratings: [] };

/** The ratings of one thread. */
export class RatingsStore {
  readonly subscribe: Subscribers["subscribe"];
  readonly #source: RatingsSource;
  readonly #subscribers: Subscribers;
  #state = NONE;
  #closed = new AbortController();
  /** Counts what people do: ratings that were read before the last of it are dropped. */
  #changes = 0;
  /** Ratings are sent one after another, so that the last one of a person counts. */
  #sent: Promise<void> = Promise.resolve();

  constructor(source: RatingsSource) {
    this.#source = source;
    this.#subscribers = new Subscribers({ onOpen: () => this.#open(), onClose: () => this.#closed.abort() });
    this.subscribe = this.#subscribers.subscribe;
  }

  readonly getSnapshot = (): RatingsState => this.#state;

  readonly getServerSnapshot = (): RatingsState => NONE;

  /** Renders the rating at once and sends it; one that is refused leaves what was there. */
  readonly rate = async (version: number, rating: "up" | "down" | null, note?: string): Promise<void> => {
    const changes = ++this.#changes;
    const before = this.#state.ratings;
    const others = before.filter((each) => each.version !== version);
    const given = rating === null ? [] : [{ version, rating, note: note ?? null }];
    this.#set({ ratings: [...others, ...given] });
    const sent = this.#sent.then(() =>
      this.#subscribers.hold(() => this.#send(version, rating, note, changes))
    );
    this.#sent = sent;
    await sent;
  };

  async #send(
    version: number,
    rating: "up" | "down" | null,
    note: string | undefined,
    changes: number,
  ): Promise<void> {
    try {
      await this.#source.rate(version, rating, { note });
      if (changes === this.#changes) this.#set({ ratings: this.#state.ratings });
    } catch (thrown) {
      if (changes === this.#changes) await this.#read();
      this.#set({ ratings: this.#state.ratings, error: toError(thrown) });
    }
  }

  #open(): void {
    this.#closed = new AbortController();
    void this.#read();
  }

  async #read(): Promise<void> {
    const { signal } = this.#closed;
    const changes = this.#changes;
    try {
      const ratings = await this.#source.ratings({ signal });
      const isOther = ratings.length + this.#state.ratings.length > 0;
      if (isOther && changes === this.#changes) this.#set({ ...this.#state, ratings });
    } catch (thrown) {
      if (signal.aborted) return;
      // A conversation begins without a thread.
      const error = hasCode(thrown, "thread_unknown") ? this.#state.error : toError(thrown);
      this.#set({ ratings: changes === this.#changes ? [] : this.#state.ratings, error });
    }
  }

  #set(state: RatingsState): void {
    this.#state = state;
    this.#subscribers.notify(() => {}, 0);
  }
}

function toError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(String(thrown));
}
