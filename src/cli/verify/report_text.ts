// What a check of an exported thread has found, in words.

import type { Difference } from "./chain.ts";
import type { Report } from "./verify_thread.ts";

/** Differences and reasons that are shown. */
const SHOWN = 10;

/** The report as lines of text. */
export function reportText(report: Report): string {
  const {
    thread,
    entries,
    chain,
    recorded,
    proven,
    withoutRequest,
    unrecorded,
    unchained,
    unprovable,
    decided,
  } = report;
  return [
    `Thread ${thread}: ${entries} entries.`,
    chain.type === "holds"
      ? `Chain: holds from entry ${chain.from} on, head ${chain.head}${
        chain.coversTenant ? "" : "; an earlier version began it, without the tenant"
      }.`
      : chain.type === "none"
      ? "Chain: nothing was recorded."
      : "Chain: differs.",
    `Requests: ${proven} proven of ${recorded} recorded; ${withoutRequest} steps sent none.`,
    ...unrecorded + unchained === 0
      ? []
      : [`Unrecorded: ${unrecorded} answers; ${unchained} entries before the chain.`],
    ...listDifferences("Not provable", unprovable),
    ...listDifferences(
      "Not proven",
      decided.map((id) => ({ index: undefined, what: `the decisions about the call ${id}, which waits` })),
    ),
    ...listDifferences("Differs", report.differences),
    `Result: ${report.verdict}.`,
  ].join("\n");
}

function listDifferences(title: string, all: readonly Difference[]): string[] {
  const lines = all.slice(0, SHOWN).map(({ index, what }) =>
    `${title}: ${index === undefined ? "" : `entry ${index}: `}${what}.`
  );
  return all.length > SHOWN ? [...lines, `${title}: ${all.length - SHOWN} more.`] : lines;
}
