// Row X5: what attacks a link and its page: programs that follow links, keys of another form, a thread that took an id over,
// texts that look like others, and forms that nobody filled in with a browser.

import assert from "node:assert/strict";
import type { JsonObject } from "../../../src/core/json.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { json } from "../../http/_app.ts";
import { createPay, type Pay, planned } from "./_bench.ts";
import { ENV, linkTo, open, SECRET, submit } from "./_links.ts";

async function decisionOf(pay: Pay): Promise<JsonObject> {
  const [entry] = await pay.observed();
  const { decisions: [decision] } = entry?.approval as { decisions: JsonObject[] };
  return decision ?? assert.fail("nobody decided");
}

Deno.test("X5: a program that follows or probes a link answers nothing", async () => {
  const pay = createPay({ env: ENV });
  const [call] = await planned(pay);
  const { url } = await linkTo(pay, call.id);
  const probes: readonly (readonly [string, number, HeadersInit?])[] = [
    ["GET", 200, { "user-agent": "Slackbot-LinkExpanding 1.0", "accept": "*/*" }],
    ["GET", 200, { purpose: "prefetch", "sec-purpose": "prefetch;prerender" }],
    ["HEAD", 200],
    ["OPTIONS", 204],
    ["PUT", 405],
    ["DELETE", 405],
    ["POST", 415],
  ];
  for (const [method, status, headers = {}] of probes) {
    const response = await pay.fetch(new Request(url, { method, headers }));
    assert.equal(response.status, status, method);
    assert.equal(response.headers.get("cache-control"), "no-store");
    await response.body?.cancel();
  }
  assert.equal((await submit(pay, `${url}?decision=approve`, {}))[0], 422);
  assert.deepEqual((await pay.waiting()).map(({ id }) => id), [call.id]);
  const [, , { headers }] = await open(pay, url);
  assert.equal(headers.get("referrer-policy"), "same-origin");
  assert.equal(headers.get("x-robots-tag"), "noindex");
});

Deno.test("X5: a secret with the words of a PEM file signs as any other", async () => {
  for (const word of ["PRIVATE", "PUBLIC"]) {
    const pay = createPay({
      env: { TREADLE_APPROVAL_SECRET: `a ${word} secret of this deployment`.replaceAll(" ", "-") },
    });
    const [call] = await planned(pay);
    const { url } = await linkTo(pay, call.id);
    assert.equal((await submit(pay, url, { decision: "approve" }))[0], 200, word);
  }
});

Deno.test("X5: a link of the previous secret is good, one of any other is not, and new links take the present one", async () => {
  const store = createMemoryStore();
  const old = createPay({ store, env: ENV });
  const [call] = await planned(old);
  const first = await linkTo(old, call.id);
  const next = "the next secret of the deployment".replaceAll(" ", "-");
  const rotated = createPay({
    store,
    env: { TREADLE_APPROVAL_SECRET: next, TREADLE_APPROVAL_SECRET_PREVIOUS: SECRET },
  });
  const second = await linkTo(rotated, call.id);
  const over = createPay({ store, env: { TREADLE_APPROVAL_SECRET: next } });
  const statuses = async (pay: Pay) => [(await open(pay, first.url))[0], (await open(pay, second.url))[0]];
  assert.deepEqual(await statuses(rotated), [200, 200]);
  assert.deepEqual(await statuses(over), [403, 200]);
  assert.deepEqual(await statuses(old), [200, 403]);
  assert.equal((await submit(rotated, first.url, { decision: "deny" }))[0], 200);
  const alone = { TREADLE_APPROVAL_SECRET_PREVIOUS: SECRET };
  assert.throws(() => createPay({ env: alone }), /TREADLE_APPROVAL_SECRET must be set/);
  assert.throws(
    () => createPay({ env: { ...ENV, TREADLE_APPROVAL_SECRET_PREVIOUS: "short" } }),
    /32 visible/,
  );
});

Deno.test("X5: a link is void for another thread that has taken the id, with the same call in it", async () => {
  const pay = createPay({ env: ENV });
  const [call] = await planned(pay);
  const { url } = await linkTo(pay, call.id);
  pay.pass(1);
  const fork = (from: string, id: string) =>
    pay.send("POST", `/v1/threads/${from}/fork`, { id, calls: "run" });
  assert.equal((await fork("t1", "t2")).status, 201);
  await pay.send("DELETE", "/v1/threads/t1");
  assert.equal((await fork("t2", "t1")).status, 201);
  const [again] = await pay.waiting();
  assert.deepEqual(again, { id: call.id, digest: call.digest });
  assert.equal((await open(pay, url))[0], 422);
  assert.equal((await submit(pay, url, { decision: "approve" }))[0], 422);
  assert.equal((await pay.waiting()).length, 1);
});

Deno.test("X5: the record names the API key that vouches for a person", async () => {
  const keyName = async () => {
    const pay = createPay();
    const [call] = await planned(pay);
    return String((await pay.decide(call.id, { approved: true })).body.by);
  };
  const key = await keyName();
  for (const by of ["ann", key]) {
    const pay = createPay({ env: ENV });
    const [call] = await planned(pay);
    const { url } = await linkTo(pay, call.id, { by });
    await submit(pay, url, { decision: "approve" });
    await pay.step();
    const decision = await decisionOf(pay);
    assert.deepEqual([decision.by, decision.key], [by, by === key ? undefined : key]);
  }
  const pay = createPay();
  const [call] = await planned(pay);
  const results = await json(
    await pay.send("POST", "/v1/inbox/decisions", [{
      thread: "t1",
      callId: call.id,
      approved: true,
      by: "bob",
    }]),
  );
  assert.match(JSON.stringify(results), new RegExp(`"key":"${key}"`));
});

Deno.test("X5: no character of the arguments is invisible on the page, and none changes the order of others", async () => {
  const to = "ann\u202e 001 yap\u2066\u200b\u00ad\ue000\u{e0041}\u0007\nbob";
  const pay = createPay({ env: ENV, calls: [{ to, amount: 1 }], terms: { approvalEdits: true } });
  const [call] = await planned(pay);
  const { url } = await linkTo(pay, call.id);
  const [, page] = await open(pay, url);
  assert.doesNotMatch(page, /(?![\n\t])[\p{Cc}\p{Cf}\p{Co}]/u);
  assert.ok(page.includes(String.raw`ann\u202e 001 yap\u2066\u200b\u00ad\ue000\udb40\udc41\u0007\nbob`));
  // The field of the arguments has the same text, which is JSON of the same value: nothing is changed by it.
  const args = String
    .raw`{"amount": 1, "to": "ann\u202e 001 yap\u2066\u200b\u00ad\ue000\udb40\udc41\u0007\nbob"}`;
  assert.equal((await submit(pay, url, { decision: "approve", args }))[0], 200);
  await pay.step();
  assert.deepEqual(pay.paid, [{ to, amount: 1 }]);
  assert.equal((await decisionOf(pay)).edit, undefined);
});

Deno.test("X5: the page of a link takes other arguments where the tool permits them, and shows what is wrong with them", async () => {
  const pay = createPay({ env: ENV, terms: { approvalEdits: true } });
  const [call] = await planned(pay);
  const { url } = await linkTo(pay, call.id, { by: "ann" });
  assert.match(
    (await open(pay, url))[1],
    /<textarea name="args"[^>]*>\n\{\n {2}&quot;to&quot;: &quot;bob&quot;/,
  );
  const wrong: readonly (readonly [string, RegExp])[] = [
    ["{", /The arguments are not JSON/],
    ["[1]", /not a JSON object/],
    ['{"to":"bob","amount":"<b>"}', /\/amount: must be number/],
    ['{"to":"bob","amount":1,"more":1}', /more/],
    ['{"to":"bob","amount":1e999}', /outside the range of a double/],
    ['{"to":"bob","amount":1,"__proto__":{"x":1}}', /__proto__/],
    [`{"to":"${"x".repeat(70_000)}","amount":1}`, /longer than 65536/],
  ];
  for (const [args, problem] of wrong) {
    const [status, page] = await submit(pay, url, { decision: "approve", args, reason: "because" });
    assert.equal(status, 422, args.slice(0, 60));
    assert.match(page, problem);
    assert.match(page, /role="alert"/);
    assert.match(page, /because<\/textarea>/, "what was typed is kept");
    assert.doesNotMatch(page, /<b>/);
  }
  assert.equal((await pay.waiting()).length, 1);
  const args = '{\r\n  "amount": 20,\r\n  "to": "bob"\r\n}';
  assert.equal((await submit(pay, url, { decision: "approve", args }))[0], 200);
  await pay.step();
  assert.deepEqual(pay.paid, [{ to: "bob", amount: 20 }]);
  const { by, edit } = await decisionOf(pay);
  assert.deepEqual([by, (edit as JsonObject).args], ["ann", { amount: 20, to: "bob" }]);
});

Deno.test("X5: a form with arguments changes nothing where the tool permits no others, and a denial takes none", async () => {
  const pay = createPay({ env: ENV });
  const [call] = await planned(pay);
  const { url } = await linkTo(pay, call.id);
  assert.doesNotMatch((await open(pay, url))[1], /name="args"/);
  const [status, page] = await submit(pay, url, { decision: "approve", args: '{"to":"eve","amount":9}' });
  assert.equal(status, 422);
  assert.match(page, /with the arguments of the model only/);
  assert.equal((await submit(pay, url, { decision: "deny", args: "{" }))[0], 200);
  await pay.step();
  assert.deepEqual(pay.paid, []);
});

Deno.test("X5: a form holds no text that an API request could not hold", async () => {
  const pay = createPay({ env: ENV });
  const [call] = await planned(pay);
  const { url } = await linkTo(pay, call.id);
  for (const reason of ["\0", "x".repeat(2_001)]) {
    assert.equal((await submit(pay, url, { decision: "deny", reason }))[0], 422);
  }
  assert.equal((await submit(pay, url, { decision: "deny", reason: "a\r\nb" }))[0], 200);
  await pay.step();
  assert.equal((await decisionOf(pay)).reason, "a\nb");
});

Deno.test("X5: the token of a link brings no result for its call", async () => {
  const pay = createPay({ env: ENV });
  const [call] = await planned(pay);
  const { url } = await linkTo(pay, call.id);
  const sent = await pay.fetch(
    new Request(url.replace("/approvals/", "/callbacks/"), {
      method: "POST",
      body: JSON.stringify({ output: "paid" }),
      headers: { "content-type": "application/json" },
    }),
  );
  assert.equal((await json(sent)).code, "link_invalid");
});
