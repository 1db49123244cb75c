/** What the bridge promises under faults and load: a command is sent once, Redis may restart, limits hold. */
import assert from "node:assert/strict";
import { Redis } from "@upstash/redis/cloudflare";
import type { Log } from "../../../src/core/ports.ts";
import { RespClient } from "../../../src/redis_rest/resp.ts";
import { type RedisRest, type RedisRestOptions, serveRedisRest } from "../../../src/redis_rest/server.ts";
import { startMonitor } from "../../support/redis/monitor.ts";
import { startRedis } from "../../support/redis/server.ts";
import { needsRedis } from "../../support/requires.ts";
import { serveResp, wireTo } from "./_program.ts";

const TOKEN = "test-token";

/** A bridge whose log is kept as `error: message`. */
async function served(options: Omit<RedisRestOptions, "token" | "log">) {
  const lines: string[] = [];
  const log: Log = (level, message) => lines.push(`${level}: ${message}`);
  const rest = await serveRedisRest({ token: TOKEN, log, ...options });
  return { rest, lines, [Symbol.asyncDispose]: () => rest.close({ graceMs: 0 }) };
}

async function command(rest: RedisRest, ...words: (string | number)[]) {
  const response = await fetch(rest.url, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify(words),
  });
  return { status: response.status, body: await response.json() };
}

async function health(rest: RedisRest) {
  const response = await fetch(`${rest.url}/healthz`);
  return [response.status, await response.json()];
}

const subscribe = (rest: RedisRest, channel: string) =>
  fetch(`${rest.url}/subscribe/${channel}`, {
    headers: { authorization: `Bearer ${TOKEN}`, accept: "text/event-stream" },
  });

needsRedis(
  "E2: a command whose reply is lost is answered 503, was applied once, and is not sent again",
  async () => {
    await using server = await startRedis();
    await using wire = wireTo(server);
    await using bridge = await served({ redis: wire });
    const { rest, lines } = bridge;
    await command(rest, "PING");
    await using monitor = await startMonitor(server);
    wire.cut = true;
    const { status, body } = await command(rest, "INCR", "n");
    assert.equal(status, 503);
    assert.match(
      body.error,
      /^ERR Redis at \S+ closed the connection: .*\. Whether the commands were applied is unknown$/,
    );
    wire.cut = false;
    assert.deepEqual((await command(rest, "GET", "n")).body, { result: "1" });
    const sent = (await monitor.stop()).filter(({ words: [name] }) => name === "INCR");
    assert.equal(sent.length, 1);
    assert.deepEqual(lines, [
      "error: requests are answered 503 until Redis answers again",
      "info: Redis answers again",
    ]);
  },
);

needsRedis("redis-rest: connections that Redis closes while they are idle cost no request", async () => {
  await using server = await startRedis();
  await using wire = wireTo(server);
  await using bridge = await served({ redis: wire, connections: 1 });
  const observer = new RespClient(server);
  await command(bridge.rest, "SET", "k", "v");
  await observer.send([["CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"]]);
  while (wire.closed === 0) await new Promise((resolve) => setTimeout(resolve, 1));
  const response = await command(bridge.rest, "GET", "k");
  assert.deepEqual([response.status, wire.connections], [200, 2]);
  await observer.close();
});

needsRedis("redis-rest: /healthz needs no token, and follows Redis through a restart", async () => {
  await using server = await startRedis({ appendonly: true });
  await using bridge = await served({ redis: server });
  const { rest, lines } = bridge;
  assert.deepEqual(await health(rest), [200, { status: "ok" }]);
  await server.kill();
  assert.deepEqual(await health(rest), [503, { status: "unavailable" }]);
  for (let count = 0; count < 5; count++) assert.equal((await command(rest, "GET", "k")).status, 503);
  await server.restart();
  assert.deepEqual(await health(rest), [200, { status: "ok" }]);
  assert.deepEqual(lines, [
    "error: requests are answered 503 until Redis answers again",
    "info: Redis answers again",
  ], "changes are logged, not requests");
});

Deno.test("redis-rest: a Redis that is silent is answered for with 504, and its connection is given up", async () => {
  let silent = true;
  await using slow = serveResp(() => silent ? "" : "+PONG\r\n");
  await using bridge = await served({ redis: { hostname: "127.0.0.1", port: slow.port }, timeoutMs: 400 });
  const { status, body } = await command(bridge.rest, "PING");
  assert.equal(status, 504);
  assert.match(
    body.error,
    /^ERR Redis at \S+ timed out after 400 ms: .*\. Whether the commands were applied is unknown$/,
  );
  silent = false;
  assert.deepEqual(await command(bridge.rest, "PING"), { status: 200, body: { result: "PONG" } });
});

Deno.test("redis-rest: a Redis that is silent to a login or to SUBSCRIBE is answered for with 503", async () => {
  await using slow = serveResp(() => "");
  const redis = { hostname: "127.0.0.1", port: slow.port };
  await using login = await served({ redis: { ...redis, password: "x" }, timeoutMs: 50 });
  for (let count = 0; count < 2; count++) {
    const { status, body } = await command(login.rest, "PING");
    assert.equal(status, 503);
    assert.match(body.error, /cannot be reached: timed out after 50 ms$/);
  }
  await using stream = await served({ redis, timeoutMs: 50 });
  const response = await subscribe(stream.rest, "news");
  assert.equal(response.status, 503);
  assert.match((await response.json()).error, /cannot be subscribed at: timed out after 50 ms$/);
  assert.equal(stream.rest.subscribers, 0);
});

needsRedis("redis-rest: requests share a few connections, and one after another use one", async () => {
  await using server = await startRedis();
  await using wire = wireTo(server);
  await using bridge = await served({ redis: wire, connections: 3 });
  for (let count = 0; count < 5; count++) await command(bridge.rest, "INCR", "n");
  assert.equal(wire.connections, 1);
  // Redis runs scripts one by one: all twelve wait while the first keeps it busy.
  const busy = `local s = redis.call('TIME'); local t = s
    while (t[1] - s[1]) * 1000000 + t[2] - s[2] < 50000 do t = redis.call('TIME') end
    return redis.call('INCR', KEYS[1])`;
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => command(bridge.rest, "EVAL", busy, 1, "n")),
  );
  const results = answers.map(({ body: { result } }) => result).toSorted((one, other) => one - other);
  assert.deepEqual(results, Array.from({ length: 12 }, (_, index) => 6 + index));
  assert.equal(wire.connections, 3);
});

needsRedis("redis-rest: under load every request has its own answer", async () => {
  await using server = await startRedis();
  await using bridge = await served({ redis: server });
  const redis = new Redis({ url: bridge.rest.url, token: TOKEN, enableAutoPipelining: false });
  await Promise.all(Array.from({ length: 400 }, async (_, index) => {
    const value = `value-${index}-${"x".repeat(index * 10)}`;
    const [set, got] = await redis.multi().set(`k${index}`, value).get(`k${index}`).exec();
    assert.deepEqual([set, got], ["OK", value]);
    assert.equal(await redis.get(`k${index}`), value);
  }));
});

needsRedis("E14: a wrong token is logged once a minute, without the token that was shown", async () => {
  await using server = await startRedis();
  await using bridge = await served({ redis: server });
  for (let count = 0; count < 3; count++) {
    const response = await fetch(bridge.rest.url, {
      method: "POST",
      headers: { authorization: "Bearer guess" },
    });
    assert.equal(response.status, 401);
    await response.body?.cancel();
  }
  assert.deepEqual(bridge.lines, [
    "warn: a request did not show the token: compare UPSTASH_REDIS_REST_TOKEN with TOKEN",
  ]);
});

needsRedis("E14: far more than a body may have ends the connection, with and without the token", async () => {
  await using server = await startRedis();
  await using bridge = await served({ redis: server, maxRequestBytes: 1024 });
  for (const authorization of [`Bearer ${TOKEN}`, "Bearer wrong"]) {
    let sent = 0;
    const body = new ReadableStream({
      pull(controller) {
        if (sent++ === 10_000) return controller.close();
        controller.enqueue(new Uint8Array(1024));
      },
    });
    await assert.rejects(fetch(bridge.rest.url, { method: "POST", headers: { authorization }, body }));
    assert.ok(sent < 10_000, "the rest was not read");
  }
  assert.deepEqual(await command(bridge.rest, "PING"), { status: 200, body: { result: "PONG" } });
});

Deno.test("E14: an empty token, which every caller has, is refused at the start", async () => {
  const redis = { hostname: "127.0.0.1", port: 1 };
  await assert.rejects(serveRedisRest({ redis, token: "" }), { code: "config_invalid" });
});

needsRedis("redis-rest: a pipeline of 50,000 commands has every answer in its place", async () => {
  await using server = await startRedis();
  await using bridge = await served({ redis: server, maxRequestBytes: 2 * 1024 * 1024 });
  const commands = Array.from(
    { length: 50_000 },
    (_, index) => index % 1000 === 0 ? ["QUIT"] : ["ECHO", index],
  );
  const response = await fetch(`${bridge.rest.url}/pipeline`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}` },
    body: JSON.stringify(commands),
  });
  const answers: { readonly result?: string; readonly error?: string }[] = await response.json();
  assert.equal(answers.length, commands.length);
  for (const [index, { result, error }] of answers.entries()) {
    if (index % 1000 === 0) assert.match(error ?? "", /not available/);
    else assert.equal(result, String(index));
  }
});

needsRedis(
  "redis-rest: more streams than are allowed are answered 429, and an ended one makes room",
  async () => {
    await using server = await startRedis();
    await using bridge = await served({ redis: server, maxStreams: 1 });
    const { rest } = bridge;
    const first = await subscribe(rest, "news");
    assert.equal(first.status, 200);
    const second = await subscribe(rest, "news");
    assert.deepEqual([second.status, await second.json()], [
      429,
      { error: "ERR max concurrent subscriptions exceeded. Limit: 1" },
    ]);
    await first.body?.cancel();
    while (rest.subscribers > 0) await new Promise((resolve) => setTimeout(resolve, 1));
    const third = await subscribe(rest, "news");
    assert.equal(third.status, 200);
    await third.body?.cancel();
  },
);

needsRedis("E14: a message with line breaks stays one event of its own channel", async () => {
  await using server = await startRedis();
  await using bridge = await served({ redis: server });
  const { body } = await subscribe(bridge.rest, "news");
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  assert.equal((await reader?.read())?.value, "data: subscribe,news,1\n\n");
  await command(bridge.rest, "PUBLISH", "news", "one\n\ndata: message,other,forged\r\n\r\nend");
  const events = ((await reader?.read())?.value ?? "").split("\n\n");
  assert.deepEqual(events, [
    "data: message,news,one\ndata: \ndata: data: message,other,forged\ndata: \ndata: end",
    "",
  ]);
  await reader?.cancel();
});

needsRedis("redis-rest: a stream has comments between its messages, and its readers skip them", async () => {
  await using server = await startRedis();
  await using bridge = await served({ redis: server, heartbeatMs: 5 });
  const { body } = await subscribe(bridge.rest, "news");
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  let read = "";
  while (!read.includes(": heartbeat\n\n: heartbeat\n\n")) read += (await reader?.read())?.value ?? "";
  await reader?.cancel();
  const redis = new Redis({ url: bridge.rest.url, token: TOKEN });
  const subscriber = redis.subscribe<string>("news");
  const message = new Promise((resolve) => subscriber.on("message", resolve));
  await new Promise<void>((resolve) => subscriber.on("subscribe", () => resolve()));
  await redis.publish("news", "hello");
  assert.deepEqual(await message, { channel: "news", message: "hello" });
  await subscriber.unsubscribe();
});
