// The error of this client: a refusal of the deployment with its code, or a failure of the network with a code of its own.

import type { ThreadView } from "../../core/contract/threads.ts";
import type { ErrorCode, Problem } from "../../core/error.ts";
import type { Warning } from "../../core/tool_choice/choice_report.ts";

/**
 * Every code: those of the deployment, and four of the client.
 *
 * | code | meaning |
 * |---|---|
 * | `connection_failed` | no response came, or only a part of one, after all tries; at once where the url, the key or a header is none |
 * | `stream_cut` | a stream ended before its run, and the rest cannot be had; the history has it |
 * | `response_invalid` | what answered is not Treadle: a proxy, or another address |
 * | `input_queued` | the input waits for the step that runs now; `events()` follows it |
 */
export type TreadleCode =
  | ErrorCode
  | "connection_failed"
  | "stream_cut"
  | "response_invalid"
  | "input_queued";

/** The parts of a {@link TreadleError} besides its message. */
export interface TreadleErrorFacts {
  readonly code: TreadleCode;
  /** HTTP status; 0 when there was no response. */
  readonly status?: number;
  /** The address that answered, without user, password and query. */
  readonly url?: string | undefined;
  /** The same request may succeed later. */
  readonly retryable?: boolean;
  /** Milliseconds after which trying again makes sense. */
  readonly retryAfterMs?: number | undefined;
  /** The wrong places of the request: JSON Pointers, and what is wrong there. */
  readonly problems?: readonly Problem[];
  /** Facts for programs: ids, names, codes of a provider. */
  readonly details?: Readonly<Record<string, string | number | boolean | null>>;
  /** A step failed: the thread as it stands, with what was done before. So are the next two. */
  readonly thread?: ThreadView | undefined;
  readonly step?: number | undefined;
  readonly warnings?: readonly Warning[];
  readonly cause?: unknown;
}

/**
 * What every call of this client rejects with, aborts apart.
 *
 * @example
 * ```ts
 * import { TreadleError } from "./error.ts";
 * import assert from "node:assert/strict";
 *
 * const error: unknown = new TreadleError("Thread t1 has a step in progress.", { code: "thread_busy", status: 409 });
 * assert.ok(error instanceof TreadleError && error.code === "thread_busy");
 * ```
 */
export class TreadleError extends Error {
  override readonly name: string = "TreadleError";
  readonly code: TreadleCode;
  readonly status: number;
  /** The address that answered; undefined where nothing did, and for a step that failed in a stream. */
  readonly url: string | undefined;
  readonly retryable: boolean;
  readonly retryAfterMs: number | undefined;
  readonly problems: readonly Problem[];
  readonly details: Readonly<Record<string, string | number | boolean | null>>;
  readonly thread: ThreadView | undefined;
  readonly step: number | undefined;
  readonly warnings: readonly Warning[];

  constructor(message: string, facts: TreadleErrorFacts) {
    super(message, { cause: facts.cause });
    this.code = facts.code;
    this.status = facts.status ?? 0;
    this.url = facts.url;
    this.retryable = facts.retryable ?? false;
    this.retryAfterMs = facts.retryAfterMs;
    this.problems = facts.problems ?? [];
    this.details = facts.details ?? {};
    this.thread = facts.thread;
    this.step = facts.step;
    this.warnings = facts.warnings ?? [];
  }
}

/** The body of an error (RFC 9457), as far as it is read. */
interface ProblemBody {
  readonly code?: ErrorCode;
  readonly detail?: string;
  readonly retryable?: boolean;
  readonly errors?: readonly Problem[];
  readonly details?: TreadleErrorFacts["details"];
  readonly thread?: ThreadView;
  readonly step?: number;
  readonly warnings?: readonly Warning[];
}

/** The error that a response stands for. It reads the body. */
export async function readError(response: Response): Promise<TreadleError> {
  const { status, headers } = response;
  const { origin, pathname } = URL.parse(response.url) ?? {};
  const facts = {
    status,
    url: origin && `${origin}${pathname}`,
    retryAfterMs: parseRetryAfter(headers.get("retry-after")),
  };
  const body: ProblemBody | null = await response.json().catch(() => null);
  if (typeof body?.code !== "string") {
    return new TreadleError(`The response has status ${status} and is not from Treadle: check the url.`, {
      ...facts,
      code: "response_invalid",
      retryable: isPassing(status),
    });
  }
  const { code, detail = code, errors: problems } = body;
  return new TreadleError(detail, { ...body, ...facts, code, problems });
}

/** Whether something thrown is an error of this client with one of the codes. */
export function hasCode(thrown: unknown, ...codes: readonly TreadleCode[]): thrown is TreadleError {
  return thrown instanceof TreadleError && codes.includes(thrown.code);
}

/** A stream that ended too early. Without a message the rest can still be had. */
export function streamCut(message?: string): TreadleError {
  const retryable = message === undefined;
  return new TreadleError(message ?? "The connection ended early.", { code: "stream_cut", retryable });
}

/** 202: the input waits in the inbox of the thread. */
export function inputQueued(): TreadleError {
  return new TreadleError("The input waits: events() follows it.", { code: "input_queued", status: 202 });
}

/** Statuses with which proxies and overloaded servers answer for a while. */
export function isPassing(status: number): boolean {
  return [429, 502, 503, 504].includes(status);
}

/** Milliseconds of a `retry-after`, in seconds or as a date: proxies send both. */
function parseRetryAfter(text: string | null): number | undefined {
  if (!text) return undefined;
  const ms = isNaN(Number(text)) ? Date.parse(text) - Date.now() : Number(text) * 1000;
  return ms >= 0 ? ms : undefined;
}
