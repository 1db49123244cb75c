// Row E14: what the store sends through @upstash/redis, byte for byte, and what it makes of every kind of answer. A server of
// the test's own answers, because no Redis gives most of these answers.

import assert from "node:assert/strict";
import { AgentError } from "../../src/core/error.ts";
import { LOCKING_LINE, type Script } from "../../src/stores/upstash/lua/script.ts";
import { type Command, UpstashClient } from "../../src/stores/upstash/client.ts";
import { createRedis } from "../../src/stores/upstash/redis.ts";
import { createUpstashStore } from "../../src/stores/upstash/store.ts";

const SCRIPT: Script = { name: "example", source: "return 1", locking: `${LOCKING_LINE}return 1` };
const CALL = { script: SCRIPT, keys: ["k1", "k2"], args: ['"quoted"', "é\0"] };
const ALSO: readonly Command[] = [
  (pipeline) => pipeline.zadd("index", { nx: true }, { score: 7, member: "t1" }),
];
const TWO_READS: readonly Command[] = [
  (pipeline) => pipeline.hget("h", "len"),
  (pipeline) => pipeline.hget("h", "sum"),
];

Deno.test("E14: upstash client sends one command to / and several to /pipeline, as plain JSON arrays", async () => {
  await using server = serveAnswers(
    { result: [1, "two", null, ["3"]] },
    [{ result: "script" }, { error: "ERR the index is a hint" }],
    [{ result: "1" }, { result: null }],
    { result: "PONG" },
  );
  const client = clientOf(server.url);
  assert.deepEqual(await client.run(CALL), [1, "two", null, ["3"]]);
  assert.equal(await client.run(CALL, { behind: ALSO }), "script", "what goes along may fail");
  assert.deepEqual(await client.pipeline("read", TWO_READS), ["1", null]);
  await client.ping();

  const hash = "e7d3065bbe862e0ef8706b37e94e4260d9d3bbc3"; // of the locking form, by sha1sum
  const withCount = (keys: unknown) => ["evalsha", hash, keys, "k1", "k2", '"quoted"', "é\0"];
  assert.deepEqual(server.seen.map(({ path, body }) => [path, body]), [
    ["/", withCount("2")],
    ["/pipeline", [withCount(2), ["zadd", "index", "nx", 7, "t1"]]],
    ["/pipeline", [["hget", "h", "len"], ["hget", "h", "sum"]]],
    ["/", ["PING"]],
  ]);
  for (const { headers } of server.seen) {
    assert.equal(headers.get("authorization"), "Bearer the-token");
    assert.equal(headers.get("content-type"), "application/json");
    assert.equal(headers.get("upstash-encoding"), null, "base64 adds a third to every read");
    assert.deepEqual([...headers.keys()].filter((name) => name.startsWith("upstash-telemetry")), []);
  }
});

Deno.test("E14: upstash client shows the last sync token, so that a replica answers with its own writes", async () => {
  const token = (value: string) => ({ "upstash-sync-token": value });
  await using server = serveAnswers(
    Response.json({ result: "PONG" }, { headers: token("a") }),
    Response.json({ result: "PONG" }, { headers: token("a") }),
    Response.json({ result: "PONG" }, { headers: token("b") }),
    { result: "PONG" },
  );
  const client = clientOf(server.url);
  for (let sent = 0; sent < 4; sent++) await client.ping();
  assert.deepEqual(server.seen.map(({ headers }) => headers.get("upstash-sync-token")), [
    "",
    "a",
    "a",
    "b",
  ]);
});

Deno.test("E14: upstash client sends again after answers that are not Redis's, and after transient errors", async () => {
  const answers = [
    new Response("<html>502</html>", { status: 502 }),
    new Response("<html>welcome</html>"),
    Response.json({ message: "no route" }, { status: 500 }),
    Response.json(null, { status: 503 }),
    Response.json({ error: { code: 502 } }, { status: 502 }),
    null,
    Response.json({ error: "LOADING Redis is loading the dataset in memory" }, { status: 400 }),
    Response.json({ error: "ERR max concurrent connections exceeded, limit: 100" }, { status: 429 }),
    Response.json({ error: "ERR internal error" }, { status: 400 }),
    { error: "READONLY You can't write against a read only replica." },
  ];
  for (const answer of answers) {
    await using server = serveAnswers(answer, { result: "PONG" });
    await clientOf(server.url).ping();
    assert.equal(server.seen.length, 2);
  }
  await using down = serveAnswers(...Array.from({ length: 3 }, () => new Response("", { status: 503 })));
  const error = await rejection(() => clientOf(down.url).ping());
  assert.deepEqual([error.code, error.retryAfterMs, down.seen.length], ["store_unavailable", 1000, 3]);
});

Deno.test("E14: upstash client takes a refusal for an answer: once, by its name, without what was sent", async () => {
  const answers = [
    [Response.json({ error: "WRONGTYPE Operation against a key" }, { status: 400 }), /WRONGTYPE/],
    [{ error: `ERR ${"x".repeat(1_000)}` }, /x{190,200}[^x]/],
    [{ error: "ERR max request size exceeded. Limit: 1 bytes" }, /max request size/],
    [Response.json({ error: "Unauthorized" }, { status: 401 }), /UPSTASH_REDIS_REST_TOKEN/],
    [{ error: "WRONGPASS invalid or missing auth token" }, /UPSTASH_REDIS_REST_TOKEN/],
    [Response.json({ error: "Forbidden" }, { status: 403 }), /UPSTASH_REDIS_REST_TOKEN/],
    [
      { error: "NOPERM this user has no permissions to run the 'evalsha' command" },
      /UPSTASH_REDIS_REST_TOKEN/,
    ],
    [{}, /without a result/],
    [[], /without a result/],
  ] as const;
  for (const [answer, message] of answers) {
    await using server = serveAnswers(answer);
    const error = await rejection(() => clientOf(server.url).run(CALL));
    assert.equal(error.code, "store_failed");
    assert.match(error.message, message);
    assert(!`${error.message} ${String(error.cause)}`.includes("quoted"));
    assert(!`${error.message} ${String(error.cause)}`.includes("the-token"));
    assert.equal(server.seen.length, 1);
  }
  const refusedAsAWhole = Response.json({ error: "ERR empty pipeline" }, { status: 400 });
  for (const answer of [[{ result: 1 }], [], refusedAsAWhole, [{ result: 1 }, {}]]) {
    await using server = serveAnswers(answer);
    const error = await rejection(() => clientOf(server.url).pipeline("read", TWO_READS));
    assert.equal(error.code, "store_failed", JSON.stringify(answer));
  }
});

Deno.test("E14: upstash client hides where a script failed, in the words of every Redis", async () => {
  const sha = "f944a0c48e7adaffa2b13ed77c30f58bbdc03472";
  const wrongType = "WRONGTYPE Operation against a key holding the wrong kind of value";
  const full = "OOM command not allowed when used memory > 'maxmemory'";
  const answers = [
    [`${wrongType} script: ${sha}, on @user_script:17.`, "store_failed", `example: ${wrongType}. See`],
    [`ERR Error running script (call to f_${sha}): @user_script:17: ${wrongType}`, "store_failed", wrongType],
    [
      `ERR user_script:17: attempt to index a nil value script: ${sha}, on @user_script:17.`,
      "store_failed",
      "nil",
    ],
    [`${full}. script: ${sha}, on @user_script:17.`, "store_full", "database is full"],
    [`ERR Error running script (call to f_${sha}): @user_script: 17: -${full}.`, "store_full", "is full"],
    [
      "ERR DB capacity quota exceeded. Threshold: 268435456 bytes, Usage: 276006634 bytes",
      "store_full",
      "is full",
    ],
  ] as const;
  for (const [answer, code, text] of answers) {
    for (const given of [{ error: answer }, Response.json({ error: answer }, { status: 400 })]) {
      await using server = serveAnswers(given);
      const error = await rejection(() => clientOf(server.url).run(CALL));
      assert.equal(error.code, code);
      assert(error.message.includes(text), error.message);
      assert.doesNotMatch(`${error.message} ${String(error.cause)}`, /[0-9a-f]{40}|script:|17/);
    }
  }
});

Deno.test("E14: upstash client gives up in time on a silent server and on an answer that stalls in its body", async () => {
  const stalled = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"result":')),
  });
  for (const answer of [new Promise<Response>(() => {}), new Response(stalled)]) {
    await using server = serveAnswers(answer);
    const error = await rejection(() => clientOf(server.url, 50).ping());
    assert.equal(error.code, "store_unavailable");
    assert.match(error.message, /did not answer in time/);
    assert.equal(server.seen.length, 1, "who waited once for nothing does not wait again");
  }
});

Deno.test("E14: upstash a time limit that no timer can keep is refused at the start", () => {
  for (const ms of [0, -1, 1.5, NaN, Infinity, 2 ** 31]) {
    assert.throws(() => clientOf("http://127.0.0.1:9", ms), (error) => {
      return error instanceof AgentError && error.code === "config_invalid" &&
        error.message.includes(String(ms));
    });
  }
});

/** A client whose timeout, unless given, is far longer than any of these tests. */
function clientOf(url: string, requestTimeoutMs = 30_000): UpstashClient {
  return new UpstashClient(createRedis({ url, token: "the-token", requestTimeoutMs }));
}

interface Seen {
  readonly path: string;
  readonly headers: Headers;
  readonly body: unknown;
}

/** Answers the requests in turn: a value as JSON with status 200, a Response as it is. */
function serveAnswers(...answers: readonly unknown[]): AsyncDisposable & { url: string; seen: Seen[] } {
  const seen: Seen[] = [];
  const closing = new AbortController();
  const closed = Promise.withResolvers<Response>();
  const server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, signal: closing.signal, onListen: () => {} },
    async (request) => {
      const answer = answers[seen.length];
      seen.push({
        path: new URL(request.url).pathname,
        headers: request.headers,
        body: await request.json(),
      });
      const given = await Promise.race([answer, closed.promise]);
      return given instanceof Response ? given : Response.json(given);
    },
  );
  return {
    url: `http://127.0.0.1:${server.addr.port}`,
    seen,
    [Symbol.asyncDispose]: () => {
      closing.abort();
      closed.resolve(new Response());
      return server.finished;
    },
  };
}

async function rejection(run: () => Promise<unknown>): Promise<AgentError> {
  try {
    await run();
  } catch (error) {
    assert(error instanceof AgentError);
    return error;
  }
  throw new Error("It did not fail.");
}

Deno.test("E3: upstash so many requests are under way at the same time; the others wait for their turns", async () => {
  let running = 0;
  let most = 0;
  const two = Promise.withResolvers<void>();
  await using server = Deno.serve({ hostname: "127.0.0.1", port: 0, onListen: () => {} }, async () => {
    most = Math.max(most, ++running);
    if (running === 2) two.resolve();
    await two.promise;
    await new Promise((resolve) => setTimeout(resolve, 5)); // a third could come meanwhile
    running--;
    return Response.json({ result: "PONG" });
  });
  const url = `http://127.0.0.1:${server.addr.port}`;
  const store = createUpstashStore({ url, token: "token", maxRequests: 2 });
  await Promise.all(Array.from({ length: 8 }, () => store.ping()));
  assert.equal(most, 2);
  await store.close();
});
