// useThreads: the threads of the key or token, page by page.

// @ts-types="./react.d.ts"
import { useMemo, useSyncExternalStore } from "react";
import type { Client } from "../client/client.ts";
import type { CorruptedThread, ThreadLine } from "../core/contract/threads.ts";
import { type ListSettings, type ListState, ListStore } from "./list_store.ts";

/** Which list, and how it is read. */
export interface UseThreadsOptions extends ListSettings {
  /** One client for the page, made outside of components. */
  readonly client: Client;
}

/** The list, and what a component does with it. The functions are the same ones as long as the options are, and do not reject. */
export interface ThreadList extends Omit<ListState<ThreadLine | CorruptedThread>, "items"> {
  /** Newest first. */
  readonly threads: readonly (ThreadLine | CorruptedThread)[];
  /** Reads the pages that are shown again. */
  readonly refresh: () => Promise<void>;
  /** Reads the next page. */
  readonly loadMore: () => Promise<void>;
  /** Removes a thread and everything of it. */
  readonly remove: (id: string) => Promise<void>;
}

/** The threads of the key or token, newest first. */
export function useThreads({ client, limit, refreshMs }: UseThreadsOptions): ThreadList {
  const store = useMemo(() => createThreadList(client, { limit, refreshMs }), [client, limit, refreshMs]);
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getServerSnapshot);
  return useMemo(() => {
    const { items: threads, ...rest } = state;
    return { ...rest, threads, refresh: store.refresh, loadMore: store.loadMore, remove: store.remove };
  }, [store, state]);
}

function createThreadList(client: Client, settings: ListSettings) {
  const list = new ListStore(async (page) => {
    const { threads: items, cursor } = await client.threads(page);
    return { items, cursor };
  }, settings);
  const { subscribe, getSnapshot, getServerSnapshot, refresh, loadMore } = list;
  const remove = async (id: string): Promise<void> => {
    await list.request(async () => {
      await client.thread(id).remove();
      list.show(list.getSnapshot().items.filter((thread) => thread.id !== id));
    });
  };
  return { subscribe, getSnapshot, getServerSnapshot, refresh, loadMore, remove };
}
