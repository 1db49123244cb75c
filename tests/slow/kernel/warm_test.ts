// E2, E13: the warm path. An isolate that still holds a thread's history reads only what is newer, and sends the model exactly
// what an isolate that knows nothing would send.

import assert from "node:assert/strict";
import fc from "fast-check";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Agent } from "../../../src/core/agent.ts";
import type { Store } from "../../../src/core/store.ts";
import type { BeginOutcome, BeginRequest } from "../../../src/core/store/begin.ts";
import { createToolCallingDriver } from "../../../src/kernel/drivers/tool_calling.ts";
import { createOpenAIProvider } from "../../../src/providers/openai/provider.ts";
import { ReadHistory } from "../../../src/kernel/history/read_history.ts";
import { startOfWindow } from "../../../src/kernel/history/window.ts";
import { HistoryCache } from "../../../src/kernel/stored_history/history_cache.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { overridden } from "../../chaos/overridden.ts";
import { createLab, type Lab } from "../../support/lab.ts";

const LONG = "A sky of one colour, and a note about it. ".repeat(40);

const look = defineTool({
  name: "look",
  description: "Looks.",
  parameters: ["n"],
  effect: "pure",
  run: ({ n }) =>
    n === "fail" ? Promise.reject(new Error("no luck")) : { seen: n, note: LONG.slice(0, 50 * n.length) },
});

function agentWith(limits: Partial<Agent["limits"]>): Agent {
  return defineAgent({
    name: "looker",
    instructions: "Look.",
    tools: [look],
    driver: "tool_calling",
    limits: { repeatedCalls: 100, stepsPerRun: 1_000, ...limits },
  });
}

type Said = { role: string; content?: string | null }[];

/** Answers that all isolates of a store have been given. */
const answered = new WeakMap<Store, number>();

/** An isolate whose model calls a tool in two answers of three and notes what it was asked. */
function isolate(
  store: Store,
  agent: Agent,
  cacheBytes: number,
  unchecked = false,
): { lab: Lab; asked: Said[]; begun: BeginOutcome[] } {
  const asked: Said[] = [];
  const begun: BeginOutcome[] = [];
  const fetch = (_url: string | URL | Request, init?: RequestInit) => {
    const { messages }: { messages: Said } = JSON.parse(String(init?.body));
    asked.push(messages);
    const turn = (answered.get(store) ?? 0) + 1;
    answered.set(store, turn);
    const call = {
      id: "x",
      type: "function",
      function: { name: "look", arguments: JSON.stringify({ n: turn % 5 === 0 ? "fail" : `${turn}` }) },
    };
    const message = turn % 3 === 0 ? { content: `Said ${turn}.` } : { content: "Hm.", tool_calls: [call] };
    const body = { choices: [{ index: 0, message, finish_reason: turn % 3 === 0 ? "stop" : "tool_calls" }] };
    return Promise.resolve(
      Response.json({ ...body, model: "m", usage: { prompt_tokens: 1, completion_tokens: 1 } }),
    );
  };
  const provider = createOpenAIProvider({ apiKey: "k".repeat(8), baseURL: "http://model.test/v1" });
  const watched: Store = new Proxy(store, {
    get(target, name) {
      const method = Reflect.get(target, name);
      if (name !== "begin") return typeof method === "function" ? method.bind(target) : method;
      return async (request: BeginRequest) => {
        const outcome = await target.begin(request);
        begun.push(outcome);
        return outcome;
      };
    },
  });
  const lab = createLab({
    agents: [agent],
    drivers: [createToolCallingDriver()],
    store: watched,
    unchecked,
    deps: {
      fetch,
      histories: new HistoryCache(cacheBytes),
      model: () => ({ provider, model: "m", ref: "openai/m" }),
    },
  });
  return { lab, asked, begun };
}

/** Calls by the order in which they are told, since every isolate mints ids of its own. */
function withoutIds(asked: readonly Said[]): unknown {
  const ids: string[] = [];
  return JSON.parse(JSON.stringify(asked), (_key, value) => {
    if (typeof value !== "string") return value;
    if (!value.startsWith("call_")) return value.replaceAll(/\[notice \w+\]/g, "[notice]");
    if (!ids.includes(value)) ids.push(value);
    return `call ${ids.indexOf(value)}`;
  });
}

const BYTES = 1_000_000;

Deno.test("E2: a warm isolate reads only the delta, one without memory the whole window", async () => {
  const store = createMemoryStore();
  const agent = agentWith({});
  const warm = isolate(store, agent, BYTES);
  const cold = isolate(store, agent, 0);
  for (let step = 0; step < 12; step++) await warm.lab.run({ input: `question ${step}` });
  const windows = warm.begun.map((outcome) => outcome.type === "begun" ? outcome.window.entries.length : -1);
  assert.deepEqual(windows, Array(12).fill(0));
  await cold.lab.run({ input: "elsewhere" });
  const [first] = cold.begun;
  assert(first?.type === "begun" && !first.cacheIsCurrent && first.window.entries.length > 12);
  await warm.lab.run({ input: "back" });
  assert.match(JSON.stringify(warm.asked.at(-1)), /elsewhere/);
});

Deno.test("E13: warm or cold, whoever ran last, the model is told the same (property)", async () => {
  const move = fc.record({
    warm: fc.boolean(),
    asks: fc.option(fc.constantFrom("hello", "and then?", 'ü "quoted"')),
    until: fc.constantFrom<"step" | "done">("step", "done"),
    cancels: fc.integer({ min: 0, max: 9 }).map((roll) => roll === 0),
    pins: fc.constantFrom("no", "no", "input", "first"),
  });
  const limits = fc.constantFrom(
    {},
    { historyEntries: 9 },
    { historyEntries: 3 },
    { historyBytes: 900 },
    { historyTokens: 200 },
    { historyTokens: 500, outputChars: 500 },
    { historyEntries: 9, outputChars: 500 },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(move, { minLength: 3, maxLength: 25 }), limits, async (moves, limit) => {
      const agent = agentWith(limit);
      const [store, shadow] = [createMemoryStore(), createMemoryStore()];
      // The same moves on two stores: in one by isolates that remember, in the other by one that never does.
      const [first, second] = [isolate(store, agent, BYTES), isolate(store, agent, BYTES)];
      const cold = isolate(shadow, agent, 0);
      for (const { warm, asks, until, cancels, pins } of moves) {
        const request = {
          agent: agent.name,
          until,
          ...(asks === null ? {} : { input: asks }),
          ...(asks !== null && pins === "input" ? { pin: true as const } : {}),
          ...(pins === "first" ? { pins: { add: [0], remove: [] } } : {}),
        };
        const { lab, asked } = warm ? first : second;
        const before = [asked.length, cold.asked.length];
        const outcomes = await Promise.all(
          [lab, cold.lab].map((each) =>
            each.run(request).then(({ answer }) => answer.output, (refusal) => refusal.code)
          ),
        );
        assert.equal(outcomes[0], outcomes[1]);
        assert.deepEqual(withoutIds(asked.slice(before[0])), withoutIds(cold.asked.slice(before[1])));
        if (!cancels) continue;
        for (const each of [store, shadow]) await each.cancel({ tenant: "acme", thread: "t1" });
      }
      await first.lab.history();
    }),
    { numRuns: 60 },
  );
});

Deno.test("E13: an isolate whose commit was refused goes on from what the store has, not from what it meant to commit", async () => {
  const store = createMemoryStore();
  let cancels = true;
  const cancelling = overridden(store, {
    async commit(request) {
      if (cancels) await store.cancel(request.ref);
      cancels = false;
      return await store.commit(request);
    },
  });
  const { lab, asked } = isolate(cancelling, agentWith({}), BYTES);
  const { answer } = await lab.run({ input: "first" });
  assert.equal(answer.error?.code, "step_cancelled");
  const kept = await lab.history();
  assert.deepEqual(kept.map(({ type }) => type), ["user", "assistant"], "the words without their call");
  await lab.run({ input: "second" });
  const roles = asked.at(-1)?.map((message) => [message.role, "tool_calls" in message]);
  assert.deepEqual(roles?.filter(([role]) => role !== "system"), [
    ["user", false],
    ["assistant", false],
    ["user", false],
  ]);
});

Deno.test("E13: who sees a history from an earlier window on finds the same window as who sees it all, and it moves when it is full, to half (property)", () => {
  const phase = fc.tuple(fc.constantFrom(1, 7, 40, 500), fc.integer({ min: 1, max: 60 }));
  const sizes = fc.array(phase, { maxLength: 6 }).map((phases) =>
    phases.flatMap(([size, count]) => Array<number>(count).fill(size))
  );
  const limits = fc.record({
    historyEntries: fc.integer({ min: 1, max: 60 }),
    historyBytes: fc.integer({ min: 1, max: 900 }),
  });
  fc.assert(
    fc.property(sizes, limits, (all, limit) => {
      const agent = agentWith(limit);
      const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
      let warm = 0;
      let last: number | undefined; // the cut that a request writes
      for (let length = 1; length <= all.length; length++) {
        const cold = startOfWindow(all.slice(0, length), { before: 0, last }, agent);
        const seen = last === undefined ? undefined : last - warm;
        warm += startOfWindow(all.slice(warm, length), { before: warm, last: seen }, agent);
        assert.equal(warm, cold);
        assert.ok(cold < length && length - cold <= limit.historyEntries);
        assert.ok(length - cold === 1 || sum(all.slice(cold, length)) <= limit.historyBytes);
        if (cold === (last ?? 0)) continue;
        const before = all.slice(last ?? 0, length);
        assert.ok(
          before.length > limit.historyEntries || sum(before) > limit.historyBytes,
          "it moves when it is full",
        );
        const kept = all.slice(cold, length);
        const isHalf = kept.length <= Math.ceil(limit.historyEntries / 2) &&
          sum(kept) <= limit.historyBytes / 2;
        assert.ok(isHalf || kept.length === 1, "it keeps half, or the newest alone");
        last = cold;
      }
    }),
    { numRuns: 500 },
  );
});

Deno.test("E13: the limit of bytes means UTF-8 bytes for a warm isolate too", async () => {
  const store = createMemoryStore();
  const agent = agentWith({ historyBytes: 3_000 });
  const warm = isolate(store, agent, BYTES);
  for (let step = 0; step < 30; step++) {
    await warm.lab.run({ input: "天気".repeat(100 + step) });
    const told = new TextEncoder().encode(JSON.stringify(warm.asked.at(-1))).length;
    assert.ok(told < 4_000, `${told} bytes`);
  }
});

Deno.test("E2: threads of the same name in two tenants share nothing", async () => {
  const { lab, asked } = isolate(createMemoryStore(), agentWith({}), BYTES);
  await lab.run({ tenant: "acme", input: "the secret of acme" });
  await lab.run({ tenant: "umbrella", input: "hello" });
  await lab.run({ tenant: "umbrella", input: "again" });
  assert.ok(asked.slice(1).every((messages) => !JSON.stringify(messages).includes("secret")));
  assert.equal(asked.length, 3);
});

Deno.test("E3: what a store has lost is not remembered: a commit it no longer knows is not believed", async () => {
  let store = createMemoryStore();
  const forwarding: Store = new Proxy(store, {
    get: (_, name) => (...args: unknown[]) => Reflect.get(store, name).apply(store, args),
  });
  const { lab, asked } = isolate(forwarding, agentWith({}), BYTES, true); // its history does change
  await lab.run({ input: "before the failover" });
  store = createMemoryStore();
  const other = isolate(store, agentWith({}), BYTES);
  await other.lab.run({ input: "after the failover" });
  await lab.run({ input: "go on" });
  assert.doesNotMatch(JSON.stringify(asked.at(-1)), /before the failover/);
  assert.match(JSON.stringify(asked.at(-1)), /after the failover/);
});

Deno.test("E2: the cache keeps to its bytes, forgets what was used least recently, and can be off", () => {
  const ref = (thread: string) => ({ tenant: "acme", thread });
  const history = (length: number) => new ReadHistory(0, ["x".repeat(length)]);
  const value = (length: number) => ({ version: 1, owner: "run_1", history: history(length) });
  const cache = new HistoryCache(30_000);
  for (const thread of ["a", "b", "c"]) cache.keep(ref(thread), value(4_000));
  assert.ok(cache.bytes > 24_000 && cache.bytes <= 30_000);
  assert.ok(cache.get(ref("a")), "a was used last");
  cache.keep(ref("d"), value(4_000));
  assert.deepEqual(["a", "b", "c", "d"].map((thread) => cache.get(ref(thread)) !== undefined), [
    true,
    false,
    true,
    true,
  ]);
  cache.keep(ref("a"), value(20_000));
  assert.equal(cache.get(ref("a")), undefined, "what is too large is not kept, and its older form neither");
  assert.ok(cache.get(ref("d")));
  cache.forget(ref("d"));
  assert.equal(cache.get(ref("d")), undefined, "a thread that is removed leaves nothing");
  const off = new HistoryCache(0);
  off.keep(ref("a"), value(1));
  assert.deepEqual([off.get(ref("a")), off.bytes], [undefined, 0]);
});
