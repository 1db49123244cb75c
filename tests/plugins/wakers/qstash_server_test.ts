// The simulated QStash against the official client and Receiver: what they accept of it is what the tests of the waker stand on.

import assert from "node:assert/strict";
import { Client, Receiver } from "@upstash/qstash";
import { type SimulatedQStash, startQStash } from "../../support/qstash/server.ts";

interface Arrived {
  readonly headers: Headers;
  readonly body: string;
}

/** A destination whose responses are made by the test. */
function startDestination(respond: (arrived: Arrived, count: number) => Response | Promise<Response>) {
  const arrived: Arrived[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const one = { headers: request.headers, body: await request.text() };
    arrived.push(one);
    return await respond(one, arrived.length);
  });
  const url = `http://127.0.0.1:${server.addr.port}/hook`;
  return { url, arrived, [Symbol.asyncDispose]: () => server.shutdown() };
}

function clientOf({ url: baseUrl, token }: SimulatedQStash, others: { token?: string } = {}): Client {
  return new Client({ baseUrl, token: others.token ?? token, devMode: false, retry: false });
}

const ok = () => new Response("ok");

Deno.test("the official client publishes, and the official Receiver accepts the delivery under both keys", async () => {
  await using qstash = startQStash();
  await using destination = startDestination(ok);
  const { current, next } = qstash.keys;
  const receiver = new Receiver({ currentSigningKey: current, nextSigningKey: next });
  const client = clientOf(qstash);
  const { messageId } = await client.publishJSON({
    url: destination.url,
    body: { a: 1 },
    retries: 0,
    headers: { "x-own": "yes" },
  });
  await qstash.idle();
  qstash.rotateKeys();
  await client.publishJSON({ url: destination.url, body: { a: 2 } });
  await qstash.idle();
  assert.equal(destination.arrived.length, 2);
  for (const { headers, body } of destination.arrived) {
    const signature = headers.get("upstash-signature") ?? "";
    assert.equal(await receiver.verify({ signature, body, url: destination.url }), true);
    await assert.rejects(receiver.verify({ signature, body: `${body} `, url: destination.url }));
    await assert.rejects(receiver.verify({ signature, body, url: `${destination.url}/other` }));
  }
  const [first] = destination.arrived;
  assert.equal(first?.headers.get("upstash-message-id"), messageId);
  assert.equal(first?.headers.get("upstash-retried"), "0");
  assert.equal(first?.headers.get("x-own"), "yes");
  assert.equal(first?.headers.get("content-type"), "application/json");
});

Deno.test("a delivery that fails is repeated by the backoff, or after Retry-After, and then is a dead letter", async () => {
  await using qstash = startQStash({ speed: 10_000 });
  await using destination = startDestination((_one, count) =>
    count === 1
      ? new Response("", { status: 503, headers: { "retry-after": "0" } })
      : new Response("", { status: 500 })
  );
  await clientOf(qstash).publishJSON({ url: destination.url, body: {}, retries: 2 });
  await qstash.idle();
  assert.deepEqual(qstash.deliveries.map(({ status, retried }) => [status, retried]), [[503, 0], [500, 1], [
    500,
    2,
  ]]);
  const { messages } = await clientOf(qstash).dlq.listMessages();
  assert.equal(messages.length, 1);
});

Deno.test("status 489 with its header ends a message at once; without the header it is repeated", async () => {
  await using qstash = startQStash({ speed: 1_000_000 });
  await using final = startDestination(() =>
    new Response("", { status: 489, headers: { "upstash-nonretryable-error": "true" } })
  );
  await using other = startDestination(() => new Response("", { status: 489 }));
  const client = clientOf(qstash);
  await client.publishJSON({ url: final.url, body: {}, retries: 3 });
  await client.publishJSON({ url: other.url, body: {}, retries: 3 });
  await qstash.idle();
  assert.deepEqual([final.arrived.length, other.arrived.length], [1, 4]);
  assert.equal(qstash.deadLetters.length, 2);
});

Deno.test("a deduplication id is one message for 10 minutes", async () => {
  let now = Date.now();
  await using qstash = startQStash({ clock: () => now });
  await using destination = startDestination(ok);
  const publish = () =>
    clientOf(qstash).publishJSON({ url: destination.url, body: {}, deduplicationId: "one" });
  const first = await publish();
  assert.deepEqual(await publish(), { ...first, deduplicated: true });
  now += 600_001;
  assert.notEqual((await publish()).messageId, first.messageId);
  await qstash.idle();
  assert.equal(destination.arrived.length, 2);
});

Deno.test("of one flow control key so many deliveries run at once as it says", async () => {
  await using qstash = startQStash();
  let running = 0;
  let most = 0;
  const gates: PromiseWithResolvers<void>[] = [];
  const arrivals = Promise.withResolvers<void>();
  await using destination = startDestination(async () => {
    most = Math.max(most, ++running);
    const gate = Promise.withResolvers<void>();
    gates.push(gate);
    arrivals.resolve();
    await gate.promise;
    running -= 1;
    return ok();
  });
  const client = clientOf(qstash);
  for (let n = 0; n < 3; n++) {
    await client.publishJSON({
      url: destination.url,
      body: { n },
      flowControl: { key: "thread-1", parallelism: 1 },
    });
  }
  await arrivals.promise;
  const opening = setInterval(() => gates.splice(0).forEach(({ resolve }) => resolve()), 1);
  await qstash.idle();
  clearInterval(opening);
  assert.deepEqual([most, destination.arrived.length], [1, 3]);
});

Deno.test("what QStash does not take is refused with its status and its text", async () => {
  await using qstash = startQStash();
  const url = "http://127.0.0.1:9/x";
  const cases: [Promise<unknown>, number, RegExp][] = [
    [
      clientOf(qstash, { token: "other" }).publishJSON({ url, body: {} }),
      401,
      /unable to authenticate: invalid token/,
    ],
    [
      clientOf(qstash).publishJSON({ url: "agents.example.com/wake", body: {} }),
      400,
      /endpoint has invalid scheme, add http:\/\/ or https:\/\//,
    ],
    [
      clientOf(qstash).publishJSON({ url, body: {}, delay: 604_801 }),
      400,
      /quota maxDelay exceeded, current limit: 604800/,
    ],
    [clientOf(qstash).publishJSON({ url, body: {}, retries: 4 }), 400, /quota maxRetries exceeded/],
    [
      clientOf(qstash).publishJSON({ url, body: {}, headers: { "upstash-dealy": "3s" } }),
      400,
      /unknown header/,
    ],
    [
      clientOf(qstash).publishJSON({ url, body: {}, headers: { "upstash-delay": "5x" } }),
      400,
      /invalid Upstash-Delay/,
    ],
    [
      clientOf(qstash).publishJSON({ url, body: {}, flowControl: { key: "a b", parallelism: 1 } }),
      400,
      /invalid Upstash-Flow-Control-Key/,
    ],
    [clientOf(qstash).urlGroups.list(), 404, /not found/],
  ];
  for (const [request, status, text] of cases) {
    await assert.rejects(request, (error: Error & { status: number }) => {
      assert.equal(error.status, status);
      assert.match(error.message, text);
      return true;
    });
  }
  assert.equal(qstash.messages.length, 0);
});
