// The body of a streamed answer: frames go in, a client reads them or does not. Writing never waits and never throws.

import type { Sleep } from "../core/ports.ts";

/** Bytes that a reader may be behind before it is cut off. */
export const BACKLOG_LIMIT = 1_048_576;

const HEARTBEAT = ": heartbeat\n\n";

/** A text/event-stream body with heartbeats and a bounded buffer. */
export class EventStream {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly #encoder = new TextEncoder();
  readonly #ended = new AbortController();
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  #cutOff: string;

  /** `cutOff` are the last frames of a reader that is too slow; it may come back and resume. */
  constructor(sleep: Sleep, heartbeatMs: number, cutOff: string) {
    this.#cutOff = cutOff;
    this.body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => {
        this.#controller = controller;
      },
      cancel: () => this.#ended.abort("ended"),
    }, new ByteLengthQueuingStrategy({ highWaterMark: BACKLOG_LIMIT }));
    this.#beat(sleep, heartbeatMs);
  }

  /** Aborts when the stream has ended: written to its end, left by its reader, or cut off. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Bytes that wait for the reader. */
  get backlog(): number {
    return BACKLOG_LIMIT - (this.#controller?.desiredSize ?? BACKLOG_LIMIT);
  }

  write(frames: string): void {
    if (this.#ended.signal.aborted || frames === "") return;
    if (this.backlog > BACKLOG_LIMIT) return this.end(this.#cutOff);
    this.#enqueue(frames);
  }

  /** Ends the stream with its last frames. */
  end(frames: string): void {
    if (this.#ended.signal.aborted) return;
    if (frames !== "") this.#enqueue(frames);
    this.#ended.abort("ended");
    try {
      this.#controller?.close();
    } catch {
      // The reader left at this very moment; there is nobody to tell.
    }
  }

  #enqueue(frames: string): void {
    try {
      this.#controller?.enqueue(this.#encoder.encode(frames));
    } catch {
      this.#ended.abort("ended");
    }
  }

  async #beat(sleep: Sleep, heartbeatMs: number): Promise<void> {
    try {
      while (!this.#ended.signal.aborted) {
        await sleep(heartbeatMs, this.#ended.signal);
        this.write(HEARTBEAT);
      }
    } catch {
      // The sleep ends early with the stream.
    }
  }
}

/** The response that carries a stream. */
export function streamResponse(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  headers: Record<string, string> = {},
): Response {
  return new Response(body, {
    headers: {
      "content-type": "text/event-stream; charset=utf-8",
      "cache-control": "no-cache",
      "x-accel-buffering": "no",
      ...headers,
    },
  });
}
