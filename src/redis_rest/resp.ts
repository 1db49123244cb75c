/**
 * `@redis/client` as the bridge needs it: RESP2, stored values as bytes, errors as values, and a new connection on the
 * first use after the old one was lost. A command is sent once: when its answer can no longer come, it fails.
 */
import { Buffer } from "node:buffer";
import { createClient, ErrorReply as RedisError, RESP_TYPES } from "@redis/client";
import { nameOfRedis, type RedisAddress } from "./address.ts";

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

/** What became of a connection. */
export type ConnectionProblem = "unreachable" | "login" | "lost" | "timeout" | "closed";

/** The connection could not be made or was lost. After `lost` and `timeout` the commands may have been applied. */
export class ConnectionError extends Error {
  override name = "ConnectionError";

  constructor(readonly problem: ConnectionProblem, message: string, options?: ErrorOptions) {
    super(message, options);
  }
}

/** Milliseconds that Redis has to accept a connection. */
const CONNECT_TIMEOUT_MS = 5_000;

/** Milliseconds that Redis has to answer, unless an option says otherwise. */
const ANSWER_TIMEOUT_MS = 30_000;

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
  readonly #timeoutMs: number;
  #connecting: Promise<Connection> | undefined;
  #waiting = 0;
  #closed = false;

  /** `timeoutMs`: how long the commands of one `send` may take; then their connection is given up. Default 30 s. */
  constructor(address: RedisAddress, { timeoutMs = ANSWER_TIMEOUT_MS }: { timeoutMs?: number } = {}) {
    this.#address = address;
    this.#timeoutMs = timeoutMs;
  }

  /** Commands that wait for their reply. */
  get waiting(): number {
    return this.#waiting;
  }

  /**
   * Queues the commands without a gap and resolves with one reply each: MULTI, commands, EXEC sent together are therefore
   * atomic.
   *
   * @throws ConnectionError when an answer can no longer come.
   */
  async send(commands: readonly Command[]): Promise<Reply[]> {
    this.#waiting += commands.length;
    try {
      return await this.#sendOn(await this.#connect(), commands);
    } finally {
      this.#waiting -= commands.length;
    }
  }

  /** Ends the connection for good. Commands that wait for a reply reject. */
  async close(): Promise<void> {
    this.#closed = true;
    const connection = await this.#connecting?.catch(() => undefined);
    if (connection?.isOpen) connection.destroy();
  }

  async #sendOn(connection: Connection, commands: readonly Command[]): Promise<Reply[]> {
    let isLate = false;
    // A connection whose replies do not come is of no use to later commands: they would get these replies.
    const timer = setTimeout(() => {
      isLate = true;
      this.#connecting = undefined;
      if (connection.isOpen) connection.destroy();
    }, this.#timeoutMs);
    try {
      return await Promise.all(commands.map((command) => sendOne(connection, command)));
    } catch (cause) {
      if (!isLate) throw this.#error("lost", "closed the connection", cause);
      throw this.#error("timeout", `timed out after ${this.#timeoutMs} ms`, cause);
    } finally {
      clearTimeout(timer);
    }
  }

  #connect(): Promise<Connection> {
    if (this.#closed) {
      const message = `${nameOfRedis(this.#address)} was used after close().`;
      return Promise.reject(new ConnectionError("closed", message));
    }
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
      await within(this.#timeoutMs, connection.connect());
      return connection;
    } catch (cause) {
      if (connection.isOpen) connection.destroy();
      if (cause instanceof RedisError) throw this.#error("login", "refused the login", cause);
      throw this.#error("unreachable", "cannot be reached", cause);
    }
  }

  #error(problem: ConnectionProblem, what: string, cause: unknown): ConnectionError {
    const outcome = problem === "lost" || problem === "timeout"
      ? ". Whether the commands were applied is unknown"
      : "";
    const message = `${nameOfRedis(this.#address)} ${what}: ${describeReason(cause)}${outcome}`;
    return new ConnectionError(problem, message, { cause });
  }
}

/** What becomes of a subscription. */
export interface Subscriber {
  readonly onMessage: (message: string) => void;
  /** The connection is lost. */
  readonly onEnd: () => void;
  /** Milliseconds that Redis has to confirm. */
  readonly timeoutMs: number;
}

/**
 * Subscribes on a connection of its own, and resolves when Redis has confirmed.
 *
 * @throws ConnectionError when it does not.
 */
export async function subscribeAt(
  address: RedisAddress,
  channel: string,
  { onMessage, onEnd, timeoutMs }: Subscriber,
): Promise<{ close(): void }> {
  const connection = connectionTo(address);
  connection.on("error", onEnd);
  const connectAndSubscribe = async () => {
    await connection.connect();
    await connection.subscribe(channel, onMessage);
  };
  try {
    await within(timeoutMs, connectAndSubscribe());
  } catch (cause) {
    if (connection.isOpen) connection.destroy();
    const message = `${nameOfRedis(address)} cannot be subscribed at: ${describeReason(cause)}`;
    throw new ConnectionError("unreachable", message, { cause });
  }
  return { close: () => connection.isOpen && connection.destroy() };
}

/** It does not reconnect by itself, because a command that waits for a reply must reject when its connection is lost. */
function connectionTo({ hostname, port, username, password, database, tls }: RedisAddress) {
  const common = {
    host: hostname,
    port,
    reconnectStrategy: false,
    connectTimeout: CONNECT_TIMEOUT_MS,
  } as const;
  return createClient({
    RESP: 2,
    username,
    password,
    database,
    disableClientInfo: true,
    disableOfflineQueue: true,
    socket: tls ? { ...common, tls: true, servername: hostname } : common,
  }).withTypeMapping({ [RESP_TYPES.BLOB_STRING]: Buffer });
}

/** A server may accept a connection and then be silent, also to the login. */
async function within<T>(ms: number, made: Promise<T>): Promise<T> {
  let timer;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`timed out after ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([made, late]);
  } finally {
    clearTimeout(timer);
    made.catch(() => {}); // it fails when its connection is ended
  }
}

async function sendOne(connection: Connection, command: Command): Promise<Reply> {
  try {
    return toReply(await connection.sendCommand(command.map(toWord)));
  } catch (cause) {
    if (cause instanceof RedisError) return new ErrorReply(cause.message);
    throw cause;
  }
}

/** Node's error of several addresses of one name has no message of its own. */
function describeReason(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === "") {
    return cause.errors.map(describeReason).join("; ");
  }
  return cause instanceof Error ? cause.message : String(cause);
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
