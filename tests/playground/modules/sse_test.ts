/** The event parser of the page, as browsers load it, on what the server writes. */
import assert from "node:assert/strict";
import fc from "fast-check";
import type { StepEvent } from "../../../src/core/event.ts";
import { readEvents } from "../../../src/playground/browser/api/sse.ts";
import { eventsProtocol } from "../../../src/protocols/events.ts";

const EVENTS: StepEvent[] = [
  { type: "text.started", block: 0, seq: 1_000_001 },
  { type: "text.delta", block: 0, text: "größer 🧵\n\ndata: not a field\r\nid: 7", seq: 1_000_002 },
  { type: "text.ended", block: 0, seq: 1_000_003 },
];

const encoder = eventsProtocol.open({ thread: "t1", agent: "demo" });
const STREAM = `: heartbeat\n\n${EVENTS.map(encoder.encode).join(": heartbeat\n\n")}${
  encoder.close("cut off")
}`;

async function read(...chunks: Uint8Array<ArrayBuffer>[]) {
  const events = await Array.fromAsync(readEvents(ReadableStream.from(chunks)));
  return events.map(({ id, type, data }) => ({ id, type, data: JSON.parse(data) }));
}

Deno.test("E15: the page's parser reads what the protocol writes, however the bytes are cut (property)", async () => {
  const bytes = new TextEncoder().encode(STREAM);
  const told = EVENTS.map((event) => ({ id: String(event.seq), type: event.type, data: event }));
  await fc.assert(fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 30 }), async (cuts) => {
    const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length];
    const events = await read(...edges.slice(1).map((end, index) => bytes.slice(edges[index], end)));
    assert.deepEqual(events.slice(0, -1), told);
    assert.deepEqual(events.at(-1), {
      id: "",
      type: "stream.failed",
      data: { type: "stream.failed", message: "cut off" },
    });
  }));
});

Deno.test("E15: the page's parser does not tell an event that was not ended", async () => {
  assert.deepEqual(await read(new TextEncoder().encode('id: 1\nevent: usage\ndata: {"cut":')), []);
});

Deno.test("E15: leaving the parser's loop cancels the body", async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("data: {}\n\n")),
    cancel: () => void (cancelled = true),
  });
  for await (const _event of readEvents(body)) break;
  assert.ok(cancelled);
});
