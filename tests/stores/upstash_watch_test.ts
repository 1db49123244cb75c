// Row E11: how a running step finds on Upstash that it was cancelled through another isolate, and what that costs.

import assert from "node:assert/strict";
import type { ThreadRef } from "../../src/core/store/thread.ts";
import { createUpstashStore } from "../../src/stores/upstash/store.ts";
import { createRedis } from "../../src/stores/upstash/redis.ts";
import type { CancelWatch } from "../../src/stores/upstash/watch/watches.ts";
import type { Fault, FaultSubject, RedisRest } from "../support/redis/rest.ts";
import { openUpstashStore } from "../support/redis/upstash_store.ts";
import { RespClient } from "../../src/redis_rest/resp.ts";
import { needsRedis } from "../support/requires.ts";
import { eventually } from "../support/eventually.ts";

const REF: ThreadRef = { tenant: "acme", thread: "t1" };
const LEASE = { owner: "owner", epoch: 1 };

/** Two isolates on one Redis, each behind a bridge of its own; a step of the first is running. */
async function isolates(
  keyPrefix: string,
  { cancelWatch, faults }: {
    cancelWatch?: CancelWatch;
    faults?: (subject: FaultSubject) => Fault | undefined;
  } = {},
) {
  const watching = await openUpstashStore({
    keyPrefix,
    ...(cancelWatch ? { cancelWatch } : {}),
    ...(faults ? { faults } : {}),
  });
  const other = await openUpstashStore({ keyPrefix });
  await begin(watching.store, REF);
  // Redis has the script of a cancel, so that it is one request from here on.
  await other.store.cancel({ tenant: "acme", thread: "none" });
  watching.rest.stats.reset();
  return {
    watching,
    other,
    commands: () => watching.rest.stats.requests.map(({ commands }) => commands.join(" ")),
    async [Symbol.asyncDispose]() {
      await watching.close();
      await other.close();
    },
  };
}

async function begin(store: Awaited<ReturnType<typeof openUpstashStore>>["store"], ref: ThreadRef) {
  const create = { meta: "{}", state: "{}", schema: 1, createdAt: 1 };
  const window = { entries: 10, bytes: 10_000 };
  const outcome = await store.begin({
    ref,
    owner: LEASE.owner,
    leaseMs: 30_000,
    schema: 1,
    inputs: ["input"],
    busy: "reject",
    window,
    create,
  });
  assert.equal(outcome.type, "begun");
}

const subscribed = (rest: RedisRest) => eventually(() => rest.subscribers === 1);
const unsubscribed = (rest: RedisRest) => eventually(() => rest.subscribers === 0);

needsRedis(
  "E11: upstash a watch is two requests, one more for its cancel, and leaves no stream open",
  async () => {
    await using scene = await isolates("watch-push");
    const { watching, other } = scene;
    const watch = watching.store.watch(REF, LEASE, new AbortController().signal);
    await subscribed(watching.rest);
    await eventually(() => scene.commands().length === 2);
    await other.store.cancel(REF);
    assert.equal(await watch, "fenced");
    assert.deepEqual(scene.commands(), ["SUBSCRIBE", "HMGET", "HMGET"]);
    await unsubscribed(watching.rest);
  },
);

needsRedis("E11: upstash a cancel is one request, whether or not somebody watches", async () => {
  await using scene = await isolates("watch-cancel");
  const { rest, store } = scene.other;
  rest.stats.reset();
  await store.cancel(REF);
  assert.deepEqual(rest.stats.requests.map(({ commands }) => commands), [
    ["EVALSHA", "EVALSHA", "PUBLISH"], // it enters the threads that are cancelled, and is
  ]);
});

needsRedis("E11: upstash a watch that is stopped closes its stream and asks nothing more", async () => {
  await using scene = await isolates("watch-stop");
  const { watching } = scene;
  const abort = new AbortController();
  const watch = watching.store.watch(REF, LEASE, abort.signal);
  await eventually(() => scene.commands().length === 2);
  abort.abort("the step has ended");
  assert.equal(await watch, "stopped");
  await unsubscribed(watching.rest);
  assert.deepEqual(scene.commands(), ["SUBSCRIBE", "HMGET"]);
});

needsRedis(
  "E11: upstash a database that refuses SUBSCRIBE is polled, and is not asked again by the next step",
  async () => {
    const faults = ({ commands }: FaultSubject): Fault | undefined =>
      commands[0]?.[0] === "SUBSCRIBE" ? { status: 404, body: "404 page not found" } : undefined;
    await using scene = await isolates("watch-refused", { faults });
    const { watching, other } = scene;
    const watch = watching.store.watch(REF, LEASE, new AbortController().signal);
    await eventually(() => scene.commands().length > 2);
    await other.store.cancel(REF);
    assert.equal(await watch, "fenced");
    assert.equal(await watching.store.watch(REF, LEASE, new AbortController().signal), "fenced");
    assert.deepEqual(scene.commands().filter((command) => command === "SUBSCRIBE"), ["SUBSCRIBE"]);
  },
);

for (
  const [what, answer] of [
    ["no event stream", { status: 200, body: '{"result":1}' }],
    [
      "a stream that confirms another channel",
      { status: 200, body: "data: subscribe,other,1\n\n", headers: { "content-type": "text/event-stream" } },
    ],
    [
      "a message without a confirmation",
      {
        status: 200,
        body: "data: message,watch-odd:cancel:acme:t1,\n\n",
        headers: { "content-type": "text/event-stream" },
      },
    ],
    ["an empty stream", { status: 200, body: "", headers: { "content-type": "text/event-stream" } }],
  ] satisfies [string, Fault][]
) {
  needsRedis(`E11: upstash ${what} in answer to SUBSCRIBE leads to polling`, async () => {
    const faults = ({ commands }: FaultSubject): Fault | undefined =>
      commands[0]?.[0] === "SUBSCRIBE" ? answer : undefined;
    await using scene = await isolates(`watch-odd`, { faults });
    const watch = scene.watching.store.watch(REF, LEASE, new AbortController().signal);
    await eventually(() => scene.commands().length > 1);
    await scene.other.store.cancel(REF);
    assert.equal(await watch, "fenced");
    await scene.other.store.remove(REF);
  });
}

needsRedis(
  "E11: upstash a stream that is cut is followed by polls; the next step subscribes again",
  async () => {
    let cuts = 0;
    const faults = ({ commands }: FaultSubject): Fault | undefined =>
      commands[0]?.[0] === "SUBSCRIBE" && cuts++ === 0 ? "cut-answer" : undefined;
    await using scene = await isolates("watch-cut", { faults });
    const { watching, other } = scene;
    const abort = new AbortController();
    const first = watching.store.watch(REF, LEASE, abort.signal);
    await eventually(() => scene.commands().filter((command) => command === "HMGET").length > 2);
    abort.abort("the step has ended");
    assert.equal(await first, "stopped");
    const second = watching.store.watch(REF, LEASE, new AbortController().signal);
    await subscribed(watching.rest);
    await other.store.cancel(REF);
    assert.equal(await second, "fenced");
  },
);

needsRedis(
  "E11: upstash a message before its cancel fences nothing, and the cancel is found all the same",
  async () => {
    await using scene = await isolates("watch-early");
    const { watching, other } = scene;
    let outcome = "none";
    const watch = watching.store.watch(REF, LEASE, new AbortController().signal).then((ended) =>
      outcome = ended
    );
    await subscribed(watching.rest);
    await using redis = disposable(new RespClient(watching.redis));
    await redis.send([["PUBLISH", "watch-early:cancel:acme:t1", "forged"]]);
    await eventually(() => scene.commands().length > 3);
    assert.equal(outcome, "none");
    await other.store.cancel(REF);
    await watch;
    assert.equal(outcome, "fenced");
  },
);

needsRedis(
  "E11: upstash a replica that is behind fences nothing: an earlier epoch, or no thread yet",
  async () => {
    await using scene = await isolates("watch-replica", { cancelWatch: "poll" });
    for (const [ref, epoch] of [[REF, 2], [{ tenant: "acme", thread: "later" }, 1]] as const) {
      const abort = new AbortController();
      const watch = scene.watching.store.watch(ref, { owner: LEASE.owner, epoch }, abort.signal);
      const before = scene.commands().length;
      await eventually(() => scene.commands().length > before);
      abort.abort("the step has ended");
      assert.equal(await watch, "stopped");
    }
  },
);

needsRedis("E11: upstash with poll nothing subscribes, with off nothing is asked", async () => {
  await using polling = await isolates("watch-poll", { cancelWatch: "poll" });
  const watch = polling.watching.store.watch(REF, LEASE, new AbortController().signal);
  await polling.other.store.cancel(REF);
  assert.equal(await watch, "fenced");
  assert.deepEqual([...new Set(polling.commands())], ["HMGET"]);

  await using off = await isolates("watch-off", { cancelWatch: "off" });
  await off.other.store.cancel(REF);
  assert.equal(await off.watching.store.watch(REF, LEASE, new AbortController().signal), "stopped");
  assert.deepEqual(off.commands(), []);
});

needsRedis("E11: upstash a store that is away delays the watch and does not reject it", async () => {
  let isAway = true;
  const faults = ({ commands }: FaultSubject): Fault | undefined =>
    isAway && commands[0]?.[0] === "hmget" ? { status: 500, body: '{"error":"ERR away"}' } : undefined;
  await using scene = await isolates("watch-away", { faults });
  const watch = scene.watching.store.watch(REF, LEASE, new AbortController().signal);
  await eventually(() => scene.commands().filter((command) => command === "HMGET").length > 1);
  await scene.other.store.cancel(REF);
  isAway = false;
  assert.equal(await watch, "fenced");
});

needsRedis("E11: upstash a store of the user's own client subscribes with its address", async () => {
  await using scene = await isolates("watch-own");
  const { watching: { rest }, other } = scene;
  const { redis } = createRedis({ url: rest.url, token: rest.token, requestTimeoutMs: 5_000 });
  const store = createUpstashStore({ redis, keyPrefix: "watch-own" });
  const watch = store.watch(REF, LEASE, new AbortController().signal);
  await subscribed(rest);
  await other.store.cancel(REF);
  assert.equal(await watch, "fenced");
});

needsRedis(
  "E11: upstash a thread with any name is watched, and no other thread's cancel wakes it",
  async () => {
    await using scene = await isolates("watch-names");
    const { watching, other } = scene;
    for (const thread of ["a/b,c", "ü %2F:{}", "a b"]) {
      const ref = { tenant: "acme", thread };
      await begin(watching.store, ref);
      watching.rest.stats.reset();
      const watch = watching.store.watch(ref, LEASE, new AbortController().signal);
      await eventually(() => scene.commands().length === 2);
      await other.store.cancel(REF);
      await other.store.cancel(ref);
      assert.equal(await watch, "fenced");
      assert.deepEqual(scene.commands(), ["SUBSCRIBE", "HMGET", "HMGET"]);
      await unsubscribed(watching.rest);
    }
  },
);

function disposable(client: RespClient): RespClient & AsyncDisposable {
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}
