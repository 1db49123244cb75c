// useRatings: the ratings of a thread's answers, for thumbs beside them.

// @ts-types="./react.d.ts"
import { useMemo, useSyncExternalStore } from "react";
import type { Client } from "./client/client.ts";
import { type GivenRating, RatingsStore } from "./ratings_store.ts";

/** Whose answers are rated. */
export interface UseRatingsOptions {
  /** One client for the page, made outside of components. Its key or token needs the scopes `read` and `run`. */
  readonly client: Client;
  /** The thread. */
  readonly id: string;
}

/** A message of a conversation, as far as it is rated: one without a version has none yet. */
interface Rated {
  readonly version?: number | null | undefined;
}

/** The ratings, and what a component does with them. The functions do not reject: what fails is `error`. */
export interface Ratings {
  /** The rating of a message; undefined where it has none. */
  readonly ratingOf: (message: Rated) => GivenRating | undefined;
  /** Rates an answer; null takes the rating back. It is rendered at once. */
  readonly rate: (message: Rated, rating: "up" | "down" | null, note?: string) => Promise<void>;
  /** Why the last request failed. */
  readonly error: Error | undefined;
}

/**
 * The ratings of the answers of a thread, in a deployment with the plugin `feedback()`.
 *
 * @example
 * ```ts
 * import { createClient } from "./client/mod.ts";
 * import { useThread } from "./use_thread.ts";
 * import { useRatings } from "./use_ratings.ts";
 *
 * const client = createClient({ url: "https://x.example/agents", key: () => "a-token" });
 *
 * export function useSupport(id: string) {
 *   const { messages } = useThread({ client, id, agent: "support" });
 *   const { ratingOf, rate } = useRatings({ client, id });
 *   const last = messages.findLast((message) => message.role === "assistant");
 *   return { rating: last && ratingOf(last), complain: () => last && rate(last, "down", "Wrong order.") };
 * }
 * ```
 */
export function useRatings({ client, id }: UseRatingsOptions): Ratings {
  const store = useMemo(() => new RatingsStore(client.thread(id)), [client, id]);
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getServerSnapshot);
  return useMemo(() => ({
    ratingOf: ({ version }) => state.ratings.find((each) => each.version === version),
    rate: async ({ version }, rating, note) => {
      if (typeof version === "number") await store.rate(version, rating, note);
    },
    error: state.error,
  }), [store, state]);
}
