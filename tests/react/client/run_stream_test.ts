// A run over connections that drop: every event once, in order, and every call run once.

import assert from "node:assert/strict";
import { collect, type StepEvent, type Thread, TreadleError } from "../../../src/react/client/mod.ts";
import { KEY } from "../../http/_app.ts";
import { assertWellFormedStream } from "../../support/invariants.ts";
import { gated, openWorld, withoutIds, type World } from "./_world.ts";

const COUNTS = [
  {
    says: "I count to two. ✓",
    calls: [{ tool: "count", args: { id: "a" } }, { tool: "count", args: { id: "b" } }],
  },
  { says: "And to three.", calls: [{ tool: "count", args: { id: "c" } }] },
  { says: "That is all." },
];

const cutAfter = (after: number) => ({ after, then: "cut" } as const);

async function eventsOf(stream: AsyncIterable<StepEvent>): Promise<StepEvent[]> {
  return await Array.fromAsync(stream);
}

async function assertRunOnce(events: StepEvent[], { runs }: World, thread: Thread): Promise<void> {
  assertWellFormedStream(events);
  assert.deepEqual(Object.fromEntries(runs), { a: 1, b: 1, c: 1 });
  const { entries } = await thread.history();
  assert.deepEqual(entries.map(({ type }) => type), [
    "user",
    "assistant",
    "tool",
    "tool",
    "assistant",
    "tool",
    "assistant",
  ]);
  runs.clear();
}

Deno.test("E4: a stream that is cut at any byte is resumed: no event is lost or repeated, and the run is one", async () => {
  await using world = openWorld({ scenario: COUNTS });
  const whole = await eventsOf(world.client.thread("whole").stream("go", { agent: "counter" }));
  await assertRunOnce(whole, world, world.client.thread("whole"));
  assert.equal(world.proxy.requests.length, 2, "one request for the run, one for the history");
  const expected = whole.map(withoutIds);

  for (let after = 0; after < 6_000; after += 251) {
    const thread = world.client.thread(`cut-${after}`);
    let isFirst = true;
    world.proxy.onRequest = () => {
      if (!isFirst) return undefined;
      isFirst = false;
      return cutAfter(after);
    };
    const events = await eventsOf(thread.stream("go", { agent: "counter" }));
    await assertRunOnce(events, world, thread);
    // A run that ended unseen is answered again, as one step with whole texts.
    if (events.length === expected.length) {
      assert.deepEqual(events.map(withoutIds), expected, `after ${after} bytes`);
    }
    const { messages } = await collect(async function* () {
      yield* events;
    }());
    assert.equal(textOf(messages), "I count to two. ✓And to three.That is all.", `after ${after} bytes`);
  }
});

Deno.test("E4: a line on which every connection passes a few hundred bytes carries a whole run", async () => {
  await using world = openWorld({ scenario: COUNTS });
  const thread = world.client.thread("t1");
  world.proxy.onRequest = ({ path }) => path.endsWith("/history") ? undefined : cutAfter(900);
  const events = await eventsOf(thread.stream("go", { agent: "counter" }));
  world.proxy.onRequest = () => undefined;
  await assertRunOnce(events, world, thread);
  const resumed = world.proxy.requests.filter(({ path }) => path.endsWith("/events"));
  assert.ok(resumed.length >= 3, `${resumed.length} resumes`);
  const places = resumed.map(({ headers }) => Number(headers.get("last-event-id")));
  assert.deepEqual(
    places,
    places.toSorted((one, other) => one - other),
    "each goes on where the last one was",
  );
});

Deno.test("E4: a run whose response was lost is followed while it goes on, from its own beginning", async () => {
  const { driver, gate, started } = gated();
  await using world = openWorld({ driver });
  const thread = world.client.thread("t1");
  await eventsOf(thread.stream("first", { agent: "tester" }));

  world.proxy.onRequest = (_request, number) => number === 1 ? cutAfter(0) : undefined;
  const seen: StepEvent[] = [];
  for await (const event of thread.stream("second")) {
    seen.push(event);
    if (event.type === "text.delta" && event.text === "one ") {
      await started; // the run waits for the gate: this event came while it goes on
      gate.resolve();
    }
  }
  assertWellFormedStream(seen);
  assert.deepEqual(
    seen.filter(({ type }) => type === "step.started").map((event) => "step" in event && event.step),
    [2],
  );
  assert.deepEqual(seen.flatMap((event) => event.type === "text.delta" ? [event.text] : []), ["one ", "two"]);
  const posts = world.proxy.requests.filter(({ method }) => method === "POST").slice(1);
  assert.equal(new Set(posts.map(({ headers }) => headers.get("idempotency-key"))).size, 1);
  assert.equal((await thread.history()).length, 4, "the input was taken once");
});

Deno.test("E4: a run that ended while its response was lost is answered again, once", async () => {
  await using world = openWorld({ scenario: COUNTS });
  const thread = world.client.thread("t1");
  let posted = 0;
  world.proxy.onRequest = ({ method }) => {
    if (method !== "POST" || ++posted > 2) return undefined;
    return cutAfter(posted === 1 ? 0 : 1_500); // the second answer, which is a repetition, is cut within
  };
  const stream = thread.stream("go", { agent: "counter" });
  await world.app.fetch(new Request("http://treadle.test/healthz")); // another request is served meanwhile
  const events = await eventsOf(stream);
  await assertRunOnce(events, world, thread);
  assert.ok(posted >= 2);
});

Deno.test("E4: a line that goes silent is given up and the stream is resumed", async () => {
  await using world = openWorld({ scenario: COUNTS });
  world.proxy.onRequest = (_request, number) => number === 0 ? { after: 1_200, then: "silence" } : undefined;
  const thread = world.connect({ idleMs: 150 }).thread("t1");
  const events = await eventsOf(thread.stream("go", { agent: "counter" }));
  await assertRunOnce(events, world, thread);
});

Deno.test("E4: without a deployment the tries are bounded, and the error has a code of its own", async () => {
  await using world = openWorld();
  world.proxy.onRequest = () => cutAfter(0);
  let tries = 0;
  const counted = (url: string, init: RequestInit) => fetch(url, init).finally(() => tries++);
  const thread = world.connect({ retries: { count: 3, firstMs: 1 }, fetch: counted }).thread("t1");
  const isFailure = (error: unknown) =>
    error instanceof TreadleError && error.code === "connection_failed" && error.status === 0 &&
    error.retryable;
  await assert.rejects(eventsOf(thread.stream("go", { agent: "counter" })), isFailure);
  assert.equal(tries, 4, "one try and three more");
  await assert.rejects(thread.get(), isFailure);
});

Deno.test("E4: a token that cannot be had for a moment is a failure of the way", async () => {
  await using world = openWorld({ scenario: COUNTS });
  world.proxy.onRequest = (_request, number) => number === 0 ? cutAfter(1_500) : undefined;
  let asked = 0;
  const key = () => ++asked === 2 ? Promise.reject(new TypeError("no network")) : Promise.resolve(KEY);
  const thread = world.connect({ key }).thread("t1");
  await assertRunOnce(await eventsOf(thread.stream("go", { agent: "counter" })), world, thread);
  assert.ok(asked >= 3);
});

Deno.test("E4: events that have left the log cannot be had: the stream ends with stream_cut, not as if it were whole", async () => {
  await using world = openWorld({ scenario: COUNTS });
  const thread = world.client.thread("t1");
  // Without a log, what was lost of a run that has ended is only in the history.
  world.proxy.onRequest = ({ path }, number) =>
    number === 0 && path.endsWith("/steps") ? cutAfter(1_500) : undefined;
  const seen: StepEvent[] = [];
  await assert.rejects(
    async () => {
      for await (const event of thread.stream("go", { agent: "counter", resumable: false })) seen.push(event);
    },
    (error) => error instanceof TreadleError && error.code === "stream_cut" && !error.retryable,
  );
  assert.ok(seen.length > 0 && seen.every(({ type }) => type !== "step.failed"));
  assert.equal((await thread.get()).status, "done");
});

Deno.test("E4: a run of one step that has ended without a log is not run again", async () => {
  await using world = openWorld({ scenario: COUNTS });
  const thread = world.client.thread("t1");
  world.proxy.onRequest = (_request, number) => number === 0 ? cutAfter(1_500) : undefined;
  const options = { agent: "counter", resumable: false, until: "step" } as const;
  await assert.rejects(
    eventsOf(thread.stream("go", options)),
    (error) => error instanceof TreadleError && error.code === "stream_cut" && !error.retryable,
  );
  const { status, counters } = await thread.get();
  assert.deepEqual([status, counters.steps], ["open", 1]);
});

Deno.test("E4: a refusal for a moment is tried again after its retry-after", async () => {
  // Side by side, since each waits for a real second; the refusal behind it asks for none.
  await Promise.all([[503, 429], [429, 503]].map(async (statuses) => {
    await using world = openWorld({ scenario: COUNTS });
    const times: number[] = [];
    const client = world.connect({
      fetch: async (url, init) => {
        times.push(performance.now());
        const status = statuses[times.length - 1];
        if (status === undefined) return await fetch(url, init);
        return new Response("busy", { status, headers: { "retry-after": times.length === 1 ? "1" : "0" } });
      },
    });
    const events = await eventsOf(client.thread("t1").stream("go", { agent: "counter" }));
    await assertRunOnce(events, world, world.client.thread("t1"));
    const [first = 0, second = 0] = times;
    assert.ok(second - first >= 990, `${statuses[0]}: the wait is at least the second that was asked for`);
  }));
});

Deno.test("E11: leaving the stream stops the reading and not the run; cancel stops the run", async () => {
  const { driver, gate, started } = gated();
  await using world = openWorld({ driver });
  const thread = world.client.thread("t1");
  await thread.run("first", { agent: "tester" });
  for await (const { type } of thread.stream("second")) if (type === "text.delta") break;
  await started;
  assert.equal((await thread.get()).running, true);
  gate.resolve();
  const followed = await eventsOf(thread.events());
  assert.equal(followed.at(-1)?.type, "step.finished");
  assert.equal((await thread.get()).status, "done");
});

Deno.test("E11: cancel ends the stream with step_cancelled, and the fold keeps what was said", async () => {
  const { driver } = gated();
  await using world = openWorld({ driver });
  const thread = world.client.thread("t1");
  await thread.run("first", { agent: "tester" });
  const conversation = await collect(thread.stream("second"), {
    onChange: (_state, event) => {
      if (event.type === "text.delta" && event.text === "one ") thread.cancel();
    },
  });
  assert.equal(conversation.status, "cancelled");
  assert.equal(textOf(conversation.messages).startsWith("one "), true);
});

Deno.test("E4: a signal ends the stream with its own reason, at any time, and the run goes on", async () => {
  const { driver, gate } = gated();
  await using world = openWorld({ driver });
  const thread = world.client.thread("t1");
  await thread.run("first", { agent: "tester" });
  const controller = new AbortController();
  const reason = new Error("The page is closed.");
  await assert.rejects(async () => {
    for await (const { type } of thread.stream("second", { signal: controller.signal })) {
      if (type === "text.delta") controller.abort(reason);
    }
  }, reason);
  assert.equal((await thread.get()).running, true);
  gate.resolve();
  await eventsOf(thread.events());
  await assert.rejects(eventsOf(thread.stream("third", { signal: controller.signal })), reason);
  const waits = new AbortController();
  const failed = Promise.withResolvers<void>();
  const slow = world.connect({
    retries: { count: 8, firstMs: 60_000 },
    fetch: () => Promise.reject(new TypeError("no network")).finally(failed.resolve),
  });
  const waiting = eventsOf(slow.thread("t1").stream("fourth", { signal: waits.signal }));
  const failure = assert.rejects(waiting, reason);
  await failed.promise; // the next try is a minute away
  waits.abort(reason);
  await failure;
});

Deno.test("E14: a function gives the key of every request, and requests go below the base path", async () => {
  const paths: string[] = [];
  const keys = ["first", "second"];
  await using world = openWorld({ scenario: COUNTS });
  const client = world.connect({
    url: `${world.proxy.url}/agents/`,
    key: () => Promise.resolve(keys.shift() ?? KEY),
    headers: { "x-of-mine": "1" },
    fetch: (url, init) => {
      const { pathname, origin } = new URL(url);
      const headers = new Headers(init.headers);
      paths.push(`${pathname} ${headers.get("authorization")} ${headers.get("x-of-mine")}`);
      return fetch(origin + pathname.replace("/agents", ""), init);
    },
  });
  for (const _ of [1, 2]) {
    await assert.rejects(
      client.agents(),
      (error) => error instanceof TreadleError && error.code === "unauthorized" && error.status === 401,
    );
  }
  assert.deepEqual((await client.agents()).map(({ name }) => name), ["tester", "counter"]);
  assert.deepEqual(paths, ["first", "second", KEY].map((key) => `/agents/v1/agents Bearer ${key} 1`));
});

function textOf(messages: readonly { readonly role: string; readonly parts?: readonly object[] }[]): string {
  return messages.flatMap(({ parts = [] }) =>
    parts.map((part) => "text" in part && typeof part.text === "string" ? part.text : "")
  ).join("");
}
