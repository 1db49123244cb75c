// P7: binary frames, wherever they are cut and whatever is wrong with them.
import assert from "node:assert/strict";
import { EventStreamCodec } from "@smithy/eventstream-codec";
import fc from "fast-check";
import { createBedrockProvider } from "../../../src/providers/bedrock/provider.ts";
import { aRequest, ask, drain, drainFailing, fetchOf, textOf } from "../../providers/_support.ts";
import { API_KEY, encodeFrame, REGION } from "./api.ts";

const provider = createBedrockProvider({ region: REGION, credentials: { apiKey: API_KEY } });
const request = aRequest({ model: "us.anthropic.claude-sonnet-4-5-20250929-v1:0" });

const TEXT = encodeFrame("contentBlockDelta", { contentBlockIndex: 0, delta: { text: "Grüße 👋" } });
const STOP = encodeFrame("messageStop", { stopReason: "end_turn" });

function read(bytes: Uint8Array<ArrayBuffer>, sizes: number[] = [5]) {
  return ask(provider, request, { fetch: fetchOf(bytes, sizes, "application/vnd.amazon.eventstream") });
}

function join(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(parts.flatMap((part) => [...part]));
}

/** The frame with one byte changed. */
function damaged(frame: Uint8Array, at: number): Uint8Array {
  return frame.map((byte, index) => index === (at + frame.length) % frame.length ? byte ^ 1 : byte);
}

/** A frame with these headers. */
function custom(headers: Record<string, string>, body = "{}"): Uint8Array {
  const codec = new EventStreamCodec(
    (bytes) => typeof bytes === "string" ? bytes : new TextDecoder().decode(bytes),
    (text) => new TextEncoder().encode(text),
  );
  const values = Object.entries(headers).map(([name, value]) => [name, { type: "string" as const, value }]);
  return codec.encode({ headers: Object.fromEntries(values), body: new TextEncoder().encode(body) });
}

Deno.test("P3: frames read the same at any chunk boundaries, inside a character too", async () => {
  const bytes = join(TEXT, TEXT, STOP);
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 60 }),
      async (sizes) => {
        assert.equal(textOf((await drain(read(bytes, sizes))).result), "Grüße 👋Grüße 👋");
      },
    ),
    { numRuns: 60 },
  );
});

Deno.test("P3: a damaged frame is model_protocol, and what came before it is told first", async () => {
  const wrong: [what: string, frame: Uint8Array, message: RegExp][] = [
    ["prelude checksum", damaged(TEXT, 8), /damaged/],
    ["length of the headers", damaged(TEXT, 7), /damaged/],
    ["message checksum", damaged(TEXT, -1), /damaged/],
    ["payload", damaged(TEXT, -8), /damaged/],
    ["too short", new Uint8Array([0, 0, 0, 15, ...new Uint8Array(11)]), /length of 15 bytes/],
    ["too long", new Uint8Array([1, 0, 0, 1, ...new Uint8Array(60)]), /length of 16777217 bytes/],
    ["no JSON", custom({ ":message-type": "event", ":event-type": "contentBlockDelta" }, "{"), /not JSON/],
    ["no message type", custom({ ":event-type": "contentBlockDelta" }), /neither an event nor an error/],
  ];
  for (const [what, frame, message] of wrong) {
    for (const sizes of [[1], [7], [10_000]]) {
      const { error, events } = await drainFailing(read(join(TEXT, frame, STOP), sizes));
      assert.equal(error.code, "model_protocol", what);
      assert.match(error.message, message);
      assert.deepEqual(events.map(({ type }) => type), ["text.started", "text.delta"], what);
    }
  }
});

Deno.test("P3: a stream that ends inside a frame, or without its end mark, is model_protocol", async () => {
  for (const length of [1, 3, 4, 12, STOP.length - 1]) {
    const { error } = await drainFailing(read(join(TEXT, STOP.subarray(0, length))));
    assert.equal(error.code, "model_protocol");
    assert.match(error.message, /in the middle of a frame/);
  }
  for (const bytes of [TEXT, new Uint8Array()]) {
    const { error } = await drainFailing(read(join(bytes)));
    assert.match(error.message, /in the middle of the answer/);
  }
});

Deno.test("P9: a frame of message type error fails with its code and message", async () => {
  const headers = {
    ":message-type": "error",
    ":error-code": "ThrottlingException",
    ":error-message": "Slow down",
  };
  const { error } = await drainFailing(read(join(TEXT, custom(headers, ""))));
  assert.deepEqual([error.code, error.details.providerCode], ["model_rate_limit", "ThrottlingException"]);
  assert.match(error.message, /Slow down/);
  const { error: unknown } = await drainFailing(read(join(custom({ ":message-type": "error" }, ""))));
  assert.equal(unknown.code, "model_server");
});

Deno.test("P3: unknown events and padding are skipped", async () => {
  const unknown = custom({ ":message-type": "event", ":event-type": "somethingNew" });
  assert.equal(textOf((await drain(read(join(unknown, TEXT, STOP)))).result), "Grüße 👋");
});

Deno.test("P3: a frame of a megabyte in small chunks is read once", async () => {
  const text = "x".repeat(1_000_000);
  const frame = encodeFrame("contentBlockDelta", { contentBlockIndex: 0, delta: { text } });
  const bytes = new Uint8Array(frame.length + STOP.length);
  bytes.set(frame);
  bytes.set(STOP, frame.length);
  assert.equal(textOf((await drain(read(bytes, [64]))).result).length, text.length);
});

Deno.test("P3: arguments and calls beyond the limits break the protocol", async () => {
  const start = (index: number) =>
    encodeFrame("contentBlockStart", {
      contentBlockIndex: index,
      start: { toolUse: { toolUseId: `t${index}`, name: "get_weather" } },
    });
  const long = encodeFrame("contentBlockDelta", {
    contentBlockIndex: 0,
    delta: { toolUse: { input: "x".repeat(256 * 1024 + 1) } },
  });
  for (
    const bytes of [
      join(start(0), long),
      join(...Array.from({ length: 65 }, (_, index) => start(index))),
    ]
  ) {
    const { error } = await drainFailing(read(bytes, [4096]));
    assert.equal(error.code, "model_protocol");
  }
});

Deno.test("P3: an answer that is neither frames nor JSON is told for what it is", async () => {
  const page = new TextEncoder().encode("<html><body>Bad gateway</body></html>");
  const { error } = await drainFailing(read(page));
  assert.equal(error.code, "model_server");
  assert.match(error.message, /Bad gateway/);
  const { error: empty } = await drainFailing(read(new TextEncoder().encode('{"Output":{}}')));
  assert.deepEqual([empty.code, empty.details.afterOutput], ["model_protocol", false]);
});
