// Rows E8 and X6: which addresses of others a deployment sends requests to.

import assert from "node:assert/strict";
import { AgentError } from "../../src/core/error.ts";
import { isHostPattern } from "../../src/core/outbound/host_pattern.ts";
import { createOutbound } from "../../src/outbound/outbound.ts";
import { checkTarget } from "../../src/outbound/target.ts";
import { outbound } from "./_servers.ts";

/** Every spelling, and one address of every range that is not public. */
const PRIVATE = [
  "127.0.0.1",
  "127.1",
  "0x7f.1",
  "0x7f000001",
  "2130706433",
  "017700000001",
  "0177.0.0.01",
  "１２７.0.0.1",
  "127。0。0。1",
  "127.0.0.1.",
  "127.0.0.1..",
  "localhost..",
  "metadata.google.internal...",
  // Names of clusters, which a resolver completes, and names of networks and clouds; in any case, with dots at the end.
  "kubernetes.default.svc",
  "kubernetes.default.svc.",
  "Kubernetes.Default.SVC..",
  "kubernetes.default.svc.cluster.local",
  "10-0-0-1.default.pod",
  "redis.default.svc.cluster",
  "vault.service.consul",
  "web.docker",
  "host.docker.internal",
  "kubernetes",
  "redis",
  "printer.local",
  "router.lan",
  "nas.home",
  "nas.home.arpa",
  "wiki.corp",
  "wiki.intranet",
  "db.private",
  "app.localhost",
  "APP.LOCALDOMAIN",
  "a.workgroup",
  "a.domain",
  "a.invalid",
  "a.onion",
  "a.alt",
  "metadata.tencentyun.com",
  "metadata.azure.com",
  "instance-data.example.com",
  "ｋｕｂｅｒｎｅｔｅｓ.default.svc",
  "a..example.com",
  "0.0.0.0",
  "0.1.2.3",
  "10.0.0.1",
  "100.64.0.1",
  "100.100.100.200",
  "169.254.169.254",
  "168.63.129.16",
  "172.16.0.1",
  "172.31.255.255",
  "192.0.0.192",
  "192.0.2.1",
  "192.88.99.1",
  "192.168.1.1",
  "198.18.0.1",
  "198.51.100.1",
  "203.0.113.1",
  "224.0.0.1",
  "240.0.0.1",
  "255.255.255.255",
  "[::]",
  "[::1]",
  "[0:0:0:0:0:0:0:1]",
  "[::127.0.0.1]",
  "[::ffff:127.0.0.1]",
  "[::ffff:7f00:1]",
  "[::ffff:8.8.8.8]",
  "[::ffff:0:127.0.0.1]",
  "[64:ff9b::127.0.0.1]",
  "[64:ff9b::a9fe:a9fe]",
  "[64:ff9b:1::1]",
  "[2002:7f00:1::]",
  "[2002:a9fe:a9fe::1]",
  "[2001::1]",
  "[2001:db8::1]",
  "[fc00::1]",
  "[fd00:ec2::254]",
  "[fe80::1]",
  "[fec0::1]",
  "[ff02::1]",
  "[100::1]",
  "[5f00::1]",
  "localhost",
  "LOCALHOST",
  "localhost.",
  "a.localhost",
  "metadata.google.internal",
  "printer.local",
  "db",
  "router.home.arpa",
];

const PUBLIC = ["93.184.216.34", "8.8.8.8", "[2606:2800:220:1:248:1893:25c8:1946]", "hooks.example.com"];

const log = () => {};

Deno.test("E8: every spelling of a private address is refused, with DNS and without", async () => {
  const dns = {
    resolve: () => Promise.resolve(["8.8.8.8"]),
    request: () => Promise.reject(new Error("none")),
  };
  for (const transport of [undefined, dns]) {
    for (const host of PRIVATE) {
      const check = checkTarget(`https://${host}/hook?token=s3cret`, { transport, allowPrivate: [], log });
      await assert.rejects(check, (error) => {
        assert.ok(error instanceof AgentError, host);
        assert.deepEqual([error.code, error.retryable, error.details.why], [
          "outbound_refused",
          false,
          "private",
        ], host);
        assert.doesNotMatch(error.message, /s3cret|hook/);
        return true;
      });
    }
    for (const host of PUBLIC) await checkTarget(`https://${host}/`, { transport, allowPrivate: [], log });
  }
});

Deno.test("E8: one private address among the answers of DNS refuses the name, and the log has its host alone", async () => {
  for (const bad of ["10.0.0.1", "::1", "::ffff:8.8.8.8", "64:ff9b::808:808", "fe80::1%eth0", "no address"]) {
    const { setup, lines } = outbound({ "a.example.com": ["8.8.8.8", bad] }, { allowPrivate: [] });
    await assert.rejects(checkTarget("https://a.example.com/x?token=s3cret", setup), /a\.example\.com/);
    assert.deepEqual(lines.map(({ fields }) => fields), [{ host: "a.example.com", why: "private" }]);
    assert.doesNotMatch(JSON.stringify(lines), /s3cret/);
  }
  const { setup } = outbound({});
  await assert.rejects(checkTarget("https://gone.example.com/", setup), { code: "outbound_failed" });
});

Deno.test("E8: other schemes, credentials in the address, hosts beyond the list and texts that are no URL are refused", async () => {
  const { send } = outbound({ "a.example.com": ["8.8.8.8"], "example.com": ["8.8.8.8"] });
  const cases: [string, string, readonly string[] | undefined][] = [
    ["http://a.example.com/", "scheme", undefined],
    ["file:///etc/passwd", "scheme", undefined],
    ["data:text/plain,x", "scheme", undefined],
    ["ftp://a.example.com/", "scheme", undefined],
    ["https://user@a.example.com/", "credentials", undefined],
    ["https://:pass@a.example.com/", "credentials", undefined],
    ["https://a.example.com/", "host", []],
    ["https://a.example.com/", "host", ["example.com", "b.example.com", "*.a.example.com"]],
    ["https://a.example.com/", "host", ["a.example.com:8443"]],
    ["https://aexample.com/", "host", ["*.example.com"]],
    ["https://example.com/", "host", ["*.example.com"]],
    ["/hook", "url", undefined],
    ["https://", "url", undefined],
  ];
  for (const [url, why, hosts] of cases) {
    const sent = send(url, {}, hosts === undefined ? {} : { hosts });
    await assert.rejects(sent, (error: AgentError) => error.details.why === why, url);
  }
});

Deno.test("E8: a deployment without DNS sends a checked request by its fetch, which follows no redirect", async () => {
  const seen: Request[] = [];
  const fetch = (input: string | URL | Request) => {
    assert.ok(input instanceof Request);
    seen.push(input);
    return Promise.resolve(new Response("ok"));
  };
  const send = createOutbound({ fetch, allowPrivate: [], log });
  const response = await send("https://a.example.com/hook", { method: "POST", body: "{}" });
  assert.equal(await response.text(), "ok");
  assert.deepEqual(seen.map(({ url, redirect, method }) => [url, redirect, method]), [[
    "https://a.example.com/hook",
    "manual",
    "POST",
  ]]);
});

Deno.test("E8: hosts of a list have one form", () => {
  for (const good of ["localhost", "10.0.0.7:9000", "[::1]", "[::1]:80", "*.svc.example", "a-b.example"]) {
    assert.ok(isHostPattern(good), good);
  }
  for (const bad of ["", "*", "*.*.a", "https://a", "a/b", "a:b", "-a", "a b", "a.*"]) {
    assert.ok(!isHostPattern(bad), bad);
  }
});
