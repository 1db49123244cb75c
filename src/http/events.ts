// GET /v1/threads/:id/events: the stream of a thread's last steps again, from where a client lost it. Works on any isolate,
// because it reads the store and not the step.

import { AgentError, toAgentError } from "../core/error.ts";
import type { Encoder } from "../core/protocol.ts";
import { type Tail, tailEvents } from "../runtime/threads/event_tail.ts";
import { readQuery } from "./body.ts";
import { type App, type HttpContext, type HttpDeps, tracedDeps } from "./context.ts";
import { BACKLOG_LIMIT, EventStream, streamResponse } from "./event_stream.ts";
import { negotiate } from "./negotiate.ts";
import { resource, threadOf } from "./resource.ts";
import { eventsQuery } from "./schemas.ts";

export function eventRoutes(app: App, deps: HttpDeps): void {
  resource(app, "/v1/threads/:id/events", { GET: (c) => resume(c, tracedDeps(c, deps)) });
}

async function resume(c: HttpContext, deps: HttpDeps): Promise<Response> {
  const ref = threadOf(c);
  const { protocols: { events: protocol } } = deps;
  negotiate(c.req.header("accept"), [protocol.contentType]);
  const query = readQuery(c.req.url, eventsQuery);
  const after = lastEventId(c) ?? query.after;
  const encoder = protocol.open({ thread: ref.thread, agent: "" });
  const stream = new EventStream(deps.sleep, deps.heartbeatMs, encoder.close("The reader is too slow."));
  try {
    const tail = await tailEvents(ref, after, { pollMs: deps.pollMs, signal: stream.ended }, deps);
    // 204 is how an EventSource is told not to come back (HTML standard, section 9.2.3).
    if (tail.drained || c.req.raw.method === "HEAD") {
      stream.end("");
      return tail.drained ? new Response(null, { status: 204 }) : streamResponse(null);
    }
    forward(tail, stream, encoder, deps);
    return streamResponse(stream.body);
  } catch (refusal) {
    stream.end("");
    throw refusal;
  }
}

// The log keeps what is not read yet, so a slow reader is waited for instead of being cut off.
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

/** An EventSource that reconnects keeps its URL and says in the header where it is, so the header counts. */
function lastEventId(c: HttpContext): number | undefined {
  const id = c.req.header("last-event-id");
  if (id === undefined || id === "") return undefined;
  if (/^\d{1,16}$/.test(id) && Number(id) <= Number.MAX_SAFE_INTEGER) return Number(id);
  throw new AgentError("invalid_header", "Last-Event-ID must be the id of an event.");
}
