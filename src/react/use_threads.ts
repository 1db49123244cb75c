// useThreads: the threads of the key or token, page by page.

// @ts-types="./react.d.ts"
import { useMemo, useSyncExternalStore } from "react";
import type { Client } from "./client/client.ts";
import type { ThreadChanges, ThreadsQuery } from "../core/contract/requests.ts";
import type { CorruptedThread, ThreadLine } from "../core/contract/threads.ts";
import { type ListSettings, type ListState, ListStore } from "./list_store.ts";

/** Which list, and how it is read. */
export interface UseThreadsOptions extends ListSettings {
  /** One client for the page, made outside of components. */
  readonly client: Client;
  /** What the threads are filtered by: those that match all of it. Another filter reads the list anew; an equal one does not. */
  readonly filter?: Omit<ThreadsQuery, "cursor" | "limit"> | undefined;
}

/** The list, and what a component does with it. The functions are the same ones as long as the options are, and do not reject. */
export interface ThreadList extends Omit<ListState<ThreadLine | CorruptedThread>, "items"> {
  /** Newest first. */
  readonly threads: readonly (ThreadLine | CorruptedThread)[];
  /** Reads the current pages again. */
  readonly refresh: () => Promise<void>;
  /** Reads the next page. */
  readonly loadMore: () => Promise<void>;
  /** Gives a thread a title. */
  readonly rename: (id: string, title: string) => Promise<void>;
  /** Archives a thread: the list leaves it out, unless its filter includes archived threads. */
  readonly archive: (id: string) => Promise<void>;
  /** Takes a thread out of the archive. */
  readonly unarchive: (id: string) => Promise<void>;
  /** Removes a thread and everything of it. */
  readonly remove: (id: string) => Promise<void>;
}

/** The threads of the key or token, newest first; with a filter those that match all of it. */
export function useThreads({ client, filter = {}, limit, refreshMs }: UseThreadsOptions): ThreadList {
  // A component makes a filter at each rendering: its text says whether it is another one.
  const text = JSON.stringify(filter);
  const store = useMemo(
    () => createThreadList(client, JSON.parse(text), { limit, refreshMs }),
    [client, text, limit, refreshMs],
  );
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getServerSnapshot);
  return useMemo(() => {
    const { items: threads, ...rest } = state;
    const { refresh, loadMore, rename, archive, unarchive, remove } = store;
    return { ...rest, threads, refresh, loadMore, rename, archive, unarchive, remove };
  }, [store, state]);
}

function createThreadList(client: Client, filter: ThreadsQuery, settings: ListSettings) {
  const list = new ListStore(async (page) => {
    const { threads: items, cursor } = await client.threads({ ...filter, ...page });
    return { items, cursor };
  }, settings);
  const { subscribe, getSnapshot, getServerSnapshot, refresh, loadMore } = list;
  const isListed = (archived: boolean) =>
    filter.archived === "all" || (filter.archived === "only") === archived;
  const without = (id: string) => list.getSnapshot().items.filter((thread) => thread.id !== id);
  const change = async (id: string, changes: ThreadChanges): Promise<void> => {
    await list.request(async () => {
      const changed = await client.thread(id).change(changes);
      const { title, archived } = changed;
      const items = list.getSnapshot().items.map((thread) => {
        return thread.id === id && "agent" in thread ? { ...thread, title, archived } : thread;
      });
      list.show(isListed(archived === true) ? items : without(id));
    });
  };
  return {
    subscribe,
    getSnapshot,
    getServerSnapshot,
    refresh,
    loadMore,
    rename: (id: string, title: string) => change(id, { title }),
    archive: (id: string) => change(id, { archived: true }),
    unarchive: (id: string) => change(id, { archived: false }),
    remove: async (id: string): Promise<void> => {
      await list.request(async () => {
        await client.thread(id).remove();
        list.show(without(id));
      });
    },
  };
}
