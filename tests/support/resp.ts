/**
 * A RESP2 client over one Deno TCP connection: pipelined, binary safe, reconnecting. It exists because the
 * bridge must pass bytes through untouched, and the npm clients decode strings and reshape maps on the way.
 *
 * Source of the wire format: https://redis.io/docs/latest/develop/reference/protocol-spec/ (RESP2).
 */

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
  #connecting: Promise<RespConnection> | undefined;
  #closed = false;

  constructor(address: RedisAddress) {
    this.#address = address;
  }

  /**
   * Sends the commands in one write, with nothing in between, and resolves with one reply each: MULTI,
   * commands, EXEC sent together are therefore atomic. Rejects with ConnectionError when an answer can no
   * longer come.
   */
  async send(commands: readonly Command[]): Promise<Reply[]> {
    const connection = await this.#connect();
    return connection.exchange(commands);
  }

  /** Ends the connection for good. Commands still waiting for a reply reject. */
  async close(): Promise<void> {
    this.#closed = true;
    const connection = await this.#connecting?.catch(() => undefined);
    connection?.close();
  }

  #connect(): Promise<RespConnection> {
    if (this.#closed) return Promise.reject(new ConnectionError(`${this.#name} was used after close().`));
    if (this.#connecting) return this.#connecting;
    const forget = () => {
      if (this.#connecting === connecting) this.#connecting = undefined;
    };
    const connecting = this.#open(forget);
    connecting.catch(forget);
    return this.#connecting = connecting;
  }

  async #open(onLost: () => void): Promise<RespConnection> {
    const { hostname, port, username, password } = this.#address;
    const socket = await Deno.connect({ hostname, port }).catch((cause) => {
      throw new ConnectionError(`${this.#name} cannot be reached: ${messageOf(cause)}`, { cause });
    });
    const connection = new RespConnection(socket, this.#name, onLost);
    if (password !== undefined) await logIn(connection, this.#name, username, password);
    return connection;
  }

  get #name(): string {
    return `Redis at ${this.#address.hostname}:${this.#address.port}`;
  }
}

async function logIn(
  connection: RespConnection,
  name: string,
  username: string | undefined,
  password: string,
) {
  const [reply] = await connection.exchange([username ? ["AUTH", username, password] : ["AUTH", password]]);
  if (!(reply instanceof ErrorReply)) return;
  connection.close();
  throw new ConnectionError(`${name} refused the login: ${reply.message}`);
}

/**
 * One live socket. Replies come back in the order of the commands, so a queue of waiters is all the state.
 */
class RespConnection {
  readonly #socket: Deno.TcpConn;
  readonly #name: string;
  readonly #onLost: () => void;
  readonly #waiting: PromiseWithResolvers<Reply>[] = [];
  #written: Promise<void> = Promise.resolve();
  #lost: ConnectionError | undefined;

  constructor(socket: Deno.TcpConn, name: string, onLost: () => void) {
    this.#socket = socket;
    this.#name = name;
    this.#onLost = onLost;
    socket.setNoDelay(true);
    void this.#receive();
  }

  exchange(commands: readonly Command[]): Promise<Reply[]> {
    if (this.#lost) return Promise.reject(this.#lost);
    const replies = commands.map(() => Promise.withResolvers<Reply>());
    this.#waiting.push(...replies);
    this.#written = this.#written.then(() => this.#write(encode(commands)));
    return Promise.all(replies.map(({ promise }) => promise));
  }

  close(): void {
    this.#lose(new ConnectionError(`The connection to ${this.#name} was closed.`));
  }

  /** Reads even while nothing is asked, so that the end of the server is noticed when it happens. */
  async #receive(): Promise<void> {
    const reader = new ReplyReader(this.#socket);
    try {
      for (;;) {
        const reply = await reader.reply();
        this.#waiting.shift()?.resolve(reply);
      }
    } catch (cause) {
      this.#lose(
        new ConnectionError(`The connection to ${this.#name} was lost: ${messageOf(cause)}`, { cause }),
      );
    }
  }

  async #write(bytes: Uint8Array): Promise<void> {
    try {
      for (let sent = 0; sent < bytes.length;) sent += await this.#socket.write(bytes.subarray(sent));
    } catch (cause) {
      this.#lose(
        new ConnectionError(`The connection to ${this.#name} was lost: ${messageOf(cause)}`, { cause }),
      );
    }
  }

  #lose(reason: ConnectionError): void {
    if (this.#lost) return;
    this.#lost = reason;
    this.#onLost();
    this.#socket.close();
    for (const { reject } of this.#waiting.splice(0)) reject(reason);
  }
}

const CARRIAGE_RETURN = 13;
const LINE_FEED = 10;

/** Decodes replies from a socket. It pulls bytes as it needs them, so no reply is ever scanned twice. */
class ReplyReader {
  readonly #socket: Deno.TcpConn;
  readonly #buffer = new Uint8Array(64 * 1024);
  #start = 0;
  #end = 0;

  constructor(socket: Deno.TcpConn) {
    this.#socket = socket;
  }

  async reply(): Promise<Reply> {
    const line = await this.#line();
    const rest = line.slice(1);
    switch (line[0]) {
      case "+":
        return rest;
      case "-":
        return new ErrorReply(rest);
      case ":":
        return Number(rest);
      case "$":
        return rest === "-1" ? null : await this.#bulk(Number(rest));
      case "*":
        return rest === "-1" ? null : await this.#array(Number(rest));
      default:
        throw new Error(`not a RESP2 reply: ${JSON.stringify(line.slice(0, 40))}`);
    }
  }

  async #array(length: number): Promise<Reply[]> {
    const items: Reply[] = [];
    while (items.length < length) items.push(await this.reply());
    return items;
  }

  async #bulk(length: number): Promise<Uint8Array> {
    const bytes = new Uint8Array(length);
    for (let filled = 0; filled < length;) {
      if (this.#start === this.#end) await this.#refill();
      const part = this.#buffer.subarray(this.#start, Math.min(this.#end, this.#start + length - filled));
      bytes.set(part, filled);
      filled += part.length;
      this.#start += part.length;
    }
    await this.#line(); // the CRLF that ends every bulk string
    return bytes;
  }

  async #line(): Promise<string> {
    const bytes: number[] = [];
    for (;;) {
      if (this.#start === this.#end) await this.#refill();
      const byte = this.#buffer[this.#start++];
      if (byte === LINE_FEED) return new TextDecoder().decode(Uint8Array.from(bytes));
      if (byte !== undefined && byte !== CARRIAGE_RETURN) bytes.push(byte);
    }
  }

  async #refill(): Promise<void> {
    const count = await this.#socket.read(this.#buffer);
    if (count === null) throw new Error("the server closed it");
    this.#start = 0;
    this.#end = count;
  }
}

function encode(commands: readonly Command[]): Uint8Array {
  const encoder = new TextEncoder();
  const parts = commands.flatMap((command) => [
    encoder.encode(`*${command.length}\r\n`),
    ...command.flatMap((argument) => {
      const bytes = typeof argument === "string" ? encoder.encode(argument) : argument;
      return [encoder.encode(`$${bytes.length}\r\n`), bytes, encoder.encode("\r\n")];
    }),
  ]);
  const message = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    message.set(part, offset);
    offset += part.length;
  }
  return message;
}

function messageOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
