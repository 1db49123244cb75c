// The events of one run, over as many connections as it takes. The run belongs to the server: a connection only shows it.

import type { ThreadDetail } from "../../core/contract/threads.ts";
import type { StepEvent } from "../../core/event.ts";
import { hasCode, inputQueued, streamCut, type TreadleError } from "./error.ts";
import { EVENTS, eventsIn, openLog } from "./event_log.ts";
import type { Transport } from "./transport.ts";

/** A request for steps, which may be sent several times: the server runs it once, by its idempotency key. */
export interface StepsRequest {
  /** `/v1/threads/<id>`. */
  readonly path: string;
  readonly body: object;
  readonly idempotencyKey: string;
  readonly signal: AbortSignal | undefined;
}

/**
 * Every event of the run, once and in order, to its last: `step.finished` that does not continue, or `step.failed`.
 *
 * | the connection ends | what follows |
 * |---|---|
 * | before the first event | the same request: it runs now, or its result is answered again |
 * | and the same request is still running | GET events, from the beginning of this run on |
 * | after an event | GET events after it |
 * | after an event of an answer that is repeated | the same request, whose answer has the same events |
 * | and the log has no more, and the thread is open | the same request: a run whose worker died goes on |
 *
 * @throws {TreadleError} a refusal; `connection_failed`; `stream_cut`; `input_queued`
 */
export async function* streamRun(
  transport: Transport,
  request: StepsRequest,
): AsyncGenerator<StepEvent, void> {
  const tries = transport.tries(request.signal);
  const run = new RunReader(transport, request);
  for (;;) {
    let broken: unknown = streamCut();
    try {
      for await (const event of run.connection()) {
        tries.reset();
        yield event;
        if (endsRun(event)) return;
      }
    } catch (thrown) {
      broken = thrown;
    }
    await tries.again(broken);
  }
}

/** As the function of core with this name: the client takes types alone from there. */
function endsRun(event: StepEvent): boolean {
  return event.type === "step.failed" || (event.type === "step.finished" && !event.continues);
}

function runIsGone(): TreadleError {
  return streamCut("The log has no last events: read the history.");
}

/**
 * Whether an event belongs to a replayed answer: those are numbered from 900,000 on within the million of their epoch. They report what
 * the request caused, and nothing of inputs of other requests that its steps consumed.
 */
export function isReplayed({ seq }: StepEvent): boolean {
  return seq % 1_000_000 > 900_000;
}

/** Reads one run, and remembers where it is. */
class RunReader {
  readonly #transport: Transport;
  readonly #request: StepsRequest;
  /** `seq` of the last event that was read. */
  #place = 0;
  /** An event was emitted. */
  #hasBegun = false;
  /** Where the next connection begins. */
  #source: "request" | "log" = "request";
  /** The events come from a receipt: their numbers are not those of the log. */
  #isReplay = false;
  /** Events of the log belong to earlier runs, up to the start of a step above this number. */
  #earlierSteps: number | undefined;

  constructor(transport: Transport, request: StepsRequest) {
    this.#transport = transport;
    this.#request = request;
  }

  /** The new events of one connection. */
  async *connection(): AsyncGenerator<StepEvent, void> {
    const response = await (this.#source === "request" ? this.#begin() : this.#resume());
    if (response === undefined) return;
    for await (const event of eventsIn(response, this.#transport.idleMs, this.#request.signal)) {
      if (event.seq <= this.#place) continue;
      this.#place = event.seq;
      if (this.#isEarlier(event)) continue;
      this.#hasBegun = true;
      if (!this.#isReplay) this.#source = "log";
      yield event;
    }
    if (!this.#hasBegun) this.#source = "request";
  }

  /** Requests the steps, for the first time or again. */
  async #begin(): Promise<Response | undefined> {
    const { path, body, idempotencyKey, signal } = this.#request;
    const headers = { ...EVENTS, "idempotency-key": idempotencyKey };
    const response = await this.#transport.send(`${path}/steps`, { body, headers, signal })
      .catch((thrown) => {
        if (hasCode(thrown, "idempotency_in_flight")) return undefined;
        throw thrown;
      });
    if (response === undefined) return await this.#join();
    if (response.status === 202) {
      await response.body?.cancel();
      throw inputQueued();
    }
    const isReplay = response.headers.has("idempotency-replayed");
    if (isReplay && this.#hasBegun && !this.#isReplay) {
      await response.body?.cancel();
      throw runIsGone();
    }
    this.#isReplay = isReplay;
    this.#earlierSteps = undefined;
    return response;
  }

  /**
   * Reads the log of a run that another connection began. The run's place in it is behind the steps that were committed at a moment
   * when it ran: this is known when the request is in flight before and after the thread is read.
   */
  async #join(): Promise<Response | undefined> {
    const { path, signal } = this.#request;
    if (!this.#hasBegun && this.#earlierSteps === undefined) {
      const { counters } = await this.#transport.json<ThreadDetail>(path, { signal });
      this.#earlierSteps = counters.steps;
      return await this.#begin();
    }
    this.#source = "log";
    return await openLog(this.#transport, path, this.#place, signal);
  }

  /** Goes on in the log. Where it has no more and the thread is open, a worker may have died: the steps are requested again. */
  async #resume(): Promise<Response | undefined> {
    const { path, signal } = this.#request;
    const response = await openLog(this.#transport, path, this.#place, signal);
    if (response !== undefined) return response;
    if (this.#hasBegun) {
      const { status } = await this.#transport.json<ThreadDetail>(path, { signal });
      if (status !== "open") throw runIsGone();
    }
    this.#source = "request";
    return await this.#begin();
  }

  #isEarlier(event: StepEvent): boolean {
    if (this.#earlierSteps === undefined) return false;
    if (event.type !== "step.started" || event.step <= this.#earlierSteps) return true;
    this.#earlierSteps = undefined;
    return false;
  }
}
