// Public bug reports of deliveries that come again after a run has failed, or after an isolate has died.

import assert from "node:assert/strict";
import { ModelError } from "../../../src/core/model/model_error.ts";
import { qstash } from "../../../src/plugins/wakers/qstash.ts";
import { webhooks } from "../../../src/plugins/webhooks/mod.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createTreadle } from "../../../src/treadle.ts";
import { overridden } from "../../chaos/overridden.ts";
import {
  createWebhookApp,
  ENV,
  senderOf,
  START,
  takerOf,
  type WebhookApp,
} from "../../plugins/webhooks/_app.ts";
import { startWakeDeployment } from "../../plugins/wakers/_deployment.ts";
import { startQStash } from "../../support/qstash/server.ts";
import { eventually } from "../../support/eventually.ts";
import { reports } from "./_report.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const IO = { defer: () => {} };

reports<{ deliveries: string[]; waker: string }>(
  "superset-7289",
  "a delivery that comes hours after its run has failed is answered with its state, and no later wake-up has a used id",
  async ({ deliveries, waker }) => {
    assert.match(waker, /qstash with deduplication id/);
    const hours = deliveries.map((each) => Number(/^t0\+(\d+)h/.exec(each)?.[1] ?? 0));
    const app = createWebhookApp({
      agents: [takerOf([{ trigger: "standard", input: "{}" }])],
      reply: () => ({ fails: new ModelError("model_invalid_request", "It is gone.") }),
    });
    const answers: unknown[] = [];
    for (const each of hours) {
      app.now = START + each * HOUR;
      const sent = { sender: senderOf("standard webhooks"), to: "standard/taker" };
      const response = await app.deliver(sent);
      const { status, failed } = await response.json();
      answers.push([response.status, status, failed]);
      await app.idle();
    }
    const again = [200, "duplicate", "model_invalid_request"];
    assert.deepEqual(answers, [[202, "queued", undefined], ...hours.slice(1).map(() => again)]);
    const ids: unknown[] = [];
    let now = START;
    await using upstash = startQStash({ clock: () => now });
    await using deployment = startWakeDeployment({
      env: upstash.variables,
      doors: [qstash()],
      clock: () => now,
    });
    // The same version of the thread each time: nothing was committed.
    const wake = { tenant: "acme", name: "@probe/one", version: 0 };
    for (const each of hours) {
      now = START + each * HOUR;
      await deployment.deps.wakes.schedule(wake, IO);
      ids.push(upstash.messages.at(-1)?.deduplicationId);
    }
    assert.equal(new Set(ids).size, hours.length);
    await upstash.idle();
  },
);

interface StripeEvent {
  readonly id: string;
  readonly type: string;
  readonly created: number;
}

reports<{ events: StripeEvent[] }>(
  "cogtrix-125",
  "an event whose isolate died behind its claim runs, once, and the agent reads when each was created",
  async ({ events }) => {
    let now = START;
    const memory = createMemoryStore({ clock: () => now });
    const template = { trigger: "stripe", thread: "customer", input: "{/type} of {/created}: {/id}" };
    const agents = [takerOf([template])];
    const [event] = events;
    const send = (app: WebhookApp, each = event) =>
      app.deliver({ sender: senderOf("stripe"), to: "stripe/taker", body: JSON.stringify(each) });
    // The isolate that claims the event never begins the step: it is gone.
    const dead = createWebhookApp({
      agents,
      store: overridden(memory, { begin: () => new Promise(() => {}) }),
    });
    assert.equal((await send(dead)).status, 202);
    assert.equal(dead.model.requests.length, 0);
    const app = createWebhookApp({ agents, store: memory });
    const pumped = createTreadle({
      agents,
      store: memory,
      env: ENV,
      clock: () => app.now,
      providers: [app.model.provider],
      doors: [webhooks()],
      log: () => {},
    });
    const { thread, status } = await (await send(app)).json();
    assert.equal(status, "duplicate");
    await app.idle();
    // The claim, the input and the time at which the cron pump looks are one write: nothing is lost with the isolate.
    app.now = now = START + 2 * MINUTE;
    await pumped.pump();
    await eventually(async () => (await app.read(`/v1/threads/${thread}`)).status === "done");
    assert.equal((await send(app)).status, 200);
    await app.idle();
    await app.idle();
    assert.equal(app.model.requests.length, 1);
    for (const late of events.slice(1)) {
      assert.equal((await send(app, late)).status, 202);
      await app.idle();
    }
    const { entries } = await app.read(`/v1/threads/${thread}/history`);
    const inputs = Array.isArray(entries) ? entries.map((entry) => Object(entry).text).filter(Boolean) : [];
    assert.deepEqual(inputs, events.map(({ id, type, created }) => `${type} of ${created}: ${id}`));
  },
);
