// Rows E8 and X6: requests to real servers of others: the address that was checked, redirects, limits of size and time.

import assert from "node:assert/strict";
import { createOutbound } from "../../src/outbound/outbound.ts";
import { outbound, receive } from "./_servers.ts";

Deno.test("E8: a request by TLS arrives as it was sent, at the name of its URL", async () => {
  await using server = receive(({ body }) =>
    new Response(`got ${body}`, { status: 201, headers: { "x-a": "1" } })
  );
  const { send } = outbound({ "hooks.example.test": ["127.0.0.1"] });
  const url = `https://hooks.example.test:${server.port}/a?b=1`;
  const headers = { "content-type": "application/json", host: "evil.example" };
  const response = await send(url, { method: "POST", body: '{"ü":1}', headers });
  assert.deepEqual([response.status, response.headers.get("x-a")], [201, "1"]);
  assert.equal(await response.text(), 'got {"ü":1}');
  const [got] = server.got;
  assert.deepEqual([got?.method, got?.path, got?.body], ["POST", "/a?b=1", '{"ü":1}']);
  assert.equal(got?.headers.get("host"), `hooks.example.test:${server.port}`);
  assert.equal(got?.headers.get("content-type"), "application/json");
});

Deno.test("E8: a certificate of another name, or of nobody, ends the request before it is sent", async () => {
  await using server = receive(() => new Response("ok"));
  const { send } = outbound({ "other.example.test": ["127.0.0.1"] }, {
    allowPrivate: ["other.example.test"],
  });
  await assert.rejects(send(`https://other.example.test:${server.port}/`), {
    code: "outbound_failed",
    retryable: true,
  });
  assert.equal(server.got.length, 0);
});

Deno.test("E8: a DNS answer that changes between the check and the connection changes nothing", async () => {
  await using checked = receive(() => new Response("checked"), { hostname: "127.0.0.1" });
  await using other = receive(() => new Response("other"), { hostname: "127.0.0.2", port: checked.port });
  const answers = [["127.0.0.1"], ["127.0.0.2"], ["127.0.0.2"]];
  let asked = 0;
  const { send } = outbound(() => answers[asked++] ?? []);
  const response = await send(`https://hooks.example.test:${checked.port}/`);
  assert.equal(await response.text(), "checked");
  assert.deepEqual([asked, checked.got.length, other.got.length], [1, 1, 0]);
});

Deno.test("E8: a name that was public and answers with a private address later is refused then", async () => {
  await using server = receive(() => new Response("secret of the network"));
  let answer = ["8.8.8.8"];
  const { setup } = outbound(() => answer, { allowPrivate: [] });
  const connected: string[] = [];
  const send = createOutbound({
    ...setup,
    transport: {
      resolve: async (host) => await setup.transport?.resolve(host) ?? [],
      // The address is that of somebody else: the test does not connect to it.
      request: (_, addresses) => {
        connected.push(...addresses);
        return Promise.resolve(new Response("public"));
      },
    },
  });
  const url = `https://hooks.example.test:${server.port}/`;
  assert.equal(await (await send(url)).text(), "public");
  answer = ["127.0.0.1"];
  await assert.rejects(send(url), { code: "outbound_refused" });
  await assert.rejects(createOutbound(setup)(url), { code: "outbound_refused" });
  assert.deepEqual(connected, ["8.8.8.8"]);
  assert.equal(server.got.length, 0);
});

Deno.test("E8: of several addresses the next is tried when one takes no connection", async () => {
  await using server = receive(() => new Response("ok"), { hostname: "127.0.0.1" });
  const { send } = outbound({ "hooks.example.test": ["127.0.0.9", "127.0.0.1"] });
  assert.equal(await (await send(`https://hooks.example.test:${server.port}/`)).text(), "ok");
});

Deno.test("E8: a redirect is refused unless it is asked for, and each hop is checked", async () => {
  let location = "";
  await using server = receive(({ path }) =>
    path === "/end" ? new Response("end") : new Response("moved", { status: 302, headers: { location } })
  );
  const { send, lines } = outbound({ "hooks.example.test": ["127.0.0.1"], "evil.example.com": ["10.0.0.1"] });
  const url = `https://hooks.example.test:${server.port}/start?token=s3cret`;
  location = "/end";
  await assert.rejects(send(url), { code: "outbound_refused" });
  assert.equal(await (await send(url, {}, { redirects: 1 })).text(), "end");
  for (
    const target of [
      "https://169.254.169.254/latest/meta-data",
      "http://127.0.0.1/",
      "https://evil.example.com/",
      "https://localhost/",
      "file:///etc/passwd",
      "https://a:b@hooks.example.test/",
      "https://[::ffff:127.0.0.1]/",
    ]
  ) {
    location = target;
    await assert.rejects(send(url, {}, { redirects: 5 }), { code: "outbound_refused" }, target);
  }
  location = "/start";
  await assert.rejects(send(url, {}, { redirects: 3 }), { code: "outbound_refused" });
  assert.doesNotMatch(JSON.stringify(lines), /s3cret/);
});

Deno.test("E8: to another origin go no credentials, no signature and no body", async () => {
  await using other = receive(() => new Response("other"));
  await using server = receive(() =>
    new Response(null, { status: 307, headers: { location: `https://b.hooks.example.test:${other.port}/` } })
  );
  const { send } = outbound({
    "hooks.example.test": ["127.0.0.1"],
    "b.hooks.example.test": ["127.0.0.1"],
  });
  const url = `https://hooks.example.test:${server.port}/`;
  const headers = {
    authorization: "Bearer s3cret",
    "webhook-signature": "v1,abc",
    cookie: "a=b",
    accept: "text/plain",
  };
  await assert.rejects(send(url, { method: "POST", body: "{}", headers }, { redirects: 2 }), {
    code: "outbound_refused",
  });
  assert.equal(other.got.length, 0);
  assert.equal(await (await send(url, { headers }, { redirects: 2 })).text(), "other");
  const [got] = other.got;
  assert.deepEqual(
    ["authorization", "webhook-signature", "cookie", "accept"].map((name) => got?.headers.get(name)),
    [null, null, null, "text/plain"],
  );
});

Deno.test("E8: a response that is too large ends, with a length and without one", async () => {
  let withLength = true;
  await using server = receive(() => {
    const text = "x".repeat(5000);
    return withLength ? new Response(text) : new Response(new Blob([text]).stream());
  });
  const { send } = outbound({ "hooks.example.test": ["127.0.0.1"] });
  const url = `https://hooks.example.test:${server.port}/`;
  await assert.rejects(send(url, {}, { maxBytes: 4999 }), { code: "outbound_too_large" });
  withLength = false;
  await assert.rejects(send(url, {}, { maxBytes: 4999 }).then((response) => response.text()), {
    code: "outbound_too_large",
  });
  assert.equal((await (await send(url, {}, { maxBytes: 5000 })).text()).length, 5000);
});

Deno.test("E8: a server that never responds, and one that never ends its response, meet the limit of time", async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  await using server = receive(async ({ path }) => {
    if (path === "/slow") await released;
    return new Response(
      new ReadableStream({
        start: (controller) => controller.enqueue(new TextEncoder().encode("begin")),
      }),
    );
  });
  const { send } = outbound({ "hooks.example.test": ["127.0.0.1"] });
  const base = `https://hooks.example.test:${server.port}`;
  await assert.rejects(send(`${base}/slow`, {}, { timeoutMs: 150 }), {
    code: "outbound_timeout",
    retryable: true,
  });
  const response = await send(`${base}/endless`, {}, { timeoutMs: 300 });
  await assert.rejects(response.text(), { code: "outbound_timeout" });
  const reason = new Error("the caller stops");
  await assert.rejects(send(`${base}/slow`, { signal: AbortSignal.abort(reason) }), reason);
  release();
});

Deno.test("E8: an address of IPv6 is reached, where it is allowed", async () => {
  await using server = receive(() => new Response("six"), { plain: true, hostname: "::1" });
  const { send } = outbound({}, { allowPrivate: ["[::1]"] });
  assert.equal(await (await send(`http://[::1]:${server.port}/`)).text(), "six");
  await assert.rejects(send(`http://[::2]:${server.port}/`), { code: "outbound_refused" });
});

Deno.test("E8: a response that is compressed all the same is not read, and the server ends no process", async () => {
  await using server = receive(() => new Response("xx", { headers: { "content-encoding": "gzip" } }));
  const { send } = outbound({ "hooks.example.test": ["127.0.0.1"] });
  const response = await send(`https://hooks.example.test:${server.port}/`);
  await assert.rejects(response.text(), { code: "outbound_failed" });
  assert.equal(server.got[0]?.headers.get("accept-encoding"), "identity");
});

Deno.test("E8: hosts that the deployment allows are reached by http too, and no others are", async () => {
  await using server = receive(() => new Response("ok"), { plain: true });
  const { send } = outbound({ "hooks.example.test": ["127.0.0.1"] }, {
    allowPrivate: [`127.0.0.1:${server.port}`, "hooks.example.test"],
  });
  for (const host of ["127.0.0.1", "hooks.example.test"]) {
    assert.equal(await (await send(`http://${host}:${server.port}/`)).text(), "ok");
  }
  await assert.rejects(send(`http://127.0.0.1:${server.port + 1}/`), { code: "outbound_refused" });
  await assert.rejects(send(`http://localhost:${server.port}/`), { code: "outbound_refused" });
});
