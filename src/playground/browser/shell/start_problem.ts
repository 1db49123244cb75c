// Why the page could not begin: said where a new thread is begun and in the places, which have nothing else to show.

import { signal } from "@preact/signals";

/** What went wrong, and what tries it again. */
export interface StartProblem {
  readonly title: string;
  readonly detail: string;
  readonly onRetry: () => void;
}

/** Undefined where the page has begun, or begins. */
export const startProblem = signal<StartProblem | undefined>(undefined);
