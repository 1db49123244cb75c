// Row E12 under chaos: 64 runs at the same time have a budget for some of them. Workers crash, stand still and lose answers, and
// each model call uses all that it may. The ledger never passes the limit by a token, and nothing is held in the end.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { accountsBy } from "../../../src/core/budget/accounts.ts";
import type { Store } from "../../../src/core/store.ts";
import { createToolCallingDriver } from "../../../src/kernel/drivers/tool_calling.ts";
import { greedyModel } from "../../support/greedy_model.ts";
import { startRedis } from "../../support/redis/server.ts";
import { needsRedis } from "../../support/requires.ts";
import { checkLedger } from "../../chaos/check_ledger.ts";
import { overridden } from "../../chaos/overridden.ts";
import { Random } from "../../chaos/random.ts";
import { memoryStores, sqliteStores, type StoreUnderChaos, upstashStores } from "../../chaos/stores.ts";
import { syncDigests } from "../../chaos/sync_digest.ts";
import { VirtualTime } from "../../chaos/virtual_time.ts";
import { type Delivered, Worker } from "../../chaos/worker.ts";
import { type Violation, World } from "../../chaos/world.ts";

const RUNS = 64;

/** All runs together would take about 300,000 tokens. */
const LIMITS = { tokens: 120_000, steps: 100_000 };

/** Longer than all that a worker can stand still within a step, so that no reservation ends before its step. */
const STEP_MS = 900_000;

const LOSS = 0.05;

/** Deliveries after which a run counts as stuck. */
const PATIENCE = 2_000;

/** Calls a tool, then answers. */
const SPENDER = defineAgent({
  name: "spender",
  settings: { maxOutputTokens: 500 },
  tools: [defineTool({
    name: "look",
    description: "Looks.",
    effect: "pure",
    run: () => null,
    timeoutMs: 600_000,
  })],
  limits: { stepMs: STEP_MS },
});

interface Spent {
  readonly violations: readonly Violation[];
  readonly crashes: number;
  /** How the runs ended, with their number. */
  readonly ends: ReadonlyMap<string, number>;
}

interface Setting {
  readonly store: StoreUnderChaos;
  readonly seed: number;
  readonly crash: number;
  /** A deliberate defect. */
  readonly alterStore?: (store: Store) => Store;
}

async function spend({ store, seed, crash, alterStore = (store) => store }: Setting): Promise<Spent> {
  using _digests = syncDigests();
  const time = new VirtualTime();
  const random = new Random(`budget ${store.name} ${crash} ${seed}`);
  const driver = createToolCallingDriver();
  const world: World = new World({
    time,
    random,
    agent: SPENDER,
    odds: { crash, loss: store.losesAnswers ? LOSS / 5 : LOSS, duplicate: 0, stall: 0.02 },
    alter: (deps) => {
      const { provider } = greedyModel(async ({ messages }) => {
        await deps.sleep(random.between(5, 400));
        return messages.some(({ role }) => role === "tool") ? {} : { calls: ["look"] };
      });
      const model = () => ({ provider, model: "m", ref: "greedy/m" });
      return { ...deps, model, driver: () => driver, accounts: accountsBy({ tenant: LIMITS }) };
    },
  });
  await using opened = await store.open({ time, random: random.fork("wire"), loss: LOSS });
  const isolates = opened.isolates.map((isolate) => world.watched(alterStore(isolate)));
  const ends = new Map<string, number>();
  const runs = Promise.all(Array.from({ length: RUNS }, async (_, index) => {
    const end = await run(world, isolates, `t${index}`, random.fork(`run ${index}`));
    ends.set(end, (ends.get(end) ?? 0) + 1);
  }));
  await time.run(runs);
  const [isolate] = isolates;
  if (isolate !== undefined) await time.hold(checkLedger(world, isolate, LIMITS));
  return { violations: world.violations, crashes: world.tally.crashes, ends };
}

/** Sends the same request until it has ended, and tells how. */
async function run(
  world: World,
  isolates: readonly Store[],
  thread: string,
  random: Random,
): Promise<string> {
  const { time } = world;
  for (let count = 0; count < PATIENCE; count++) {
    const isolate = isolates[random.between(0, isolates.length - 1)];
    if (isolate === undefined) break;
    const worker = new Worker(world, isolate, random.fork(`${count}`));
    const delivered = await worker.serve({
      ref: { tenant: "acme", thread },
      agent: SPENDER.name,
      inputs: ["Go."],
      until: "done",
      toolResults: [],
      busy: "reject",
      resumable: false,
      idempotency: { key: thread, bodyHash: thread },
    });
    const end = endOf(delivered);
    if (end !== undefined) return end;
    await time.sleep(random.between(1_000, 600_000));
  }
  world.violate("stuck", thread, "the run does not end");
  return "stuck";
}

/** Undefined when the request is to be sent again. */
function endOf(delivered: Delivered): string | undefined {
  if (delivered.type === "vanished" || delivered.type === "queued") return undefined;
  const error = delivered.type === "refused" ? delivered.error : delivered.answer.error;
  if (error === undefined) return "done";
  return error.retryable ? undefined : error.code;
}

const nameOf = (store: string) =>
  `E12: ${store}: 64 runs under chaos never exceed the tokens of their tenant by one, on no day`;

Deno.test(nameOf("memory"), () => assertHolds(memoryStores(), 2));
Deno.test(nameOf("sqlite"), () => assertHolds(sqliteStores(), 1));
needsRedis(nameOf("upstash"), async () => {
  await using redis = await startRedis();
  await assertHolds(upstashStores(redis, false), 1);
});

Deno.test("E12: this chaos finds a store that grants what others hold", async () => {
  const { violations } = await spend({
    store: memoryStores(),
    seed: 1,
    crash: 0,
    alterStore: (store) =>
      overridden(store, {
        begin: async (request) => {
          const outcome = await store.begin(request);
          return outcome.type === "begun" ? { ...outcome, reserved: { type: "reserved" } } : outcome;
        },
        reserve: () => Promise.resolve({ type: "reserved" }),
      }),
  });
  assert.ok(violations.some(({ kind, message }) => kind === "ledger" && message.includes("limit")));
});

async function assertHolds(store: StoreUnderChaos, seeds: number): Promise<void> {
  const ends = new Map<string, number>();
  for (const crash of [0, 0.3]) {
    let crashes = 0;
    for (let seed = 1; seed <= seeds; seed++) {
      const spent = await spend({ store, seed, crash });
      assert.deepEqual(spent.violations, [], `crashes at ${crash}, seed ${seed}`);
      crashes += spent.crashes;
      for (const [end, count] of spent.ends) ends.set(end, (ends.get(end) ?? 0) + count);
    }
    assert.equal(crashes > 0, crash > 0, "crashes");
  }
  assert.deepEqual([...ends.keys()].sort(), ["budget_exhausted", "done"]);
}
