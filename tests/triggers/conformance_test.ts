// The conformance suite of triggers: what holds for every scheme, with deliveries that the senders' own packages sign.

import assert from "node:assert/strict";
import type { Verdict } from "../../src/triggers/trigger.ts";
import { TRIGGERS } from "../../src/triggers/triggers.ts";
import { type Message, type Sender, SENDERS } from "./_senders.ts";

const NOW = Date.parse("2026-11-22T12:00:00Z");
const MESSAGE: Message = {
  id: "msg_2KWPBgLlAfxdpx2AI54pPJ85f4W",
  body: '{"type":"issues.opened","title":"Ünïcode 🚀 \\u0000"}',
  at: NOW,
  url: "https://agents.example.com/webhooks/x/y?a=1",
};
const utf8 = new TextEncoder();
const MINUTE = 60_000;

Deno.test("E8: every scheme of the record is under its own name, and the suite has a sender of each", () => {
  for (const [name, trigger] of Object.entries(TRIGGERS)) {
    assert.equal(trigger.name, name);
    assert.ok(SENDERS.some((sender) => sender.trigger === trigger), `${name} has no sender`);
  }
});

for (const sender of SENDERS) {
  const { name, trigger, secrets: [secret, other], header } = sender;
  const has = trigger.windowMs !== undefined;

  Deno.test(`E8: ${name}: a delivery that its own signer signs is verified, to the byte`, async () => {
    assert.equal(because(await verify(sender, MESSAGE)), "verified");
    const [headers, changed] = [await sender.sign(MESSAGE, secret), `${MESSAGE.body} `];
    assert.deepEqual(
      because(await check(sender, headers, { ...MESSAGE, body: changed }, [secret])),
      WRONG(sender),
    );
    const raw = { ...MESSAGE, body: "\u0000\ufeff not JSON \r\n" };
    assert.equal(because(await verify(sender, raw)), "verified");
    // The signer of GitHub signs no empty body, and GitHub sends none.
    if (name === "github") return;
    assert.equal(because(await verify(sender, { ...MESSAGE, body: "" })), "verified");
  });

  Deno.test(`E8: ${name}: either key verifies while one replaces the other, and the old one no more after it`, async () => {
    const old = await sender.sign(MESSAGE, other);
    assert.equal(because(await check(sender, old, MESSAGE, [secret, other])), "verified");
    assert.equal(
      because(await check(sender, await sender.sign(MESSAGE, secret), MESSAGE, [secret, other])),
      "verified",
    );
    const both = await sender.sign(MESSAGE, other, secret);
    assert.equal(because(await check(sender, both, MESSAGE, [other])), "verified");
    assert.equal(because(await check(sender, old, MESSAGE, [secret])), "signature_wrong");
    assert.equal(because(await check(sender, old, MESSAGE, [])), "signature_wrong");
  });

  Deno.test(`E8: ${name}: a clock that is 10 minutes off, both ways, is ${has ? "refused" : "not seen"}`, async () => {
    const late = await verify(sender, MESSAGE, NOW + 10 * MINUTE);
    const early = await verify(sender, MESSAGE, NOW - 10 * MINUTE);
    const expected = has ? ["timestamp_old", "timestamp_ahead"] : ["verified", "verified"];
    assert.deepEqual([because(late), because(early)], expected);
    assert.equal(because(await verify(sender, MESSAGE, NOW + 4 * MINUTE)), "verified");
  });

  Deno.test(`E8: ${name}: a header that is missing, empty or no signature is refused and throws nothing`, async () => {
    const signed = await sender.sign(MESSAGE, secret);
    for (const text of BROKEN) {
      const headers = { ...signed, [header]: text };
      assert.match(because(await check(sender, headers, MESSAGE, [secret])), REFUSED, JSON.stringify(text));
    }
    const { [header]: _, ...rest } = signed;
    assert.equal(because(await check(sender, rest, MESSAGE, [secret])), "signature_missing");
    for (const name of Object.keys(rest).filter((each) => !/^(x-github-|upstash-message)/.test(each))) {
      const { [name]: _, ...without } = signed;
      assert.match(because(await check(sender, without, MESSAGE, [secret])), /missing|malformed/, name);
      const changed = { ...signed, [name]: `${signed[name]}1` };
      assert.match(because(await check(sender, changed, MESSAGE, [secret])), REFUSED, name);
    }
  });

  Deno.test(`E8: ${name}: no change of one character of a signature is verified`, async () => {
    const signed = await sender.sign(MESSAGE, secret);
    const line = signed[header] ?? "";
    const from = line.length - 32;
    for (let at = from; at < line.length - 1; at++) {
      const changed = line.slice(0, at) + (line[at] === "a" ? "b" : "a") + line.slice(at + 1);
      const verdict = await check(sender, { ...signed, [header]: changed }, MESSAGE, [secret]);
      assert.match(because(verdict), /^signature_(wrong|malformed)$/);
    }
  });

  Deno.test(`E8: ${name}: a short secret is refused with its reason and not shown`, () => {
    const problem = trigger.secretProblem("short") ?? "";
    assert.match(problem, /must/);
    assert.ok(!problem.includes("short"));
    assert.equal(trigger.secretProblem(secret), undefined);
  });
}

const REFUSED = /^(signature|timestamp|id)_(missing|malformed|wrong)$/;

const BROKEN = [
  "",
  " ",
  "v1",
  "v1,",
  "v1,=",
  "v1,AAAA",
  "sha256=",
  "sha256=zz",
  "v0=",
  "v0=00",
  "t=",
  "t=1",
  "t=1,v1=",
  "h=",
  "a.b.c",
  "..",
  "e30.e30.e30",
  "0".repeat(64),
  "A".repeat(43),
  "A".repeat(100_000),
  "t=x,v1=00",
  "v1=00,t=1,t=2",
  "eyJhbGciOiJub25lIn0.e30.",
  "null",
  "[object Object]",
  "%00",
];

/** The claims of a token have the digest of the body, and its signature does not cover the body itself. */
const WRONG = ({ name }: Sender) => name === "qstash" ? "body_changed" : "signature_wrong";

async function verify(sender: Sender, message: Message, now = NOW): Promise<Verdict> {
  const [secret] = sender.secrets;
  return await check(sender, await sender.sign(message, secret), message, [secret], now);
}

async function check(
  { trigger }: Sender,
  headers: Readonly<Record<string, string>>,
  { body, url }: Message,
  secrets: readonly string[],
  now = NOW,
): Promise<Verdict> {
  const delivery = { headers: new Headers(headers), body: utf8.encode(body), url, now };
  return await trigger.verify(delivery, secrets, trigger.windowMs ?? 0);
}

function because(verdict: Verdict): string {
  return verdict.verified ? "verified" : verdict.because;
}
