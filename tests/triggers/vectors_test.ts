// Vectors that the senders publish, what a token of QStash has to say, and where each sender says which event it is.

import { Receiver } from "@upstash/qstash";
import { createHash } from "node:crypto";
import assert from "node:assert/strict";
import type { Json } from "../../src/core/json.ts";
import { github } from "../../src/triggers/github.ts";
import { hmac, hmacProblems, type HmacSettings } from "../../src/triggers/hmac.ts";
import { qstash } from "../../src/triggers/qstash.ts";
import { slack } from "../../src/triggers/slack.ts";
import { standard } from "../../src/triggers/standard.ts";
import { stripe } from "../../src/triggers/stripe.ts";
import type { EventFacts, Trigger } from "../../src/triggers/trigger.ts";
import { SENDERS, signQStash } from "./_senders.ts";

const utf8 = new TextEncoder();

const VECTORS: readonly [Trigger, string, Record<string, string>, string, number][] = [
  [
    standard,
    "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    {
      "svix-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
      "svix-timestamp": "1614265330",
      "svix-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
    },
    '{"test": 2432232314}',
    1614265330,
  ],
  [
    github,
    "It's a Secret to Everybody",
    {
      "x-hub-signature-256": "sha256=757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17",
    },
    "Hello, World!",
    0,
  ],
  [
    slack,
    "8f742231b10e8888abcd99yyyzzz85a5",
    {
      "x-slack-request-timestamp": "1531420618",
      "x-slack-signature": "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503",
    },
    slackBody(),
    1531420618,
  ],
];

for (const [trigger, secret, headers, body, at] of VECTORS) {
  Deno.test(`E8: ${trigger.name}: the vector that its documentation publishes is verified`, async () => {
    const delivery = { headers: new Headers(headers), body: utf8.encode(body), url: "", now: at * 1000 };
    assert.deepEqual(await trigger.verify(delivery, [secret], 300_000), { verified: true });
  });
}

const KEY = "sig_5ZB6DVzB1wjE8S6rZ7eenA8Pdnhs";
const NEXT = "sig_7kYjw48mhY7kAjqNGcy6cr29RJ6r";
const URL = "https://agents.example.com/webhooks/qstash/a";

Deno.test("E8: a token of QStash is verified where the receiver of @upstash/qstash verifies it, and only there", async () => {
  const receiver = new Receiver({ currentSigningKey: KEY, nextSigningKey: NEXT });
  const now = Date.now();
  const message = { body: '{"a":1}', at: now, url: URL };
  const digest = createHash("sha256").update(message.body).digest("base64url");
  const none = `${btoa('{"alg":"none"}').replaceAll("=", "")}.${signQStash(message, KEY).split(".")[1]}.`;
  const cases: readonly [string, string, boolean][] = [
    ["the current key", signQStash(message, KEY), true],
    ["the next key", signQStash(message, NEXT), true],
    ["an unknown key", signQStash(message, "sig_000000000000000000000000"), false],
    ["another destination", signQStash({ ...message, url: `${URL}/b` }, KEY), false],
    ["another body", signQStash({ ...message, body: "{}" }, KEY), false],
    ["another issuer", signQStash(message, KEY, { claims: { iss: "Mallory" } }), false],
    ["an end that has passed", signQStash({ ...message, at: now - 600_000 }, KEY), false],
    ["a beginning that has not come", signQStash({ ...message, at: now + 600_000 }, KEY), false],
    ["the digest with padding", signQStash(message, KEY, { claims: { body: `${digest}=` } }), true],
    ["no algorithm", none, false],
  ];
  for (const [what, signature, expected] of cases) {
    const theirs = await receiver.verify({ signature, body: message.body, url: URL }).catch(() => false);
    assert.equal(theirs, expected, `their receiver: ${what}`);
    const headers = new Headers({ "upstash-signature": signature });
    const delivery = { headers, body: utf8.encode(message.body), url: URL, now };
    const { verified } = await qstash.verify(delivery, [KEY, NEXT], 0);
    assert.equal(verified, expected, what);
  }
});

Deno.test("E8: a token of QStash without its times, or with claims of other types, is refused", async () => {
  const now = Date.now();
  const message = { body: "{}", at: now, url: URL };
  const claims = [
    { exp: undefined },
    { nbf: undefined },
    { exp: "9999999999" },
    { body: 7 },
    { sub: [URL] },
    { iss: null },
  ];
  for (const each of claims) {
    const headers = new Headers({ "upstash-signature": signQStash(message, KEY, { claims: each }) });
    const verdict = await qstash.verify({ headers, body: utf8.encode("{}"), url: URL, now }, [KEY], 30_000);
    assert.equal(verdict.verified, false, JSON.stringify(each));
  }
});

const SHOP = hmac({
  header: "x-shop-hmac",
  encoding: "base64",
  id: { header: "x-shop-id" },
  event: { pointer: "/topic/0" },
});
const GITHUB = { "x-github-event": "issues", "x-github-delivery": "d1" };

const FACTS: readonly [Trigger, Record<string, string>, Json, EventFacts][] = [
  [standard, { "webhook-id": "m1" }, { type: "invoice.paid" }, { id: "m1", event: "invoice.paid" }],
  [standard, { "svix-id": "m2" }, [1], { id: "m2", event: undefined }],
  [github, GITHUB, { action: "opened" }, { id: undefined, event: "issues.opened" }],
  [github, { "x-github-event": "push" }, {}, { id: undefined, event: "push" }],
  [slack, {}, { type: "event_callback", event_id: "Ev1", event: { type: "app_mention" } }, {
    id: "Ev1",
    event: "app_mention",
  }],
  [slack, {}, { event_id: "Ev2", event: { type: "message", subtype: "bot_message" } }, {
    id: "Ev2",
    event: "message.bot_message",
  }],
  [slack, {}, { type: "block_actions", trigger_id: "13.24" }, { id: "13.24", event: "block_actions" }],
  [slack, {}, { command: "/ask", trigger_id: "13.25" }, { id: "13.25", event: "slash_command" }],
  [slack, {}, null, { id: undefined, event: undefined }],
  [stripe, {}, { id: "evt_1", type: "charge.failed" }, { id: "evt_1", event: "charge.failed" }],
  [qstash, { "upstash-message-id": "msg_1" }, "text", { id: "msg_1", event: undefined }],
  [SHOP, { "x-shop-id": "s1" }, { topic: ["orders/paid"] }, { id: "s1", event: "orders/paid" }],
  [SHOP, {}, { topic: [] }, { id: undefined, event: undefined }],
  [hmac({ header: "x", id: { pointer: "/n" } }), {}, { n: 7 }, { id: "7", event: undefined }],
];

for (const [trigger, headers, payload, expected] of FACTS) {
  Deno.test(`E8: ${trigger.name}: ${JSON.stringify(payload)} is ${JSON.stringify(expected)}`, () => {
    assert.deepEqual(trigger.factsOf({ headers: new Headers(headers), payload }), expected);
  });
}

Deno.test("E8: settings of hmac that would prove nothing are refused, each with its reason", () => {
  const wrong: readonly [HmacSettings, RegExp][] = [
    [{ header: "" }, /header must be/],
    [{ header: "x", signed: "{timestamp}" }, /\{body\} once/],
    [{ header: "x", timestamp: { header: "t" } }, /signed must have \{timestamp\}/],
    [{ header: "x", signed: "{timestamp}.{body}" }, /timestamp must name/],
    [{ header: "x", signed: "{id}.{body}" }, /id must name/],
    [{ header: "x", signed: "{id}.{body}", id: { pointer: "/id" } }, /id must name/],
    [{ header: "x", signed: "{body}{body}" }, /\{body\} once/],
    [{ header: "x", prefix: "a, b" }, /prefix/],
    [{ header: "x", event: { pointer: "type" } }, /event must be/],
    [JSON.parse('{"header":"x","algorithm":"sha1"}'), /algorithm must be sha256 or sha512/],
    [JSON.parse('{"header":"x","encoding":"latin1"}'), /encoding must be/],
    [JSON.parse('{"header":"x","key":"utf8"}'), /key must be/],
    [JSON.parse('{"header":"x","signed":"{timestamp}{body}","timestamp":{"header":"t","unit":"m"}}'), /unit/],
  ];
  for (const [settings, reason] of wrong) assert.match(hmacProblems(settings).join("; "), reason);
  assert.deepEqual(hmacProblems({ header: "x-signature", prefix: "sha256=" }), []);
});

/** The body of the request in "Verifying requests from Slack". */
function slackBody(): string {
  return "token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V&" +
    "channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=&" +
    "response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN&" +
    "trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c";
}

Deno.test("E8: stripe: a header with two times is refused, whichever of them is signed", async () => {
  const sender = SENDERS.find(({ name }) => name === "stripe") ?? assert.fail("no sender");
  const [secret] = sender.secrets;
  const message = { id: "evt_1", body: "{}", at: 1_614_265_330_000, url: "https://a.test/" };
  const { "stripe-signature": line = "" } = await sender.sign(message, secret);
  const check = async (signature: string) => {
    const delivery = { ...message, body: utf8.encode(message.body), now: message.at };
    const headers = new Headers({ "stripe-signature": signature });
    const verdict = await stripe.verify({ ...delivery, headers }, [secret], 300_000);
    return verdict.verified ? "verified" : verdict.because;
  };
  assert.equal(await check(line), "verified");
  for (const twice of [`${line},t=1614265331`, `t=1614265331,${line}`]) {
    assert.equal(await check(twice), "timestamp_malformed");
  }
});
