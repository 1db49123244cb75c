// An HTTP/1.1 client on a bare socket, which reads exactly when and as much as it is told, so that back-pressure reaches the
// server. fetch would read on by itself.

export interface RawRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface RawClient extends Disposable {
  /** Reads this many bytes of the response, status line and headers included. */
  read(bytes: number): Promise<void>;
  /** Reads on to the end of the response; its body from the beginning, without the chunk framing. */
  body(): Promise<string>;
}

/** Sends a request and reads nothing yet. */
export async function openRaw(url: string, request: RawRequest): Promise<RawClient> {
  const { hostname, port, host } = new URL(url);
  const socket = await Deno.connect({ hostname, port: Number(port) });
  const body = new TextEncoder().encode(request.body);
  const headers = { ...request.headers, host, connection: "close", "content-length": String(body.length) };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  const head = new TextEncoder().encode(
    `${request.method} ${request.path} HTTP/1.1\r\n${lines.join("")}\r\n`,
  );
  for (const bytes of [head, body]) {
    for (let sent = 0; sent < bytes.length;) sent += await socket.write(bytes.subarray(sent));
  }
  const parts: Uint8Array[] = [];
  const readSome = async (most: number): Promise<number> => {
    const buffer = new Uint8Array(most);
    const read = await socket.read(buffer) ?? 0;
    parts.push(buffer.subarray(0, read));
    return read;
  };
  return {
    async read(bytes) {
      for (let left = bytes; left > 0;) {
        const read = await readSome(Math.min(left, 64));
        if (read === 0) throw new Error("The server ended the connection early.");
        left -= read;
      }
    },
    async body() {
      // Not every server closes when it was asked to: the last chunk is the end.
      while (!endsWith(parts, "0\r\n\r\n") && await readSome(65_536) > 0);
      return bodyOf(join(parts));
    },
    [Symbol.dispose]: () => socket.close(),
  };
}

function bodyOf(response: Uint8Array): string {
  const end = find(response, "\r\n\r\n", 0);
  const head = new TextDecoder().decode(response.subarray(0, end));
  const rest = response.subarray(end + 4);
  return new TextDecoder().decode(/^transfer-encoding: chunked$/im.test(head) ? dechunked(rest) : rest);
}

function dechunked(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  for (let at = 0; at < bytes.length;) {
    const end = find(bytes, "\r\n", at);
    const size = parseInt(new TextDecoder().decode(bytes.subarray(at, end)), 16);
    if (size === 0) break;
    parts.push(bytes.subarray(end + 2, end + 2 + size));
    at = end + 2 + size + 2;
  }
  return join(parts);
}

function find(bytes: Uint8Array, text: string, from: number): number {
  const wanted = new TextEncoder().encode(text);
  for (let at = from; at + wanted.length <= bytes.length; at++) {
    if (wanted.every((byte, index) => bytes[at + index] === byte)) return at;
  }
  throw new Error(`The response has no ${JSON.stringify(text)}.`);
}

function endsWith(parts: readonly Uint8Array[], text: string): boolean {
  return new TextDecoder().decode(join(parts.slice(-text.length))).endsWith(text);
}

function join(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
