/**
 * SUBSCRIBE over Upstash's REST protocol: `POST /subscribe/<channel>` answers with server-sent events, first
 * `data: subscribe,<channel>,1`, then `data: message,<channel>,<message>`, until the caller hangs up.
 *
 * Source of the wire facts: https://upstash.com/docs/redis/features/restapi and the client's source (1.39.0).
 */
import type { ServerResponse } from "node:http";
import { type RedisAddress, subscribeAt } from "./resp.ts";

/** What went over the wire so far. */
export interface SubscriptionRecord {
  status: number;
  bytesOut: number;
}

/** The streams that a bridge has open. */
export class Subscriptions {
  readonly #redis: RedisAddress;
  readonly #open = new Set<() => void>();

  constructor(redis: RedisAddress) {
    this.#redis = redis;
  }

  /** How many streams are open. */
  get size(): number {
    return this.#open.size;
  }

  /** Resolves when the confirmation has been sent. `cut` resets the connection behind it. */
  async serve(
    channel: string,
    response: ServerResponse,
    record: SubscriptionRecord,
    { cut }: { cut: boolean },
  ): Promise<void> {
    const send = (data: string) => {
      const text = `data: ${data}\n\n`;
      record.bytesOut += new TextEncoder().encode(text).length;
      response.write(text);
    };
    const early: string[] = []; // messages that came in one packet with the confirmation
    const forward = (message: string) =>
      response.headersSent ? send(`message,${channel},${message}`) : early.push(message);
    const onEnd = () => response.destroy();
    const subscription = await subscribeAt(this.#redis, channel, { onMessage: forward, onEnd });
    const close = () => {
      this.#open.delete(close);
      subscription.close();
    };
    if (response.destroyed) return close();
    this.#open.add(close);
    response.once("close", close);
    record.status = 200;
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
    send(`subscribe,${channel},1`);
    if (cut) response.write("", () => response.destroy());
    for (const message of early) forward(message);
  }

  /** Ends every stream as a restart of the service does. */
  end(): void {
    for (const close of [...this.#open]) close();
  }
}
