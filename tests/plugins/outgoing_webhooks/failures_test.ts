// Row E8: webhooks that are not taken: attempts, dead letters, endpoints that are gone, addresses that are refused.

import assert from "node:assert/strict";
import { Webhook } from "standardwebhooks";
import { removeThread } from "../../../src/kernel/threads/threads.ts";
import { receive } from "../../outbound/_servers.ts";
import { answering, createOutgoing, headersOf, HOST, typesOf } from "./_outgoing.ts";

const FINISHED = { events: ["run.finished"] };

Deno.test("E8: a delivery that fails is tried eight times over 28 hours with the same webhook-id, and is a dead letter then", async () => {
  await using receiver = answering(500);
  const app = createOutgoing();
  const { secret } = await app.endpoint(receiver, FINISHED);
  await app.run("t1");
  const waits: number[] = [];
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    await app.deliver();
    assert.equal(receiver.got.length, attempt);
    const [next] = app.sent;
    if (next?.notBefore === undefined) break;
    const [due] = await app.store.listDue(app.now + 1e9, 10);
    assert.equal(due?.at, next.notBefore, "the due index has the time of the next attempt");
    waits.push((next.notBefore - app.now) / 1000);
    app.now = next.notBefore;
  }
  const expected = [5, 300, 1800, 7200, 18_000, 36_000, 36_000];
  assert.equal(waits.length, expected.length);
  for (const [index, wait] of waits.entries()) {
    const most = expected[index] ?? 0;
    assert.ok(wait <= most && wait >= most * 0.79, `${wait} of ${most} s`);
  }
  assert.equal(new Set(receiver.got.map(({ headers }) => headers.get("webhook-id"))).size, 1);
  assert.equal(new Set(receiver.got.map(({ body }) => body)).size, 1);
  assert.deepEqual(await app.store.listDue(app.now + 1e9, 10), []);
  const { deliveries: [dead] } = await app.ask("GET", "/v1/webhook-deliveries");
  assert.deepEqual([dead.status, dead.because, dead.attempts, dead.lastAttempt.status], [
    "dead",
    "exhausted",
    8,
    500,
  ]);
  const last = receiver.got.at(-1);
  assert.ok(last !== undefined && secret.startsWith("whsec_"));
});

Deno.test("E8: a dead letter is listed, read, sent again with the same webhook-id, and removed", async () => {
  let status = 400;
  await using receiver = answering(() => new Response("x", { status }));
  const app = createOutgoing();
  const { secret, id } = await app.endpoint(receiver, FINISHED);
  await app.run("t1");
  await app.run("t2");
  for (let attempt = 0; attempt < 8; attempt += 1) {
    await app.deliver();
    app.now = Math.max(app.now, ...app.sent.map(({ notBefore = 0 }) => notBefore));
  }
  const { deliveries: [dead, other] } = await app.ask("GET", "/v1/webhook-deliveries?status=dead");
  const failed = receiver.got.find(({ headers }) => `${headers.get("webhook-id")}.${id}` === dead.id);
  const detail = await app.ask("GET", `/v1/webhook-deliveries/${dead.id}`);
  assert.equal(detail.body, failed?.body);
  status = 200;
  const resent = await app.ask("POST", `/v1/webhook-deliveries/${dead.id}/resend`);
  assert.deepEqual([resent.status, resent.attempts], ["pending", 0]);
  await app.deliver();
  const got = receiver.got.at(-1);
  assert.equal(`${got?.headers.get("webhook-id")}.${id}`, dead.id);
  assert.ok(got !== undefined);
  assert.equal(got.body, failed?.body);
  const { "webhook-signature": signature = "", "webhook-timestamp": timestamp } = headersOf(got);
  const at = new Date(Number(timestamp) * 1000);
  assert.equal(signature, new Webhook(secret).sign(got.headers.get("webhook-id") ?? "", at, got.body));
  assert.equal((await app.send("POST", `/v1/webhook-deliveries/${dead.id}/resend`)).status, 404);
  await app.ask("DELETE", `/v1/webhook-deliveries/${other.id}`);
  assert.deepEqual(await app.ask("GET", "/v1/webhook-deliveries"), { deliveries: [] });
  assert.equal((await app.send("GET", `/v1/webhook-deliveries/${other.id}`)).status, 404);
  assert.deepEqual(await app.store.listDefinitions("acme", "delivery"), []);
});

Deno.test("E8: deliveries on their way are listed by pages, and one is sent at once when it is asked for", async () => {
  await using receiver = answering(503, 503, 503, 200);
  const app = createOutgoing();
  await app.endpoint(receiver, FINISHED);
  for (const thread of ["t1", "t2", "t3"]) await app.run(thread);
  await app.deliver();
  const first = await app.ask("GET", "/v1/webhook-deliveries?status=pending&limit=2");
  const rest = await app.ask("GET", `/v1/webhook-deliveries?status=pending&limit=2&cursor=${first.cursor}`);
  assert.deepEqual([first.deliveries.length, rest.deliveries.length, rest.cursor], [2, 1, undefined]);
  const [{ id, attempts, nextAttemptAt }] = first.deliveries;
  assert.deepEqual([attempts, Date.parse(nextAttemptAt) > app.now], [1, true]);
  await app.ask("POST", `/v1/webhook-deliveries/${id}/resend`);
  await app.deliver();
  assert.equal(receiver.got.length, 4);
  assert.equal((await app.send("GET", `/v1/webhook-deliveries/${id}`)).status, 404);
});

Deno.test("E8: an endpoint that answers 410 gets nothing more until it is enabled", async () => {
  await using receiver = answering(410, 200);
  const app = createOutgoing();
  const { id } = await app.endpoint(receiver, FINISHED);
  await app.run("t1");
  await app.deliver();
  const { disabledAt } = await app.ask("GET", `/v1/webhook-endpoints/${id}`);
  assert.equal(disabledAt, new Date(app.now).toISOString());
  const { deliveries: [dead] } = await app.ask("GET", "/v1/webhook-deliveries");
  assert.equal(dead.because, "gone");
  await app.run("t2");
  await app.deliver();
  assert.equal(receiver.got.length, 1);
  assert.equal((await app.send("POST", `/v1/webhook-deliveries/${dead.id}/resend`)).status, 404);
  await app.ask("POST", `/v1/webhook-endpoints/${id}/enable`);
  await app.ask("POST", `/v1/webhook-deliveries/${dead.id}/resend`);
  await app.deliver();
  assert.equal(receiver.got.length, 2);
});

Deno.test("E8: a receiver that names a later time by retry-after is left alone until then", async () => {
  await using receiver = answering(
    () => new Response(null, { status: 429, headers: { "retry-after": "120" } }),
    200,
  );
  const app = createOutgoing();
  await app.endpoint(receiver, FINISHED);
  await app.run("t1");
  await app.deliver();
  const [next] = app.sent;
  assert.equal((next?.notBefore ?? 0) - app.now, 120_000);
  const [early] = app.sent.map((wake) => app.deps.wakes.handle(wake, { defer: () => {} }));
  assert.equal((await early)?.type, "again");
  assert.equal(receiver.got.length, 1);
});

Deno.test("E8: one endpoint that fails does not hold up, and does not repeat, what another has taken", async () => {
  await using good = answering(200);
  await using bad = answering(500, 200);
  const app = createOutgoing();
  await app.endpoint(good, FINISHED);
  await app.endpoint(bad, FINISHED);
  await app.run("t1");
  await app.deliver();
  app.now += 5_000;
  await app.deliver();
  assert.deepEqual([good.got.length, bad.got.length], [1, 2]);
  assert.deepEqual(await app.store.listDefinitions("acme", "delivery"), []);
});

Deno.test("E8: a name that becomes private is refused at the delivery, and is a dead letter at once", async () => {
  await using receiver = answering(200);
  const app = createOutgoing({ env: { TREADLE_ALLOW_PRIVATE_HOSTS: "" } });
  app.dns["public.example.com"] = ["8.8.8.8"];
  const url = `https://public.example.com:${receiver.port}/`;
  await app.ask("POST", "/v1/webhook-endpoints", { url, ...FINISHED });
  app.dns["public.example.com"] = ["127.0.0.1"];
  await app.run("t1");
  await app.deliver();
  const { deliveries: [dead] } = await app.ask("GET", "/v1/webhook-deliveries");
  assert.deepEqual([dead.because, dead.attempts, dead.lastAttempt.code], ["refused", 1, "outbound_refused"]);
  assert.equal(receiver.got.length, 0);
});

Deno.test("E8: a redirect, to a private address as well, is a failed attempt and is not followed", async () => {
  await using inside = answering(200);
  const location = `https://127.0.0.1:${inside.port}/`;
  await using receiver = answering(() => new Response(null, { status: 302, headers: { location } }));
  const app = createOutgoing();
  await app.endpoint(receiver, FINISHED);
  await app.run("t1");
  await app.deliver();
  assert.deepEqual([receiver.got.length, inside.got.length, app.sent.length], [1, 0, 1]);
});

Deno.test("E8: no line of the log has a secret, a signature, a payload or the query of an address", async () => {
  await using receiver = answering(500, 410);
  const app = createOutgoing();
  const { secret } = await app.endpoint(receiver, FINISHED);
  await app.run("t1", { input: "A private word." });
  await app.deliver();
  app.now += 5_000;
  await app.deliver();
  const lines = app.logs.join("\n");
  assert.match(lines, /a webhook was not delivered/);
  const signature = receiver.got[0]?.headers.get("webhook-signature") ?? "none";
  for (
    const secretText of [secret, secret.slice(6, 20), signature, "u-s3cret", "private word", "Hi.", HOST]
  ) {
    assert.ok(!lines.includes(secretText), secretText);
  }
  const stored = await app.store.readDefinition("acme", "webhook_endpoints", "all") ?? "";
  assert.ok(!stored.includes(secret.slice(6)), "the store has the secret sealed");
});

Deno.test("E8, E11: a thread that a caller removes takes its deliveries and dead letters with it", async () => {
  await using receiver = answering(410, 503);
  const app = createOutgoing({ scenario: [{ says: "Hi." }, { says: "Hi again." }] });
  const { id } = await app.endpoint(receiver, FINISHED);
  await app.run("t1", { input: "A private word." });
  await app.deliver();
  await app.ask("POST", `/v1/webhook-endpoints/${id}/enable`);
  app.now += 60_001;
  for (const thread of ["t1", "t2"]) await app.run(thread, { input: "Go on." });
  await app.deliver();
  // As an earlier version has left it.
  const [name = ""] = await app.store.listDefinitions("acme", "delivery");
  const text = await app.store.readDefinition("acme", "delivery", name) ?? "";
  await app.store.putDefinition(
    "acme",
    "delivery",
    "whd_0000000000123456789ab",
    text.replace('"t2"', '"t1"'),
  );
  const listed = async (status: string): Promise<readonly string[]> => {
    const { deliveries } = await app.ask("GET", `/v1/webhook-deliveries?status=${status}`);
    return deliveries.map(({ thread }: { readonly thread: string }) => thread).sort();
  };
  assert.deepEqual([await listed("dead"), await listed("pending")], [["t1"], ["t1", "t1", "t2"]]);
  await app.ask("DELETE", "/v1/threads/t1");
  assert.deepEqual([await listed("dead"), await listed("pending")], [[], ["t2"]]);
  const before = receiver.got.length;
  app.now += 5_000;
  await app.deliver();
  assert.deepEqual(receiver.got.slice(before).map(({ body }) => JSON.parse(body).data.thread), ["t2"]);
});

Deno.test("E8, E11: an attempt during which the thread is removed leaves no dead letter", async () => {
  const app = createOutgoing();
  let removed: Promise<unknown> | undefined;
  await using receiver = receive(async () => {
    await (removed = app.ask("DELETE", "/v1/threads/t1"));
    return new Response(null, { status: 410 });
  });
  await app.endpoint(receiver, FINISHED);
  await app.run("t1");
  await app.deliver();
  await removed;
  assert.deepEqual(await app.ask("GET", "/v1/webhook-deliveries"), { deliveries: [] });
});

Deno.test("E8: a thread that a door makes for one answer is reported although nothing is kept of it", async () => {
  await using receiver = answering(503, 200);
  const app = createOutgoing();
  await app.endpoint(receiver, FINISHED);
  await app.run("t1");
  await removeThread({ tenant: "acme", thread: "t1" }, app.deps, undefined, "unstored");
  await app.deliver();
  app.now += 5_000;
  await app.deliver();
  assert.deepEqual(typesOf(receiver.got), ["run.finished", "run.finished"]);
});
