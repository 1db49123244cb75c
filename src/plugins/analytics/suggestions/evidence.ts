// Evidence: numbers about subjects, with the days that they come from.

import type { SuggestionKind } from "./suggestion.ts";
import type { Suggestion, SuggestionSubject } from "../contract.ts";

interface Found {
  readonly subject: SuggestionSubject;
  readonly numbers: Map<string, number>;
  readonly days: Set<string>;
}

/** The sums for each subject of one kind of suggestion. */
export class Evidence {
  readonly #found = new Map<string, Found>();

  /** Adds to a number of a subject, which is a new object with its keys in the same order each time. */
  add(subject: SuggestionSubject, day: string, name: string, count: number): void {
    const key = JSON.stringify(subject);
    const known = this.#found.get(key);
    const found = known ?? { subject, numbers: new Map<string, number>(), days: new Set<string>() };
    if (known === undefined) this.#found.set(key, found);
    found.numbers.set(name, (found.numbers.get(name) ?? 0) + count);
    found.days.add(day);
  }

  /** A suggestion for each subject that `toMessage` has a message for, by subject. */
  suggestions(
    kind: SuggestionKind,
    threshold: Readonly<Record<string, number>>,
    toMessage: (subject: SuggestionSubject, number: (name: string) => number) => string | undefined,
  ): Suggestion[] {
    const sorted = [...this.#found].sort(([left], [right]) => left < right ? -1 : 1);
    return sorted.flatMap(([, { subject, numbers, days }]) => {
      const message = toMessage(subject, (name) => numbers.get(name) ?? 0);
      if (message === undefined) return [];
      const evidence = Object.fromEntries([...numbers].sort(([left], [right]) => left < right ? -1 : 1));
      const [first = "", ...more] = [...days].sort();
      return [{
        kind,
        subject,
        message,
        evidence,
        threshold,
        days: { first, last: more.at(-1) ?? first, count: days.size },
      }];
    });
  }
}
