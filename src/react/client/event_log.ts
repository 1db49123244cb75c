// The event log of a thread: GET events, which resumes a stream and follows a thread.

import type { StepEvent } from "../../core/event.ts";
import { streamCut, TreadleError } from "./error.ts";
import { readFrames } from "./sse.ts";
import { connectionFailed, type Transport } from "./transport.ts";

/** The header of a request whose answer is a stream. */
export const EVENTS = { accept: "text/event-stream" } as const;

/** The log after a place, as a stream; undefined when nothing is left and no step runs. @throws {TreadleError} */
export async function openLog(
  transport: Transport,
  path: string,
  place: number,
  signal: AbortSignal | undefined,
): Promise<Response | undefined> {
  const headers = { ...EVENTS, ...(place > 0 && { "last-event-id": String(place) }) };
  const response = await transport.send(`${path}/events`, { headers, signal });
  return response.status === 204 ? undefined : response;
}

/**
 * The events of one response. It ends where the connection does, also with `stream.failed`, which says that the server had to end it.
 *
 * @throws {TreadleError} connection_failed when the connection breaks; response_invalid for data that is not JSON
 */
export async function* eventsIn(
  { body }: Response,
  idleMs: number,
  signal: AbortSignal | undefined,
): AsyncGenerator<StepEvent, void> {
  if (body === null) return;
  const frames = readFrames(body, idleMs);
  try {
    for (;;) {
      const { done, value } = await frames.next().catch((cause) => {
        throw connectionFailed(cause, signal);
      });
      if (done || value.type === "stream.failed") return;
      signal?.throwIfAborted(); // what had come before the abort
      const event = parseEvent(value.data);
      if (event !== undefined) yield event;
    }
  } finally {
    await frames.return();
  }
}

/** An event; undefined for data without a place in the stream, which a later version may send. */
function parseEvent(data: string): StepEvent | undefined {
  try {
    const event: StepEvent | null = JSON.parse(data);
    return typeof event?.seq === "number" ? event : undefined;
  } catch (cause) {
    throw new TreadleError("An event is not JSON.", { code: "response_invalid", cause });
  }
}

/**
 * The events of a thread after a place, and those of running steps as they come, until nothing is left and no step runs.
 *
 * @throws {TreadleError} thread_unknown, event_unknown, connection_failed, stream_cut
 */
export async function* followLog(
  transport: Transport,
  path: string,
  { after = 0, signal }: { readonly after?: number | undefined; readonly signal?: AbortSignal | undefined },
): AsyncGenerator<StepEvent, void> {
  const tries = transport.tries(signal);
  let place = after;
  for (;;) {
    let broken: unknown;
    const before = place;
    try {
      const response = await openLog(transport, path, place, signal);
      if (response === undefined) return;
      for await (const event of eventsIn(response, transport.idleMs, signal)) {
        if (event.seq <= place) continue;
        place = event.seq;
        tries.reset();
        yield event;
      }
    } catch (thrown) {
      broken = thrown;
    }
    // Only an answer without anything is the end of a log: after progress it is requested at once.
    if (broken === undefined && place === before) {
      broken = streamCut();
    }
    if (broken !== undefined) await tries.again(broken);
  }
}
