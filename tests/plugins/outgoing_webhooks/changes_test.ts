// Row E8: what becomes of webhooks whose thread or dead letter changes while they wait.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { AgentError } from "../../../src/core/error.ts";
import { receive } from "../../outbound/_servers.ts";
import { LOOKS_UP } from "../../http/_app.ts";
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

Deno.test("E8: a webhook that failed once is delivered also when its thread has expired and was made anew", async () => {
  await using receiver = answering(500, 200);
  const app = createOutgoing({ scenario: LOOKS_UP });
  await app.endpoint(receiver, { events: ["run.finished"] });
  await app.run("t1");
  await app.deliver();
  // As the store removes a thread that was not used for its lifetime.
  await app.store.remove({ tenant: "acme", thread: "t1" });
  await app.run("t1", { until: "step" });
  assert.equal((await app.ask("GET", "/v1/threads/t1")).version, 1);
  app.now += HOUR;
  await app.deliver();
  assert.deepEqual(receiver.got.map(({ body }) => JSON.parse(body).data.version), [2, 2]);
});

Deno.test("E8: a thread that is parked is reported as a run that has failed, however it was parked", async () => {
  await using receiver = answering(200);
  const failing = createOutgoing({
    scenario: Array.from({ length: 6 }, () => ({ fails: new AgentError("model_server", "Broken.") })),
  });
  await failing.endpoint(receiver, { events: ["run.failed"] });
  await failing.run("t1", { wake: true, until: "step" });
  for (let tries = 0; tries < 20; tries += 1) {
    failing.now += 60_000;
    await failing.pump();
  }
  const { status, parked } = await failing.ask("GET", "/v1/threads/t1");
  assert.deepEqual([status, parked.code], ["failed", "model_server"]);
  const bodies = receiver.got.map(({ body }) => JSON.parse(body));
  assert.deepEqual(bodies.map(({ type, data }) => [type, data.status, data.error.code]), [
    ["run.failed", "failed", "model_server"],
  ]);
});

Deno.test("E8: a run without a client whose budget is used up is reported as one that has failed", async () => {
  await using receiver = answering(200);
  const look = defineTool({ name: "look", description: "Looks.", run: () => "seen" });
  const agent = { name: "looker", instructions: "", driver: "scripted", tools: [look] };
  const app = createOutgoing({
    agents: [defineAgent({ ...agent, limits: { stepsPerRun: 2 } })],
    scenario: Array.from({ length: 4 }, () => ({ calls: [{ tool: "look" }] })),
  });
  await app.endpoint(receiver, { events: ["run.failed"] });
  await app.run("t1", { agent: "looker", wake: true, until: "step" });
  for (let tries = 0; tries < 5; tries += 1) await app.deliver();
  const { status, version, parked } = await app.ask("GET", "/v1/threads/t1");
  assert.deepEqual([status, parked?.code], ["failed", "budget_exhausted"]);
  await app.deliver();
  const [data] = receiver.got.map(({ body }) => JSON.parse(body).data);
  assert.deepEqual([receiver.got.length, data?.error.code], [1, "budget_exhausted"]);
  assert.deepEqual([data.status, data.version, data.step], ["failed", version, 3]);
});

Deno.test("E8: 2xx is delivered, however large or compressed the answer is that nobody reads", async () => {
  await using receiver = answering(
    () => new Response("x".repeat(200_000)),
    () => new Response("x", { headers: { "content-encoding": "gzip" } }),
    () => new Response("x".repeat(200_000), { status: 500 }),
  );
  const app = createOutgoing({ scenario: LOOKS_UP });
  await app.endpoint(receiver);
  await app.run("t1");
  await app.deliver();
  const { deliveries } = await app.ask("GET", "/v1/webhook-deliveries?status=pending");
  assert.deepEqual([receiver.got.length, deliveries.length], [3, 1]);
  assert.deepEqual([deliveries[0].lastAttempt.status, deliveries[0].lastAttempt.code], [500, null]);
});

Deno.test("E8: a status below 400 that is not 2xx is a failed attempt", async () => {
  for (const status of [300, 304]) {
    await using receiver = answering(() => new Response(null, { status }));
    const app = createOutgoing();
    await app.endpoint(receiver, { events: ["run.finished"] });
    await app.run("t1");
    await app.deliver();
    const { deliveries } = await app.ask("GET", "/v1/webhook-deliveries?status=pending");
    assert.deepEqual([receiver.got.length, deliveries.length], [1, 1], `${status}`);
  }
});

Deno.test("E8: of two workers with one delivery, the one that fails brings nothing back that the other has delivered", async () => {
  const held = Promise.withResolvers<Response>();
  const arrived = Promise.withResolvers<void>();
  await using receiver = receive(() => {
    if (receiver.got.length > 1) return new Response(null, { status: 204 });
    arrived.resolve();
    return held.promise;
  });
  const app = createOutgoing();
  await app.endpoint(receiver, { events: ["run.finished"] });
  await app.run("t1");
  const [wake = assert.fail("no wake-up")] = app.sent;
  const first = app.deps.wakes.handle(wake, { defer: () => {} });
  await arrived.promise;
  await app.deliver();
  held.resolve(new Response("x", { status: 500 }));
  await first;
  app.now += HOUR;
  await app.pump();
  assert.equal(receiver.got.length, 2);
  const { deliveries } = await app.ask("GET", "/v1/webhook-deliveries?status=pending");
  assert.deepEqual(deliveries, []);
});

Deno.test("E8: what was on its way to an endpoint that is disabled is a dead letter, and can be sent again", async () => {
  await using receiver = answering(500, 410, 200);
  const app = createOutgoing();
  const { id } = await app.endpoint(receiver, { events: ["run.finished"] });
  await app.run("t1");
  await app.deliver();
  await app.run("t2");
  await app.deliver();
  assert.notEqual((await app.ask("GET", `/v1/webhook-endpoints/${id}`)).disabledAt, null);
  app.now += HOUR;
  await app.deliver();
  assert.equal(receiver.got.length, 2, "it gets nothing any more");
  const { deliveries } = await app.ask("GET", "/v1/webhook-deliveries");
  assert.deepEqual(
    deliveries.map(({ thread, because }: { thread: string; because: string }) => `${thread} ${because}`)
      .toSorted(),
    ["t1 gone", "t2 gone"],
  );
  await app.run("t3");
  await app.deliver();
  await app.ask("POST", `/v1/webhook-endpoints/${id}/enable`);
  for (const dead of deliveries) await app.ask("POST", `/v1/webhook-deliveries/${dead.id}/resend`);
  await app.deliver();
  const threads = receiver.got.map(({ body }) => JSON.parse(body).data.thread);
  assert.deepEqual(threads.toSorted(), ["t1", "t1", "t2", "t2"]);
  assert.deepEqual((await app.ask("GET", "/v1/webhook-deliveries")).deliveries, []);
});

Deno.test("E8: an endpoint of the configuration that the guard refuses whatever DNS says is refused at the start", () => {
  const cases: [string, RegExp][] = [
    ["https://ada:s3cret@a.example/", /endpoint ops.*user/],
    ["https://metadata.google.internal/", /endpoint ops.*private/],
    ["https://localhost/", /endpoint ops.*private/],
  ];
  for (const [url, expected] of cases) {
    const env = { TREADLE_WEBHOOKS_OUT: JSON.stringify([{ name: "ops", url, secrets: ["S"] }]) };
    const S = `whsec_${btoa("x".repeat(32))}`;
    assert.throws(() => createOutgoing({ env: { ...env, S } }), (error: AgentError) => {
      assert.equal(error.code, "config_invalid");
      assert.match(error.message, expected);
      assert.doesNotMatch(error.message, /s3cret/);
      return true;
    });
  }
});
