// The address of the page. `#/inbox` is a place, `#/policies/careful` one thing in it, `#thread_1` a thread, and nothing a new thread.

import { computed, signal } from "@preact/signals";
import { readRoute } from "./read_route.ts";

const hash = signal(location.hash);

/** What the address names now. */
export const route = computed(() => readRoute(hash.value));

addEventListener("hashchange", readAddress);
addEventListener("popstate", readAddress);

/** The link to a place, or to one thing in it. */
export function placeHref(place: string, item = ""): string {
  return item === "" ? `#/${place}` : `#/${place}/${encodeURIComponent(item)}`;
}

/** The link to a thread. */
export function threadHref(thread: string): string {
  return `#${encodeURIComponent(thread)}`;
}

/** The link to the threads that a search finds, such as `agent:shop after:2026-11-22`. */
export function threadsHref(search: string): string {
  return placeHref("threads", search);
}

/** Names a thread in the address; empty for a new one. `replace` leaves no entry to go back to. */
export function nameThread(thread: string, how: "push" | "replace"): void {
  const url = thread === "" ? location.pathname : threadHref(thread);
  if (how === "push") history.pushState(null, "", url);
  else history.replaceState(null, "", url);
  readAddress();
}

function readAddress() {
  hash.value = location.hash;
}
