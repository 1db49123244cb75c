"use client";
// Hooks for React, over the client. They render nothing: a page has its own components.

export { type ThreadHandle, useThread, type UseThreadOptions, useThreadValue } from "./use_thread.ts";
export { type Inbox, useInbox, type UseInboxOptions } from "./use_inbox.ts";
export { type ThreadList, useThreads, type UseThreadsOptions } from "./use_threads.ts";
export type { GivenRating } from "./ratings_store.ts";
export { type Ratings, useRatings, type UseRatingsOptions } from "./use_ratings.ts";
export type { InboxAnswerer } from "./inbox_store.ts";
export type { ListSettings, ListState } from "./list_store.ts";
export type {
  PageTool,
  PendingInput,
  RunTerms,
  ThreadActions,
  ThreadError,
  ThreadForkOptions,
  ThreadOptions,
  ThreadState,
} from "./thread_state.ts";
