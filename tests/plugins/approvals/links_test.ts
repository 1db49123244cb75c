// Row X5: a signed link on which one person answers one call, on a page without scripts.

import assert from "node:assert/strict";
import { sign } from "hono/jwt";
import { askUser } from "../../../src/agents/ask_user.ts";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import type { JsonObject } from "../../../src/core/json.ts";
import { json } from "../../http/_app.ts";
import { createPay, planned } from "./_bench.ts";
import { ENV, linkTo, open, SECRET, submit } from "./_links.ts";

Deno.test("X5: a link shows the call and takes one answer, without a key", async () => {
  const pay = createPay({ env: ENV });
  const [call] = await planned(pay);
  const link = await linkTo(pay, call.id, { by: "ann@example.com", expiresInMs: 60_000 });
  assert.deepEqual([link.digest, link.by], [call.digest, "ann@example.com"]);
  assert.equal(link.expiresAt, new Date(pay.now() + 60_000).toISOString());
  assert.match(link.url, /^http:\/\/treadle\.test\/approvals\/[\w-]+\.[\w-]+\.[\w-]+$/);
  const [status, page, { headers }] = await open(pay, link.url);
  assert.equal(status, 200);
  for (
    const text of ["Approve <code>pay</code>?", "ann@example.com", "&quot;amount&quot;: 150", call.digest]
  ) {
    assert.ok(page.includes(text), text);
  }
  const policy = headers.get("content-security-policy") ?? "";
  assert.match(policy, /default-src 'none'; style-src 'nonce-[0-9a-f]{32}'/);
  assert.match(policy, /form-action 'self'; frame-ancestors 'none'/);
  assert.equal(headers.get("cache-control"), "no-store");
  assert.ok(page.includes(`<style nonce="${/nonce-(\w+)/.exec(policy)?.[1]}">`));
  assert.doesNotMatch(page, /<script|style=|javascript:/);

  await open(pay, link.url);
  assert.equal((await pay.waiting()).length, 1, "a GET changes nothing");
  const [decided, answer] = await submit(pay, link.url, { decision: "approve", reason: " fine " });
  assert.equal(decided, 200);
  assert.match(answer, /Approved/);
  for (const replay of [await submit(pay, link.url, { decision: "deny" }), await open(pay, link.url)]) {
    assert.equal(replay[0], 409);
    assert.match(replay[1], /was approved by ann@example\.com before/);
  }
  await pay.step();
  assert.equal(pay.paid.length, 1);
  const [entry] = await pay.observed();
  const { decisions: [decision] } = entry?.approval as { decisions: JsonObject[] };
  assert.deepEqual([decision?.by, decision?.via, decision?.reason], ["ann@example.com", "link", "fine"]);
  assert.equal((await submit(pay, link.url, { decision: "approve" }))[0], 422);
  assert.ok(
    !pay.logs.some((line) => line.includes(link.url.split("/").at(-1) ?? "")),
    "a token is not logged",
  );
});

Deno.test("X5, K1: a link to a call that a plugin holds says why, without markup of the plugin", async () => {
  const careful = definePlugin({
    name: "careful",
    compile: () => ({
      judge: (calls, when) =>
        new Map(
          when === "acting"
            ? []
            : calls.map(({ id, args }) => [id, { hold: {}, because: `<b>${args.amount}</b> is much` }]),
        ),
    }),
  });
  const pay = createPay({ env: ENV, plugins: [careful] });
  const [call] = await planned(pay);
  const [status, page] = await open(pay, (await linkTo(pay, call.id)).url);
  assert.equal(status, 200);
  assert.ok(page.includes("plugin careful: &lt;b&gt;150&lt;/b&gt; is much"), page);
});

Deno.test("X5: of two answers by one link that race one counts, and a denial gives its reason to the model", async () => {
  const pay = createPay({ env: ENV });
  const [call] = await planned(pay);
  const { url } = await linkTo(pay, call.id);
  const race = await Promise.all(
    [1, 2].map(() => submit(pay, url, { decision: "deny", reason: "too much" })),
  );
  assert.deepEqual(race.map(([status]) => status).toSorted(), [200, 409]);
  await pay.step();
  assert.match(JSON.stringify((await pay.observed())[0]?.error), /too much/);
});

Deno.test("X5: each link without a name is one person, and a link with a name is that person", async () => {
  const pay = createPay({ env: ENV, terms: { approvals: 3 } });
  const [call] = await planned(pay);
  const [first, second] = [await linkTo(pay, call.id), await linkTo(pay, call.id)];
  assert.match(first.by, /^link:[0-9a-f]{16}$/);
  assert.notEqual(first.by, second.by);
  const approve = async (url: string) => (await submit(pay, url, { decision: "approve" }))[0];
  assert.deepEqual([await approve(first.url), await approve(first.url)], [200, 409]);
  assert.match((await submit(pay, second.url, { decision: "approve" }))[1], /1 more must approve/);
  await pay.decide(call.id, { approved: false, by: "ann" });
  const late = await pay.send("POST", `/v1/threads/t1/approvals/${call.id}/link`);
  assert.equal((await json(late)).code, "approval_decided");
});

Deno.test("X5: a link that was tampered with, signed with another key or for another purpose is refused", async () => {
  const pay = createPay({ env: ENV });
  const [call] = await planned(pay);
  const { url } = await linkTo(pay, call.id);
  const [head = "", claims = "", signature = ""] = url.split("/").at(-1)?.split(".") ?? [];
  const payload: JsonObject = JSON.parse(atob(claims.replaceAll("-", "+").replaceAll("_", "/")));
  const forged = btoa(JSON.stringify({ ...payload, thread: "t2" })).replaceAll("=", "");
  const none = btoa('{"alg":"none","typ":"JWT"}').replaceAll("=", "");
  const flipped = signature.startsWith("A") ? `B${signature.slice(1)}` : `A${signature.slice(1)}`;
  const tokens = [
    `${head}.${forged}.${signature}`,
    `${head}.${claims}.${flipped}`,
    `${head}.${claims}.`,
    `${none}.${claims}.`,
    `${none}.${claims}.${signature}`,
    "x",
    "a.b.c",
    await sign(payload, "another secret of thirty-two chars", "HS256"),
    await sign(payload, SECRET, "HS512"),
    await sign({ ...payload, aud: "session" }, SECRET, "HS256"),
    await sign({ aud: "treadle:approval", thread: "t1" }, SECRET, "HS256"),
  ];
  for (const token of tokens) {
    const address = `http://treadle.test/approvals/${token}`;
    assert.equal((await open(pay, address))[0], 403, token);
    assert.equal((await submit(pay, address, { decision: "approve" }))[0], 403, token);
  }
  const other = await sign({ ...payload, digest: "0".repeat(64) }, SECRET, "HS256");
  assert.equal((await open(pay, `http://treadle.test/approvals/${other}`))[0], 409);
  assert.equal(
    (await submit(pay, `http://treadle.test/approvals/${other}`, { decision: "approve" }))[0],
    409,
  );
  assert.equal((await pay.waiting()).length, 1);
});

Deno.test("X5: a link ends with its time, with the approval's, and with the call", async () => {
  const pay = createPay({ env: ENV, terms: { approvalTtlMs: 10_000 } });
  const [call] = await planned(pay);
  const short = await linkTo(pay, call.id, { expiresInMs: 1_000 });
  const long = await linkTo(pay, call.id);
  pay.pass(1_000);
  assert.deepEqual([
    (await open(pay, short.url))[0],
    (await submit(pay, short.url, { decision: "approve" }))[0],
  ], [
    410,
    410,
  ]);
  pay.pass(9_000);
  const [status, page] = await open(pay, long.url);
  assert.equal(status, 409);
  assert.match(page, /could be answered until/);
  assert.equal((await submit(pay, long.url, { decision: "approve" }))[0], 409);
  const late = await pay.send("POST", `/v1/threads/t1/approvals/${call.id}/link`);
  assert.equal((await json(late)).code, "approval_expired");
  await pay.send("DELETE", "/v1/threads/t1");
  assert.equal((await open(pay, long.url))[0], 404);
});

Deno.test("X5: what a model wrote is text on the page of a link", async () => {
  const to = `<img src=x onerror=alert(1)>"'&</pre><script>alert(2)</script>`;
  const pay = createPay({ env: ENV, calls: [{ to, amount: 1 }] });
  const [call] = await planned(pay);
  const { url } = await linkTo(pay, call.id, { by: "<b>ann</b>" });
  const [, page] = await open(pay, url);
  assert.doesNotMatch(page, /<img|<script|<b>ann/);
  assert.ok(page.includes("&lt;img src=x onerror=alert(1)&gt;"));
  const [, answer] = await submit(pay, url, { decision: "deny" });
  assert.doesNotMatch(answer, /<b>ann/);
});

Deno.test("X5: the form of a link is refused from another site, and in another form", async () => {
  const pay = createPay({ env: ENV });
  const [call] = await planned(pay);
  const { url } = await linkTo(pay, call.id);
  const foreign: Record<string, string>[] = [
    { "sec-fetch-site": "cross-site" },
    { "sec-fetch-site": "same-site" },
    { origin: "https://evil.example" },
    { origin: "null" },
  ];
  for (const headers of foreign) {
    assert.equal((await submit(pay, url, { decision: "approve" }, headers))[0], 403, JSON.stringify(headers));
  }
  assert.equal((await submit(pay, url, { decision: "maybe" }))[0], 422);
  assert.equal((await submit(pay, url, { decision: "approve", more: "1" }))[0], 422);
  const asJson = await pay.fetch(
    new Request(url, {
      method: "POST",
      body: '{"decision":"approve"}',
      headers: { "content-type": "application/json" },
    }),
  );
  assert.equal(asJson.status, 415);
  await asJson.body?.cancel();
  assert.equal((await pay.waiting()).length, 1);
  const own = { origin: "http://treadle.test", host: "treadle.test", "sec-fetch-site": "same-origin" };
  assert.equal((await submit(pay, url, { decision: "approve" }, own))[0], 200);
});

Deno.test("X5: a question is answered on the page of a link, as text or as JSON", async () => {
  for (
    const [tool, answer, expected] of [
      [askUser(), "blue", "blue"],
      [askUser({ schema: { type: "integer" } }), "7", 7],
    ] as const
  ) {
    const calls = [{ tool: "ask_user", args: { question: "Which <colour>?" } }];
    const pay = createPay({ env: ENV, tools: [tool], scenario: [{ calls }, { says: "Thanks." }] });
    const [call] = await planned(pay);
    const { url } = await linkTo(pay, call.id);
    assert.match((await open(pay, url))[1], /Which &lt;colour&gt;\?/);
    for (const wrong of ["", "{"]) {
      if (wrong === "{" && expected === "blue") continue;
      assert.equal((await submit(pay, url, { decision: "approve", answer: wrong }))[0], 422);
    }
    assert.equal((await submit(pay, url, { decision: "approve", answer }))[0], 200);
    await pay.step();
    assert.equal((await pay.observed())[0]?.output, expected);
  }
});

Deno.test("X5: without a key for links they are refused with what to set", async () => {
  const pay = createPay();
  const [call] = await planned(pay);
  const response = await pay.send("POST", `/v1/threads/t1/approvals/${call.id}/link`);
  const { status, code, detail } = await json(response);
  assert.deepEqual([status, code], [503, "links_not_configured"]);
  assert.match(String(detail), /TREADLE_APPROVAL_SECRET/);
  assert.equal((await open(pay, "http://treadle.test/approvals/a.b.c"))[0], 503);
  assert.throws(
    () => createPay({ env: { TREADLE_APPROVAL_SECRET: "short" } }),
    /TREADLE_APPROVAL_SECRET must have/,
  );
});

Deno.test("X5: a link has the address of TREADLE_PUBLIC_URL, whatever the Host header of the request says", async () => {
  for (const base of ["https://agents.example.com", "https://agents.example.com/base/"]) {
    const pay = createPay({ env: { ...ENV, TREADLE_PUBLIC_URL: base } });
    const [call] = await planned(pay);
    for (const host of ["evil.example", "127.0.0.1", "a@evil.example"]) {
      const made = await pay.send("POST", `/v1/threads/t1/approvals/${call.id}/link`, {}, { host });
      const url = String((await json(made)).url);
      assert.ok(url.startsWith(`${base.replace(/\/$/, "")}/approvals/`), url);
    }
  }
});
