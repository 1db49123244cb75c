// The past requests of an exported thread, written again from its records and compared by their digests. Nothing is sent, and no code
// of the agent runs.

import type { Agent } from "../../core/agent.ts";
import { type Entry, findRequestRecord } from "../../core/entry.ts";
import type { EarlierRequest, RequestRecord } from "../../core/record.ts";
import { toAgentError } from "../../core/error.ts";
import { sha256, toHexDigest } from "../../core/text/sha256.ts";
import { toCarriedFrame } from "../../kernel/choice/carried_frame.ts";
import { toolsToSend } from "../../kernel/choice/tool_trimming.ts";
import { agentOfDefinition } from "../../kernel/log/agent_of_definition.ts";
import { digestOfTools } from "../../kernel/log/request_record.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import type { ResolvedModel } from "../../kernel/resolved_model.ts";
import type { ExportedThread } from "./exported_thread.ts";
import {
  enforceAsRecorded,
  type Recorded,
  type Variant,
  writeBody,
  type WritingParts,
  type Written,
} from "./rewrite.ts";
import { findRules, type WriterRules } from "./writers.ts";

/** What requests are written with: the models and drivers of a deployment. */
export interface VerifyParts extends Pick<RuntimeDeps, "driver"> {
  /**
   * The model of a `provider/model`, on a server of this kind: `official`, or one of ProviderApis. Undefined where no record says it.
   * A deployment has one kind and may give that.
   */
  model(ref: string | undefined, server: string | undefined): ResolvedModel | Promise<ResolvedModel>;
}

/** Every {@link PartlyCause}. */
export const PARTLY_CAUSES = [
  "unrecorded",
  "not_kept",
  "no_answer",
  "quotes_dropped",
  "fork_source",
  "definition",
  "model",
  "medium",
  "api",
  "version",
  "writer",
] as const;

/**
 * Why a request cannot be written again. `unrecorded`: its answer has no record. `not_kept`: its answer was dropped, and nothing of
 * the request is kept. `no_answer`: its step led to no answer, and the version that ran it kept nothing of what it sent, if it sent
 * something. `quotes_dropped`: it may quote an answer that was dropped. `fork_source`: it may name a thread that no fork
 * names. `definition`: the recorded definition cannot be read. `model`: the build has no such model or driver. `medium`: the export
 * lacks a medium. `api`: it was written for another API or kind of server than the model has here. `version`: a later version wrote it.
 * `writer`: the code that writes it refuses.
 */
export type PartlyCause = typeof PARTLY_CAUSES[number];

/** What became of writing the request of one entry again. */
export type Outcome =
  | { readonly type: "unrecorded" }
  /** The driver sent none. */
  | { readonly type: "none" }
  | { readonly type: "equal"; readonly body: string; readonly variant: Variant }
  | { readonly type: "partly"; readonly cause: PartlyCause; readonly what: string }
  /** `body` is undefined where none could be written. */
  | { readonly type: "different"; readonly body: string | undefined; readonly what: string };

/** What became of a request that another one for the same plan followed. */
export interface EarlierOutcome {
  readonly record: RequestRecord;
  readonly outcome: Outcome;
}

/** Writes the requests of one thread again; the entries are given in their order. */
export class PastRequests {
  readonly #exported: ExportedThread;
  readonly #parts: VerifyParts;
  readonly #agents = new Map<string, Agent>();
  /** Digest of the definition that the last recorded entry was made under. */
  #definition: string | undefined;

  constructor(exported: ExportedThread, parts: VerifyParts) {
    this.#exported = exported;
    this.#parts = parts;
  }

  /** The outcome of the entry at `index`; undefined for an entry that no request of this thread led to. */
  async write(index: number): Promise<Outcome | undefined> {
    const entry = this.#exported.entries[index];
    if (entry?.type === "failure") this.#definition = entry.record.definition ?? this.#definition;
    if (entry?.type !== "assistant" && entry?.type !== "summary") return undefined;
    const record = findRequestRecord(entry);
    if (record === undefined) {
      // A fork copies the summary that it goes on with: its request belongs to the source.
      return entry.type === "assistant" || !isShared(this.#exported, index)
        ? { type: "unrecorded" }
        : undefined;
    }
    this.#definition = record.definition ?? this.#definition;
    return await this.#write(this.#asPlanned({ index, entry, record }));
  }

  /** The outcomes of the requests before that of the entry at `index`, which was written before. */
  async writeEarlier(index: number): Promise<readonly EarlierOutcome[]> {
    const entry = this.#exported.entries[index];
    const own = entry && findRequestRecord(entry);
    if (entry === undefined || own === undefined) return [];
    const { earlier = [] } = own;
    const outcomes: EarlierOutcome[] = [];
    for (const each of earlier) {
      const recorded = toRecorded(index, entry, each, own);
      outcomes.push({ record: recorded.record, outcome: await this.#write(this.#asPlanned(recorded)) });
    }
    return outcomes;
  }

  /** A request of a summary that goes on from that of the answer before it, with what the record of the answer says it was written from. */
  #asPlanned(recorded: Recorded): Recorded {
    const { index, entry, record } = recorded;
    if (entry.type !== "summary" || record.continues === undefined) return recorded;
    const planned = this.#planBefore(index);
    if (planned === undefined) return recorded;
    const { request, api, maxOutputTokens, model } = record;
    const { dropped: _dropped, maxOutputTokens: _most, ...from } = planned.record;
    return {
      ...planned,
      record: {
        ...from,
        api,
        request: request ?? from.request,
        maxOutputTokens,
        model: model ?? from.model,
      },
      summarizes: record.continues === "model" ? "continues" : "provider",
    };
  }

  /** The request of the last plan before an entry; of a cancelled step the failure that stands in its place has it. */
  #planBefore(index: number): Recorded | undefined {
    const { entries } = this.#exported;
    const place = entries.findLastIndex((each, at) => at < index && isPlan(each));
    const entry = entries[place];
    const record = entry && findRequestRecord(entry);
    if (entry === undefined || record === undefined) return undefined;
    if (entry.type === "assistant") return { index: place, entry, record };
    const last = record.earlier?.at(-1);
    return last && toRecorded(place, entry, last, record);
  }

  async #write(recorded: Recorded): Promise<Outcome> {
    const { entry, record } = recorded;
    let cause: PartlyCause = "definition";
    try {
      const agent = this.#agent(this.#definition);
      if (typeof agent === "string") return { type: "different", body: undefined, what: agent };
      if (record.request === undefined) return { type: "none" };
      const frame = record.frame === undefined ? undefined : this.#agent(record.frame);
      if (typeof frame === "string") return { type: "different", body: undefined, what: frame };
      cause = "model";
      const ref = entry.type === "summary" ? record.model : record.model ?? entry.model;
      const server = record.writer === undefined ? undefined : record.api?.split("@")[1] ?? "official";
      const model = await this.#parts.model(ref ?? agent.model, server);
      const { effortInPrompt } = model.provider.capabilities(model.model, agent.settings);
      const countsEffort = (record.writer ?? 1) < EFFORTS_SINCE ? undefined : effortInPrompt;
      const framed = frame && toCarriedFrame(record.frame ?? "", frame, agent, countsEffort);
      const driver = this.#parts.driver(agent.driver);
      cause = this.#exported.missing.length > 0 ? "medium" : "writer";
      return await this.#compare(recorded, { agent, framed, model, driver });
    } catch (thrown) {
      return { type: "partly", cause, what: toAgentError(thrown).message };
    }
  }

  async #compare(
    recorded: Recorded,
    given: Omit<WritingParts, keyof WriterRules>,
  ): Promise<Outcome> {
    const { index, entry, record } = recorded;
    const known = findRules(record.writer);
    if (known === undefined) {
      return { type: "partly", cause: "version", what: "a later version of Treadle wrote the request" };
    }
    let hasSameTools = entry.type === "summary";
    let first: Written | undefined;
    for (const rules of known) {
      const parts: WritingParts = { ...given, ...rules };
      if (entry.type === "assistant") {
        const { tools } = enforceAsRecorded(entry, record, parts);
        const { framed, agent } = parts;
        const isWhole = tools.length === toolsToSend(framed?.agent ?? agent, record.reads).length;
        if ((isWhole ? undefined : await digestOfTools(tools)) !== record.tools) continue;
        hasSameTools = true;
      }
      for (const variant of this.#variants(index)) {
        const written = await writeBody(this.#exported, recorded, parts, variant);
        const { body } = written;
        first ??= written;
        if (body !== undefined && await sha256(body) === record.request) {
          return { type: "equal", body, variant };
        }
      }
    }
    if (record.writer !== undefined && first !== undefined && first.api !== record.api) {
      const usual = given.model.provider.apis?.usual;
      const what = `the request was written for ${record.api ?? usual}, and the model has ${
        first.api ?? usual
      } here`;
      return { type: "partly", cause: "api", what };
    }
    if (!hasSameTools) return { type: "different", body: undefined, what: "other tools were offered" };
    if (record.writer === undefined && record.dropped !== undefined) {
      const what = "earlier versions quoted the answers that the driver dropped before it";
      return { type: "partly", cause: "quotes_dropped", what };
    }
    const { forkedFrom } = this.#exported.meta;
    if (isShared(this.#exported, index) && (forkedFrom?.sources?.length ?? 0) >= SOURCES_KEPT) {
      const what = "the request may name a thread that no fork names";
      return { type: "partly", cause: "fork_source", what };
    }
    const what = "the request, written again, has another SHA-256 than the one that was sent";
    return { type: "different", body: first?.body, what };
  }

  /** The agent of a definition, or what is wrong with that. */
  #agent(digest: string | undefined): Agent | string {
    if (digest === undefined) return "the entry names no definition of its agent";
    const known = this.#agents.get(digest);
    if (known !== undefined) return known;
    const text = this.#exported.blobs.get(toHexDigest(digest));
    if (text === undefined) return `the definition ${digest} is not there`;
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
    const threads = isShared(this.#exported, index) ? [...sources, header.thread] : [header.thread];
    return threads.flatMap((thread) => [...summaries].map((summary) => ({ thread, summary })));
  }
}

/** True for an entry that the thread took over from the one it was forked from. */
export function isShared({ entries, meta: { forkedFrom } }: ExportedThread, index: number): boolean {
  return forkedFrom !== undefined && (entries[index]?.version ?? 0) <= forkedFrom.version;
}

/** Requests of the entry that it names no digest of, as far as it says how many there were. */
export function requestsNotKept(entry: Entry): number {
  const record = findRequestRecord(entry);
  if (record?.writer !== undefined) return record.unnamed ?? 0;
  if (entry.type !== "assistant") return 0;
  const dropped = (record?.dropped ?? 0) + (entry.choice?.corrected === undefined ? 0 : 1);
  const kept = record?.earlier?.filter(({ why }) => why === "answer" || why === "violation") ?? [];
  return Math.max(0, dropped - kept.length);
}

/**
 * Indexes of the last entries of steps that led to no answer before records had writers: a step that failed, one that only ran calls, or
 * one whose tool asked the user. Later ones that have sent something have a failure.
 */
export function stepsWithoutAnswer({ entries }: ExportedThread): ReadonlySet<number> {
  const written = entries.findIndex((entry) => findRequestRecord(entry)?.writer !== undefined);
  const firstVersion = entries[written]?.version ?? Infinity;
  const last = new Map<number, number>();
  for (const [index, { version }] of entries.entries()) if (version < firstVersion) last.set(version, index);
  for (const { type, version } of entries) if (type === "assistant") last.delete(version);
  return new Set(last.values());
}

function isPlan(entry: Entry): boolean {
  return entry.type === "assistant" || entry.type === "failure" && entry.through === undefined;
}

/** One of the earlier requests of an entry. */
function toRecorded(
  index: number,
  entry: Entry,
  { without = 0, ...earlier }: EarlierRequest,
  { writer, start, pins, parallel, continues: asRecorded }: RequestRecord,
): Recorded {
  const continues = earlier.continues ?? asRecorded;
  return {
    index: index - without,
    entry: withoutAnswer(entry, earlier.model),
    record: { ...earlier, start, writer, pins, parallel, continues },
  };
}

/** An entry as that of one of its earlier requests. */
function withoutAnswer(entry: Entry, model: string): Recorded["entry"] {
  const { id, at, version } = entry;
  if (entry.type === "summary") return entry;
  if (entry.type === "failure" && entry.through !== undefined) {
    return { type: "summary", id, at, version, text: "", through: entry.through };
  }
  const usage = { inputTokens: 0, outputTokens: 0 };
  return { type: "assistant", id, at, version, blocks: [], finish: "stop", model, usage };
}

/** As many as a fork names; plugins/forks/fork.ts. */
const SOURCES_KEPT = 8;

/** The version of the rules since which a prompt keeps the effort of its frame, where that is a part of it. */
const EFFORTS_SINCE = 6;
