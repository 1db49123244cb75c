// Row E8: webhooks that go out, to real receivers that verify them with the published packages.

import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { AgentError } from "../../../src/core/error.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createTestApp, LOOKS_UP, REMOVES } from "../../http/_app.ts";
import { receive } from "../../outbound/_servers.ts";
import { answering, createOutgoing, headersOf, HOST, typesOf } from "./_outgoing.ts";

Deno.test("E8: each step and the end of a run are reported, signed as standardwebhooks and svix verify it", async () => {
  await using receiver = answering(200);
  const app = createOutgoing({ scenario: LOOKS_UP });
  const { secret } = await app.endpoint(receiver);
  await app.run("t1", { metadata: { order: 7 } });
  await app.deliver();
  assert.deepEqual(typesOf(receiver.got), ["run.finished", "step.committed", "step.committed"]);
  for (const got of receiver.got) {
    const headers = headersOf(got);
    assert.deepEqual(new Webhook(secret).verify(got.body, headers), JSON.parse(got.body));
    assert.doesNotThrow(() => new SvixWebhook(secret).verify(got.body, headers));
    assert.equal(headers["content-type"], "application/json");
  }
  const finished = receiver.got.map(({ body }) => JSON.parse(body)).find(({ type }) =>
    type === "run.finished"
  );
  assert.deepEqual(finished, {
    type: "run.finished",
    timestamp: new Date(app.now).toISOString(),
    data: {
      tenant: "acme",
      thread: "t1",
      agent: "tester",
      version: 2,
      step: 2,
      status: "done",
      output: "Done.",
      metadata: { order: 7 },
    },
  });
  assert.equal(new Set(receiver.got.map(({ headers }) => headers.get("webhook-id"))).size, 3);
  // Nothing is left behind: no definition, no row of the due index, no wake-up.
  assert.deepEqual(await app.store.listDefinitions("acme", "delivery"), []);
  assert.deepEqual(await app.store.listDue(app.now + 1e9, 10), []);
  assert.deepEqual(app.sent, []);
});

Deno.test("E8: a request for approval names the calls, and a failure its code", async () => {
  await using receiver = answering(204);
  const app = createOutgoing({ scenario: REMOVES });
  await app.endpoint(receiver, { events: ["approval.requested"] });
  await app.run("t1");
  await app.deliver();
  const [got] = receiver.got.map(({ body }) => JSON.parse(body));
  assert.deepEqual([receiver.got.length, got.type, got.data.status], [1, "approval.requested", "waiting"]);
  const [call] = got.data.calls;
  assert.deepEqual([got.data.calls.length, call.tool, call.args], [1, "remove", { id: "r1" }]);
  const failing = createOutgoing({
    scenario: [{ fails: new AgentError("model_auth", "The key was refused.") }],
  });
  await failing.endpoint(receiver, { events: ["run.failed"] });
  await failing.run("t2");
  await failing.deliver();
  const failed = JSON.parse(receiver.got[1]?.body ?? "{}");
  assert.deepEqual([failed.type, failed.data.error.code], ["run.failed", "model_auth"]);
});

Deno.test("E8: endpoints get the events and agents that they name, of their own tenant", async () => {
  await using receiver = answering(200);
  const app = createOutgoing();
  await app.endpoint(receiver, { events: ["run.failed"] });
  await app.endpoint(receiver, { agents: ["clerk"] });
  await app.run("t1");
  assert.deepEqual(
    await app.deliver(),
    [{ type: "stale" }],
    "an isolate that does not know the endpoints writes",
  );
  await app.run("t2");
  assert.equal(app.sent.length, 0, "what no endpoint takes is not written");
  await app.endpoint(receiver, { events: ["run.finished"], agents: ["clerk", "tester"] });
  await app.run("t3");
  await app.deliver();
  assert.deepEqual(typesOf(receiver.got), ["run.finished"]);
});

Deno.test("E8: endpoints of the configuration are those of all tenants, or of some", async () => {
  await using receiver = answering(200);
  const secret = `whsec_${btoa("x".repeat(32))}`;
  const option = {
    url: `https://${HOST}:${receiver.port}/`,
    secrets: ["OPS_SECRET"],
    events: ["run.finished"],
  };
  const app = createOutgoing({
    env: {
      TREADLE_SEAL_SECRETS: "",
      OPS_SECRET: secret,
      TREADLE_WEBHOOKS_OUT: JSON.stringify([{ name: "ops", ...option }, {
        name: "beta",
        ...option,
        tenants: ["beta"],
      }]),
    },
  });
  await app.run("t1");
  await app.deliver();
  const [got] = receiver.got;
  assert.equal(receiver.got.length, 1);
  new Webhook(secret).verify(got?.body ?? "", got === undefined ? {} : headersOf(got));
});

Deno.test("E8: a wrong configuration names its place and no secret", () => {
  const cases: [string, RegExp][] = [
    ["{}", /must be a list/],
    ["[{]", /must be a list/],
    ['[{"name":"whe_1","url":"https://a.example/","secrets":["S"]}]', /\/0\/name/],
    ['[{"name":"a","url":"nope","secrets":["S"]}]', /\/0\/url/],
    ['[{"name":"a","url":"http://a.example/","secrets":["S"]}]', /https URL/],
    ['[{"name":"a","url":"https://a.example/","secrets":["MISSING"]}]', /MISSING/],
    ['[{"name":"a","url":"https://a.example/","secrets":["S"],"events":["x"]}]', /\/0\/events/],
    ['[{"name":"a","url":"https://a.example/","secrets":["S"],"agents":["nope"]}]', /agent nope/],
  ];
  for (const [text, expected] of cases) {
    const make = () => createOutgoing({ env: { TREADLE_WEBHOOKS_OUT: text, S: "not-a-s3cret" } });
    assert.throws(
      make,
      (error: Error) => expected.test(error.message) && !error.message.includes("s3cret"),
      text,
    );
  }
  const without = () => createTestApp({ env: { TREADLE_WEBHOOKS_OUT: "[]" } });
  assert.throws(without, {
    code: "config_invalid",
    message: /and add outgoingWebhooks\(\) to plugins\.$/,
  });
});

Deno.test("E8: a long output and many arguments are cut, and say so", async () => {
  await using receiver = answering(200);
  const app = createOutgoing({ scenario: [{ says: `${'"ü'.repeat(40_000)}` }] });
  await app.endpoint(receiver, { events: ["run.finished"] });
  await app.run("t1");
  await app.deliver();
  const { data } = JSON.parse(receiver.got[0]?.body ?? "{}");
  assert.equal(data.outputTruncated, true);
  assert.ok(JSON.stringify(data.output).length > 4_000 && (receiver.got[0]?.body.length ?? 0) < 20_000);
});

Deno.test("E8: a lost wake-up and a worker that vanished are repaired by the pump", async () => {
  await using receiver = answering(200);
  const app = createOutgoing();
  await app.endpoint(receiver, { events: ["run.finished"] });
  await app.run("t1");
  app.sent.length = 0; // the worker ended between the commit and the wake-up
  await app.pump();
  assert.equal(receiver.got.length, 0, "not before its time");
  app.now += 61_000;
  await app.pump();
  assert.deepEqual(typesOf(receiver.got), ["run.finished"]);
  assert.deepEqual(await app.store.listDue(app.now + 1e9, 10), []);
});

Deno.test("E8: wake-ups that arrive twice deliver once, or at once with the same webhook-id", async () => {
  const { promise: both, resolve } = Promise.withResolvers<void>();
  let got = 0;
  await using receiver = receive(async () => {
    if (++got === 2) resolve();
    await both;
    return new Response("ok");
  });
  const app = createOutgoing();
  await app.endpoint(receiver, { events: ["run.finished"] });
  await app.run("t1");
  const [wake] = app.sent;
  assert.ok(wake !== undefined);
  const io = { defer: () => {} };
  await Promise.all([app.deps.wakes.handle(wake, io), app.deps.wakes.handle(wake, io)]);
  assert.equal(new Set(receiver.got.map(({ headers }) => headers.get("webhook-id"))).size, 1);
  assert.deepEqual(await app.deps.wakes.handle(wake, io), { type: "stale" });
  assert.equal(receiver.got.length, 2);
});

Deno.test("E8: what a step leaves whose commit is refused is not delivered", async () => {
  await using receiver = answering(200);
  const app = createOutgoing();
  await app.endpoint(receiver, { events: ["run.finished"] });
  await app.run("t1");
  const [name = ""] = await app.store.listDefinitions("acme", "delivery");
  const text = await app.store.readDefinition("acme", "delivery", name) ?? "";
  await app.deliver();
  assert.equal(receiver.got.length, 1);
  const delivery = JSON.parse(text);
  const others = [{ number: delivery.version.number, head: "another" }, {
    number: delivery.version.number + 1,
  }];
  for (const [index, version] of others.entries()) {
    await app.store.putDefinition(
      "acme",
      "delivery",
      `whd_${index}`,
      JSON.stringify({ ...delivery, version }),
    );
    await app.store.moveDue("acme", `@delivery/whd_${index}`, { to: app.now });
    assert.deepEqual((await app.pump()).map(({ type }) => type), ["stale"]);
  }
  assert.equal(receiver.got.length, 1);
  assert.deepEqual(await app.store.listDefinitions("acme", "delivery"), []);
  assert.deepEqual(await app.store.listDue(app.now + 1e9, 10), []);
});

Deno.test("E8: a step that is cancelled before its commit is reported as cancelled, and not as what it would have been", async () => {
  await using receiver = answering(200);
  const store = createMemoryStore();
  const ref = { tenant: "acme", thread: "t1" };
  const stop = defineTool({
    name: "stop",
    description: "Cancels the thread that it runs in.",
    parameters: [],
    run: async () => ({ cancelled: await store.cancel(ref) !== undefined }),
  });
  const stopper = defineAgent({ name: "stopper", driver: "scripted", description: "Stops.", tools: [stop] });
  const app = createOutgoing({
    store,
    agents: [stopper],
    clock: Date.now,
    scenario: [{ calls: [{ tool: "stop", args: {} }] }, { says: "Done." }],
  });
  await app.endpoint(receiver);
  await app.run("t1", { agent: "stopper" });
  const left = await store.listDefinitions("acme", "delivery");
  assert.equal(left.length, 2, "one for each step that is kept");
  await app.deliver();
  const statuses = receiver.got.map(({ body }) => JSON.parse(body).data.status);
  assert.deepEqual(statuses.toSorted(), ["cancelled", "open"]);
  assert.deepEqual(typesOf(receiver.got), ["step.committed", "step.committed"]);
});
