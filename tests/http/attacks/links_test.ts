// Rows X5, X6 and E14: links to approvals and URLs for results: forged, changed, of another purpose, too old, repeated, of threads that
// are gone, and links whose address somebody else would like to choose.

import assert from "node:assert/strict";
import { sign } from "hono/jwt";
import { NOW, signed } from "../access/_tokens.ts";
import { KEY, OTHER_KEY } from "../_app.ts";
import type { Attack, Refusal } from "./_attacks.ts";
import { createWorld, DAY, SECRET } from "./_links.ts";

const part = (value: unknown) =>
  btoa(JSON.stringify(value)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

function claimsOf(token: string): Record<string, unknown> {
  return JSON.parse(atob((token.split(".")[1] ?? "").replaceAll("-", "+").replaceAll("_", "/")));
}

/** What a thief of a link or of a URL would like to change. */
const BETTER: Readonly<Record<string, unknown>> = {
  aud: "treadle",
  tenant: "beta",
  thread: "ann.t1",
  createdAt: 1,
  callId: "call_other",
  digest: "0".repeat(64),
  by: "boss",
  key: "key_other",
  expiresAt: NOW + 365 * DAY,
};

/** Tokens that are neither a link nor a URL of this deployment. */
async function badTokens(good: string, other: string): Promise<readonly (readonly [string, string])[]> {
  const [head = "", claims = "", signature = ""] = good.split(".");
  const own = claimsOf(good);
  const none = part({ alg: "none", typ: "JWT" });
  const secrets = [
    `${SECRET}x`,
    SECRET.slice(1),
    SECRET.toUpperCase(),
    KEY,
    "browser-secret-of-32-characters-1",
  ];
  const wrong = [
    { aud: undefined },
    { tenant: 1 },
    { thread: undefined },
    { callId: null },
    { expiresAt: String(NOW + DAY) },
    { expiresAt: undefined },
    { createdAt: "now" },
  ];
  return [
    ...Object.entries(BETTER).map(([name, value]) =>
      [`changed ${name}`, `${head}.${part({ ...own, [name]: value })}.${signature}`] as const
    ),
    ...[none, part({ alg: "HS384" }), part({ alg: "RS256" }), part({ alg: "" }), part({ alg: "nOnE" })]
      .flatMap((each) => [
        [`header ${atob(each)}`, `${each}.${claims}.${signature}`] as const,
        [`header ${atob(each)}, no signature`, `${each}.${claims}.`] as const,
      ]),
    ...await Promise.all(
      secrets.map(async (secret, index) =>
        [`another secret, ${index}`, await sign(own, secret, "HS256")] as const
      ),
    ),
    ...await Promise.all(
      wrong.map(async (changes) =>
        [
          `signed with another ${Object.keys(changes)}, ${JSON.stringify(changes)}`,
          await sign(JSON.parse(JSON.stringify({ ...own, ...changes })), SECRET, "HS256"),
        ] as const
      ),
    ),
    ["of the other purpose", other],
    ["a token for browsers", await signed({ agents: ["eraser"] })],
    ["a token for browsers, by the secret of links", await signed({ agents: ["eraser"] }, SECRET)],
    ["a key", KEY],
    ["cut", good.slice(0, -6)],
    ["without claims", `${head}..${signature}`],
    ["two of its parts", `${head}.${claims}`],
    ["in capitals", good.toUpperCase()],
    ["with a blank", `${good}%20`],
    ["with a parameter", `${good};a=b`],
    ["a path", "..%2F..%2Fv1%2Fthreads"],
    ["a word", "undefined"],
  ];
}

const NO_LINK: readonly Refusal[] = [[403, undefined], [403, "link_invalid"], [400, "invalid_path"]];
const FORM = { "content-type": "application/x-www-form-urlencoded" };

Deno.test("X5, X6: no forged or changed token opens or answers an approval, or brings a result", async () => {
  const world = await createWorld();
  const links = await badTokens(world.link, world.callback);
  const callbacks = await badTokens(world.callback, world.link);
  const attacks = [
    ...links.flatMap(([what, token]): Attack[] => [
      { what: `opens: ${what}`, send: { method: "GET", path: `/approvals/${token}` }, refused: NO_LINK },
      {
        what: `approves: ${what}`,
        send: { method: "POST", path: `/approvals/${token}`, body: "decision=approve", headers: FORM },
        refused: NO_LINK,
      },
    ]),
    ...callbacks.map(([what, token]): Attack => ({
      what: `brings: ${what}`,
      send: { method: "POST", path: `/callbacks/${token}`, body: { output: "forged" } },
      refused: NO_LINK,
    })),
  ];
  assert.ok(attacks.length >= 94, String(attacks.length));
  await world.repel(attacks);
});

Deno.test("X5, X6: what comes beside a good link or URL gives it no other meaning", async () => {
  const world = await createWorld();
  const at = `/approvals/${world.link}`;
  const form = (
    what: string,
    body: string,
    headers: Record<string, string>,
    refused: readonly Refusal[],
  ): Attack => ({
    what,
    send: { method: "POST", path: at, body, headers: { ...FORM, ...headers } },
    refused,
  });
  const foreign: readonly Readonly<Record<string, string>>[] = [
    { origin: "https://evil.example" },
    { origin: "null" },
    { "origin": "https://evil.example", "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { "origin": "http://treadle.test.evil.example", "host": "treadle.test" },
    { "origin": "http://eviltreadle.test", "host": "treadle.test" },
  ];
  const result = (
    what: string,
    body: unknown,
    headers: Record<string, string>,
    refused: readonly Refusal[],
  ): Attack => ({
    what: `result ${what}`,
    send: { method: "POST", path: `/callbacks/${world.callback}`, body, headers },
    refused,
  });
  const wrong: readonly Refusal[] = [[422, undefined]];
  const attacks: readonly Attack[] = [
    ...foreign.map((headers) =>
      form(JSON.stringify(headers), "decision=approve", headers, [[403, undefined]])
    ),
    ...[
      "",
      "decision=",
      "decision=yes",
      "decision=APPROVE",
      "approved=true",
      "decision[]=approve",
      "decision=approve%00",
    ]
      .map((body) => form(`the form ${body}`, body, {}, wrong)),
    form("other arguments", `decision=approve&args=${encodeURIComponent('{"id":"all"}')}`, {}, wrong),
    form("JSON", '{"decision":"approve"}', { "content-type": "application/json" }, [[415, undefined]]),
    form("text", "decision=approve", { "content-type": "text/plain" }, [[415, undefined]]),
    ...["PUT", "PATCH", "DELETE"].map((method): Attack => ({
      what: `link by ${method}`,
      send: { method, path: at },
      refused: [[405, "method_not_allowed"]],
    })),
    ...["GET", "PUT", "DELETE"].map((method): Attack => ({
      what: `result by ${method}`,
      send: { method, path: `/callbacks/${world.callback}` },
      refused: [[405, "method_not_allowed"]],
    })),
    result("as text", '{"output":1}', { "content-type": "text/plain" }, [[415, "unsupported_media_type"]]),
    result("as a form", "output=1", FORM, [[415, "unsupported_media_type"]]),
    result("compressed", '{"output":1}', { "content-encoding": "gzip" }, [[415, "unsupported_media_type"]]),
    ...[{ callId: "call_other" }, { thread: "ann.t1" }, { tenant: "beta" }, { by: "boss" }, {
      status: "completed",
    }].map((more) =>
      result(`with ${JSON.stringify(more)}`, { output: 1, ...more }, {}, [[422, "invalid_request"]])
    ),
    result("of nothing", {}, {}, [[422, "invalid_request"]]),
    result("of both", { output: 1, error: { message: "x" } }, {}, [[422, "invalid_request"]]),
    result("with __proto__", '{"output":1,"__proto__":{"x":1}}', {}, [[422, "invalid_request"]]),
    result("twice in one body", '{"output":1}{"output":2}', {}, [[400, "invalid_json"]]),
  ];
  assert.ok(attacks.length >= 30, String(attacks.length));
  await world.repel(attacks);
});

const decide = (token: string): Attack["send"] => ({
  method: "POST",
  path: `/approvals/${token}`,
  body: "decision=approve",
  headers: FORM,
});

Deno.test("X5, X6: a link and a URL are good once, for their time, and for the thread that they were made for", async () => {
  const world = await createWorld();
  const { app, link, callback } = world;
  const bring = (output: unknown): Attack["send"] => ({
    method: "POST",
    path: `/callbacks/${callback}`,
    body: { output },
  });
  app.now = NOW + 8 * DAY;
  await world.repel([
    { what: "a link after its time", send: decide(link), refused: [[403, undefined], [410, undefined]] },
    { what: "a URL after its time", send: bring(1), refused: [[403, "link_expired"], [410, "link_expired"]] },
  ]);
  app.now = NOW + 1_000;
  assert.equal((await app.ask(KEY, "DELETE", "/v1/threads/bob.t1")).status, 204);
  assert.equal((await app.ask(KEY, "DELETE", "/v1/threads/job")).status, 204);
  const gone: readonly Refusal[] = [[404, undefined], [404, "thread_unknown"], [422, undefined], [
    422,
    "call_unknown",
  ]];
  await world.repel([
    { what: "a link of a removed thread", send: decide(link), refused: gone },
    { what: "a URL of a removed thread", send: bring(1), refused: gone },
  ]);
  for (const [thread, agent, input] of [["bob.t1", "eraser", "x"], ["job", "exporter", "export it"]]) {
    const made = await app.ask(KEY, "POST", `/v1/threads/${thread}/steps`, { agent, input, until: "done" });
    assert.equal(made.status, 200);
  }
  for (const [thread, agent, input] of [["bob.t1", "eraser", "x"], ["job", "exporter", "export it"]]) {
    const made = await app.ask(OTHER_KEY, "POST", `/v1/threads/${thread}/steps`, {
      agent,
      input,
      until: "done",
    });
    assert.equal(made.status, 200, "another tenant has threads of these ids");
  }
  await world.repel([
    { what: "a link of a thread made anew", send: decide(link), refused: gone },
    { what: "a URL of a thread made anew", send: bring(1), refused: gone },
  ]);
});

Deno.test("X5, X6: an answer and a result that came are not changed by their link, their URL, or another one", async () => {
  const world = await createWorld();
  const { app, link, callback, job } = world;
  assert.equal((await world.app.fetch(requestOf(decide(link)))).status, 200);
  const brought = await app.sent({ method: "POST", path: `/callbacks/${callback}`, body: { output: 1 } });
  assert.equal(brought.status, 200);
  const { id } = world.waits("bob.t1");
  await world.repel([
    { what: "approves again", send: decide(link), refused: [[409, undefined], [422, undefined]] },
    {
      what: "denies after it",
      send: { ...decide(link), body: "decision=deny" },
      refused: [[409, undefined], [422, undefined]],
    },
    {
      what: "another result",
      send: { method: "POST", path: `/callbacks/${callback}`, body: { output: 2 } },
      refused: [[409, "result_given"]],
    },
    {
      what: "an error after it",
      send: { method: "POST", path: `/callbacks/${callback}`, body: { error: { message: "x" } } },
      refused: [[409, "result_given"]],
    },
    {
      what: "another result with a key",
      send: {
        method: "POST",
        path: `/v1/threads/job/calls/${job}/result`,
        body: { output: 2 },
        headers: { authorization: `Bearer ${KEY}` },
      },
      refused: [[409, "result_given"]],
    },
    {
      what: "another answer with a key",
      send: {
        method: "POST",
        path: `/v1/threads/bob.t1/approvals/${id}`,
        body: { approved: false },
        headers: { authorization: `Bearer ${KEY}` },
      },
      refused: [[409, "approval_decided"]],
      touches: ["decide"],
    },
  ]);
});

Deno.test("X5: a link is of no other thread that has taken its id, with the same call in it", async () => {
  const world = await createWorld();
  const { app, link } = world;
  app.now = NOW + 1_000;
  const fork = async (from: string, id: string) =>
    (await app.ask(KEY, "POST", `/v1/threads/${from}/fork`, { id, calls: "run" })).status;
  assert.equal(await fork("bob.t1", "bob.t2"), 201);
  assert.equal((await app.ask(KEY, "DELETE", "/v1/threads/bob.t1")).status, 204);
  assert.equal(await fork("bob.t2", "bob.t1"), 201);
  const { body } = await app.ask(KEY, "GET", "/v1/threads/bob.t1");
  assert.equal(body.calls[0].id, world.waits("bob.t1").id, "the same call waits");
  await world.repel([
    { what: "opens it", send: { method: "GET", path: `/approvals/${link}` }, refused: [[422, undefined]] },
    { what: "approves it", send: decide(link), refused: [[422, undefined]] },
  ]);
});

Deno.test("X5: nobody chooses the address of a link by a header", async () => {
  const world = await createWorld();
  const { id } = world.waits("bob.t1");
  const names = [
    "host",
    "x-forwarded-host",
    "x-forwarded-proto",
    "forwarded",
    "x-original-host",
    "origin",
    "referer",
    "x-forwarded-prefix",
  ];
  for (const name of names) {
    const { status, body } = await world.app.sent({
      method: "POST",
      path: `/v1/threads/bob.t1/approvals/${id}/link`,
      body: { by: "ann" },
      headers: {
        authorization: `Bearer ${KEY}`,
        [name]: name === "forwarded" ? "host=evil.example" : "evil.example",
      },
    });
    assert.equal(status, 200, name);
    assert.match(body.url, /^https:\/\/agents\.example\.com\/approvals\//, name);
  }
});

function requestOf({ method, path, body, headers }: Attack["send"]): Request {
  const sent = typeof body === "string" ? { body } : {};
  return new Request(`http://treadle.test${path}`, {
    method,
    ...sent,
    ...(headers === undefined ? {} : { headers }),
  });
}
