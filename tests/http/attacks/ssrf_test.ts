// Rows E8 and X6: requests that others want sent into the network of the deployment: addresses in every notation, names, redirects, and
// texts that two parsers read differently. No connection is made.

import assert from "node:assert/strict";
import { AgentError } from "../../../src/core/error.ts";
import type { OutboundSetup } from "../../../src/core/outbound/setup.ts";
import { createOutbound } from "../../../src/outbound/outbound.ts";
import { createOutgoing } from "../../plugins/outgoing_webhooks/_outgoing.ts";

type Four = readonly [number, number, number, number];

/** One address of each network that is nobody's of the public Internet, and of clouds. */
const INSIDE: readonly Four[] = [
  [127, 0, 0, 1],
  [10, 1, 2, 3],
  [169, 254, 169, 254],
  [192, 168, 0, 1],
  [172, 20, 10, 2],
  [100, 100, 100, 200],
  [0, 0, 0, 0],
  [168, 63, 129, 16],
];

const hex = (value: number, digits = 2) => value.toString(16).padStart(digits, "0");
const wide = (text: string) =>
  text.replaceAll(/\d/g, (digit) => String.fromCodePoint(0xff10 + Number(digit)));

/** Ways to write an address of IPv4 into a URL. */
function notations(parts: Four): readonly string[] {
  const [a, b, c, d] = parts;
  const whole = ((a * 256 + b) * 256 + c) * 256 + d;
  const pair = `${hex(a)}${hex(b)}:${hex(c)}${hex(d)}`;
  const dotted = parts.join(".");
  return [
    dotted,
    String(whole),
    `0x${hex(whole, 8)}`,
    `0X${hex(whole, 8).toUpperCase()}`,
    `0${whole.toString(8)}`,
    `000${whole.toString(8)}`,
    parts.map((part) => `0x${hex(part)}`).join("."),
    parts.map((part) => `0${part.toString(8)}`).join("."),
    parts.map((part) => `0000${part.toString(8)}`).join("."),
    `0x${hex(a)}.${b}.0${c.toString(8)}.${d}`,
    `${a}.${(b * 256 + c) * 256 + d}`,
    `${a}.${b}.${c * 256 + d}`,
    `${dotted}.`,
    wide(dotted),
    dotted.replaceAll(".", "。"),
    dotted.replaceAll(".", "．"),
    dotted.replaceAll(".", "｡"),
    dotted.replaceAll(".", "%2e"),
    [...dotted].map((each) => `%${hex(each.charCodeAt(0))}`).join(""),
    `[::ffff:${dotted}]`,
    `[::ffff:${pair}]`,
    `[0:0:0:0:0:ffff:${pair}]`,
    `[::${dotted}]`,
    `[::ffff:0:${dotted}]`,
    `[64:ff9b::${dotted}]`,
    `[64:ff9b:1::${pair}]`,
    `[2002:${pair}::]`,
    `[2001:0:4136:e378:8000:63bf:${hex(a ^ 255)}${hex(b ^ 255)}:${hex(c ^ 255)}${hex(d ^ 255)}]`,
    `[fe80::5efe:${dotted}]`,
  ];
}

/** Names that stand for something inside, whatever DNS says of them. */
const NAMES = `
localhost localhost. LOCALHOST.. a.localhost ip6-localhost.localdomain kubernetes.default.svc kubernetes.default.svc.cluster.local
kubernetes.default.svc.cluster.local. redis.default.svc.cluster vault.service.consul web.docker host.docker.internal
gateway.docker.internal metadata.google.internal metadata.goog metadata.azure.com metadata.tencentyun.com instance-data.ec2.internal
instance-data ip-10-0-0-1.ec2.internal redis kubernetes db printer.local nas.home router.lan wiki.corp wiki.intranet db.private
a.home.arpa a..example.com x.invalid x.onion x.alt ｌｏｃａｌｈｏｓｔ ⓛocalhost locaLhost%2e loc%61lhost
`.trim().split(/\s+/);

/** Texts in which one reader sees another host than the next. */
const TEXTS = [
  "https://hooks.example.com@127.0.0.1/",
  "https://hooks.example.com:x@127.0.0.1/",
  "https://127.0.0.1@hooks.example.com/",
  "https://hooks.example.com%40127.0.0.1/",
  "https://127.0.0.1#@hooks.example.com/",
  "https://127.0.0.1?@hooks.example.com/",
  "https://127.0.0.1\\@hooks.example.com/",
  "https:\\\\127.0.0.1\\x",
  "https:127.0.0.1",
  "https:///127.0.0.1/",
  "https://///127.0.0.1/",
  "//127.0.0.1/",
  "\thttps://127.0.0.1/",
  "https://127.0.\t0.1/",
  "https://127.0.\r\n0.1/",
  "https://[::1%25eth0]/",
  "https://[::1",
  "https://127.0.0.1:443:443/",
  "https://127.0.0.1:99999/",
  "https://127.0.0.1:0/",
  "https://127.0.0.1:22/",
  "https://127.0.0.1%00.example.com/",
  "https://256.256.256.256/",
  "https://1.2.3.4.5/",
  "https://0xffffffffff/",
  "http://hooks.example.com/",
  "HTTP://hooks.example.com/",
  "ws://hooks.example.com/",
  "ftp://hooks.example.com/",
  "gopher://hooks.example.com:6379/_SET",
  "file:///etc/passwd",
  "file://hooks.example.com/etc/passwd",
  "data:text/plain,x",
  "blob:https://hooks.example.com/1",
  "javascript:1",
  "dict://127.0.0.1:11211/stat",
  "unix:///var/run/docker.sock",
  "jar:https://hooks.example.com!/x",
  "",
  " ",
  "hooks.example.com",
  "https://",
  "https://.",
  "https://*/",
  "https://xn--/",
];

interface Net {
  readonly setup: OutboundSetup;
  readonly connected: string[];
}

/** A deployment whose DNS answers, and which notes where it would connect to. */
function net(dns: (host: string) => readonly string[], more: Partial<OutboundSetup> = {}): Net {
  const connected: string[] = [];
  return {
    connected,
    setup: {
      fetch: (input) => {
        connected.push(String(input instanceof Request ? input.url : input));
        return Promise.resolve(new Response("reached"));
      },
      transport: {
        resolve: (host) => Promise.resolve(dns(host)),
        request: (request, addresses) => {
          connected.push(`${request.url} at ${addresses}`);
          return Promise.resolve(new Response("reached"));
        },
      },
      allowPrivate: [],
      log: () => {},
      ...more,
    },
  };
}

async function outcomeOf(setup: OutboundSetup, url: string): Promise<string> {
  try {
    await (await createOutbound(setup)(url, { method: "POST", body: "{}" }, { redirects: 3 })).text();
    return "reached";
  } catch (thrown) {
    return thrown instanceof AgentError ? thrown.code : String(thrown);
  }
}

Deno.test("E8: an address inside is refused in each notation, each name inside and each text, with DNS and without", async () => {
  const urls = [
    ...INSIDE.flatMap(notations).map((host) => `https://${host}/x`),
    ...NAMES.map((host) => `https://${host}/x`),
    ...TEXTS,
  ];
  assert.ok(urls.length >= 300, String(urls.length));
  const through: string[] = [];
  for (const [where, more] of [["with DNS", {}], ["without DNS", { transport: undefined }]] as const) {
    const { setup, connected } = net(() => ["8.8.8.8"], more);
    for (const url of urls) {
      const outcome = await outcomeOf(setup, url);
      if (outcome !== "outbound_refused") through.push(`${where}: ${JSON.stringify(url)} ${outcome}`);
    }
    through.push(...connected);
  }
  assert.deepEqual(through, [], through.join("\n"));
});

Deno.test("E8: a name whose DNS answers with an address inside is refused, beside public ones as well", async () => {
  const answers = INSIDE.flatMap((parts) => [
    parts.join("."),
    `::ffff:${parts.join(".")}`,
    `64:ff9b::${parts.join(".")}`,
  ]);
  const others = [
    "::1",
    "::",
    "fe80::1",
    "fe80::1%eth0",
    "fd00:ec2::254",
    "fc00::1",
    "fec0::1",
    "ff02::1",
    "100::1",
  ];
  const texts = [
    "2001:db8::1",
    "5f00::1",
    "127.1",
    "0x7f000001",
    "localhost",
    "",
    "8.8.8.8 ",
    "1.2.3.4,127.0.0.1",
  ];
  const bad = [...answers, ...others, ...texts];
  assert.ok(bad.length >= 40);
  for (const address of bad) {
    for (const list of [[address], ["8.8.8.8", address], [address, "2606:2800:220:1:248:1893:25c8:1946"]]) {
      const { setup, connected } = net(() => list);
      assert.equal(await outcomeOf(setup, "https://hooks.example.com/"), "outbound_refused", String(list));
      assert.deepEqual(connected, []);
    }
  }
  const { setup, connected } = net(() => ["8.8.8.8"]);
  assert.equal(await outcomeOf(setup, "https://hooks.example.com/"), "reached", "a public one");
  assert.deepEqual(connected, ["https://hooks.example.com/ at 8.8.8.8"]);
});

Deno.test("E8: no redirect leads inside, at any hop and with any status", async () => {
  const targets = [
    ...INSIDE.map((parts) => `https://${parts.join(".")}/`),
    "https://localhost/",
    "https://kubernetes.default.svc/",
    "//127.0.0.1/",
    "https://[::ffff:7f00:1]/",
    "http://hooks.example.com/",
    "https://inside.example.com/",
    "https://a:b@hooks.example.com/",
    "file:///etc/passwd",
    "\\\\127.0.0.1\\",
    "https://2130706433/",
  ];
  let count = 0;
  for (const status of [301, 302, 303, 307, 308]) {
    for (const location of targets) {
      for (const hops of [1, 2]) {
        count++;
        const { setup, connected } = net((host) =>
          host === "inside.example.com" ? ["10.0.0.1"] : ["8.8.8.8"]
        );
        let at = 0;
        const redirecting = {
          ...setup,
          transport: {
            resolve: setup.transport?.resolve ?? assert.fail(),
            request: ({ url }: Request) => {
              connected.push(url);
              const next = ++at < hops ? "https://hooks.example.com/next" : location;
              return Promise.resolve(new Response(null, { status, headers: { location: next } }));
            },
          },
        };
        const what = `${status} to ${location}, hop ${hops}`;
        assert.equal(await outcomeOf(redirecting, "https://hooks.example.com/"), "outbound_refused", what);
        assert.equal(connected.length, hops, what);
        assert.ok(connected.every((url) => url.startsWith("https://hooks.example.com/")), what);
      }
    }
  }
  assert.ok(count >= 150, String(count));
});

Deno.test("E8: hosts that may be private let in no other host, port or name", async () => {
  const allowPrivate = ["10.0.0.7", "hooks.example.com:8443", "*.svc.example.com", "localhost:9000"];
  const { setup, connected } = net(() => ["10.0.0.1"], { allowPrivate });
  const urls = [
    "https://10.0.0.70/",
    "http://110.0.0.7/",
    "https://10.0.0.8/",
    "https://[::ffff:10.0.0.7]/",
    "https://10.0.0.7.example.com/",
    "https://hooks.example.com/",
    "https://hooks.example.com:8444/",
    "https://hooks.example.com:84430/",
    "https://x.hooks.example.com:8443/",
    "https://svc.example.com/",
    "https://asvc.example.com/",
    "https://a.svc.example.com.evil.example/",
    "https://localhost/",
    "https://localhost:9001/",
    "http://127.0.0.1:9000/",
    "https://localhost.example.com:9000/",
    "https://10.0.0.7@evil.example.com/",
    "http://evil.example.com/?10.0.0.7",
    "ftp://10.0.0.7/",
    "file://10.0.0.7/x",
    "http://hooks.example.com:8080/",
  ];
  for (const url of urls) assert.equal(await outcomeOf(setup, url), "outbound_refused", url);
  assert.deepEqual(connected, []);
});

Deno.test("E8: an endpoint of webhooks that is inside is refused by the API, and none is kept", async () => {
  const app = createOutgoing();
  const hosts = [...INSIDE.flatMap((parts) => notations(parts).slice(0, 6)), ...NAMES.slice(0, 20)];
  assert.ok(hosts.length >= 60);
  for (const host of hosts) {
    const response = await app.send("POST", "/v1/webhook-endpoints", { url: `https://${host}/hook` });
    const { code } = await response.json();
    assert.ok(["outbound_refused", "invalid_request"].includes(code), `${host}: ${response.status} ${code}`);
    assert.equal(response.status, 422, host);
  }
  const { endpoints } = await app.ask("GET", "/v1/webhook-endpoints");
  assert.deepEqual([endpoints, app.sent], [[], []]);
});
