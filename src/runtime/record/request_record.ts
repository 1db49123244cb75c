// The record of one model request: made while the request is under way, kept with the entry that the answer becomes.

import type { Agent } from "../../core/agent.ts";
import type { ChoiceRecord } from "../../core/entry.ts";
import type { Sha256 } from "../../core/ports.ts";
import type { RequestRecord, ResponseFacts } from "../../core/record.ts";
import type { ToolSpec } from "../../core/tool.ts";
import { sha256 } from "../../core/text/sha256.ts";
import { utf8Bytes } from "../../core/text/utf8_bytes.ts";
import { toolsToSend } from "../../choice/tool_trimming.ts";
import type { PlanChoice } from "../choice/plan_choice.ts";

/** The body of the last request of one plan: its digest is computed while the model answers. */
export class SentRequest {
  readonly #sha256: Sha256;
  #digest: string | Promise<string> | undefined;
  #body: string | undefined;
  /** See {@link RequestRecord.maxOutputTokens}. */
  maxOutputTokens: number | undefined;

  constructor({ sha256 }: { readonly sha256: Sha256 }) {
    this.#sha256 = sha256;
  }

  /** Takes a body as it is sent; see ModelIo.onRequest. */
  readonly take = (body: string): void => {
    this.#digest = this.#sha256(body);
    this.#body = body;
  };

  /** UTF-8 bytes of the last body; undefined when none was sent. */
  get bytes(): number | undefined {
    return this.#body === undefined ? undefined : utf8Bytes(this.#body);
  }

  /** SHA-256 of the last body; undefined when none was sent. */
  get digest(): string | Promise<string> | undefined {
    return this.#digest;
  }
}

/** What a record is made from besides the choice. */
export interface RecordedRequest {
  readonly sent: SentRequest;
  /** Index of the first entry of the window. */
  readonly start: number;
  /** Indexes of the pinned entries before the window. */
  readonly pinned: readonly number[];
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
}

/** The record of a plan's request. */
export async function toRequestRecord(
  { effective, enforced, reads, learned }: PlanChoice,
  { sent, start, pinned, thinkingFrom, agent, parallel, response, dropped, kept }: RecordedRequest,
): Promise<RequestRecord> {
  const { requested } = effective;
  const { tools } = enforced;
  return {
    request: await sent.digest,
    start,
    ...factsOf(response),
    tools: tools.length === toolsToSend(agent, reads).length ? undefined : await digestOfTools(tools),
    reads: reads ? true : undefined,
    pins: pinned.length === 0 ? undefined : pinned,
    lacks: learned?.features,
    thinkingFrom: thinkingFrom !== undefined && thinkingFrom > start ? thinkingFrom : undefined,
    parallel: parallel === false && agent.limits.parallelCalls !== 1 ? false : undefined,
    choice: kept !== undefined || requested.type === "auto" ? undefined : requested,
    dropped: dropped === 0 ? undefined : dropped,
    maxOutputTokens: sent.maxOutputTokens,
  };
}

/** The record of a summary's request, which offers no tools. */
export async function toSummaryRecord(
  { model, learned }: PlanChoice,
  { sent, start, response }: Pick<RecordedRequest, "sent" | "start" | "response">,
): Promise<RequestRecord> {
  return {
    request: await sent.digest,
    start,
    ...factsOf(response),
    lacks: learned?.features,
    maxOutputTokens: sent.maxOutputTokens,
    model: model.ref,
  };
}

/** Characters of a digest that are enough to tell the few of one thread apart. */
export const SHORT_DIGEST = 8;

/** The digest that a record has of the tools that were offered. */
export function digestOfTools(tools: readonly ToolSpec[]): Promise<string> {
  return sha256(JSON.stringify(tools.map(toSpec)));
}

/** The part of a tool that is offered to a model. */
export function toSpec({ name, description, parameters }: ToolSpec): ToolSpec {
  return { name, description, parameters };
}

/** Most characters that are kept of what a provider reports. */
const FACT_LIMIT = 100;

function factsOf(
  facts: ResponseFacts | undefined,
): Pick<RequestRecord, "response" | "finish" | "fingerprint"> {
  const { id, finish, fingerprint } = facts ?? {};
  const bounded = (text: string | undefined) => text?.slice(0, FACT_LIMIT).toWellFormed();
  return { response: bounded(id), finish: bounded(finish), fingerprint: bounded(fingerprint) };
}
