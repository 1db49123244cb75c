// X4: a request that has an effect is one on the wire, whoever sends it, also where its connection ends without an answer.

import assert from "node:assert/strict";
import { fetchOnce, mayHaveArrived } from "../../src/core/outbound/fetch_once.ts";
import { createPinnedTransport } from "../../src/deno/pinned_transport.ts";
import { createOutbound } from "../../src/outbound/outbound.ts";
import { deps, SENDERS } from "./_senders.ts";
import { keepConnection, startClosingServer } from "../support/closing_server.ts";

const BODIES: readonly (readonly [name: string, body: () => BodyInit | undefined])[] = [
  ["a text", () => "hello"],
  ["an empty text", () => ""],
  ["none", () => undefined],
  ["bytes", () => new TextEncoder().encode("hello")],
  ["a buffer", () => new TextEncoder().encode("hello").buffer],
  ["a form of the URL", () => new URLSearchParams({ a: "1 2" })],
  ["a form of parts", () => {
    const form = new FormData();
    form.set("a", "1");
    return form;
  }],
  ["a Blob", () => new Blob(["hello"], { type: "text/csv" })],
  ["a stream", () => new Blob(["hello"]).stream()],
];

for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
  for (const [name, body] of BODIES) {
    Deno.test(`X4: ${method} with ${name} is sent once, given as options and as a Request`, async () => {
      await using server = await startClosingServer();
      const sends = [
        () => fetchOnce(server.url, { method, body: body() }),
        () => fetchOnce(new URL(server.url), { method: method.toLowerCase(), body: body() }),
        () => fetchOnce(new Request(server.url, { method, body: body() })),
      ];
      for (const [index, send] of sends.entries()) {
        await keepConnection(server);
        const thrown = await send().then(() => undefined, (error: unknown) => error);
        assert(mayHaveArrived(thrown), String(thrown));
        assert.equal(server.had.length, index + 1);
      }
      // What plain fetch says of the body, on a connection of its own.
      const client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
      await fetch(server.url, { method, body: body(), client }).catch(() => {});
      client.close();
      const [plain] = server.had.splice(3);
      for (const { headers } of server.had) {
        const [type, plainType] = [headers, plain?.headers].map((each) => typeOf(each?.get("content-type")));
        assert.equal(type, plainType);
        if (name !== "a stream" && plain?.body !== "") {
          assert.equal(headers.get("content-length"), plain?.headers.get("content-length"));
        }
      }
    });
  }
}

/** Boundaries are random, and case says nothing in a charset. */
function typeOf(text: string | null | undefined): string | undefined {
  return text?.toLowerCase().replace(/boundary=.*/, "");
}

Deno.test("X4: what Deno's own fetch does with a text, and with GET", async () => {
  await using server = await startClosingServer();
  await keepConnection(server);
  await assert.rejects(fetch(server.url, { method: "POST", body: "hello" }));
  assert.equal(server.had.length, 2, "Deno sends it once by now: fetchOnce can go");
  assert.equal(await (await fetchOnce(server.url)).text(), "ok");
});

Deno.test("X4: a server that takes no chunks gets an empty body with its length", async () => {
  await using server = await startClosingServer({ refuses: true });
  await assert.rejects(fetchOnce(server.url, { method: "POST" }));
  await assert.rejects(fetchOnce(new Request(server.url, { method: "POST", body: "" })));
  await assert.rejects(fetchOnce(server.url, { method: "DELETE" }));
  assert.deepEqual(server.had.map(({ headers }) => headers.get("content-length")), ["0", "0", null]);
});

Deno.test("X4: a connection that was not made and any other error are no request that arrived, an aborted one may be", async () => {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr;
  listener.close();
  const failures = await Promise.all([
    fetchOnce(`http://127.0.0.1:${port}`, { method: "POST" }).catch((error) => error),
    fetchOnce("http://no-such-host.invalid", { method: "POST" }).catch((error) => error),
  ]);
  for (const thrown of [...failures, new Error("no such order"), "text", undefined]) {
    assert.equal(mayHaveArrived(thrown), false, String(thrown));
  }
  const hostile = new Proxy(new Error("x"), { get: () => assert.fail("hostile") });
  assert.equal(mayHaveArrived(hostile), false);
  for (const name of ["AbortError", "TimeoutError"]) {
    const signal = AbortSignal.abort(new DOMException("over", name));
    const request = fetchOnce(`http://127.0.0.1:${port}`, { method: "POST", signal });
    assert.equal(mayHaveArrived(await request.catch((error) => error)), true);
  }
});

const ALL: typeof SENDERS = {
  ...SENDERS,
  "a webhook, a server of tools and an authorization, on a server of Deno": (url) =>
    createOutbound({ ...deps.outbound, allowPrivate: ["127.0.0.1"], transport: createPinnedTransport() })(
      url,
      {
        method: "POST",
        body: "{}",
      },
    ),
};

for (const [name, send] of Object.entries(ALL)) {
  Deno.test(`X4: of 200 requests of ${name}, 200 arrive`, async () => {
    await using server = await startClosingServer();
    for (let sent = 0; sent < 200; sent++) {
      await keepConnection(server);
      await assert.rejects(send(server.url));
    }
    assert.equal(server.had.length, 200);
  });
}
