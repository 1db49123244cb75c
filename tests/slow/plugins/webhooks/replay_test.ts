// Row E8: what identifies an event is signed. A recorded delivery runs once, whatever headers it comes with.

import assert from "node:assert/strict";
import { createSqliteStore } from "../../../../src/stores/embedded/sqlite/store.ts";
import { openUpstashStore } from "../../../support/redis/upstash_store.ts";
import { needsRedis } from "../../../support/requires.ts";
import type { Store } from "../../../../src/core/store.ts";
import type { HmacTrigger } from "../../../../src/plugins/webhooks/options.ts";
import { SENDERS } from "../../../triggers/_senders.ts";
import {
  createWebhookApp,
  ORIGIN,
  senderOf,
  START,
  takerOf,
  type WebhookApp,
} from "../../../plugins/webhooks/_app.ts";
import { TRIGGER_ENV, TRIGGER_OF, TRIGGERS } from "../../../plugins/webhooks/_triggers.ts";

function createApp(template: { readonly thread?: string }, store?: Store): WebhookApp {
  const templates = Object.keys(TRIGGERS).map((trigger) => ({ trigger, input: "Read {}", ...template }));
  const agents = [takerOf(templates), takerOf(templates, "other")];
  return createWebhookApp({
    agents,
    env: TRIGGER_ENV,
    options: { triggers: TRIGGERS },
    ...(store === undefined ? {} : { store }),
  });
}

/** Ids that senders put into headers, of which nobody knows who has written them. */
const IDS = [
  "x-github-delivery",
  "upstash-message-id",
  "webhook-id",
  "svix-id",
  "x-acme-id",
  "x-shop-id",
  "x-slack-retry-num",
  "idempotency-key",
  "x-request-id",
  "upstash-retried",
  "x-event-id",
  "stripe-event-id",
];

for (const sender of SENDERS) {
  const trigger = TRIGGER_OF[sender.name] ?? assert.fail(sender.name);

  for (const thread of [undefined, "t", "of-{#id}"]) {
    Deno.test(`E8: ${sender.name}: a recorded delivery with other ids in its headers runs nothing, thread ${thread ?? "of the event"}`, async () => {
      const app = createApp(thread === undefined ? {} : { thread });
      const url = `${ORIGIN}/webhooks/${trigger}/taker`;
      const body = JSON.stringify({ id: "evt_1", event_id: "evt_1", type: "thing", what: "Pay" });
      const recorded = await sender.sign({ id: "evt_1", body, at: START, url }, sender.secrets[0]);
      const send = async (headers: Readonly<Record<string, string>>) => {
        const type = { "content-type": "application/json" };
        const response = await app.fetch(`/webhooks/${trigger}/taker`, {
          method: "POST",
          body,
          headers: { ...type, ...recorded, ...headers },
        });
        await app.idle();
        return response.status;
      };
      assert.equal(await send({}), 202);
      for (const name of IDS) {
        assert.ok([200, 401].includes(await send({ [name]: "evt_forged" })), name);
        assert.ok([200, 401].includes(await send({ [name]: "" })), `${name}, empty`);
      }
      await send(Object.fromEntries(IDS.map((name) => [name, crypto.randomUUID()])));
      const { threads } = await app.read("/v1/threads");
      assert.equal(Array.isArray(threads) && threads.length, 1);
      assert.equal(app.model.requests.length, 1);
    });
  }
}

Deno.test("E8: two messages of QStash with the same body are two events, and a repetition of one is none", async () => {
  const app = createApp({});
  const sender = senderOf("qstash");
  const send = async (id: string, at: number) => {
    app.now = at;
    return (await app.deliver({ sender, to: "qstash/taker", id, at })).status;
  };
  assert.deepEqual([await send("msg_1", START), await send("msg_2", START)], [202, 202]);
  const HOUR = 3_600_000;
  assert.deepEqual([await send("msg_1", START + 12_000), await send("msg_2", START + HOUR)], [200, 200]);
});

async function concurrentForgeries(store: Store | undefined): Promise<void> {
  const app = createApp({}, store);
  const sender = senderOf("qstash");
  const url = `${ORIGIN}/webhooks/qstash/taker`;
  const recorded = await sender.sign({ id: "msg_1", body: "{}", at: START, url }, sender.secrets[0]);
  const statuses = await Promise.all(Array.from({ length: 6 }, async (_, index) => {
    const headers = { ...recorded, "upstash-message-id": `msg_${index}` };
    return (await app.fetch("/webhooks/qstash/taker", { method: "POST", body: "{}", headers })).status;
  }));
  await app.idle();
  assert.deepEqual(statuses.filter((status) => status === 202).length, 1, statuses.join());
  assert.equal(app.model.requests.length, 1);
}

Deno.test("E8: one token of QStash that comes six times at once under six ids is one event", async () => {
  await concurrentForgeries(undefined);
  const sqlite = createSqliteStore({ path: ":memory:", clock: () => START });
  await concurrentForgeries(sqlite);
});

needsRedis("E8: on upstash one token of QStash that comes six times at once is one event", async () => {
  await using opened = await openUpstashStore();
  await concurrentForgeries(opened.store);
});

Deno.test("E8: two triggers whose events have the same id share no receipt, in one thread and in their own", async () => {
  for (const thread of ["t", undefined]) {
    const app = createApp(thread === undefined ? {} : { thread });
    const body = JSON.stringify({ id: "evt_1", event_id: "evt_1" });
    const sent = [["stripe", "stripe"], ["slack", "slack"], ["standard webhooks", "standard"], [
      "svix",
      "svix",
    ]] as const;
    for (const [name, trigger] of sent) {
      const { status } = await app.deliver({
        sender: senderOf(name),
        to: `${trigger}/taker`,
        body,
        id: "evt_1",
      });
      await app.idle();
      assert.equal(status, 202, trigger);
    }
    assert.equal(app.model.requests.length, sent.length);
  }
});

Deno.test("E8: two agents that take the same event share no receipt", async () => {
  const app = createApp({});
  const body = JSON.stringify({ id: "evt_1" });
  for (const agent of ["taker", "other"]) {
    assert.equal(
      (await app.deliver({ sender: senderOf("stripe"), to: `stripe/${agent}`, body })).status,
      202,
    );
  }
});

Deno.test("E8: a trigger whose id is in a header that is not signed is refused at the start", () => {
  const shop: HmacTrigger = {
    scheme: "hmac",
    secrets: ["SHOP_SECRET"],
    header: "x-shop-hmac",
    id: { header: "x-shop-id" },
  };
  assert.throws(
    () =>
      createWebhookApp({
        agents: [takerOf([{ trigger: "shop", input: "{}" }])],
        env: { SHOP_SECRET: senderOf("hmac of the body").secrets[0] },
        options: { triggers: { shop } },
      }),
    /signed must have \{id\}: an id that is not signed identifies nothing/,
  );
});
