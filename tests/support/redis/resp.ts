/**
 * `npm:redis` as the bridge needs it: RESP2, stored values as bytes, errors as values, and a new connection on the first
 * use after the old one was lost.
 */
import { Buffer } from "node:buffer";
import { createClient, ErrorReply as RedisError, RESP_TYPES } from "redis";

/** One word of a command. Strings travel as UTF-8, bytes as they are. */
export type Argument = string | Uint8Array;

/** A command and its arguments: `["SET", "key", bytes]`. */
export type Command = readonly Argument[];

/**
 * What Redis answered. A status such as `+OK` is a string and a stored value is bytes, so the two stay apart.
 * Integers outside ±2^53 lose precision, as they do in every client that reads the JSON made from them.
 */
export type Reply = null | number | string | Uint8Array | ErrorReply | Reply[];

/** An error that Redis answered. It is a value: the other replies of its pipeline are still good. */
export class ErrorReply {
  constructor(readonly message: string) {}
}

/** The connection could not be made or was lost. Whether commands already sent were applied is unknown. */
export class ConnectionError extends Error {
  override name = "ConnectionError";
}

/** Where Redis listens, and how to log in when it asks for a password. */
export interface RedisAddress {
  hostname: string;
  port: number;
  username?: string;
  password?: string;
}

type Connection = ReturnType<typeof connectionTo>;

/**
 * A client that connects on first use and again on the first use after its connection was lost.
 *
 * @example
 * ```ts ignore
 * const redis = new RespClient({ hostname: "127.0.0.1", port: 6379 });
 * const [status, value] = await redis.send([["SET", "k", "v"], ["GET", "k"]]); // "OK", bytes of "v"
 * ```
 */
export class RespClient {
  readonly #address: RedisAddress;
  #connecting: Promise<Connection> | undefined;
  #closed = false;

  constructor(address: RedisAddress) {
    this.#address = address;
  }

  /**
   * Queues the commands without a gap and resolves with one reply each: MULTI, commands, EXEC sent together are therefore
   * atomic. Rejects with ConnectionError when an answer can no longer come.
   */
  async send(commands: readonly Command[]): Promise<Reply[]> {
    const connection = await this.#connect();
    return await Promise.all(commands.map((command) => this.#sendOne(connection, command)));
  }

  /** Ends the connection for good. Commands still waiting for a reply reject. */
  async close(): Promise<void> {
    this.#closed = true;
    const connection = await this.#connecting?.catch(() => undefined);
    if (connection?.isOpen) connection.destroy();
  }

  async #sendOne(connection: Connection, command: Command): Promise<Reply> {
    try {
      return toReply(await connection.sendCommand(command.map(toWord)));
    } catch (cause) {
      if (cause instanceof RedisError) return new ErrorReply(cause.message);
      throw this.#lost("closed the connection", cause);
    }
  }

  #connect(): Promise<Connection> {
    if (this.#closed) return Promise.reject(new ConnectionError(`${this.#name} was used after close().`));
    if (this.#connecting !== undefined) return this.#connecting;
    const connection = connectionTo(this.#address);
    const connecting = this.#open(connection);
    const forget = () => {
      if (this.#connecting === connecting) this.#connecting = undefined;
    };
    connection.on("error", forget);
    connecting.catch(forget);
    return this.#connecting = connecting;
  }

  async #open(connection: Connection): Promise<Connection> {
    try {
      await connection.connect();
      return connection;
    } catch (cause) {
      if (connection.isOpen) connection.destroy();
      throw this.#lost(cause instanceof RedisError ? "refused the login" : "cannot be reached", cause);
    }
  }

  #lost(what: string, cause: unknown): ConnectionError {
    const reason = cause instanceof Error ? cause.message : String(cause);
    return new ConnectionError(`${this.#name} ${what}: ${reason}`, { cause });
  }

  get #name(): string {
    return `Redis at ${this.#address.hostname}:${this.#address.port}`;
  }
}

/** Subscribes on a connection of its own, and resolves when Redis has confirmed. `onEnd` is called when that is lost. */
export async function subscribeAt(
  address: RedisAddress,
  channel: string,
  { onMessage, onEnd }: { onMessage: (message: string) => void; onEnd: () => void },
): Promise<{ close(): void }> {
  const connection = connectionTo(address);
  connection.on("error", onEnd);
  try {
    await connection.connect();
    await connection.subscribe(channel, onMessage);
  } catch (cause) {
    if (connection.isOpen) connection.destroy();
    throw new ConnectionError(`Redis at ${address.hostname}:${address.port} cannot be subscribed at.`, {
      cause,
    });
  }
  return { close: () => connection.isOpen && connection.destroy() };
}

/** It does not reconnect by itself, because a command that waits for a reply must reject when its connection is lost. */
function connectionTo({ hostname, port, username, password }: RedisAddress) {
  return createClient({
    RESP: 2,
    username,
    password,
    disableClientInfo: true,
    disableOfflineQueue: true,
    socket: { host: hostname, port, reconnectStrategy: false },
  }).withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
}

function toWord(argument: Argument): string | Buffer {
  return typeof argument === "string" ? argument : Buffer.from(argument);
}

function toReply(reply: unknown): Reply {
  if (reply === null || typeof reply === "number" || typeof reply === "string") return reply;
  if (Array.isArray(reply)) return reply.map(toReply);
  if (reply instanceof RedisError) return new ErrorReply(reply.message);
  if (reply instanceof Uint8Array) return reply;
  throw new Error(`Not a reply of RESP2: ${typeof reply}.`);
}
