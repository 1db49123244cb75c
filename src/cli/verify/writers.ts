// The rules that requests were written by, so that those of earlier versions are written again: a version of the rules is a row, and
// its flags say how the present code writes as it did.

import { WRITER } from "../../core/record.ts";
import type { Turn } from "../../core/driver.ts";
import type { ModelRequest } from "../../core/model/provider.ts";

/** How requests were written. */
export interface WriterRules {
  /** By the rules from before there were notices. */
  readonly isEarlier: boolean;
  /** See {@link ModelRequest.cacheMarks}. */
  readonly cacheMarks: ModelRequest["cacheMarks"];
  /** See {@link ModelRequest.noticePlaces}. */
  readonly noticePlaces: ModelRequest["noticePlaces"];
  /** See {@link Turn.descriptions}. */
  readonly descriptions: Turn["descriptions"];
  /** A call that an input has left undecided reads as one that a person refused. */
  readonly undecided: "as_refused" | undefined;
}

const CURRENT: WriterRules = {
  isEarlier: false,
  cacheMarks: undefined,
  noticePlaces: undefined,
  descriptions: undefined,
  undecided: undefined,
};

/** Of 3, and of a version that wrote 4 beside others. */
const THIRD: WriterRules = { ...CURRENT, undecided: "as_refused" };

/** Of 2, and of the newest requests of 1. */
const SECOND: WriterRules = { ...THIRD, descriptions: "as_written" };

/**
 * By the `writer` of a record. Records from before there were writers are all of number 1: which rules wrote one of them is tried, the
 * newest first.
 */
const WRITERS: ReadonlyMap<number, readonly WriterRules[]> = new Map([
  [1, [
    SECOND,
    { ...SECOND, noticePlaces: "as_told" },
    { ...SECOND, cacheMarks: "end", noticePlaces: "as_told" },
    { ...SECOND, isEarlier: true, cacheMarks: "end" },
  ]],
  [2, [SECOND]],
  [3, [THIRD]],
  [4, [CURRENT, THIRD]],
  [5, [CURRENT]],
  [6, [CURRENT]],
  [WRITER, [CURRENT]],
]);

/** The rules that a request of this writer may have been written by; undefined for a writer of a later version. */
export function findRules(writer = 1): readonly WriterRules[] | undefined {
  return WRITERS.get(writer);
}
