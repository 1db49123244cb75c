/** The reader of bodies: one buffer where the runtime has streams of bytes, and the same bytes from any other stream. */
import assert from "node:assert/strict";
import { type ByteReader, openByteReader } from "../../src/core/byte_reader.ts";

const encoder = new TextEncoder();
const LONG = "ab".repeat(20_000);

/** What is read, each chunk copied before the next read. */
async function readAll(reader: ByteReader): Promise<string> {
  const decoder = new TextDecoder();
  let text = "";
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

/** A stream of these chunks, of bytes or of any values. */
function streamOf(type: "bytes" | undefined, chunks: readonly string[]): ReadableStream<Uint8Array> {
  const left = [...chunks];
  const source = {
    pull(controller: { enqueue(bytes: Uint8Array<ArrayBuffer>): void; close(): void }) {
      const chunk = left.shift();
      if (chunk !== undefined) return controller.enqueue(encoder.encode(chunk));
      controller.close();
      if (controller instanceof ReadableByteStreamController) controller.byobRequest?.respond(0);
    },
  };
  return type === undefined ? new ReadableStream(source) : new ReadableStream({ type, ...source });
}

for (const type of ["bytes", undefined] as const) {
  Deno.test(`E1: a body is read whole and in order, from a stream of ${type ?? "chunks"}`, async () => {
    const chunks = ["a", LONG, "é", "z"];
    assert.equal(await readAll(openByteReader(streamOf(type, chunks))), chunks.join(""));
    assert.equal(await readAll(openByteReader(streamOf(type, []))), "");
  });

  Deno.test(`E1: a read that waits ends when the reader is cancelled, on a stream of ${type ?? "chunks"}`, async () => {
    let isCancelled = false;
    const source = { cancel: () => void (isCancelled = true) };
    const body = type === undefined
      ? new ReadableStream<Uint8Array>(source)
      : new ReadableStream({ type, ...source });
    const reader = openByteReader(body);
    const pending = reader.read();
    await reader.cancel();
    assert.equal((await pending).done, true);
    assert.equal(isCancelled, true);
  });
}

Deno.test("E1: chunks of a stream of bytes are read into one buffer, which is not larger than 16 KiB", async () => {
  const reader = openByteReader(streamOf("bytes", [LONG, "b"]));
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    assert.equal(part.value.buffer.byteLength, 16_384);
  }
});

Deno.test("E1: the failure of a stream rejects the read, and a body that is being read is refused", async () => {
  for (const type of ["bytes", undefined] as const) {
    const source = { pull: () => Promise.reject(new Error("broken")) };
    const body = type === undefined
      ? new ReadableStream<Uint8Array>(source)
      : new ReadableStream({ type, ...source });
    const reader = openByteReader(body);
    await assert.rejects(reader.read(), /broken/);
    assert.throws(() => openByteReader(body), TypeError);
  }
});
