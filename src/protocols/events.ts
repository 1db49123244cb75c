// The native protocol: every StepEvent as one server-sent event whose id is the event's seq, so that a client that
// reconnects with Last-Event-ID goes on where it was (HTML standard, section 9.2).

import type { StepEvent } from "../core/event.ts";
import type { Protocol } from "./protocol.ts";

/**
 * `id: <seq>`, `event: <type>`, `data: <the event as JSON>`. A stream that broke ends with `stream.failed`, which has no
 * id, so that it does not move the client's place.
 *
 * @example
 * ```ts
 * import { eventsProtocol } from "./events.ts";
 * import assert from "node:assert/strict";
 *
 * const encoder = eventsProtocol.open({ thread: "t1", agent: "demo" });
 * assert.equal(
 *   encoder.encode({ type: "text.started", block: 0, seq: 1000002 }),
 *   'id: 1000002\nevent: text.started\ndata: {"type":"text.started","block":0,"seq":1000002}\n\n',
 * );
 * assert.equal(encoder.close(), "");
 * ```
 */
export const eventsProtocol: Protocol = {
  name: "events",
  contentType: "text/event-stream",
  heartbeat: ": heartbeat\n\n",
  open: () => ({
    encode: (event: StepEvent) =>
      `id: ${event.seq}\nevent: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`,
    close: (error?: string) =>
      error === undefined
        ? ""
        : `event: stream.failed\ndata: ${JSON.stringify({ type: "stream.failed", message: error })}\n\n`,
  }),
};
