// Many events at once, each delivered three times: one thread and one answer each, with the inline waker.

import assert from "node:assert/strict";
import { isJsonObject } from "../../../../src/core/json.ts";
import type { Store } from "../../../../src/core/store.ts";
import { createMemoryStore } from "../../../../src/stores/embedded/memory.ts";
import { needsRedis } from "../../../support/requires.ts";
import { openUpstashStore } from "../../../support/redis/upstash_store.ts";
import { createWebhookApp, senderOf, takerOf } from "../../../plugins/webhooks/_app.ts";

const EVENTS = 200;
const DELIVERIES = 3;

Deno.test("E8: 200 webhooks at once, each delivered three times, give 200 threads and 200 answers on memory", async () => {
  await burst(createMemoryStore());
});

needsRedis(
  "E8: 200 webhooks at once, each delivered three times, give 200 threads and 200 answers on upstash",
  async () => {
    await using opened = await openUpstashStore();
    await burst(opened.store);
  },
);

async function burst(store: Store): Promise<void> {
  const app = createWebhookApp({ agents: [takerOf([{ trigger: "github", input: "Event {/n}" }])], store });
  const numbers = Array.from({ length: EVENTS * DELIVERIES }, (_, index) => index % EVENTS);
  let unanswered = 0; // a loaded store answers 503, and the sender delivers again; the event may have been taken
  const deliver = async (n: number): Promise<{ n: number; status: number; thread: string }> => {
    const body = JSON.stringify({ n });
    const response = await app.deliver({ sender: senderOf("github"), to: "github/taker", body, id: `d${n}` });
    const { thread } = await response.json();
    if (response.status !== 503) return { n, status: response.status, thread: String(thread) };
    unanswered++;
    return await deliver(n);
  };
  const answers = await Promise.all(numbers.map(deliver));
  await app.idle();
  const accepted = answers.filter(({ status }) => status === 202).length;
  assert.ok(
    accepted <= EVENTS && accepted >= EVENTS - unanswered,
    `${accepted} accepted, ${unanswered} times 503`,
  );
  assert.equal(answers.filter(({ status }) => status === 200).length, EVENTS * DELIVERIES - accepted);
  assert.equal(new Set(answers.map(({ thread }) => thread)).size, EVENTS);
  assert.equal(app.model.requests.length, EVENTS);
  for (const { n, thread } of answers.slice(0, EVENTS)) {
    const { entries } = await app.read(`/v1/threads/${thread}/history`);
    const read = Array.isArray(entries) ? entries.filter(isJsonObject) : [];
    assert.deepEqual(read.map(({ type, text }) => [type, text ?? null]), [
      ["user", `Event ${n}`],
      ["assistant", null],
    ]);
  }
}
