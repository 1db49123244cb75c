// The tools of the agent of the thread on the page: what a stored tool choice left out is known by them alone.

import { signal } from "@preact/signals";

/** Their names; empty before they are known. */
export const knownTools = signal<readonly string[]>([]);
