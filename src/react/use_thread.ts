// useThread: a thread in a component.

// @ts-types="./react.d.ts"
import { useInsertionEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { Client } from "./client/client.ts";
import type { Conversation } from "./client/collect/conversation.ts";
import type { ThreadStore } from "./thread_store.ts";
import { threadStore } from "./thread_stores.ts";
import type { ThreadActions, ThreadOptions, ThreadState } from "./thread_state.ts";

/** Which thread, and how its runs are requested. */
export interface UseThreadOptions extends ThreadOptions {
  /** One client for the page, made outside of components: those with the same client and id share one store. */
  readonly client: Client;
  /** The thread. Another id goes to another thread. Without one the component has a new thread with a random id. */
  readonly id?: string | undefined;
  /** The stored conversation as a server has read it: rendered first, and read again. */
  readonly initial?: Conversation | undefined;
}

/** A thread: its state, and what a component does with it. */
export interface ThreadHandle extends ThreadState, ThreadActions {
  readonly id: string;
}

/**
 * A thread in a component: what is stored is read, a run in progress is followed, and inputs are sent. Leaving the page ends the reading
 * and not the run.
 *
 * @example
 * ```ts
 * import { createClient } from "./client/mod.ts";
 * import { useThread } from "./use_thread.ts";
 *
 * const client = createClient({ url: "https://x.example/agents", key: () => "a-token" });
 *
 * export function useSupport(id: string) {
 *   const { messages, send, stop } = useThread({ client, id, agent: "support" });
 *   return { texts: messages.length, ask: () => send("Where is my order?"), stop };
 * }
 * ```
 */
export function useThread(options: UseThreadOptions): ThreadHandle {
  const store = useStore(options);
  const state = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getServerSnapshot);
  return useMemo(() => {
    const { id, send, stop, decide, detach, answerCall, fork, share, retry, discard, refresh } = store;
    return { ...state, id, send, stop, decide, detach, answerCall, fork, share, retry, discard, refresh };
  }, [store, state]);
}

/**
 * A value of a thread's state. The component renders when the value is another one, compared by `Object.is`: with
 * `({ status }) => status` it does not while text comes.
 */
export function useThreadValue<Value>(
  options: UseThreadOptions,
  select: (state: ThreadState) => Value,
): Value {
  const store = useStore(options);
  return useSyncExternalStore(
    store.subscribe,
    () => select(store.getSnapshot()),
    () => select(store.getServerSnapshot()),
  );
}

function useStore({ client, id: named, initial, ...options }: UseThreadOptions): ThreadStore {
  const [own] = useState(() => named ?? client.thread().id);
  const id = named ?? own;
  const isNew = named === undefined;
  // `initial` is what the store begins with, and no reason for another one.
  const store = useMemo(() => threadStore(client, id, { initial, isNew }), [client, id]);
  useInsertionEffect(() => store.configure(options)); // before the effects of components, which may send
  return store;
}
