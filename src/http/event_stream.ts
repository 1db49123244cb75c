// The body of a streamed answer: frames go in, a client reads them or does not. Writing never waits and never throws.
// hono/streaming awaits its reader at every write and has no bound for what waits, so a slow reader would stop the step.

import type { Sleep } from "../core/ports.ts";

/** Bytes that a reader may be behind before it is cut off. */
export const BACKLOG_LIMIT = 1_048_576;

/** Heartbeats that may pass while bytes wait and the reader takes none; then the stream fails, also after its end. */
export const MAX_IDLE_HEARTBEATS = 4;

/** What a reader takes at once. Small, so that a slow reader of a large event is seen to take something. */
const PIECE = 65_536;

const HEARTBEAT = ": heartbeat\n\n";

/** A text/event-stream body with heartbeats, a bounded buffer, and a deadline for readers that stop reading. */
export class EventStream {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly #encoder = new TextEncoder();
  readonly #ended = new AbortController();
  readonly #closed = new AbortController();
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  #cutOff: string;
  #written = 0;

  /** `cutOff` are the last frames of a reader that is too slow; it may come back and resume. */
  constructor(sleep: Sleep, heartbeatMs: number, cutOff: string) {
    this.#cutOff = cutOff;
    this.body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => {
        this.#controller = controller;
      },
      pull: () => this.#closeWhenTaken(),
      cancel: () => this.#over(),
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
    this.#closeWhenTaken();
  }

  #enqueue(frames: string): void {
    const bytes = this.#encoder.encode(frames);
    try {
      for (let at = 0; at < bytes.length; at += PIECE) {
        this.#controller?.enqueue(bytes.subarray(at, at + PIECE));
      }
      this.#written += bytes.length;
    } catch {
      this.#over();
    }
  }

  // Closing waits for the reader, because a stream that was closed no longer has the size of what is left in it.
  #closeWhenTaken(): void {
    if (!this.#ended.signal.aborted || this.#closed.signal.aborted || this.backlog > 0) return;
    this.#over();
    this.#controller?.close();
  }

  #over(): void {
    this.#ended.abort("ended");
    this.#closed.abort("closed");
  }

  async #beat(sleep: Sleep, heartbeatMs: number): Promise<void> {
    let taken = 0;
    let idle = 0;
    try {
      while (idle < MAX_IDLE_HEARTBEATS) {
        await sleep(heartbeatMs, this.#closed.signal);
        const waits = this.backlog > 0 && this.#written - this.backlog === taken;
        idle = waits ? idle + 1 : 0;
        taken = this.#written - this.backlog;
        this.write(HEARTBEAT);
      }
    } catch {
      return; // the sleep ends early with the stream
    }
    this.#over();
    this.#controller?.error(new Error("The reader has stopped reading."));
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
