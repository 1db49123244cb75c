// The verification of an exported thread: its hash chain, and each recorded request written again and compared by its digest.

import type { Agent } from "../../core/agent.ts";
import { toAgentError } from "../../core/error.ts";
import { hexOf, sha256 } from "../../core/text/sha256.ts";
import { toolsToSend } from "../../choice/tool_trimming.ts";
import { digestOfTools } from "../../runtime/record/request_record.ts";
import type { RuntimeDeps } from "../../runtime/request.ts";
import { agentOfDefinition } from "./agent.ts";
import { verifyApprovals } from "./approvals.ts";
import { type ChainResult, type Difference, recordOf, verifyChain } from "./chain.ts";
import type { ExportedThread } from "./exported_thread.ts";
import { verifyHeader } from "./header.ts";
import { enforcedFor, type Recorded, type Variant, writeBody, type WritingParts } from "./rewrite.ts";

/** What requests are written with: the models and drivers of a deployment. */
export type VerifyParts = Pick<RuntimeDeps, "model" | "driver">;

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

/** Verifies an exported thread. */
export async function verifyThread(exported: ExportedThread, parts: VerifyParts): Promise<Report> {
  const { header, entries } = exported;
  const chain = await verifyChain(exported);
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
    ...{ thread: header.thread, entries: entries.length, chain },
    ...{ recorded, proven, withoutRequest, unrecorded },
    ...{ unchained: chain.type === "differs" ? 0 : unchained, unprovable, decided, differences },
    verdict: differences.length > 0 ? "differs" : isWhole ? "verified" : "partly",
  };
}

/** The recorded requests of one thread. */
class Requests {
  readonly #exported: ExportedThread;
  readonly #parts: VerifyParts;
  readonly #agents = new Map<string, Agent>();
  /** Digest of the definition that the last recorded entry was made under. */
  #definition: string | undefined;
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
    this.#parts = parts;
  }

  async verify(index: number): Promise<void> {
    const entry = this.#exported.entries[index];
    if (entry?.type !== "assistant" && entry?.type !== "summary") return;
    const record = recordOf(entry);
    if (record === undefined) {
      // A fork copies the summary that it goes on with: its request belongs to the source.
      if (entry.type === "assistant" || !this.#isShared(index)) this.unrecorded++;
      return;
    }
    this.recorded++;
    this.#definition = record.definition ?? this.#definition;
    try {
      await this.#compare({ index, entry, record });
    } catch (thrown) {
      this.unprovable.push({ index, what: toAgentError(thrown).message });
    }
  }

  async #compare(recorded: Recorded): Promise<void> {
    const { index, entry, record } = recorded;
    const agent = await this.#agent(index);
    if (agent === undefined) return;
    if (record.request === undefined) return void this.withoutRequest++;
    const ref = entry.type === "summary" ? record.model : entry.model;
    const model = await this.#parts.model(ref ?? agent.model);
    const driver = this.#parts.driver(agent.driver);
    let hasSameTools = entry.type === "summary";
    for (const isEarlier of [false, true]) {
      const parts: WritingParts = { agent, model, driver, isEarlier };
      if (entry.type === "assistant") {
        const { tools } = enforcedFor(entry, record, parts);
        const isWhole = tools.length === toolsToSend(agent, record.reads).length;
        if ((isWhole ? undefined : await digestOfTools(tools)) !== record.tools) continue;
        hasSameTools = true;
      }
      if (record.dropped !== undefined) {
        const what = "answers that the driver dropped came before it";
        return void this.unprovable.push({ index, what });
      }
      for (const variant of this.#variants(index)) {
        const body = await writeBody(this.#exported, recorded, parts, variant);
        if (body === undefined || await sha256(body) !== record.request) continue;
        this.proven++;
        if (!this.#isShared(index)) this.summary = variant.summary;
        return;
      }
    }
    if (!hasSameTools) return this.#differs(index, "other tools were offered");
    const { forkedFrom } = this.#exported.meta;
    if (forkedFrom && this.#isShared(index) && (forkedFrom.sources?.length ?? 0) >= SOURCES_KEPT) {
      return void this.unprovable.push({ index, what: "the request may name a thread that no fork names" });
    }
    this.#differs(index, "the request, written again, has another SHA-256 than the one that was sent");
  }

  async #agent(index: number): Promise<Agent | undefined> {
    const digest = this.#definition;
    if (digest === undefined) {
      this.#differs(index, "the entry names no definition of its agent");
      return undefined;
    }
    const known = this.#agents.get(digest);
    if (known !== undefined) return known;
    const text = this.#exported.blobs.get(hexOf(digest));
    if (text === undefined) {
      this.#differs(index, `the definition ${digest} is not there`);
      return undefined;
    }
    const agent = agentOfDefinition(text);
    this.#agents.set(digest, agent);
    return agent;
  }

  /** The likeliest first: nearly every request is proven by the first one. */
  #variants(index: number): readonly Variant[] {
    const { header, meta: { forkedFrom }, entries } = this.#exported;
    const version = entries[index]?.version ?? 0;
    const last = entries.slice(0, index).findLast((entry) =>
      entry.type === "summary" && entry.version < version
    );
    const summaries = new Set([last?.type === "summary" ? last.text : null, null, header.summary]);
    const sources = forkedFrom ? [forkedFrom.thread, ...forkedFrom.sources ?? []] : [];
    const threads = this.#isShared(index) ? [...sources, header.thread] : [header.thread];
    return threads.flatMap((thread) => [...summaries].map((summary) => ({ thread, summary })));
  }

  #isShared(index: number): boolean {
    const { entries, meta: { forkedFrom } } = this.#exported;
    return forkedFrom !== undefined && (entries[index]?.version ?? 0) <= forkedFrom.version;
  }

  #differs(index: number, what: string): void {
    this.differences.push({ index, what });
  }
}

/** As many as a fork names; threads/fork.ts. */
const SOURCES_KEPT = 8;
