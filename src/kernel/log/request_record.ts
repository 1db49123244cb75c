// The record of one model request: made while the request is under way, kept with the entry that the answer becomes.

import type { Agent } from "../../core/agent.ts";
import type { ChoiceRecord } from "../../core/entry.ts";
import type { Sha256 } from "../../core/ports.ts";
import { type RequestRecord, type ResponseFacts, WRITER } from "../../core/record.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import { sha256 } from "../../core/text/sha256.ts";
import { utf8Bytes } from "../../core/text/utf8_bytes.ts";
import { toolsToSend } from "../choice/tool_trimming.ts";
import type { PlanChoice } from "../plan/plan_choice.ts";

/** A body that was sent. */
export interface SentBody {
  readonly digest: string | Promise<string>;
  /** See {@link RequestRecord.maxOutputTokens}. */
  readonly maxOutputTokens: number | undefined;
  /** See {@link RequestRecord.api}. */
  readonly api: string | undefined;
  /** Bodies before it that were others than the one before them. */
  readonly changes: number;
  /** Notices and cuts of the step until then. */
  readonly logged: number;
  /** Index of the first entry whose thinking it had. */
  readonly thinkingFrom: number | undefined;
}

/** The bodies of one call of a driver, the last one whole: their digests are computed while the model answers. */
export class SentRequest {
  readonly #sha256: Sha256;
  readonly #atSend: () => Pick<SentBody, "logged" | "thinkingFrom">;
  readonly #bodies: SentBody[] = [];
  #body: string | undefined;
  /** See {@link RequestRecord.maxOutputTokens}. */
  maxOutputTokens: number | undefined;

  /** `atSend` is asked as each body is sent; a summary has no log. */
  constructor(
    { sha256 }: { readonly sha256: Sha256 },
    atSend: () => Pick<SentBody, "logged" | "thinkingFrom"> = () => ({ logged: 0, thinkingFrom: undefined }),
  ) {
    this.#sha256 = sha256;
    this.#atSend = atSend;
  }

  /** Takes a body as it is sent; see ModelIo.onRequest. */
  readonly take = (body: string, api?: string): void => {
    const last = this.#bodies.at(-1);
    const isSame = body === this.#body;
    this.#bodies.push({
      digest: isSame && last !== undefined ? last.digest : this.#sha256(body),
      changes: last === undefined ? 0 : isSame ? last.changes : last.changes + 1,
      maxOutputTokens: this.maxOutputTokens,
      api,
      ...this.#atSend(),
    });
    this.#body = body;
  };

  /** The last body; undefined when none was sent. */
  get body(): string | undefined {
    return this.#body;
  }

  /** UTF-8 bytes of the last body; undefined when none was sent. */
  get bytes(): number | undefined {
    return this.#body === undefined ? undefined : utf8Bytes(this.#body);
  }

  /** SHA-256 of the last body; undefined when none was sent. */
  get digest(): string | Promise<string> | undefined {
    return this.#bodies.at(-1)?.digest;
  }

  /** See {@link RequestRecord.api}; of the last body. */
  get api(): string | undefined {
    return this.#bodies.at(-1)?.api;
  }

  /** All bodies in their order. */
  get bodies(): readonly SentBody[] {
    return this.#bodies;
  }
}

/** What a record is made from besides the choice. */
export interface RecordedRequest {
  readonly sent: Pick<SentRequest, "digest" | "maxOutputTokens" | "api">;
  /** Index of the first entry of the window. */
  readonly start: number;
  /** Indexes of the pinned entries before the window. */
  readonly pinned: readonly number[];
  /** See {@link RequestRecord.compacted}. */
  readonly compacted: boolean;
  /** See {@link RequestRecord.thinkingFrom}. */
  readonly thinkingFrom: number | undefined;
  readonly agent: Agent;
  /** False where the run allows one call at most. */
  readonly parallel: false | undefined;
  readonly response: ResponseFacts | undefined;
  /** Answers that the driver dropped before this one. */
  readonly dropped: number;
  /** What the entry holds of the choice itself. */
  readonly kept: ChoiceRecord | undefined;
  readonly earlier: Pick<RequestRecord, "earlier" | "unnamed">;
}

/** The record of a plan's request. */
export async function toRequestRecord(
  { effective, enforced, reads, learned, framed }: PlanChoice,
  recorded: RecordedRequest,
): Promise<RequestRecord> {
  const { sent, start, pinned, compacted, thinkingFrom, agent, parallel } = recorded;
  const { response, dropped, kept, earlier } = recorded;
  const { requested } = effective;
  const { tools } = enforced;
  return {
    writer: WRITER,
    api: sent.api,
    request: await sent.digest,
    start,
    ...toFacts(response),
    frame: framed?.digest,
    tools: tools.length === toolsToSend(framed?.agent ?? agent, reads).length
      ? undefined
      : await digestOfTools(tools),
    reads: reads ? true : undefined,
    pins: pinned.length === 0 ? undefined : pinned,
    compacted: compacted ? true : undefined,
    lacks: learned?.features,
    thinkingFrom: thinkingFrom !== undefined && thinkingFrom > Math.min(start, ...pinned)
      ? thinkingFrom
      : undefined,
    parallel: parallel === false && agent.limits.parallelCalls !== 1 ? false : undefined,
    choice: kept !== undefined || requested.type === "auto" ? undefined : requested,
    dropped: dropped === 0 ? undefined : dropped,
    maxOutputTokens: sent.maxOutputTokens,
    ...earlier,
  };
}

/** What the record of a summary is made from besides the choice. */
export interface RecordedSummary extends Pick<RecordedRequest, "sent" | "start" | "response" | "earlier"> {
  /** See {@link RequestRecord.continues}. */
  readonly continues: RequestRecord["continues"];
}

/** The record of a summary's request. */
export async function toSummaryRecord(
  { model, learned }: PlanChoice,
  { sent, start, response, earlier, continues }: RecordedSummary,
): Promise<RequestRecord> {
  return {
    writer: WRITER,
    api: sent.api,
    request: await sent.digest,
    start,
    ...toFacts(response),
    lacks: learned?.features,
    maxOutputTokens: sent.maxOutputTokens,
    model: model.ref,
    continues,
    ...earlier,
  };
}

/** Characters of a digest that are enough to tell the few of one thread apart. */
export const SHORT_DIGEST = 8;

/** The digest that a record has of the tools that were offered. */
export function digestOfTools(tools: readonly ToolSpec[]): Promise<string> {
  return sha256(JSON.stringify(tools.map(toSpec)));
}

/** {@link digestOfTools} of a request without tools. */
export const DIGEST_OF_NO_TOOLS = "T1PNoYwrqgwDVLtfmj7L5e0Sq02OEbqHPC8RFhICuUU";

/** The part of a tool that is offered to a model. */
export function toSpec({ name, description, parameters }: ToolSpec): ToolSpec {
  return { name, description, parameters };
}

/** Most characters that are kept of what a provider reports. */
const FACT_LIMIT = 100;

function toFacts(
  facts: ResponseFacts | undefined,
): Pick<RequestRecord, "response" | "finish" | "fingerprint" | "removed" | "cacheMiss"> {
  const { id, finish, fingerprint, removed = [], cacheMiss } = facts ?? {};
  const clip = (text: string | undefined) => text?.slice(0, FACT_LIMIT).toWellFormed();
  return {
    response: clip(id),
    finish: clip(finish),
    fingerprint: clip(fingerprint),
    removed: removed.length === 0 ? undefined : removed,
    cacheMiss,
  };
}
