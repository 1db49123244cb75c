// GET /v1/threads/:id/events: repeats the stream of a thread's last steps after the event `after`. It works on any
// isolate, because it reads the event log in the store.

import { Hono } from "hono/tiny";
import { AgentError, toAgentError } from "../../core/error.ts";
import type { Encoder } from "../../protocols/protocol.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import { type Tail, tailEvents } from "../../kernel/threads/event_tail.ts";
import { type HttpContext, type HttpDeps, type HttpEnv, tracedLog } from "../context.ts";
import { BACKLOG_LIMIT, EventStream, streamResponse } from "../event_stream.ts";
import { acceptable, findProtocol, listContentTypes } from "../negotiate.ts";
import { eventsQuery, lastEventId, threadPath } from "../schemas/requests.ts";
import { toThreadRef } from "./threads.ts";
import { param, query } from "../validate.ts";

/** The route that resumes a stream. */
export function eventRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>().get(
    "/v1/threads/:id/events",
    param(threadPath),
    acceptable(...listContentTypes(deps)),
    query(eventsQuery),
    (c) => {
      const log = tracedLog(c, deps.log);
      return resume(c, toThreadRef(c, c.req.valid("param")), c.req.valid("query").after, { ...deps, log });
    },
  );
}

async function resume(c: HttpContext, ref: ThreadRef, place: number, deps: HttpDeps): Promise<Response> {
  const protocol = findProtocol(c, deps);
  if (protocol === undefined) throw new Error(`No protocol has the content type ${c.var.accepted}.`);
  const after = readLastEventId(c) ?? place;
  const encoder = protocol.open({ thread: ref.thread, agent: "" });
  const cutOff = encoder.close("The reader is too slow.");
  const stream = new EventStream(deps.sleep, deps.heartbeatMs, cutOff, protocol.heartbeat ?? "");
  try {
    const tail = await tailEvents(ref, after, { pollMs: deps.pollMs, signal: stream.ended }, deps);
    // 204 makes an EventSource stop reconnecting (HTML standard, section 9.2.3).
    if (tail.drained || c.req.raw.method === "HEAD") {
      stream.end("");
      return tail.drained ? new Response(null, { status: 204 }) : streamResponse(null, protocol.contentType);
    }
    forward(tail, stream, encoder, deps);
    return streamResponse(stream.body, protocol.contentType);
  } catch (refusal) {
    stream.end("");
    throw refusal;
  }
}

// A slow reader delays the next read of the log instead of being cut off, because the log keeps the unread events.
async function forward(tail: Tail, stream: EventStream, encoder: Encoder, deps: HttpDeps): Promise<void> {
  try {
    for await (const event of tail.events) {
      while (stream.backlog > BACKLOG_LIMIT / 2) await deps.sleep(deps.pollMs, stream.ended);
      stream.write(encoder.encode(event));
    }
    stream.end(encoder.close());
  } catch (thrown) {
    stream.end(encoder.close(toAgentError(thrown).message));
  }
}

/**
 * The header precedes the query: an EventSource that reconnects repeats its URL and sends its last event in the
 * header.
 */
function readLastEventId(c: HttpContext): number | undefined {
  const id = c.req.header("last-event-id");
  if (id === undefined || id === "") return undefined;
  if (lastEventId.safeParse(id).success && Number(id) <= Number.MAX_SAFE_INTEGER) return Number(id);
  throw new AgentError("invalid_header", "Last-Event-ID must be the id of an event.");
}
