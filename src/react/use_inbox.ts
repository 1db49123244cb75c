// useInbox: what waits for people in all threads of the key or token, and their answers.

// @ts-types="./react.d.ts"
import { useMemo, useSyncExternalStore } from "react";
import type { Client } from "./client/client.ts";
import { createInbox, type InboxAnswerer } from "./inbox_store.ts";
import type { InboxItem } from "../core/contract/calls.ts";
import type { ListSettings, ListState } from "./list_store.ts";

/** Which inbox, and how it is read. */
export interface UseInboxOptions extends ListSettings {
  /** One client for the page, made outside of components. Its key or token needs the scope `decide`. */
  readonly client: Client;
  /**
   * After the last answer that a thread waits for its run goes on, for which the token needs the scope `run`: true by default. False
   * where another process goes on with it, such as a thread with `wake`.
   */
  readonly goesOn?: boolean | undefined;
}

/** The inbox, and what a component does with it. The functions are the same ones as long as the options are, and do not reject. */
export interface Inbox extends ListState<InboxItem>, InboxAnswerer {
  /** Reads the current pages again. */
  readonly refresh: () => Promise<void>;
  /** Reads the next page. */
  readonly loadMore: () => Promise<void>;
}

/** What waits for people, the oldest first. */
export function useInbox({ client, limit, refreshMs, goesOn = true }: UseInboxOptions): Inbox {
  const store = useMemo(
    () => createInbox(client, { limit, refreshMs, goesOn }),
    [client, limit, refreshMs, goesOn],
  );
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getServerSnapshot);
  return useMemo(() => {
    const { refresh, loadMore, decide, decideAll } = store;
    return { ...state, refresh, loadMore, decide, decideAll };
  }, [store, state]);
}
