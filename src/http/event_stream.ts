// The body of a streamed response. Writing never waits for the reader and never throws. By hand: hono/streaming
// awaits its reader at every write and has no bound for unread bytes, so a slow reader would stop the step.

import type { Sleep } from "../core/ports.ts";

/** Bytes that a reader may be behind before it is cut off, where the isolate has few streams. */
export const BACKLOG_LIMIT = 1_048_576;

/** Bytes that the readers of all streams of the isolate may be behind together; with 256 streams a reader has 256 KiB. */
const BACKLOGS_LIMIT = 67_108_864;

/** Streams of the isolate that are not closed. */
let open = 0;

/**
 * Heartbeats in a row at which bytes wait and the reader has read none; then the stream fails, also after its end.
 */
export const MAX_IDLE_HEARTBEATS = 4;

/** Bytes of a chunk. Small, so that a slow reader of a large event reads something between two heartbeats. */
const CHUNK_BYTES = 65_536;

/** A streamed body with heartbeats, a bounded buffer, and a deadline for readers that stop reading. */
export class EventStream {
  readonly body: ReadableStream<Uint8Array<ArrayBuffer>>;
  readonly #encoder = new TextEncoder();
  readonly #ended = new AbortController();
  readonly #closed = new AbortController();
  #controller: ReadableStreamDefaultController<Uint8Array<ArrayBuffer>> | undefined;
  readonly #cutOff: string | (() => string);
  readonly #beat: string;
  /** Frames that are not enqueued yet: those of one turn of the event loop become one chunk. */
  #frames = "";
  #written = 0;

  /**
   * `cutOff`: the last frames for a reader that is too slow, or what makes them. The client may resume with GET events. `beat`: what is written
   * every `heartbeatMs`; "" writes nothing.
   */
  constructor(sleep: Sleep, heartbeatMs: number, cutOff: string | (() => string), beat: string) {
    this.#cutOff = cutOff;
    this.#beat = beat;
    this.body = new ReadableStream<Uint8Array<ArrayBuffer>>({
      start: (controller) => {
        this.#controller = controller;
      },
      pull: () => this.#closeWhenRead(),
      cancel: () => this.#over(),
    }, new ByteLengthQueuingStrategy({ highWaterMark: BACKLOG_LIMIT }));
    open++;
    this.#closed.signal.addEventListener("abort", () => open--, { once: true });
    this.#heartbeat(sleep, heartbeatMs);
  }

  /** Aborts when the stream has ended: written to its end, cancelled by its reader, or cut off. */
  get ended(): AbortSignal {
    return this.#ended.signal;
  }

  /** Bytes that wait for the reader, without the frames of this turn. */
  get backlog(): number {
    return BACKLOG_LIMIT - (this.#controller?.desiredSize ?? BACKLOG_LIMIT);
  }

  /** Adds frames. A reader that is more than {@link BACKLOG_LIMIT} bytes behind, or more than its share, is cut off. */
  write(frames: string): void {
    if (this.#ended.signal.aborted || frames === "") return;
    if (this.backlog > Math.min(BACKLOG_LIMIT, BACKLOGS_LIMIT / open)) {
      return this.end(typeof this.#cutOff === "string" ? this.#cutOff : this.#cutOff());
    }
    if (this.#frames === "") queueMicrotask(() => this.#flush());
    this.#frames += frames;
    if (this.#frames.length >= CHUNK_BYTES) this.#flush();
  }

  /** Ends the stream with its last frames. */
  end(frames: string): void {
    if (this.#ended.signal.aborted) return;
    this.#frames += frames;
    this.#flush();
    this.#ended.abort("ended");
    this.#closeWhenRead();
  }

  #flush(): void {
    if (this.#frames === "") return;
    const bytes = this.#encoder.encode(this.#frames);
    this.#frames = "";
    try {
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES) {
        this.#controller?.enqueue(bytes.subarray(at, at + CHUNK_BYTES));
      }
      this.#written += bytes.length;
    } catch {
      this.#over();
    }
  }

  // A closed stream no longer has the size of its unread bytes, so it is closed after they are read.
  #closeWhenRead(): void {
    if (!this.#ended.signal.aborted || this.#closed.signal.aborted || this.backlog > 0) return;
    this.#over();
    this.#controller?.close();
  }

  #over(): void {
    this.#ended.abort("ended");
    this.#closed.abort("closed");
  }

  async #heartbeat(sleep: Sleep, heartbeatMs: number): Promise<void> {
    let read = 0;
    let idle = 0;
    try {
      while (idle < MAX_IDLE_HEARTBEATS) {
        await sleep(heartbeatMs, this.#closed.signal);
        const isIdle = this.backlog > 0 && this.#written - this.backlog === read;
        idle = isIdle ? idle + 1 : 0;
        read = this.#written - this.backlog;
        this.write(this.#beat);
      }
    } catch {
      return; // the end of the stream ends the sleep
    }
    this.#over();
    this.#controller?.error(new Error("The reader has stopped reading."));
  }
}

/** The response that carries a stream of this media type. */
export function streamResponse(
  body: ReadableStream<Uint8Array<ArrayBuffer>> | null,
  contentType: string,
  headers: Record<string, string> = {},
): Response {
  return new Response(body, {
    headers: {
      "content-type": `${contentType}; charset=utf-8`,
      "cache-control": "no-cache",
      "x-accel-buffering": "no",
      ...headers,
    },
  });
}
