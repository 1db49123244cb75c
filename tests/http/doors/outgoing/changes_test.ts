// Row E8: what becomes of webhooks whose thread or dead letter changes while they wait.

import assert from "node:assert/strict";
import { LOOKS_UP } from "../../_app.ts";
import { answering, createOutgoing } from "./_outgoing.ts";

const HOUR = 3_600_000;

Deno.test("E8: a dead letter that was sent again is found by its id until it is delivered", async () => {
  await using receiver = answering(...Array.from({ length: 9 }, () => 500), 200);
  const app = createOutgoing();
  await app.endpoint(receiver, { events: ["run.finished"] });
  await app.run("t1");
  for (let attempts = 0; attempts < 8; attempts += 1) {
    await app.deliver();
    app.now += 11 * HOUR;
  }
  const { deliveries: [dead] } = await app.ask("GET", "/v1/webhook-deliveries");
  assert.equal(dead.because, "exhausted");
  const resent = await app.ask("POST", `/v1/webhook-deliveries/${dead.id}/resend`);
  assert.deepEqual([resent.id, resent.status], [dead.id, "pending"]);
  await app.deliver();
  const pending = await app.ask("GET", `/v1/webhook-deliveries/${dead.id}`);
  assert.deepEqual([pending.status, pending.attempts], ["pending", 1]);
  await app.ask("POST", `/v1/webhook-deliveries/${dead.id}/resend`);
  await app.deliver();
  assert.equal(receiver.got.length, 10);
  assert.equal(new Set(receiver.got.map(({ headers }) => headers.get("webhook-id"))).size, 1);
  for (const status of ["dead", "pending"]) {
    const { deliveries } = await app.ask("GET", `/v1/webhook-deliveries?status=${status}`);
    assert.deepEqual(deliveries, []);
  }
  assert.deepEqual(await app.store.listDue(app.now + 100 * HOUR, 10), []);
});

Deno.test("E8: a webhook that failed once is delivered also when its thread was deleted and made anew", async () => {
  await using receiver = answering(500, 200);
  const app = createOutgoing({ scenario: LOOKS_UP });
  await app.endpoint(receiver, { events: ["run.finished"] });
  await app.run("t1");
  await app.deliver();
  await app.ask("DELETE", "/v1/threads/t1");
  await app.run("t1", { until: "step" });
  assert.equal((await app.ask("GET", "/v1/threads/t1")).version, 1);
  app.now += HOUR;
  await app.deliver();
  assert.deepEqual(receiver.got.map(({ body }) => JSON.parse(body).data.version), [2, 2]);
});
