// What the tests of all protocols share: a stream as a server writes it, a connection that gives a part of it, and what a client
// makes of it.

import assert from "node:assert/strict";
import type { StepEvent } from "../../../../src/core/event.ts";
import type { AnyRun } from "../../../support/events/any_run.ts";

/** What a client says of a stream. */
export interface Reading {
  /** What it takes the run to have ended with; undefined when it does not take it for finished. */
  readonly finish: string | undefined;
  /** What it reports as wrong. */
  readonly error: string | undefined;
  /** All text that it shows. */
  readonly text: string;
  /** Each call that it shows, as `id state`. */
  readonly calls: readonly string[];
}

/** A protocol under test: the server's side of it and its clients. */
export interface StreamProtocol {
  readonly name: string;
  /** Frames of a silent server. */
  readonly heartbeat: string;
  /** The encoder for a run, as the server makes it. */
  readonly open: (run: AnyRun) => { encode(event: StepEvent): string; close(): string };
  /** The frame that ends a run which has not failed; its clients may take a stream for finished that has it. */
  readonly last: RegExp;
  /** What a client is to show of a run that it reads as a whole. @throws {AssertionError} */
  readonly check: (reading: Reading, run: AnyRun) => void;
  readonly clients: readonly StreamClient[];
}

/** A published client, unchanged. */
export interface StreamClient {
  readonly name: string;
  /**
   * Whether it reports a stream that ends early as an error. One that does not shows what it has and no reason why the run ended: the
   * page can tell by that alone.
   */
  readonly reportsCut: boolean;
  readonly read: (fetch: typeof globalThis.fetch) => Promise<Reading>;
}

/** A whole stream as bytes. */
export interface WrittenStream {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The number of bytes behind which the frame that ends the run is there but for its blank line; Infinity without one. */
  readonly endsAt: number;
}

/** What the server writes of a run, with a heartbeat now and then. */
export function write(protocol: StreamProtocol, run: AnyRun): WrittenStream {
  const encoder = protocol.open(run);
  const frames = run.events.map((event, index) =>
    encoder.encode(event) + (index % 7 === 3 ? protocol.heartbeat : "")
  );
  const text = frames.join("") + encoder.close();
  const [end, ...more] = text.matchAll(new RegExp(protocol.last, "g"));
  assert.equal(more.length, 0, "a run ends once");
  const utf8 = new TextEncoder();
  return {
    bytes: utf8.encode(text),
    endsAt: end === undefined ? Infinity : utf8.encode(text.slice(0, end.index + end[0].length)).length,
  };
}

/** How a connection ends: orderly, or with an error of the network. */
export type ConnectionEnd = "closed" | "reset";

/** `fetch` whose first response is these bytes in pieces of this size; later requests find no server. */
export function serve(
  bytes: Uint8Array<ArrayBuffer>,
  pieceBytes: number,
  end: ConnectionEnd,
): typeof globalThis.fetch {
  let isServed = false;
  return () => {
    if (isServed) return Promise.reject(new TypeError("The network is gone."));
    isServed = true;
    let at = 0;
    const body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      pull(controller) {
        if (at < bytes.length) return controller.enqueue(bytes.slice(at, at += pieceBytes));
        if (end === "closed") controller.close();
        else controller.error(new TypeError("The connection was reset."));
      },
    });
    const headers = { "content-type": "text/event-stream" };
    return Promise.resolve(new Response(body, { headers }));
  };
}

/** What is thrown as text. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown);
}
