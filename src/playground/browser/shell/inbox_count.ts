// How many calls wait for people over all threads: read again when something has happened, and by itself while the page can be seen.

import { signal } from "@preact/signals";
import type { InboxPage } from "../../../core/contract/calls.ts";
import { type ListedThread, listThreads, mayDecide } from "../api/api.ts";
import { ApiError, json } from "../api/http.ts";
import { plugins, serves } from "./deployment.ts";

/** Milliseconds between two readings. */
const REFRESH_MS = 20_000;

/** Most calls that are counted: more are written as 99+. */
const MOST = 100;

/** Calls that wait for people, as far as they were counted. */
export const waitingCalls = signal(0);

/** The deployment has no inbox, or not for this caller. */
let isRefused = false;

let timer: ReturnType<typeof setTimeout> | undefined;

document.addEventListener("visibilitychange", () => {
  if (timer !== undefined && document.visibilityState === "visible") void countWaiting();
});

/** Begins to count, for a caller whose scopes are known. */
export async function startCounting(): Promise<void> {
  isRefused = false;
  await countWaiting();
}

/**
 * Counts them now, and then at an interval. A deployment without approvals has none; where its plugins are hidden from the caller, the
 * first request finds out.
 */
export async function countWaiting(): Promise<void> {
  countLater();
  const isHidden = plugins.peek() === "hidden";
  if (document.visibilityState === "hidden" || isRefused || !serves("GET /v1/inbox")) return;
  if (isHidden && !mayDecide) return;
  try {
    await readInbox();
  } catch (error) {
    isRefused = isHidden && error instanceof ApiError && [403, 404].includes(error.status);
  }
}

/** Reads the calls that wait and counts them; the next reading by itself is a while later. */
export async function readInbox(): Promise<InboxPage> {
  countLater();
  const page = await json<InboxPage>(`/v1/inbox?limit=${MOST}`);
  waitingCalls.value = page.items.length;
  return page;
}

function countLater(): void {
  clearTimeout(timer);
  timer = setTimeout(() => void countWaiting(), REFRESH_MS);
}

/** The newest thread in which a call waits for a person; undefined without one. */
export async function findWaitingThread(): Promise<string | undefined> {
  const { threads } = await listThreads("needs=any", "");
  const isHeld = (thread: ListedThread) =>
    "needs" in thread && (thread.needs === "approval" || thread.needs === "answer");
  return threads.find(isHeld)?.id;
}
