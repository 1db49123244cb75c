import assert from "node:assert/strict";
import { findOtherPort, isLoopback } from "../../src/deno/loopback.ts";

Deno.test("loopback: only a person's own tool at this machine passes", () => {
  const from = (headers: Record<string, string>, peer = "127.0.0.1") =>
    isLoopback(new Request("http://x/", { headers }), peer, ["https://app.example"]);
  assert.ok(from({ host: "127.0.0.1:8787" }));
  assert.ok(from({ host: "localhost:8787", origin: "http://localhost:8787" }));
  assert.ok(from({ host: "[::1]:8787" }, "::1"));
  assert.ok(!from({ host: "127.0.0.1:8787" }, "10.0.0.7"), "another machine");
  assert.ok(!from({ host: "evil.example:8787" }), "a rebound name");
  assert.ok(!from({ host: "127.0.0.1.evil.example" }), "a name that looks like the address");
  assert.ok(!from({ host: "127.0.0.1:8787", "x-forwarded-for": "1.2.3.4" }), "a proxy");
  assert.ok(!from({ host: "127.0.0.1:8787", forwarded: "for=1.2.3.4" }), "a proxy");
  assert.ok(!from({ host: "127.0.0.1:8787", origin: "https://evil.example" }), "another page");
  assert.ok(!from({ host: "127.0.0.1:8787", origin: "null" }), "a sandboxed page");
  assert.ok(!from({}), "no host");
  const proxies = ["x-real-ip", "via", "x-forwarded-host", "x-forwarded-proto", "cf-connecting-ip"];
  for (const name of proxies) assert.ok(!from({ host: "127.0.0.1:8787", [name]: "x" }), name);
  const crossSite = { host: "127.0.0.1:8787", "sec-fetch-site": "cross-site" };
  assert.ok(!from(crossSite), "a page of another site");
  assert.ok(!from({ ...crossSite, "sec-fetch-dest": "image" }), "a page of another site");
  assert.ok(from({ ...crossSite, "sec-fetch-dest": "document" }), "a link that is followed");
  const listed = { host: "127.0.0.1:8787", origin: "https://app.example", "sec-fetch-site": "cross-site" };
  assert.ok(from(listed), "a page of an origin that TREADLE_CORS_ORIGINS lists");
  assert.ok(!from({ ...listed, host: "evil.example" }), "not under a rebound name");
  assert.ok(!from({ ...listed, forwarded: "for=1.2.3.4" }), "not through a proxy");
});

Deno.test("E16: a page on another port of this machine is told apart from other pages, names and peers", () => {
  const from = (headers: Record<string, string>, peer = "127.0.0.1") =>
    findOtherPort(new Request("http://x/", { headers }), peer, ["http://localhost:4000"]);
  const vite = "http://localhost:5173";
  const host = "127.0.0.1:8787";
  assert.equal(from({ host, origin: vite, "sec-fetch-site": "cross-site" }), vite);
  assert.equal(from({ host: "localhost:8787", origin: "https://[::1]:3000" }, "::1"), "https://[::1]:3000");
  assert.equal(from({ host, origin: "http://localhost" }), "http://localhost");
  for (
    const origin of [
      "https://evil.example",
      "null",
      "http://localhost.evil.example",
      "http://localhost:4000",
      "ftp://localhost",
    ]
  ) {
    assert.equal(from({ host, origin }), undefined, origin);
  }
  assert.equal(from({ host }), undefined);
  assert.equal(from({ host: "evil.example", origin: vite }), undefined, "a rebound name");
  assert.equal(from({ host, origin: vite, via: "x" }), undefined, "a proxy");
  assert.equal(from({ host, origin: vite }, "10.0.0.7"), undefined, "another machine");
  assert.equal(from({ host, origin: vite }, ""), undefined, "a socket that others reach");
});
