// Retries of model requests: only before the first output has left, only for failures that may pass, never when an account has
// no quota. Every provider is wrapped in this, and none retries by itself.

import { AgentError } from "../../core/error.ts";
import { ModelError } from "../../core/model/model_error.ts";
import type { Clock, RandomBytes, Sleep } from "../../core/ports.ts";
import type { ModelEvent, ModelRequest, ModelResult, Provider, StreamIo } from "../../core/model/provider.ts";
import { withStream } from "../../core/model/with_stream.ts";
import { addUsage, type Usage } from "../../core/usage.ts";
import { estimateUsage } from "../history/estimated_usage.ts";

/** When and how often a request is sent again. */
export interface RetryOptions {
  readonly clock: Clock;
  readonly sleep: Sleep;
  readonly random: RandomBytes;
  /** Requests in all, the first one included; 3 by default. */
  readonly attempts?: number;
  /** A longer wait is left to the caller: the error has it as `retryAfterMs`; 8,000 by default. */
  readonly maxWaitMs?: number;
  /** The longest first wait where the provider names none; doubles with every attempt. 500 by default. */
  readonly baseWaitMs?: number;
  /** No attempt begins later than this after the first: a step has no time for many slow ones. 30,000 by default. */
  readonly withinMs?: number;
}

/**
 * The provider, with its stream begun again after a retryable failure; each retry is reported by a warning
 * `model_retried`. The wait is the one that the provider names, else a random part of an exponentially growing time.
 *
 * @example
 * ```ts
 * import { withRetries } from "./model_retry.ts";
 * import { createScriptedProvider } from "@treadle/treadle";
 * import { scenario } from "@treadle/treadle/testing";
 * import type { ModelEvent } from "../../core/model/provider.ts";
 * import assert from "node:assert/strict";
 *
 * const script = scenario().fails("model_overloaded").says("Hello.");
 * const provider = withRetries(createScriptedProvider({ script }), {
 *   clock: () => 0,
 *   sleep: () => Promise.resolve(),
 *   random: (count) => new Uint8Array(count),
 * });
 * const events: ModelEvent[] = [];
 * await provider.stream({
 *   model: "demo", system: "", messages: [], tools: [], choice: { type: "auto" }, parallel: undefined, settings: {}, lacks: {},
 *   cacheKey: "t1", cacheBreakpoints: false,
 * }, { fetch, signal: new AbortController().signal, emit: (event) => events.push(event) });
 * assert.deepEqual(events[0], {
 *   type: "warning",
 *   warning: { code: "model_retried", message: "scripted/demo failed with model_overloaded; attempt 2 of 3 follows." },
 * });
 * ```
 */
export function withRetries(provider: Provider, options: RetryOptions): Provider {
  return withStream(provider, (request, io) => stream(provider, options, request, io));
}

async function stream(
  provider: Provider,
  options: RetryOptions,
  request: ModelRequest,
  io: StreamIo,
): Promise<ModelResult> {
  const { clock, sleep, random, attempts = 3, maxWaitMs = 8000, baseWaitMs = 500, withinMs = 30_000 } =
    options;
  const startedAt = clock();
  let hasOutput = false;
  let broken: Usage | undefined;
  for (let attempt = 1;; attempt++) {
    const held: ModelEvent[] = [];
    const emit = (event: ModelEvent) => {
      hasOutput ||= event.type !== "warning";
      if (io.isUnread) held.push(event);
      else io.emit(event);
    };
    try {
      const result = await provider.stream(request, { ...io, emit });
      held.forEach(io.emit);
      return broken === undefined ? result : { ...result, usage: addUsage(broken, result.usage) };
    } catch (error) {
      const giveUp = () => {
        held.forEach(io.emit);
        if (error instanceof ModelError && broken !== undefined) error.spent = broken;
        return error;
      };
      const isLast = attempt >= attempts || hasOutput && !io.isUnread || io.signal.aborted;
      if (isLast || !mayPass(error, io.isUnread)) throw giveUp();
      const waitMs = error.retryAfterMs ?? Math.floor(fraction(random) * baseWaitMs * 2 ** (attempt - 1));
      if (waitMs > maxWaitMs || clock() - startedAt + waitMs > withinMs) throw giveUp();
      const received = held.map((event) => "text" in event ? event.text : "").join("");
      if (received !== "") {
        const usage = estimateUsage(request, received);
        broken = broken === undefined ? usage : addUsage(broken, usage);
      }
      const message = `${provider.name}/${request.model} failed with ${error.code}; attempt ${
        attempt + 1
      } of ${attempts} follows.`;
      io.emit({ type: "warning", warning: { code: "model_retried", message } });
      await wait(sleep, waitMs, io.signal, error);
    }
  }
}

// An abort during the wait throws its reason when that is an AgentError, else the failure that caused the wait.
async function wait(sleep: Sleep, ms: number, signal: AbortSignal, failure: AgentError): Promise<void> {
  try {
    await sleep(ms, signal);
  } catch (thrown) {
    if (!signal.aborted) throw thrown;
    throw signal.reason instanceof AgentError ? signal.reason : failure;
  }
}

function mayPass(error: unknown, isUnread: boolean | undefined): error is AgentError {
  if (!(error instanceof AgentError) || !error.code.startsWith("model_") || !error.retryable) return false;
  return !(error instanceof ModelError) || (error.mayRetry && (isUnread || !error.afterOutput));
}

/** From 0 up to but not including 1. */
function fraction(random: RandomBytes): number {
  return new DataView(random(4).slice().buffer).getUint32(0) / 2 ** 32;
}
