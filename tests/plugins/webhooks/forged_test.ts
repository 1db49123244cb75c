// Forged, stale and replayed deliveries: refused with one text, logged with their reason and without anything secret.

import assert from "node:assert/strict";
import fc from "fast-check";
import { isJsonObject } from "../../../src/core/json.ts";
import { type Message, type Sender, SENDERS, signQStash } from "../../triggers/_senders.ts";
import { createWebhookApp, ORIGIN, senderOf, START, takerOf } from "./_app.ts";
import { TRIGGER_ENV, TRIGGERS } from "./_triggers.ts";

interface Forged {
  readonly what: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

const MINUTE = 60_000;
const BODY = JSON.stringify({ type: "thing.happened", id: "evt_forged", secret_word: "hunter2" });
const SENDERS_OF: readonly (readonly [string, Sender])[] = [
  ...["github", "slack", "stripe", "qstash", "svix"].map((name) => [name, senderOf(name)] as const),
  ["standard", senderOf("standard webhooks")],
  ["acme", senderOf("hmac with a signed time")],
];

Deno.test("E8: at least 60 forged or stale deliveries are refused with one text, and no log line has a secret", async () => {
  const app = createWebhookApp({
    agents: [takerOf([{ trigger: "github", input: "{}" }])],
    env: TRIGGER_ENV,
    options: { triggers: TRIGGERS },
  });
  const genuine = await app.deliver({ sender: senderOf("github"), to: "github/taker", body: BODY });
  assert.equal(genuine.status, 202);
  await app.idle();
  const forgeries = (await Promise.all(SENDERS_OF.map(([name, sender]) => forgeriesOf(name, sender)))).flat();
  assert.ok(forgeries.length >= 60, `${forgeries.length} deliveries`);
  const answers = new Set<string>();
  for (const { what, path, headers, body } of forgeries) {
    const before = app.logs.length;
    const response = await app.fetch(path, { method: "POST", headers, body });
    assert.equal(response.status, 401, what);
    const { instance: _, ...answer } = await response.json();
    answers.add(JSON.stringify(answer));
    const lines = app.logs.slice(before);
    const refusal = lines.map((line) => JSON.parse(line)).find(({ message }) =>
      message === "a webhook was refused"
    );
    assert.match(refusal?.reason ?? "", /^[a-z]+_[a-z]+$/, what);
    assertSilent(lines.join("\n"), [...Object.values(headers), body, "hunter2"], what);
  }
  assert.equal(answers.size, 1, [...answers].join("\n"));
  assert.match([...answers][0] ?? "", /"code":"webhook_unverified"/);
  assertSilent(app.logs.join("\n"), Object.values(TRIGGER_ENV), "all lines");
  const { threads } = await app.read("/v1/threads");
  assert.equal(Array.isArray(threads) ? threads.filter(isJsonObject).length : 0, 1);
  assert.equal(app.model.requests.length, 1);
});

/** Texts of some length: a timestamp of a header may be in the time of a line. */
function assertSilent(lines: string, secrets: readonly string[], what: string): void {
  for (const secret of secrets.filter((each) => each.length >= 16 && each !== "application/json")) {
    assert.ok(!lines.includes(secret), `${what}: the log has ${secret}`);
  }
}

async function forgeriesOf(trigger: string, sender: Sender): Promise<Forged[]> {
  const path = `/webhooks/${trigger}/taker`;
  const message: Message = { id: "evt_forged", body: BODY, at: START, url: ORIGIN + path };
  const [secret, other] = sender.secrets;
  const signed = await sender.sign(message, secret);
  const { [sender.header]: _, ...unsigned } = signed;
  const line = signed[sender.header] ?? "";
  const swapped = line.replace(
    /.(.)(=*)$/,
    (end, last, padding) => `${end[0] === "A" ? "B" : "A"}${last}${padding}`,
  );
  const body = `${BODY} `;
  const forged: Forged[] = [
    { what: "no signature", path, headers: unsigned, body: BODY },
    { what: "an empty signature", path, headers: { ...signed, [sender.header]: "" }, body: BODY },
    { what: "no signature at all", path, headers: { ...signed, [sender.header]: "undefined" }, body: BODY },
    {
      what: "half of a signature",
      path,
      headers: { ...signed, [sender.header]: line.slice(0, -20) },
      body: BODY,
    },
    { what: "one other character", path, headers: { ...signed, [sender.header]: swapped }, body: BODY },
    { what: "another body", path, headers: signed, body },
    { what: "no body", path, headers: signed, body: "" },
    { what: "another secret", path, headers: await sender.sign(message, other), body: BODY },
    { what: "an empty secret's text", path, headers: await sender.sign(message, "whsec_AAAA"), body: BODY },
    { what: "an unknown trigger", path: "/webhooks/nobody/taker", headers: signed, body: BODY },
    { what: "a name of a prototype", path: "/webhooks/constructor/taker", headers: signed, body: BODY },
  ].map((each) => ({ ...each, what: `${trigger}: ${each.what}` }));
  if (sender.trigger.windowMs === undefined) return forged;
  for (const minutes of [-10, 10, -60 * 24, 60 * 24]) {
    const headers = await sender.sign({ ...message, at: START + minutes * MINUTE }, secret);
    forged.push({ what: `${trigger}: a clock that is ${minutes} minutes off`, path, headers, body: BODY });
  }
  if (trigger === "qstash") {
    for (const claims of [{ iss: "Other" }, { sub: "https://other.example.com" }, { body: "" }, { exp: 0 }]) {
      const headers = { "upstash-signature": signQStash(message, secret, { claims }) };
      forged.push({ what: `qstash: ${JSON.stringify(claims)}`, path, headers, body: BODY });
    }
  }
  return forged;
}

Deno.test("E8: a signature of one sender is none of another, and an API key is none of any", async () => {
  const app = createWebhookApp({ agents: [takerOf([{ trigger: "github", input: "{}" }])] });
  const names = SENDERS.filter(({ name }) => !name.startsWith("hmac") && name !== "svix");
  for (const sender of names) {
    for (const [trigger, own] of SENDERS_OF) {
      if (
        own === sender || trigger === "acme" || own.trigger === sender.trigger ||
        sender.trigger.name === "standard"
      ) continue;
      const { status } = await app.deliver({ sender, to: `${trigger}/taker`, secret: own.secrets[0] });
      assert.equal(status, 401, `${sender.name} to ${trigger}`);
    }
  }
  const authorization = `Bearer ${TRIGGER_ENV.TREADLE_API_KEYS?.split(":")[1]}`;
  const keyed = await app.fetch("/webhooks/github/taker", {
    method: "POST",
    body: "{}",
    headers: { authorization },
  });
  assert.equal(keyed.status, 401);
});

Deno.test("E8: the path of a webhook takes POST alone; every other method needs a caller", async () => {
  const app = createWebhookApp({ agents: [takerOf([{ trigger: "github", input: "{}" }])] });
  for (const method of ["GET", "PUT", "DELETE"]) {
    assert.equal((await app.fetch("/webhooks/github/taker", { method })).status, 401, method);
  }
  const authorization = `Bearer ${TRIGGER_ENV.TREADLE_API_KEYS?.split(":")[1]}`;
  assert.equal((await app.fetch("/webhooks/github/taker", { headers: { authorization } })).status, 405);
  assert.equal((await app.fetch("/webhooks/github", { method: "POST" })).status, 401);
});

Deno.test("E8: no headers and no bytes get more than a refusal", async () => {
  const app = createWebhookApp({ agents: [takerOf([{ trigger: "github", input: "{}" }])] });
  const names = SENDERS_OF.map(([name]) => name).filter((name) => name !== "acme");
  const header = fc.constantFrom(
    "webhook-id",
    "webhook-timestamp",
    "webhook-signature",
    "svix-id",
    "svix-timestamp",
    "svix-signature",
    "x-hub-signature-256",
    "x-github-event",
    "x-slack-signature",
    "x-slack-request-timestamp",
    "stripe-signature",
    "upstash-signature",
    "content-type",
    "content-encoding",
  );
  const value = fc.oneof(
    fc.string({ maxLength: 80 }).map((text) => text.replaceAll(/[^\x20-\x7e]/g, "")),
    fc.constantFrom(
      "v1,",
      "v0=",
      "sha256=",
      "t=1,v1=",
      "eyJhbGciOiJIUzI1NiJ9.e30.",
      String(START / 1000),
      "gzip",
    ),
  );
  const headers = fc.array(fc.tuple(header, value), { maxLength: 6 });
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...names),
      headers,
      fc.uint8Array({ maxLength: 60 }),
      async (name, given, body) => {
        const response = await app.fetch(`/webhooks/${name}/taker`, { method: "POST", headers: given, body });
        assert.equal(response.status, 401);
      },
    ),
    { numRuns: 300 },
  );
});
