// Row E16: a deployment that serves everybody is served by its own names alone, so that no page of another site reaches it by a name
// that it lets point there.

import assert from "node:assert/strict";
import { request } from "node:http";
import { createTestApp } from "../_app.ts";

const OPEN = { TREADLE_API_KEYS: "", TREADLE_OPEN: "1" };

/** A real server, and requests to it by any name. */
async function serve(env: Record<string, string>) {
  const app = createTestApp({ env });
  const server = Deno.serve(
    { port: 0, hostname: "127.0.0.1", onListen: () => {} },
    (incoming) => app.app.fetch(incoming, {}),
  );
  const { port } = server.addr;
  const ask = async (host: string, path = "/v1/agents", method = "GET"): Promise<readonly [number, string]> =>
    await new Promise((resolve, reject) => {
      const sent = request({ port, host: "127.0.0.1", path, method, headers: { host } }, (response) => {
        let text = "";
        response.setEncoding("utf8");
        response.on("data", (part) => text += part);
        response.on("end", () => resolve([response.statusCode ?? 0, text]));
      });
      sent.on("error", reject);
      sent.end();
    });
  return { port, ask, [Symbol.asyncDispose]: () => server.shutdown() };
}

Deno.test("E16: TREADLE_OPEN=1 serves the names of this machine and of TREADLE_PUBLIC_URL, and refuses every other", async () => {
  await using server = await serve({ ...OPEN, TREADLE_PUBLIC_URL: "https://agents.example.com/base/" });
  const { port } = server;
  const own = [
    "localhost",
    `localhost:${port}`,
    `127.0.0.1:${port}`,
    "127.9.9.9",
    `[::1]:${port}`,
    "LocalHost.",
  ];
  for (const host of [...own, "app.localhost:3000", "agents.example.com", "Agents.Example.COM:8443"]) {
    assert.equal((await server.ask(host))[0], 200, host);
  }
  const foreign = [
    "evil.example",
    `evil.example:${port}`,
    "localhost.evil.example",
    "127.0.0.1.nip.io",
    "localhost@evil.example",
    "10.0.0.5",
    "[::2]",
    "[fe80::1]:80",
    "evilagents.example.com",
    "x.agents.example.com",
    "agents.example.com.evil",
  ];
  for (const host of foreign) {
    for (const [path, method] of [["/v1/agents", "GET"], ["/v1/threads", "POST"], ["/", "GET"]] as const) {
      const [status, text] = await server.ask(host, path, method);
      assert.ok([421, 400].includes(status), `${host} ${path}: ${status}`);
      if (status === 421) assert.equal(JSON.parse(text).code, "host_refused");
    }
  }
  assert.equal((await server.ask("10.0.0.5", "/healthz"))[0], 200, "the health check of a platform");
});

Deno.test("E16: TREADLE_OPEN_HOSTS lists other names, and * stands for all", async () => {
  await using server = await serve({ ...OPEN, TREADLE_OPEN_HOSTS: "treadle:8000, *.Example.com, [fd00::1]" });
  for (const host of ["treadle:8000", "a.example.com:80", "a.b.example.com", "[fd00::1]:8000"]) {
    assert.equal((await server.ask(host))[0], 200, host);
  }
  for (const host of ["treadle:80", "treadle", "example.com", "aexample.com", "evilexample.com"]) {
    assert.equal((await server.ask(host))[0], 421, host);
  }
  await using all = await serve({ ...OPEN, TREADLE_OPEN_HOSTS: "*" });
  assert.equal((await all.ask("evil.example"))[0], 200);
  assert.throws(
    () => createTestApp({ env: { ...OPEN, TREADLE_OPEN_HOSTS: "https://example.com" } }),
    /TREADLE_OPEN_HOSTS must list hosts/,
  );
});

Deno.test("E16: with keys every name is served, since a page that does not know a key sends none", async () => {
  const app = createTestApp();
  const response = await app.send("GET", "/v1/agents", undefined, { host: "anything.example" });
  assert.equal(response.status, 200);
});
