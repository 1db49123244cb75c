// Row E8: receivers that break the protocol. Whatever one sends, the request ends in time, and its connection with it.

import assert from "node:assert/strict";
import type { AgentError } from "../../src/core/error.ts";
import { outbound, receive } from "./_servers.ts";

/** A server of TCP that sends the text to each request, leaves the connection open, and says when the other side has ended it. */
function sendRaw(text: string) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const serve = async () => {
    const connection = await listener.accept();
    const buffer = new Uint8Array(65_536);
    await connection.read(buffer);
    await connection.write(new TextEncoder().encode(text));
    try {
      while (await connection.read(buffer) !== null);
    } catch { /* a reset ends it as well */ }
    connection.close();
  };
  const ended = serve();
  return { port: listener.addr.port, ended, [Symbol.dispose]: () => listener.close() };
}

for (
  const [what, head] of [
    ["that switches protocols", "HTTP/1.1 101 Switching Protocols\r\nupgrade: x\r\nconnection: upgrade"],
    ["with the status 999", "HTTP/1.1 999 None\r\ncontent-length: 9"],
    ["with the status 000", "HTTP/1.1 000 None\r\ncontent-length: 9"],
    ["that is compressed", "HTTP/1.1 200 OK\r\ncontent-encoding: br\r\ncontent-length: 9"],
    ["without an end to its headers", "HTTP/1.1 200 OK\r\nx: y"],
  ] as const
) {
  Deno.test(`E8: a response ${what} fails the request, and its connection is closed`, async () => {
    using server = sendRaw(`${head}\r\n${head.endsWith("y") ? "" : "\r\n"}`);
    const { send } = outbound({ "hooks.example.test": ["127.0.0.1"] });
    const sent = send(`http://hooks.example.test:${server.port}/`, { method: "POST", body: "{}" }, {
      timeoutMs: 500,
    }).then((response) => response.text());
    await assert.rejects(sent, ({ code }) => code === "outbound_failed" || code === "outbound_timeout");
    await server.ended;
  });
}

Deno.test("E8: a proxy of the environment gets no request: it would find the address by itself", async () => {
  await using proxy = receive(() => new Response("proxy"), { plain: true });
  await using plain = receive(() => new Response("plain"), { plain: true });
  await using secure = receive(() => new Response("secure"));
  const at = `http://127.0.0.1:${proxy.port}`;
  const environment = { NODE_USE_ENV_PROXY: "1", HTTP_PROXY: at, HTTPS_PROXY: at, http_proxy: at };
  const before = Object.keys(environment).map((name) => [name, Deno.env.get(name)] as const);
  for (const [name, value] of Object.entries(environment)) Deno.env.set(name, value);
  try {
    const { send } = outbound({ "hooks.example.test": ["127.0.0.1"] });
    for (
      const [scheme, { port }, expected] of [["http", plain, "plain"], ["https", secure, "secure"]] as const
    ) {
      assert.equal(await (await send(`${scheme}://hooks.example.test:${port}/`)).text(), expected);
    }
  } finally {
    for (const [name, value] of before) {
      value === undefined ? Deno.env.delete(name) : Deno.env.set(name, value);
    }
  }
  assert.equal(proxy.got.length, 0);
});

Deno.test("E8: a request that HTTP does not have is refused, and no error shows what it holds", async () => {
  const { send, lines } = outbound({ "hooks.example.test": ["127.0.0.1"] });
  const inits: RequestInit[] = [
    { headers: { authorization: "Bearer s3c\nret" } },
    { headers: { authorization: "Bearer s3cr\u2026" } },
    { method: "GET", body: "s3c" },
    { method: "TRACE" },
    { method: "s3c ret" },
  ];
  for (const init of inits) {
    await assert.rejects(send("https://hooks.example.test/?s3c", init), (error: AgentError) => {
      assert.deepEqual([error.code, error.details.why], ["outbound_refused", "request"]);
      assert.doesNotMatch(Deno.inspect(error) + JSON.stringify(lines), /s3c/);
      return true;
    });
  }
});
