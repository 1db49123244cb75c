/** The event parser of the page, as browsers load it. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { createEventParser, readEvents, type ServerEvent } from "../../src/playground/browser/sse.js";

function parse(...pieces: string[]): ServerEvent[] {
  const events: ServerEvent[] = [];
  const push = createEventParser((event) => events.push(event));
  pieces.forEach(push);
  return events;
}

const STREAM = [
  'id: 1000001\nevent: step.started\ndata: {"type":"step.started"}\n\n',
  ": heartbeat\n\n",
  "id: 1000002\r\nevent: text.delta\r\ndata: größer 🧵\r\ndata: second line\r\n\r\n",
  "data:no space\rdata:  two spaces\r\r",
  "event: ping\n\n",
  "data\n\nretry: 10\nunknown: x\nid\ndata: {}\n\n",
].join("");

const EVENTS: ServerEvent[] = [
  { id: "1000001", type: "step.started", data: '{"type":"step.started"}' },
  { id: "1000002", type: "text.delta", data: "größer 🧵\nsecond line" },
  { id: "1000002", type: "message", data: "no space\n two spaces" },
  { id: "1000002", type: "message", data: "" },
  { id: "", type: "message", data: "{}" },
];

Deno.test("sse: fields, comments, all three line ends, empty data and no data", () => {
  assert.deepEqual(parse(STREAM), EVENTS);
});

Deno.test("sse: a byte order mark is skipped, once", () => {
  assert.deepEqual(parse("\uFEFFdata: a\n\n").map(({ data }) => data), ["a"]);
  assert.deepEqual(parse("", "\uFEFF", "data: a\n\n").map(({ data }) => data), ["a"]);
});

Deno.test("sse: an event that was not ended is not told, and an id with NUL is ignored", () => {
  assert.deepEqual(parse("data: cut off\n"), []);
  assert.equal(parse("id: a\0b\ndata: x\n\n")[0]?.id, "");
});

Deno.test("sse: the same events however the bytes are cut (property)", async () => {
  const bytes = new TextEncoder().encode(STREAM);
  await fc.assert(fc.asyncProperty(fc.array(fc.nat(bytes.length), { maxLength: 30 }), async (cuts) => {
    const edges = [0, ...cuts.sort((a, b) => a - b), bytes.length];
    const chunks = edges.slice(1).map((end, index) => bytes.subarray(edges[index], end));
    assert.deepEqual(await Array.fromAsync(readEvents(ReadableStream.from(chunks))), EVENTS);
  }));
});

Deno.test("sse: leaving the loop cancels the body", async () => {
  let cancelled = false;
  const body = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new TextEncoder().encode("data: x\n\n")),
    cancel: () => void (cancelled = true),
  });
  for await (const _event of readEvents(body)) break;
  assert.ok(cancelled);
});
