/** Several connections to one Redis, so that a long reply delays only the requests on its own connection. */
import type { RedisAddress } from "./address.ts";
import { type Command, type Reply, RespClient } from "./resp.ts";

/** How many connections there may be, and how long a request may wait. */
export interface PoolOptions {
  readonly connections: number;
  /** As of {@link RespClient}. */
  readonly timeoutMs: number;
}

/** Connections that are made when they are needed: requests one after another use one of them. */
export class RedisPool {
  readonly #clients: readonly RespClient[];

  constructor(address: RedisAddress, { connections, timeoutMs }: PoolOptions) {
    this.#clients = Array.from({ length: connections }, () => new RespClient(address, { timeoutMs }));
  }

  /** As {@link RespClient.send}, on the connection with the fewest waiting commands; all commands on the same one. */
  async send(commands: readonly Command[]): Promise<Reply[]> {
    const client = this.#clients.reduce((least, each) => each.waiting < least.waiting ? each : least);
    return await client.send(commands);
  }

  /** Ends every connection for good. */
  async close(): Promise<void> {
    await Promise.all(this.#clients.map((client) => client.close()));
  }
}
