// A server that has each request with an effect, and ends its connection in place of an answer.

import { createServer, type Socket } from "node:net";

/** A request as it came. */
export interface Had {
  readonly method: string;
  /** Names in lower case. */
  readonly headers: Headers;
  readonly body: string;
}

/** Its address, and what it has had beside reads. */
export interface ClosingServer extends AsyncDisposable {
  readonly url: string;
  readonly had: Had[];
}

/**
 * Listens on a port of its own. GET is answered with `ok` and the connection kept, so that the next request goes over a connection that has
 * been used: these are the ones that a runtime repeats requests on. With `refuses` a body in chunks is 411.
 */
export async function startClosingServer({ refuses = false } = {}): Promise<ClosingServer> {
  const had: Had[] = [];
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => {});
    let text = "";
    socket.on("data", (bytes) => {
      text += bytes.toString("latin1");
      const request = readRequest(text);
      if (request === undefined) return;
      text = "";
      if (request.method === "GET") return void socket.write(OK);
      if (refuses && request.headers.has("transfer-encoding")) return void socket.write(LENGTH_REQUIRED);
      had.push(request);
      socket.destroy();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/`,
    had,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

const OK = "HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\nok";
const LENGTH_REQUIRED = "HTTP/1.1 411 Length Required\r\ncontent-length: 0\r\n\r\n";

/** Undefined until it is whole. */
function readRequest(text: string): Had | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [line = "", ...lines] = text.slice(0, end).split("\r\n");
  const headers = new Headers(lines.map((each) => {
    const colon = each.indexOf(":");
    return [each.slice(0, colon), each.slice(colon + 1).trim()] as [string, string];
  }));
  const body = text.slice(end + 4);
  const isWhole = headers.has("transfer-encoding")
    ? /(?:^|\r\n)0\r\n\r\n$/.test(body)
    : body.length >= Number(headers.get("content-length") ?? 0);
  return isWhole ? { method: line.split(" ")[0] ?? "", headers, body } : undefined;
}

/** Leaves a kept connection for the next request. */
export async function keepConnection({ url }: ClosingServer): Promise<void> {
  await (await fetch(url)).text();
}
