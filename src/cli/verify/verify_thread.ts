// The verification of an exported thread: its hash chain, and each recorded request written again and compared by its digest.

import { AgentError } from "../../core/error.ts";
import { verifyApprovals } from "./approvals.ts";
import { type ChainResult, type Difference, verifyChain } from "./chain.ts";
import type { ExportedThread } from "./exported_thread.ts";
import { verifyHeader } from "./header.ts";
import { isShared, type Outcome, PastRequests, type VerifyParts } from "./past_requests.ts";

/** What a verification found. */
export interface Report {
  readonly thread: string;
  readonly entries: number;
  readonly chain: ChainResult;
  /** Answers and summaries with a record. */
  readonly recorded: number;
  /** Requests whose digest is that of the body written again. */
  readonly proven: number;
  /** Recorded entries whose driver sent no request. */
  readonly withoutRequest: number;
  /** Answers and summaries from before there were records, or without one. */
  readonly unrecorded: number;
  /** Entries before the chain begins: nothing shows whether they were changed. */
  readonly unchained: number;
  /** Requests that this deployment cannot write again, and what of the header no entry shows, each with the reason. */
  readonly unprovable: readonly Difference[];
  /** Ids of the calls that wait with decisions: nothing shows who made these, until an entry has them. */
  readonly decided: readonly string[];
  /** In the order of the entries, the thread as a whole last. */
  readonly differences: readonly Difference[];
  /** `verified`: all of the thread was recorded, and nothing differs. `partly`: nothing that was recorded differs. */
  readonly verdict: "verified" | "partly" | "differs";
}

/**
 * Verifies an exported thread.
 *
 * @throws {AgentError} invalid_request - an entry that was changed is none by now, so that no request behind it can be written again
 */
export async function verifyThread(exported: ExportedThread, parts: VerifyParts): Promise<Report> {
  const chain = await verifyChain(exported);
  try {
    return await createReport(exported, chain, parts);
  } catch (cause) {
    if (chain.type !== "differs" || cause instanceof AgentError) throw cause;
    const { index, what } = chain.difference;
    const place = index === undefined ? "The thread" : `Entry ${index}`;
    throw new AgentError("invalid_request", `${place} differs, and cannot be read: ${what}.`, { cause });
  }
}

async function createReport(
  exported: ExportedThread,
  chain: ChainResult,
  parts: VerifyParts,
): Promise<Report> {
  const { header, entries } = exported;
  const requests = new Requests(exported, parts);
  for (const index of entries.keys()) await requests.verify(index);
  const { recorded, proven, withoutRequest, unrecorded } = requests;
  const inHeader = verifyHeader(exported, requests.summary);
  const decided = [...new Set(exported.decisions.map(({ callId }) => callId))];
  const missing = exported.missing.map((id) => ({ index: undefined, what: `the medium ${id} is not there` }));
  const unprovable = [...requests.unprovable, ...inHeader.unprovable, ...missing];
  const differences = [
    ...chain.type === "differs" ? [chain.difference] : [],
    ...requests.differences,
    ...await verifyApprovals(exported),
    ...inHeader.differences,
  ].toSorted((one, other) => (one.index ?? Infinity) - (other.index ?? Infinity));
  const unchained = chain.type === "holds" ? chain.from : entries.length;
  const isWhole = chain.type === "holds" && unrecorded === 0 && unchained === 0 && unprovable.length === 0 &&
    decided.length === 0;
  return {
    thread: header.thread,
    entries: entries.length,
    chain,
    recorded,
    proven,
    withoutRequest,
    unrecorded,
    unchained: chain.type === "differs" ? 0 : unchained,
    unprovable,
    decided,
    differences,
    verdict: differences.length > 0 ? "differs" : isWhole ? "verified" : "partly",
  };
}

/** What the recorded requests of one thread show. */
class Requests {
  readonly #exported: ExportedThread;
  readonly #requests: PastRequests;
  recorded = 0;
  proven = 0;
  withoutRequest = 0;
  unrecorded = 0;
  /** That the last request of the thread itself was written with; undefined when none is proven. */
  summary: string | null | undefined;
  readonly unprovable: Difference[] = [];
  readonly differences: Difference[] = [];

  constructor(exported: ExportedThread, parts: VerifyParts) {
    this.#exported = exported;
    this.#requests = new PastRequests(exported, parts);
  }

  async verify(index: number): Promise<void> {
    const outcome = await this.#requests.write(index);
    if (outcome !== undefined) this.#count(index, outcome);
    for (const { outcome } of await this.#requests.writeEarlier(index)) this.#report(index, outcome);
  }

  #count(index: number, outcome: Outcome): void {
    if (outcome.type === "unrecorded") return void this.unrecorded++;
    this.recorded++;
    if (outcome.type === "none") this.withoutRequest++;
    if (outcome.type === "equal") {
      this.proven++;
      if (!isShared(this.#exported, index)) this.summary = outcome.variant.summary;
    }
    this.#report(index, outcome);
  }

  #report(index: number, outcome: Outcome): void {
    if (outcome.type === "partly") this.unprovable.push({ index, what: outcome.what });
    if (outcome.type === "different") this.differences.push({ index, what: outcome.what });
  }
}
