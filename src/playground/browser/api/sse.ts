// Server-sent events from a fetch body: EventSource cannot send a POST, a body or a key. This reads what Treadle writes
// (src/protocols/events.ts), not the whole format: lines end with LF, and an event has one line of data.

import { readParts } from "./read_parts.ts";

/** The events of a response body, as they arrive. Leaving the loop cancels the body. */
export async function* readEvents(
  body: ReadableStream<Uint8Array<ArrayBuffer>>,
): AsyncGenerator<{ readonly id: string; readonly type: string; readonly data: string }, void> {
  for await (const frame of readParts(body, "\n\n")) {
    const field = (name: string) => frame.match(new RegExp(`^${name}: (.*)`, "m"))?.[1] ?? "";
    const data = field("data");
    // A frame without data is a comment: the heartbeat.
    if (data !== "") yield { id: field("id"), type: field("event"), data };
  }
}
