/** Every call by the facade and over HTTP, against one store: results, events and errors are the same. */
import assert from "node:assert/strict";
import type { Store } from "../../../src/core/store.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createSqliteStore } from "../../../src/stores/embedded/sqlite/store.ts";
import { createTreadle } from "../../../src/treadle.ts";
import type { Treadle } from "../../../src/treadle/contract.ts";
import { asSent } from "../../support/as_sent.ts";
import { openUpstashStore } from "../../support/redis/upstash_store.ts";
import { needsRedis } from "../../support/requires.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";
import { type Gate, wordAgents, wordModel } from "../../treadle/_agents.ts";
import { httpCalls, HttpProblem, type LooseCalls } from "./_http_calls.ts";
import { AgentError } from "../../../src/core/error.ts";

interface Door {
  readonly calls: LooseCalls;
  gate(): Gate;
}

/** A story in calls; what it returns is compared. Both doors have a tenant of their own, so ids may be equal. */
type Story = (door: Door) => Promise<unknown>;

const words = { agent: "words" } as const;

/** A call that waits for approval, and its id. */
async function waiting({ run, thread }: LooseCalls): Promise<string> {
  await run("t1", "remove", words);
  const { calls: [call] } = Object(await thread("t1"));
  return call.id;
}

const STORIES: Readonly<Record<string, Story>> = {
  "run: an answer, and the next one": async ({ calls }) => [
    await calls.run("t1", "hello", { ...words, metadata: { a: [1] }, user: "ann" }),
    await calls.run("t1", ["two", "texts"]),
    await calls.run("t1", { text: "look" }),
    await calls.history("t1"),
  ],
  "run: step by step, and the results of the caller": async ({ calls }) => {
    const first = Object(await calls.run("t1", "look", { ...words, until: "step", execution: "predict" }));
    const [{ id }] = first.calls;
    return [
      first,
      await outcome(calls.run("t1")),
      await outcome(calls.run("t1", undefined, { toolResults: [{ callId: "nope", output: 1 }] })),
      await calls.run("t1", undefined, { toolResults: [{ callId: id, output: { sky: "blue" } }] }),
    ];
  },
  "run: what a run may set": async ({ calls }) =>
    await calls.run("t1", "look", {
      ...words,
      pin: true,
      toolChoice: { type: "function", function: { name: "look" } },
      onUnsupported: "degrade",
      limits: { steps: 5, usd: undefined, tokens: 10_000 },
      plan: { goal: "see" },
      busy: "restart",
      resumable: true,
      until: "settled",
    }),
  "run: refusals": async ({ calls }) => [
    await outcome(calls.run("t1", "hi")),
    await outcome(calls.run("t1", "hi", { agent: "nowhere" })),
    await outcome(calls.run("a/b", "hi", words)),
    await outcome(calls.run("t1", "", words)),
    await outcome(calls.run("t1", "a\0b", words)),
    await outcome(calls.run("t1", 7, words)),
    await outcome(
      calls.run("t1", "hi", { ...words, agnet: "words", until: "never", limits: { steps: 0.5 } }),
    ),
    await outcome(calls.run("t1", "hi", { ...words, toolChoice: "some tool" })),
    await outcome(calls.run("t1", "hi", { ...words, idempotencyKey: "not visible" })),
    await calls.run("t1", "hi", { ...words, user: "ann" }),
    await outcome(calls.run("t1")),
    await outcome(calls.run("t1", "hi", { agent: "other" })),
    await outcome(calls.run("t1", "hi", { expectedVersion: 9 })),
    await outcome(calls.run("t1", "hi", { user: "eve" })),
  ],
  "run: a step that fails": async ({ calls }) => [
    await outcome(calls.run("t1", "fail", words)),
    await calls.thread("t1"),
  ],
  "run: a thread that is busy": async ({ calls, gate }) => {
    const { reached, open } = gate();
    const first = calls.run("t1", "wait", words);
    await reached;
    const refused = await outcome(calls.run("t1", "hi"));
    const queued = await calls.run("t1", "hi", { busy: "queue" });
    open();
    return [refused, queued, await first];
  },
  "run: an idempotency key": async ({ calls }) => {
    const keyed = { ...words, idempotencyKey: "k1" };
    const first = await calls.run("t1", "hello", keyed);
    assert.deepEqual(asSent(await calls.run("t1", "hello", keyed)), asSent(first));
    return [first, await outcome(calls.run("t1", "bye", keyed))];
  },
  "stream: events, and a failure": async ({ calls }) => [
    await calls.stream("t1", "look", words),
    await calls.stream("t2", "fail", words),
    await outcome(calls.stream("t1")),
    await calls.events("t1"),
    await calls.events("t1", { after: 1_000_003 }),
  ],
  "events: refusals": async ({ calls }) => [
    await outcome(calls.events("t1")),
    await calls.run("t1", "hi", words),
    await outcome(calls.events("t1", { after: -1 })),
    await outcome(calls.events("t1", { after: 1.5 })),
    await outcome(calls.events("t1", { after: 9_000_000 })),
    await calls.events("t1"),
  ],
  "approve: yes": async ({ calls }) => {
    const id = await waiting(calls);
    return [
      await outcome(calls.run("t1")),
      await calls.approve("t1", id, true),
      await outcome(calls.approve("t1", id, true)),
      await calls.run("t1"),
      await calls.history("t1"),
    ];
  },
  "approve: no, by a person": async ({ calls }) => {
    const id = await waiting(calls);
    return [
      await calls.approve("t1", id, { approved: false, reason: "Not today.", by: "ann", via: "page" }),
      await calls.run("t1"),
    ];
  },
  "approve: refusals": async ({ calls }) => {
    const id = await waiting(calls);
    return [
      await outcome(calls.approve("t1", "call_0", false)),
      await outcome(calls.approve("t1", id, { approved: "yes" })),
      await outcome(calls.approve("t1", id, { approved: true, digest: "0".repeat(64) })),
      await outcome(calls.approve("t1", id, { approved: true, args: { id: 1 } })),
      await outcome(calls.approve("t9", id, true)),
      await outcome(calls.approve("t1", "a/b", true)),
      await calls.approve("t1", id, false),
    ];
  },
  "completeCall: once, and refusals": async ({ calls }) => {
    await calls.run("t1", "export", words);
    const { calls: [{ id }] } = Object(await calls.thread("t1"));
    return [
      await outcome(calls.completeCall("t1", id, {})),
      await outcome(calls.completeCall("t1", id, { error: { message: "No.", kind: "timeout" } })),
      await outcome(calls.completeCall("t1", "call_0", { output: 1 })),
      await outcome(calls.completeCall("t9", id, { output: 1 })),
      await outcome(calls.completeCall("t1", "a/b", { output: 1 })),
      await calls.completeCall("t1", id, { output: { rows: 3 } }),
      await calls.completeCall("t1", id, { output: { rows: 3 } }),
      await outcome(calls.completeCall("t1", id, { output: 4 })),
      await calls.run("t1"),
      await outcome(calls.completeCall("t1", id, { output: { rows: 3 } })),
    ];
  },
  "detachCall: once, and refusals; the result is an input": async ({ calls }) => {
    await calls.run("t1", "export", words);
    const { calls: [{ id }] } = Object(await calls.thread("t1"));
    return [
      await outcome(calls.detachCall("t1", "call_0")),
      await outcome(calls.detachCall("t9", id)),
      await outcome(calls.run("t1")),
      await calls.detachCall("t1", id),
      await calls.detachCall("t1", id),
      await calls.thread("t1"),
      await calls.run("t1"),
      await calls.detachCall("t1", id),
      await calls.completeCall("t1", id, { output: { rows: 3 } }),
      await calls.history("t1"),
    ];
  },
  "cancel": async ({ calls }) => [
    await outcome(calls.cancel("t1")),
    await waiting(calls),
    await calls.cancel("t1"),
    await calls.thread("t1"),
  ],
  "fork": async ({ calls }) => [
    await calls.run("t1", "look", words),
    await calls.fork("t1", { id: "f1", version: 1, replan: true }),
    await outcome(calls.fork("t1", { id: "f1" })),
    await outcome(calls.fork("t1", { version: 99 })),
    await outcome(calls.fork("t1", { version: "1", calls: "all" })),
    await outcome(calls.fork("t9")),
    await calls.fork("t1"),
    await calls.fork("t1", { idempotencyKey: "k2" }),
    await calls.fork("t1", { idempotencyKey: "k2" }),
    await outcome(calls.fork("t1", { idempotencyKey: "k2", replan: true })),
    await calls.history("f1"),
  ],
  "history: pages": async ({ calls }) => [
    await outcome(calls.history("t1")),
    await calls.run("t1", "look", words),
    await calls.history("t1", { after: 1, limit: 2 }),
    await outcome(calls.history("t1", { limit: 0 })),
    await outcome(calls.history("t1", { after: -1, limit: 1.5, page: 2 })),
  ],
  "create, threads, thread, remove": async ({ calls }) => {
    const made = [
      await calls.create({ ...words, id: "t1", metadata: { a: 1 }, plan: ["one"], user: "ann" }),
      await outcome(calls.create({ ...words, id: "t1" })),
      await outcome(calls.create({ agent: "nowhere" })),
      await outcome(calls.create({})),
      await calls.create({ ...words, idempotencyKey: "k3" }),
      await calls.create({ ...words, idempotencyKey: "k3" }),
      await outcome(calls.create({ agent: "other", idempotencyKey: "k3" })),
    ];
    const first = Object(await calls.threads({ limit: 1 }));
    return [
      made,
      first.threads.length,
      Object(await calls.threads({ cursor: first.cursor })).threads.length,
      await outcome(calls.threads({ limit: 101 })),
      await calls.thread("t1"),
      await calls.remove("t1"),
      await outcome(calls.thread("t1")),
      await outcome(calls.remove("t1")),
    ];
  },
};

const stores: Readonly<Record<string, (test: (store: Store) => Promise<void>) => Promise<void>>> = {
  memory: (test) => test(createMemoryStore()),
  sqlite: async (test) => {
    await using file = await sqliteFile();
    await test(createSqliteStore({ path: file.path }));
  },
  upstash: async (test) => {
    await using opened = await openUpstashStore();
    await test(opened.store);
  },
};

for (const [storeName, open] of Object.entries(stores)) {
  const declare = storeName === "upstash" ? needsRedis : Deno.test;
  for (const [name, story] of Object.entries(STORIES)) {
    declare(
      `E11: the facade and HTTP are the same calls (${storeName}): ${name}`,
      () => open((store) => compare(story, store)),
    );
  }
}

Deno.test("E14: a caller with a user has the threads of that user, by the facade and over HTTP", async () => {
  await compare(
    async ({ calls }) => [
      await calls.run("t1", "hello", { ...words, user: "eve" }).catch(refusalOf),
      await calls.run("t1", "hello", words),
      await calls.create({ ...words, id: "t2" }),
      await outcome(calls.create({ ...words, user: "eve" })),
      await outcome(calls.approve("t1", "call_1", { approved: true, by: "eve" })),
      await calls.threads(),
    ],
    createMemoryStore(),
    "ann",
  );
});

async function compare(story: Story, store: Store, user?: string): Promise<void> {
  const { agents, gate } = wordAgents();
  const treadle = createTreadle({
    agents,
    store,
    env: {},
    providers: [wordModel().provider],
    pollMs: 5,
    log: () => {},
    authenticate: () => ({
      tenant: "http",
      scopes: ["read", "run", "decide"],
      ...(user === undefined ? {} : { user }),
    }),
  });
  try {
    const facade = facadeCalls(treadle.as({ tenant: "facade", ...(user === undefined ? {} : { user }) }));
    const byFacade = await story({ calls: facade, gate });
    const byHttp = await story({ calls: httpCalls((request) => treadle.fetch(request)), gate });
    assert.deepEqual(comparable(byFacade), comparable(byHttp));
  } finally {
    await treadle.close();
  }
}

/** The calls of the facade with any arguments, as a program without types makes them. */
function facadeCalls(treadle: Treadle): LooseCalls {
  const { stream, events, ...rest } = treadle;
  return {
    ...loose(rest),
    stream: (...args) => Array.fromAsync(loose({ stream }).stream(...args)),
    events: (...args) => Array.fromAsync(loose({ events }).events(...args)),
  };
}

// deno-lint-ignore no-explicit-any -- what is tested is what becomes of arguments that the types refuse
function loose<T extends object>(calls: T): Record<keyof T, (...args: unknown[]) => any> {
  return Object(calls);
}

/** The refusal of a call, which must be refused. */
async function outcome(call: Promise<unknown>): Promise<unknown> {
  return await call.then(
    (value) => assert.fail(`A call that should be refused returned ${JSON.stringify(value)}`),
    refusalOf,
  );
}

function refusalOf(thrown: unknown): unknown {
  if (thrown instanceof HttpProblem) return thrown.refusal;
  if (!(thrown instanceof AgentError)) throw thrown;
  const { code, message, problems, details, retryable } = thrown;
  return { code, message, problems, details, retryable };
}

/** JSON without what differs from run to run: generated ids, times, digests, and the tenant. */
function comparable(value: unknown): unknown {
  const text = JSON.stringify(value ?? null)
    .replaceAll(/\b(call|thread|entry|run)_[0-9a-hjkmnp-tv-z]{20}\b/g, "$1_*")
    .replaceAll(/"\d{4}-\d\d-\d\dT[\d:.]+Z"/g, '"<time>"')
    .replaceAll(/\b[0-9a-f]{64}\b/g, "<digest>")
    .replaceAll(/"(head|request|definition)":"[\w-]{43}"/g, '"$1":"<digest>"')
    .replaceAll(/"(head)":"[\w-]{8}"/g, '"$1":"<digest>"')
    .replaceAll(/"(at|ms|wallMs)":[\d.]+/g, '"$1":0')
    .replaceAll(/after \d+ ms/g, "after 0 ms")
    .replaceAll("tenant:facade", "tenant:http")
    // An error of the program has the kind of each problem, for APIs that have a code for it; problem+json has none.
    .replaceAll(/("detail":"(?:[^"\\]|\\.)*"),"kind":"\w+"/g, "$1");
  return JSON.parse(text);
}
