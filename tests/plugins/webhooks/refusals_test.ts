// The record of refused deliveries: what it has of each, what it leaves out, and what strangers can make it cost.

import assert from "node:assert/strict";
import type { Store } from "../../../src/core/store.ts";
import { KIND } from "../../../src/plugins/webhooks/refusals/refusal_record.ts";
import {
  mergeRefusals,
  readRefusals,
  type RefusedDelivery,
  toBounded,
  writeRefusals,
} from "../../../src/plugins/webhooks/refusals/refused_delivery.ts";
import type { RefusalView } from "../../../src/core/contract/webhooks.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createWebhookApp, KEY, senderOf, START, takerOf, type WebhookApp } from "./_app.ts";

const GITHUB = senderOf("github");
const DAY = 86_400_000;

const taker = takerOf([{ trigger: "github", event: ["issues.opened"], input: "{/title}" }]);

async function refusalsOf(app: WebhookApp): Promise<readonly RefusalView[]> {
  await app.idle();
  const response = await app.fetch("/v1/webhooks/refusals", { headers: { authorization: `Bearer ${KEY}` } });
  assert.equal(response.status, 200);
  return (await response.json()).refusals;
}

/** A memory store that counts the requests for definitions of refusals. */
function countingStore(): { readonly store: Store; requests: number } {
  const store = createMemoryStore({ clock: () => START });
  const counting = { store, requests: 0 };
  const [read, put] = [store.readDefinition.bind(store), store.putDefinition.bind(store)];
  const counted = (kind: string) => void (counting.requests += kind === KIND ? 1 : 0);
  const methods: Pick<Store, "readDefinition" | "putDefinition"> = {
    readDefinition(tenant, kind, name) {
      counted(kind);
      return read(tenant, kind, name);
    },
    putDefinition(tenant, kind, name, text, expected) {
      counted(kind);
      return put(tenant, kind, name, text, expected);
    },
  };
  Object.assign(store, methods);
  return counting;
}

Deno.test("E8: a refused delivery has its reason, its code and what to do, and no secret, signature or body", async () => {
  const app = createWebhookApp({ agents: [taker], options: { maxBodyBytes: 4_096 } });
  const body = JSON.stringify({ action: "closed", title: "hunter2-and-more" });
  const to = "github/taker";
  await app.deliver({ sender: GITHUB, to, body, secret: "not-the-secret-of-github" });
  await app.fetch("/webhooks/github/taker", { method: "POST", body });
  await app.fetch("/webhooks/gitlab/taker", { method: "POST", body });
  await app.deliver({ sender: GITHUB, to: "github/takr", body });
  await app.deliver({ sender: GITHUB, to, body: "hunter2-and-more" });
  await app.deliver({ sender: GITHUB, to, body: "x".repeat(5_000) });
  await app.deliver({ sender: GITHUB, to, body, headers: { "x-github-event": "issues" } });
  const stripe = senderOf("stripe");
  await app.deliver({ sender: stripe, to: "stripe/taker", body, at: app.now - 3_600_000 });
  const refusals = await refusalsOf(app);
  const rows = Object.fromEntries(refusals.map((row) => [row.reason, row]));
  assert.deepEqual(
    refusals.map(({ trigger, status, reason }) => `${trigger} ${status} ${reason}`).sort(),
    [
      "github 204 no_template",
      "github 400 invalid_json",
      "github 401 signature_missing",
      "github 401 signature_wrong",
      "github 404 agent_unknown",
      "github 413 body_too_large",
      "null 401 trigger_unknown",
      "stripe 401 timestamp_old",
    ],
  );
  assert.match(rows.signature_wrong?.message ?? "", /Compare the secret/);
  assert.match(rows.body_too_large?.message ?? "", /maxBodyBytes/);
  const taken = rows.no_template;
  assert.deepEqual(
    [taken?.event, taken?.agent, taken?.verified, taken?.bytes, taken?.digest?.length, taken?.lastAt],
    ["issues.closed", "taker", true, body.length, 11, new Date(START).toISOString()],
  );
  assert.deepEqual([rows.signature_wrong?.digest, rows.signature_wrong?.verified], [null, false]);
  const text = JSON.stringify(refusals);
  for (const secret of ["hunter2", "sha256=", "not-the-secret", GITHUB.secrets[0]]) {
    assert.ok(!text.includes(secret), secret);
  }
});

Deno.test("E8: the record needs the scope manage, and is of one tenant", async () => {
  const app = createWebhookApp({ agents: [taker] });
  await app.fetch("/webhooks/github/taker", { method: "POST", body: "{}" });
  await app.idle();
  assert.equal((await app.fetch("/v1/webhooks/refusals")).status, 401);
  const other = createWebhookApp({
    agents: [taker],
    store: app.store,
    env: {
      TREADLE_API_KEYS: `acme:${KEY},other:other-secret-0123456789`,
      GITHUB_WEBHOOK_SECRET: "x".repeat(16),
    },
    options: {
      triggers: { github: { scheme: "github", secrets: ["GITHUB_WEBHOOK_SECRET"], tenant: "other" } },
    },
  });
  assert.deepEqual(await refusalsOf(other), []);
  // Whose the delivery to an unknown trigger is, is not clear here.
  await other.fetch("/webhooks/none/taker", { method: "POST", body: "{}" });
  assert.deepEqual(await refusalsOf(other), []);
});

Deno.test("E8: an accepted delivery asks for nothing of the record", async () => {
  const counting = countingStore();
  const app = createWebhookApp({ agents: [taker], store: counting.store });
  const { status } = await app.deliver({
    sender: GITHUB,
    to: "github/taker",
    body: '{"action":"opened","title":"T"}',
    headers: { "x-github-event": "issues" },
  });
  await app.idle();
  assert.deepEqual([status, counting.requests], [202, 0]);
});

Deno.test("E8: 1,000 forged deliveries are one row that counts them, and ten store requests", async () => {
  const counting = countingStore();
  const app = createWebhookApp({ agents: [taker], store: counting.store });
  for (let index = 0; index < 1_000; index++) {
    const headers = { "x-github-event": `event_${index}`, "x-hub-signature-256": `sha256=${"0".repeat(64)}` };
    await app.fetch(`/webhooks/github/agent_${index}`, { method: "POST", body: `{"n":${index}}`, headers });
  }
  await app.idle();
  assert.equal(counting.requests, 10, "five writes, each after a reading");
  const [row, ...others] = await refusalsOf(app);
  assert.deepEqual([row?.count, row?.event, row?.agent, others.length], [1_000, null, null, 0]);
  app.now += 60_000;
  const before = counting.requests;
  for (let index = 0; index < 100; index++) await app.fetch("/webhooks/github/taker", { method: "POST" });
  await app.idle();
  assert.equal(counting.requests - before, 2, "one write a minute more");
});

Deno.test("E8: names of unknown triggers make no definitions of their own", async () => {
  const app = createWebhookApp({ agents: [taker] });
  for (let index = 0; index < 50; index++) {
    await app.fetch(`/webhooks/trigger_${index}/taker`, { method: "POST", body: "{}" });
  }
  const [row, ...others] = await refusalsOf(app);
  assert.deepEqual([row?.trigger, row?.count, others.length], [null, 50, 0]);
  assert.deepEqual(await app.store.listDefinitions("acme", KIND), ["?"]);
});

Deno.test("E8: refusals leave after 7 days", async () => {
  const app = createWebhookApp({ agents: [taker] });
  await app.fetch("/webhooks/github/taker", { method: "POST", body: "{}" });
  app.now += 7 * DAY - 1;
  assert.equal((await refusalsOf(app)).length, 1);
  app.now += 1;
  assert.equal((await refusalsOf(app)).length, 0);
});

Deno.test("E8: a record of a later form is neither read nor replaced, and fields of a later version do no harm", async () => {
  const app = createWebhookApp({ agents: [taker] });
  const later = JSON.stringify({ schema: 2, refusals: [{ because: "another form" }] });
  await app.store.putDefinition("acme", KIND, "github", later);
  await app.fetch("/webhooks/github/taker", { method: "POST", body: "{}" });
  assert.deepEqual(await refusalsOf(app), []);
  assert.equal(await app.store.readDefinition("acme", KIND, "github"), later);
  const more = JSON.parse(writeRefusals([rowAt(START, { reason: "signature_wrong" })], "req_1"));
  const written = JSON.stringify({ ...more, more: 1, refusals: [{ ...more.refusals[0], more: 1 }] });
  assert.deepEqual(readRefusals(written)?.map(({ reason }) => reason), ["signature_wrong"]);
  assert.equal(readRefusals("{"), undefined);
});

Deno.test("E8: the largest record is within the 64 KB of a definition, and strangers displace no verified row", () => {
  const words = "\u0001".repeat(500);
  const verified = Array.from(
    { length: 100 },
    (_, index) =>
      rowAt(START + index, { verified: true, event: `${index} ${words}`, id: words, agent: "a".repeat(64) }),
  );
  const forged = Array.from({ length: 100 }, (_, index) => rowAt(START + DAY, { reason: `reason_${index}` }));
  const kept = mergeRefusals([...verified, ...forged].map(toBounded), START + DAY);
  assert.deepEqual([kept.filter(({ verified }) => verified).length, kept.length], [20, 32]);
  assert.equal(kept.find(({ verified }) => verified)?.event?.slice(0, 2), "99");
  assert.ok(new TextEncoder().encode(writeRefusals(kept, "req_0123456789")).length < 65_536);
});

Deno.test("E8: two isolates that write at once lose no refusal", async () => {
  const first = createWebhookApp({ agents: [taker] });
  const second = createWebhookApp({ agents: [taker], store: first.store });
  await Promise.all(
    [first, second].flatMap((app) =>
      ["", "{", "x"].map((body) => app.fetch("/webhooks/github/taker", { method: "POST", body }))
    ),
  );
  await second.idle();
  const [row] = await refusalsOf(first);
  assert.equal(row?.count, 6);
});

function rowAt(at: number, facts: Partial<RefusedDelivery>): RefusedDelivery {
  return {
    trigger: "github",
    agent: null,
    verified: false,
    status: 401,
    code: "webhook_unverified",
    reason: "signature_missing",
    message: "\u0001".repeat(500),
    event: null,
    id: null,
    bytes: 1_000_000,
    digest: "01234567890",
    count: 1,
    firstAt: at,
    lastAt: at,
    ...facts,
  };
}
