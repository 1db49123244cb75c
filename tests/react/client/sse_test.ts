// The reader of server-sent events, beside an independent one, over bodies that arrive in any pieces.

import assert from "node:assert/strict";
import { EventSourceParserStream } from "eventsource-parser/stream";
import * as fc from "fast-check";
import { type Frame, readFrames } from "../../../src/react/client/sse.ts";

const line = fc.oneof(
  fc.constantFrom(
    "",
    ": heartbeat",
    "data",
    "data:",
    "id: 7",
    "event: text.delta",
    'data: {"a":"✓🙂"}',
    "other: 1",
  ),
  fc.string({ unit: "grapheme", maxLength: 12 }).map((text) => `data: ${text.replaceAll(/[\r\n]/g, " ")}`),
);
const end = fc.constantFrom("\n", "\r\n", "\r");

Deno.test("sse: any stream in any pieces has the events that eventsource-parser finds", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(line, { maxLength: 20 }),
      end,
      fc.array(fc.integer({ min: 1, max: 9 })),
      async (lines, end, sizes) => {
        const bytes = new TextEncoder().encode([...lines, "", ""].join(end));
        const found = await Array.fromAsync(readFrames(inPieces(bytes, sizes), 10_000));
        const parsed = inPieces(bytes, sizes).pipeThrough(new TextDecoderStream()).pipeThrough(
          new EventSourceParserStream(),
        );
        const expected: Frame[] = [];
        for await (const { event = "message", data } of parsed) {
          expected.push({
            type: event,
            data,
          });
        }
        assert.deepEqual(found, expected.filter(({ data }) => data !== ""));
      },
    ),
    { numRuns: 300 },
  );
});

Deno.test("sse: an event without its blank line is cut, and is none", async () => {
  const body = new Response("data: 1\n\ndata: 2\n").body ?? assert.fail();
  assert.deepEqual(await Array.fromAsync(readFrames(body, 10_000)), [{ type: "message", data: "1" }]);
});

Deno.test("sse: leaving the loop cancels the body, and so does silence", async () => {
  for (const leaves of [true, false]) {
    const cancelled = Promise.withResolvers<void>();
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => controller.enqueue(new TextEncoder().encode("data: 1\n\n")),
      cancel: () => cancelled.resolve(),
    });
    for await (const { data } of readFrames(body, 20)) {
      assert.equal(data, "1");
      if (leaves) break;
    }
    await cancelled.promise;
  }
});

/** The bytes as a body whose chunks have these sizes, over and over. */
function inPieces(bytes: Uint8Array, sizes: readonly number[]): ReadableStream<Uint8Array<ArrayBuffer>> {
  let [at, turn] = [0, 0];
  return new ReadableStream({
    pull(controller) {
      if (at >= bytes.length) return controller.close();
      const size = sizes.length === 0 ? bytes.length : sizes[turn++ % sizes.length] ?? 1;
      controller.enqueue(new Uint8Array(bytes.subarray(at, at += size)));
    },
  });
}
