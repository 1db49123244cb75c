/**
 * The bridge against the official client and a real redis-server: what satisfies both speaks the protocol. Rows marked
 * "client:" state how that client and the fetch below it behave, which the store takes into account.
 */
import assert from "node:assert/strict";
import { Redis } from "@upstash/redis/cloudflare";
import { type Fault, type RedisRest, serveRedisRest } from "../../support/redis/rest.ts";
import { startRedis } from "../../support/redis/server.ts";
import { needsRedis } from "../../support/requires.ts";
import { ErrorReply, RespClient } from "../../../src/redis_rest/resp.ts";

const TOKEN = "test-token";
type ClientOptions = Partial<ConstructorParameters<typeof Redis>[0]>;

/** The client with everything off that it does on its own, without retries unless a test is about them. */
function clientOf(rest: RedisRest, options: ClientOptions = {}): Redis {
  return new Redis({
    url: rest.url,
    token: rest.token,
    enableAutoPipelining: false,
    automaticDeserialization: false,
    responseEncoding: false,
    enableTelemetry: false,
    retry: { retries: 0 },
    ...options,
  });
}

/** A request without the client, for what the client never sends. */
async function post(
  rest: RedisRest,
  path: string,
  body: BodyInit | null,
  headers: Record<string, string> = {},
) {
  const response = await fetch(rest.url + path, {
    method: "POST",
    body,
    headers: { authorization: `Bearer ${TOKEN}`, ...headers },
  });
  return { status: response.status, headers: response.headers, body: await response.json() };
}

// Types and encodings

for (const responseEncoding of ["base64", false] as const) {
  needsRedis(`rest: every Redis type round-trips with encoding ${responseEncoding}`, async () => {
    await using server = await startRedis();
    await using rest = await serveRedisRest({ redis: server, token: TOKEN });
    const redis = clientOf(rest, { responseEncoding });

    assert.equal(await redis.set("string", "v"), "OK");
    assert.equal(await redis.get("missing"), null);
    assert.equal(await redis.set("string", "w", { nx: true }), null);
    assert.equal(await redis.incrby("number", 41), 41);
    assert.equal(await redis.ping(), "PONG");
    assert.equal(await redis.hset("hash", { a: "1", b: "{}" }), 2);
    assert.deepEqual(await redis.hmget("hash", "a", "missing", "b"), ["1", null, "{}"]);
    assert.equal(await redis.rpush("list", "x", "OK", "y"), 3);
    assert.deepEqual(await redis.lrange("list", 0, -1), ["x", "OK", "y"]);
    assert.equal(await redis.zadd("zset", { score: 1.5, member: "m" }), 1);
    assert.deepEqual(await redis.zrange("zset", 0, -1, { withScores: true }), ["m", "1.5"]);
    assert.equal(await redis.xadd("stream", "1-1", { field: "value" }), "1-1");
    assert.deepEqual(
      await redis.eval("return {'OK', redis.status_reply('OK'), 7, false, {'deep', {'OK'}}}", [], []),
      ["OK", "OK", 7, null, ["deep", ["OK"]]],
    );
  });

  needsRedis(
    `rest: text that looks like something else stays text with encoding ${responseEncoding}`,
    async () => {
      await using server = await startRedis();
      await using rest = await serveRedisRest({ redis: server, token: TOKEN });
      const redis = clientOf(rest, { responseEncoding });
      const texts = [
        "",
        "42",
        "007",
        "1e5",
        "9007199254740993",
        "true",
        "null",
        '{"a":[]}',
        '"q"',
        "OK",
        "T0s=",
      ];
      const binaryish = [
        "\u0000\u0001\u007f",
        "\r\n$3\r\nfoo\r\n",
        "héllo 😀",
        "\u2028\u2029",
        "x".repeat(300_000),
      ];
      for (const text of [...texts, ...binaryish]) {
        await redis.set("key", text);
        assert.equal(await redis.get("key"), text);
        assert.deepEqual(await redis.mget("key", "key"), [text, text]);
      }
    },
  );
}

needsRedis("client: base64 loses a leading byte order mark, plain answers keep it", async () => {
  await using server = await startRedis();
  await using rest = await serveRedisRest({ redis: server, token: TOKEN });
  await clientOf(rest).set("key", "\ufefftext");
  assert.equal(await clientOf(rest).get("key"), "\ufefftext");
  assert.equal(await clientOf(rest, { responseEncoding: "base64" }).get("key"), "text");
});

needsRedis("rest: base64 encodes every string except a top-level OK status", async () => {
  await using server = await startRedis();
  await using rest = await serveRedisRest({ redis: server, token: TOKEN });
  const body = JSON.stringify([
    ["SET", "k", "OK"],
    ["GET", "k"],
    ["PING"],
    ["INCR", "n"],
    ["EVAL", "return {redis.status_reply('OK'), 1, false}", "0"],
  ]);
  const { headers, ...answer } = await post(rest, "/pipeline", body, { "upstash-encoding": "base64" });
  assert.deepEqual(answer, {
    status: 200,
    body: [
      { result: "OK" },
      { result: btoa("OK") },
      { result: btoa("PONG") },
      { result: 1 },
      { result: [btoa("OK"), 1, null] },
    ],
  });
  assert.ok(headers.get("upstash-sync-token"));
});

needsRedis(
  "rest: the path form takes arguments from path, body and query, and the body is bytes",
  async () => {
    await using server = await startRedis();
    await using rest = await serveRedisRest({ redis: server, token: TOKEN });
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);

    assert.deepEqual((await post(rest, "/set/a%2Fb/v%20w?EX=10", null)).body, { result: "OK" });
    assert.deepEqual((await post(rest, "/get/a%2Fb", null)).body, { result: "v w" });
    assert.deepEqual((await post(rest, "/set/bytes?EX=10&NX", bytes)).body, { result: "OK" });
    const read = await post(rest, "/get/bytes", null, { "upstash-encoding": "base64" });
    assert.deepEqual(Uint8Array.fromBase64(read.body.result), bytes);
    const response = await fetch(`${rest.url}/ttl/bytes?_token=${TOKEN}`);
    assert.deepEqual(await response.json(), { result: 10 });
    assert.deepEqual(rest.stats.byPath, { "/set": 2, "/get": 2, "/ttl": 1 });
  },
);

// Pipelines, transactions, scripts

needsRedis("rest: a pipeline answers each command, also around an error", async () => {
  await using server = await startRedis();
  await using rest = await serveRedisRest({ redis: server, token: TOKEN });
  const pipeline = clientOf(rest).pipeline().set("k", "v").rpush("k", "x").get("k");
  const wrongType = "WRONGTYPE Operation against a key holding the wrong kind of value";
  assert.deepEqual(await pipeline.exec({ keepErrors: true }), [
    { result: "OK", error: undefined },
    { result: undefined, error: wrongType },
    { result: "v", error: undefined },
  ]);
  await assert.rejects(pipeline.exec(), {
    name: "UpstashError",
    message: `Command 2 [ rpush ] failed: ${wrongType}`,
  });
  assert.deepEqual(rest.stats.requests.map(({ commands }) => commands), [["SET", "RPUSH", "GET"], [
    "SET",
    "RPUSH",
    "GET",
  ]]);
});

needsRedis("rest: nobody sees a transaction half done", async () => {
  await using server = await startRedis();
  await using rest = await serveRedisRest({ redis: server, token: TOKEN });
  const redis = clientOf(rest);
  const observer = new RespClient(server);
  const transactions = Promise.all(Array.from({ length: 20 }, (_, index) => {
    const transaction = redis.multi().set("first", `${index}`);
    for (let step = 0; step < 200; step++) transaction.incr("filler");
    return transaction.set("second", `${index}`).exec();
  }));
  let running = true;
  void transactions.finally(() => running = false);
  const seen = new Set<string>();
  while (running) {
    const [values] = await observer.send([["MGET", "first", "second"]]);
    assert.ok(Array.isArray(values));
    const [first, second] = values.map((value) =>
      value instanceof Uint8Array ? new TextDecoder().decode(value) : "none"
    );
    assert.equal(first, second);
    seen.add(`${first}`);
  }
  assert.equal((await transactions).length, 20);
  assert.ok(seen.size > 1, "the observer looked while transactions ran");
  await observer.close();
});

needsRedis(
  "rest: a transaction with a malformed command is discarded whole, with HTTP 400 and EXECABORT",
  async () => {
    await using server = await startRedis();
    await using rest = await serveRedisRest({ redis: server, token: TOKEN });
    const redis = clientOf(rest);
    await assert.rejects(redis.multi().set("k", "v").del().exec(), {
      name: "UpstashError",
      message: /^EXECABORT /,
    });
    assert.equal(await redis.get("k"), null);
    assert.equal(rest.stats.requests[0]?.status, 400);
  },
);

needsRedis(
  "rest: an unknown script answers NOSCRIPT, EVAL loads it, and then its digest is enough",
  async () => {
    await using server = await startRedis();
    await using rest = await serveRedisRest({ redis: server, token: TOKEN });
    const redis = clientOf(rest);
    const script = "return redis.call('INCRBY', KEYS[1], ARGV[1])";
    const digest = new Uint8Array(await crypto.subtle.digest("SHA-1", new TextEncoder().encode(script)))
      .toHex();

    await assert.rejects(redis.evalsha(digest, ["n"], ["2"]), {
      name: "UpstashError",
      message:
        `NOSCRIPT No matching script. Please use EVAL., command was: ["evalsha","${digest}",1,"n","2"]`,
    });
    assert.equal(await redis.eval(script, ["n"], ["2"]), 2);
    assert.equal(await redis.evalsha(digest, ["n"], ["2"]), 4);
  },
);

// What is refused

for (const path of ["/", "/pipeline", "/multi-exec", "/get/k", "/nonsense"]) {
  needsRedis(`rest: ${path} without the right token answers 401 and touches nothing`, async () => {
    await using server = await startRedis();
    await using rest = await serveRedisRest({ redis: server, token: TOKEN });
    for (const authorization of ["", "Bearer wrong", `Bearer ${TOKEN}x`, TOKEN, "Bearer "]) {
      const { status, body } = await post(rest, path, '["SET","k","v"]', { authorization });
      assert.deepEqual({ status, body }, { status: 401, body: { error: "Unauthorized" } });
    }
    assert.equal(await clientOf(rest).get("k"), null);
    assert.deepEqual(rest.stats.requests[0]?.commands, []);
  });
}

needsRedis("client: a wrong token rejects with UpstashError Unauthorized", async () => {
  await using server = await startRedis();
  await using rest = await serveRedisRest({ redis: server, token: TOKEN });
  const message = 'Unauthorized, command was: ["get","k"]';
  await assert.rejects(clientOf(rest, { token: "wrong" }).get("k"), { name: "UpstashError", message });
});

needsRedis("rest: a body over the limit is refused with its size, one at the limit passes", async () => {
  await using server = await startRedis();
  await using rest = await serveRedisRest({ redis: server, token: TOKEN });
  const redis = clientOf(rest);
  const overhead = '["set","k",""]'.length;
  assert.equal(await redis.set("k", "x".repeat(1048576 - overhead)), "OK");
  await assert.rejects(redis.set("k", "x".repeat(1048577 - overhead)), {
    name: "UpstashError",
    message: /^ERR max request size exceeded\. Limit: 1048576 bytes, Actual: 1048577 bytes/,
  });
  assert.deepEqual(rest.stats.requests.map(({ bytesIn, status }) => ({ bytesIn, status })), [
    { bytesIn: 1048576, status: 200 },
    { bytesIn: 1048577, status: 400 },
  ]);
});

needsRedis("rest: what cannot be understood answers 400 and says so", async () => {
  await using server = await startRedis();
  await using rest = await serveRedisRest({ redis: server, token: TOKEN });
  const malformed = ["", "{", "{}", "[]", "null", '["SET","k",null]', '["SET",["k"],"v"]'];
  for (const body of malformed) {
    const answer = await post(rest, "/", body);
    assert.equal(answer.status, 400);
    assert.match(answer.body.error, /^ERR failed to parse command request/);
    assert.equal((await post(rest, "/pipeline", `[${body}]`)).status, 400);
  }
  const unused = await fetch(rest.url, { headers: { authorization: `Bearer ${TOKEN}` } });
  assert.equal(unused.status, 400);
  assert.match((await unused.json()).error, /^ERR failed to parse/);
  const deleted = await fetch(rest.url, { method: "DELETE", headers: { authorization: `Bearer ${TOKEN}` } });
  assert.equal(deleted.status, 405);
  await deleted.body?.cancel();
});

needsRedis("rest: blocking and connection commands are not available", async () => {
  await using server = await startRedis();
  await using rest = await serveRedisRest({ redis: server, token: TOKEN });
  const commands = [
    ["BLPOP", "k", "0"],
    ["select", "1"],
    ["MULTI"],
    ["SCRIPT", "DEBUG", "SYNC"],
    ["script", "debug", "no"],
    ["READONLY"],
    ["XREAD", "BLOCK", "0", "STREAMS", "s", "$"],
    ["XREAD", "COUNT", "STREAMS", "block", "0", "STREAMS", "s", "$"],
    ["XREADGROUP", "GROUP", "STREAMS", "streams", "BLOCK", "0", "STREAMS", "s", ">"],
    ["XREADGROUP", "GROUP", "g", "c", "NOACK", "CLAIM", "1", "BLOCK", "0", "STREAMS", "s", ">"],
  ];
  for (const command of commands) {
    const { status, body } = await post(rest, "/", JSON.stringify(command));
    assert.equal(status, 400);
    assert.match(body.error, /^ERR Command is not available: /);
  }
  const among = await post(rest, "/pipeline", '[["SET","k","v"],["EXEC"],["GET","k"]]');
  assert.deepEqual(among.body.map(({ result }: { result?: string }) => result), ["OK", undefined, "v"]);
  assert.equal((await post(rest, "/multi-exec", '[["SET","k","w"],["EXEC"]]')).status, 400);
  assert.equal(await clientOf(rest).get("k"), "v");
  for (
    const read of [
      ["XREAD", "STREAMS", "BLOCK", "0"],
      ["XREADGROUP", "GROUP", "BLOCK", "BLOCK", "STREAMS", "s", ">"],
    ]
  ) {
    await post(rest, "/", JSON.stringify(["XGROUP", "CREATE", "s", "BLOCK", "$", "MKSTREAM"]));
    assert.equal((await post(rest, "/", JSON.stringify(read))).status, 200);
  }
});

// Lost answers. Deno's fetch sends a request again by itself when the connection dies before the first byte
// of an answer, also a POST, so one call of the client may be several requests even without retries.

needsRedis("client: a write whose answers are lost rejects, and was applied once per request", async () => {
  await using server = await startRedis();
  let fault: Fault | undefined = "drop-answer";
  await using rest = await serveRedisRest({ redis: server, token: TOKEN, faults: () => fault });
  await assert.rejects(clientOf(rest).incr("n"), { name: "TypeError", message: "fetch failed" });
  const requests = rest.stats.total;
  assert.ok(rest.stats.requests.every(({ status }) => status === 0));
  fault = undefined;
  assert.equal(await clientOf(rest).get("n"), `${requests}`);
});

needsRedis("client: a retry after a lost answer applies the write again", async () => {
  await using server = await startRedis();
  const faults = ({ index }: { index: number }) => index === 0 ? "drop-answer" : undefined;
  await using rest = await serveRedisRest({ redis: server, token: TOKEN, faults });
  assert.equal(await clientOf(rest, { retry: { retries: 1, backoff: () => 0 } }).incr("n"), 2);
  assert.equal(rest.stats.total, 2);
});

needsRedis("client: retries happen on top of those of fetch, within one call", async () => {
  await using server = await startRedis();
  await using rest = await serveRedisRest({ redis: server, token: TOKEN, faults: () => "drop-request" });
  await assert.rejects(clientOf(rest).incr("n"));
  const once = rest.stats.total;
  rest.stats.reset();
  await assert.rejects(clientOf(rest, { retry: { retries: 1, backoff: () => 0 } }).incr("n"));
  assert.equal(rest.stats.total, 2 * once);
  rest.stats.reset();
  await assert.rejects(clientOf(rest, { retry: false }).incr("n"));
  assert.equal(rest.stats.total, 2 * once, "retry: false is one retry, retries: 0 is none");
});

needsRedis("client: an answer cut in its body rejects, was applied, and is not retried", async () => {
  await using server = await startRedis();
  let fault: Fault | undefined = "cut-answer";
  await using rest = await serveRedisRest({ redis: server, token: TOKEN, faults: () => fault });
  await assert.rejects(clientOf(rest, { retry: { retries: 3 } }).incr("n"), TypeError);
  assert.equal(rest.stats.total, 1);
  fault = undefined;
  assert.equal(await clientOf(rest).get("n"), "1");
});

needsRedis("client: a dropped request was not applied", async () => {
  await using server = await startRedis();
  let fault: Fault | undefined = "drop-request";
  await using rest = await serveRedisRest({ redis: server, token: TOKEN, faults: () => fault });
  await assert.rejects(clientOf(rest).incr("n"), TypeError);
  fault = undefined;
  assert.equal(await clientOf(rest).get("n"), null);
});

needsRedis("client: a 5xx is not retried, and an answer that is not JSON has its own error", async () => {
  await using server = await startRedis();
  let fault: Fault = { status: 503, body: '{"error":"try later"}' };
  await using rest = await serveRedisRest({ redis: server, token: TOKEN, faults: () => fault });
  const redis = clientOf(rest, { retry: { retries: 3, backoff: () => 0 } });
  await assert.rejects(redis.get("k"), {
    name: "UpstashError",
    message: 'try later, command was: ["get","k"]',
  });
  fault = { status: 502, body: "<html>", headers: { "content-type": "text/html" } };
  const message = "Unable to parse response body: <html>";
  await assert.rejects(redis.get("k"), { name: "UpstashJSONParseError", message });
  assert.equal(rest.stats.total, 2);
});

needsRedis("client: one timeout spans the whole call, and the write may still be applied", async () => {
  await using server = await startRedis();
  const timeout = new AbortController();
  const faults = ({ commands }: { commands: string[][] }) => {
    if (commands[0]?.[0] !== "incr") return undefined;
    timeout.abort(new DOMException("The time is over.", "TimeoutError"));
    return { delayMs: 100 };
  };
  await using rest = await serveRedisRest({ redis: server, token: TOKEN, faults });
  const redis = clientOf(rest, { signal: () => timeout.signal, retry: { retries: 3 } });
  await assert.rejects(redis.incr("n"), { name: "TimeoutError" });
  assert.equal(rest.stats.total, 1);
  while (await clientOf(rest).get("n") === null);
  assert.equal(await clientOf(rest).get("n"), "1");
});

// Redis itself

needsRedis(
  "rest: while Redis is away requests answer 503, and after its restart they work with its data",
  async () => {
    await using server = await startRedis({ appendonly: true });
    await using rest = await serveRedisRest({ redis: server, token: TOKEN });
    const redis = clientOf(rest);
    await redis.set("k", "v");
    await server.kill();
    await assert.rejects(redis.get("k"), {
      name: "UpstashError",
      message: /^ERR .*Redis at 127\.0\.0\.1:\d+/,
    });
    await assert.rejects(redis.multi().get("k").exec(), {
      name: "UpstashError",
      message: /^ERR .*cannot be reached/,
    });
    assert.deepEqual(rest.stats.requests.map(({ status }) => status), [200, 503, 503]);
    await server.restart();
    assert.equal(await redis.get("k"), "v");
  },
);

needsRedis(
  "rest: it logs in to a Redis with a password, and says so when the password is wrong",
  async () => {
    await using server = await startRedis({ password: "open sesame" });
    await using rest = await serveRedisRest({ redis: server, token: TOKEN });
    assert.equal(await clientOf(rest).ping(), "PONG");
    await using locked = await serveRedisRest({ redis: { ...server, password: "wrong" }, token: TOKEN });
    await assert.rejects(clientOf(locked).ping(), {
      message: /^ERR Redis at .* refused the login: WRONGPASS/,
    });
  },
);

needsRedis(
  "resp: waiting commands reject when the server dies, and the next command connects again",
  async () => {
    await using server = await startRedis();
    const redis = new RespClient(server);
    // The store of Upstash takes an error with the word "connection" for one that passes.
    const waiting = assert.rejects(redis.send([["PING"], ["BLPOP", "never", "0"]]), {
      name: "ConnectionError",
      message: /closed the connection/,
    });
    await redis.send([]);
    await server.kill();
    await waiting;
    await assert.rejects(redis.send([["PING"]]), /cannot be reached/);
    await server.restart();
    assert.deepEqual(await redis.send([["PING"], ["NONSENSE"]]), [
      "PONG",
      new ErrorReply("ERR unknown command 'NONSENSE', with args beginning with: "),
    ]);
    await redis.close();
    await assert.rejects(redis.send([["PING"]]), /used after close/);
  },
);

// Subscriptions

needsRedis("rest: SUBSCRIBE confirms, forwards every message, and ends with its caller", async () => {
  await using server = await startRedis();
  await using rest = await serveRedisRest({ redis: server, token: TOKEN, heartbeatMs: 20 });
  const redis = clientOf(rest);
  const subscriber = redis.subscribe<string>("news");
  const counts: number[] = [];
  const messages: string[] = [];
  const received = Promise.withResolvers<void>();
  const confirmed = Promise.withResolvers<void>();
  subscriber.on("subscribe", (count) => {
    counts.push(count);
    confirmed.resolve();
  });
  subscriber.on("message", ({ channel, message }) => {
    messages.push(`${channel} ${message}`);
    if (messages.length === 2) received.resolve();
  });
  await confirmed.promise;
  assert.equal(await redis.publish("news", "one, two"), 1);
  assert.equal(await redis.publish("other", "x"), 0);
  await redis.publish("news", "three");
  await received.promise;
  assert.deepEqual([counts, messages], [[1], ["news one, two", "news three"]]);
  assert.equal(rest.subscribers, 1);
  await subscriber.unsubscribe();
  // The next heartbeat finds out that the caller is gone, where the end of its connection was not noticed before.
  while (rest.subscribers > 0) await new Promise((resolve) => setTimeout(resolve, 1));
  assert.equal(await redis.publish("news", "nobody"), 0);
});

needsRedis("rest: SUBSCRIBE wants one channel, a stream, no body, and the token", async () => {
  await using server = await startRedis();
  await using rest = await serveRedisRest({ redis: server, token: TOKEN });
  const stream = { accept: "text/event-stream" };
  const refused = async (path: string, headers: Record<string, string>, body: string | null = null) => {
    const { status, body: { error } } = await post(rest, path, body, headers);
    return [status, error];
  };
  assert.deepEqual(await refused("/subscribe/news", {}), [
    400,
    "ERR SUBSCRIBE needs the header Accept: text/event-stream",
  ]);
  assert.deepEqual(await refused("/subscribe", stream), [400, "ERR SUBSCRIBE is given one channel"]);
  assert.deepEqual(await refused("/subscribe/a/b", stream), [400, "ERR SUBSCRIBE is given one channel"]);
  assert.deepEqual(await refused("/subscribe/a", stream, '["x"]'), [400, "ERR SUBSCRIBE takes no body"]);
  assert.deepEqual(await refused("/subscribe/a", { ...stream, authorization: "Bearer wrong" }), [
    401,
    "Unauthorized",
  ]);
  assert.equal(rest.subscribers, 0);
});

needsRedis("rest: a stream of SUBSCRIBE ends when Redis goes away", async () => {
  await using server = await startRedis();
  await using rest = await serveRedisRest({ redis: server, token: TOKEN });
  const response = await fetch(`${rest.url}/subscribe/news`, {
    method: "POST",
    headers: { authorization: `Bearer ${TOKEN}`, accept: "text/event-stream" },
  });
  const reader = response.body?.getReader();
  assert.equal(new TextDecoder().decode((await reader?.read())?.value), "data: subscribe,news,1\n\n");
  await server.kill();
  const ended = await reader?.read().then(({ done }) => done, () => true);
  assert.equal(ended, true);
});
