/**
 * SUBSCRIBE over Upstash's REST protocol: `POST /subscribe/<channel>` answers with server-sent events, first
 * `data: subscribe,<channel>,1`, then `data: message,<channel>,<message>`, until the caller hangs up.
 *
 * Each stream has a connection of its own to Redis, so that its end in Redis and its end here are one.
 * Source of the wire facts: https://upstash.com/docs/redis/features/restapi and the client's source (1.39.0).
 */
import type { ServerResponse } from "node:http";
import type { RedisAddress } from "./address.ts";
import { Refusal } from "./call.ts";
import { subscribeAt } from "./resp.ts";

/** Bytes that wait for a reader which does not read; then its stream ends, as Redis ends a slow subscriber. */
const MAX_WAITING_BYTES = 1024 * 1024;

/** A comment of server-sent events, which every reader skips. */
const HEARTBEAT = ": heartbeat\n\n";

/** Limits of the streams. */
export interface SubscriptionOptions {
  readonly maxStreams: number;
  /** Milliseconds that Redis has to confirm. */
  readonly timeoutMs: number;
  /** Milliseconds between two comments in a stream: writing finds out that a caller is gone without a word. */
  readonly heartbeatMs: number;
}

/** The streams that a bridge has open. */
export class Subscriptions {
  readonly #redis: RedisAddress;
  readonly #options: SubscriptionOptions;
  readonly #open = new Set<() => void>();
  #opening = 0;

  constructor(redis: RedisAddress, options: SubscriptionOptions) {
    this.#redis = redis;
    this.#options = options;
  }

  /** How many streams are open. */
  get size(): number {
    return this.#open.size;
  }

  /**
   * Resolves when the confirmation has been sent, or when the caller hung up before it.
   *
   * @throws Refusal with status 429 when `maxStreams` are open; ConnectionError when Redis is away.
   */
  async serve(channel: string, response: ServerResponse): Promise<void> {
    const { maxStreams, timeoutMs, heartbeatMs } = this.#options;
    if (this.#open.size + this.#opening >= maxStreams) {
      throw new Refusal(`ERR max concurrent subscriptions exceeded. Limit: ${maxStreams}`, 429);
    }
    const early: string[] = []; // messages that came in one packet with the confirmation
    const forward = (message: string) => {
      if (!response.headersSent) early.push(message);
      else if (response.writableLength > MAX_WAITING_BYTES) response.destroy();
      else response.write(formatFrame(`message,${channel},${message}`));
    };
    this.#opening++;
    let subscription;
    try {
      const onEnd = () => response.destroy();
      subscription = await subscribeAt(this.#redis, channel, {
        onMessage: forward,
        onEnd,
        timeoutMs,
      });
    } finally {
      this.#opening--;
    }
    const heartbeat = setInterval(() => response.write(HEARTBEAT), heartbeatMs);
    const end = () => {
      clearInterval(heartbeat);
      this.#open.delete(end);
      subscription.close();
      response.destroy();
    };
    if (response.destroyed) return end();
    this.#open.add(end);
    response.once("close", end);
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
    response.write(formatFrame(`subscribe,${channel},1`));
    for (const message of early) forward(message);
  }

  /** Ends every stream as a restart of the service does. */
  end(): void {
    for (const end of [...this.#open]) end();
  }
}

/** One event; each line of a message is a line of data, so that a message cannot pass for another event. */
function formatFrame(data: string): string {
  return `data: ${data.replaceAll(/\r\n|\r|\n/g, "\ndata: ")}\n\n`;
}
