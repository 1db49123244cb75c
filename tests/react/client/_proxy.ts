// A network that loses things: a TCP proxy in front of a deployment. Each connection carries one request, and what passes of its
// response is chosen by the test.

import { freePort } from "../../support/requires.ts";

/** A request that came through. */
export interface Passed {
  readonly method: string;
  readonly path: string;
  readonly headers: Headers;
}

/**
 * What befalls a response: all of it passes (undefined), or so many bytes, head included, or all up to a text, and then the line is
 * cut or goes silent.
 */
export type Fault = { readonly after: number | string; readonly then: "cut" | "silence" } | undefined;

export interface Proxy extends AsyncDisposable {
  /** Without a trailing slash. */
  readonly url: string;
  /** In the order in which they came. */
  readonly requests: readonly Passed[];
  /** Decides about each response from now on; set it. */
  onRequest: (request: Passed, number: number) => Fault;
}

/** Serves a port of this machine in front of a URL of this machine. */
export function serveProxy(target: string): Proxy {
  const { hostname, port } = new URL(target);
  const listener = Deno.listen({ hostname: "127.0.0.1", port: freePort() });
  const requests: Passed[] = [];
  const open = new Set<Deno.Conn>();
  const proxy: Proxy = {
    url: `http://127.0.0.1:${listener.addr.port}`,
    requests,
    onRequest: () => undefined,
    async [Symbol.asyncDispose]() {
      listener.close();
      for (const connection of open) close(connection);
      await accepting;
    },
  };
  const accepting = accept();
  return proxy;

  async function accept(): Promise<void> {
    for await (const connection of listener) pass(connection);
  }

  async function pass(client: Deno.Conn): Promise<void> {
    const server = await Deno.connect({ hostname, port: Number(port) }).catch(() => undefined);
    if (server === undefined) return close(client); // the deployment has ended
    open.add(client).add(server);
    try {
      const { request, head, rest } = await readHead(client);
      requests.push(request);
      const fault = proxy.onRequest(request, requests.length - 1);
      await write(server, new TextEncoder().encode(head));
      await write(server, rest);
      forward(client, server, Infinity).catch(() => {});
      await forward(server, client, fault?.after ?? Infinity, withClose);
      // The server's next bytes are read and lost, as on a line that is dead in one direction.
      if (fault?.then === "silence") return await forward(server, undefined, Infinity);
    } catch { /* one of the two has left */ }
    for (const connection of [client, server]) {
      close(connection);
      open.delete(connection);
    }
  }
}

function close(connection: Deno.Conn): void {
  try {
    connection.close();
  } catch { /* closed before */ }
}

async function forward(
  from: Deno.Conn,
  to: Deno.Conn | undefined,
  last: number | string,
  first = (bytes: Uint8Array) => bytes,
): Promise<void> {
  const buffer = new Uint8Array(16_384);
  let most = typeof last === "number" ? last : Infinity;
  let text = ""; // a character for each byte
  for (let passed = 0; passed < most;) {
    const read = await from.read(buffer);
    if (read === null) return;
    const part = buffer.subarray(0, read);
    const whole = passed === 0 ? first(part) : part;
    if (typeof last === "string") {
      text += String.fromCharCode(...whole);
      const end = text.indexOf(last);
      if (end >= 0) most = end + last.length;
    }
    const bytes = whole.subarray(0, most - passed);
    passed += bytes.length;
    if (to !== undefined) await write(to, bytes);
  }
}

/** A response that tells its client to open another connection for its next request: some servers do not. */
function withClose(bytes: Uint8Array): Uint8Array {
  const end = bytes.indexOf(10) + 1; // behind the status line
  const line = new TextEncoder().encode("connection: close\r\n");
  return new Uint8Array([...bytes.subarray(0, end), ...line, ...bytes.subarray(end)]);
}

/** The head of a request, changed so that the server closes the connection behind its response. */
async function readHead(client: Deno.Conn) {
  const buffer = new Uint8Array(16_384);
  let bytes = new Uint8Array();
  for (;;) {
    const read = await client.read(buffer);
    if (read === null) throw new Error("The client sent no request.");
    bytes = new Uint8Array([...bytes, ...buffer.subarray(0, read)]);
    const text = new TextDecoder().decode(bytes);
    const end = text.indexOf("\r\n\r\n");
    if (end < 0) continue;
    const [first = "", ...lines] = text.slice(0, end).split("\r\n");
    const [method = "", path = ""] = first.split(" ");
    const kept = lines.filter((line) => !/^connection:/i.test(line));
    const headers = new Headers(kept.map((line): [string, string] => {
      const [, name = "", value = ""] = /^([^:]*): *(.*)$/.exec(line) ?? [];
      return [name, value];
    }));
    return {
      request: { method, path, headers },
      head: [first, ...kept, "connection: close", "", ""].join("\r\n"),
      rest: bytes.subarray(end + 4),
    };
  }
}

async function write(connection: Deno.Conn, bytes: Uint8Array): Promise<void> {
  for (let sent = 0; sent < bytes.length;) sent += await connection.write(bytes.subarray(sent));
}
