// Subjects of which one run takes microseconds: many runs a turn, turns in an order that changes, the median over the rounds.

import { mulberry32 } from "../../support/mulberry32.ts";
import { median, shuffled } from "./statistics.ts";

export interface Subject {
  readonly label: string;
  /** Runs so often and answers with the milliseconds that took. */
  turn(times: number): number | Promise<number>;
}

export interface TurnsOptions {
  readonly rounds: number;
  /** Runs of a subject in one turn. */
  readonly times: number;
  /** Runs of each that are not counted. */
  readonly warmUp: number;
}

/** Microseconds of one run, by label. */
export async function microseconds(
  subjects: readonly Subject[],
  { rounds, times, warmUp }: TurnsOptions,
): Promise<ReadonlyMap<string, number>> {
  const random = mulberry32(subjects.length);
  const taken = new Map<string, number[]>(subjects.map(({ label }) => [label, []]));
  for (let done = 0; done < warmUp; done += times) {
    for (const subject of shuffled(subjects, random)) await subject.turn(times);
  }
  for (let round = 0; round < rounds; round++) {
    for (const subject of shuffled(subjects, random)) {
      taken.get(subject.label)?.push(await subject.turn(times) * 1000 / times);
    }
  }
  return new Map([...taken].map(([label, figures]) => [label, median(figures)]));
}
