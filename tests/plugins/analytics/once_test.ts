// Each step counts once, on every store: also when it is answered again, forked, sent again, cancelled or fenced.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Driver } from "../../../src/core/driver.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { Store } from "../../../src/core/store.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { PluginHost } from "../../../src/kernel/hooks/plugin_host.ts";
import { analytics } from "../../../src/plugins/analytics/mod.ts";
import { readChoices } from "../../../src/plugins/analytics/read_analytics.ts";
import { readPluginCounts } from "../../../src/kernel/hooks/in_step/counted_days.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createSqliteStore } from "../../../src/stores/embedded/sqlite/store.ts";
import { overridden } from "../../chaos/overridden.ts";
import { createLab, type Lab } from "../../support/lab.ts";
import { openUpstashStore } from "../../support/redis/upstash_store.ts";
import { needsRedis } from "../../support/requires.ts";

const ref = { tenant: "acme", thread: "t1" };
const look = defineTool({
  name: "look",
  description: "Looks.",
  parameters: [],
  effect: "pure",
  run: () => "seen",
});

/** Two plans a run; each costs 10 tokens and 2, a summary 5 and 1. `before` is awaited by every plan. */
function costly(before: () => Promise<void>): Driver {
  const inner = createScriptedDriver(({ history: { entries } }) =>
    entries.at(-1)?.type === "user" ? { calls: [{ tool: "look" }] } : { says: "Done." }
  );
  return {
    ...inner,
    name: "costly",
    async plan(turn, emit) {
      await before();
      return { ...await inner.plan(turn, emit), usage: { inputTokens: 10, outputTokens: 2 } };
    },
    summarize: () => Promise.resolve({ text: "So far.", usage: { inputTokens: 5, outputTokens: 1 } }),
  };
}

function labOn(store: Store, before: () => Promise<void> = () => Promise.resolve(), compacts = false): Lab {
  const agent = defineAgent({
    name: "looker",
    instructions: "Look.",
    driver: "costly",
    tools: [look],
    ...(compacts ? { compaction: { afterEntries: 3, keepEntries: 1 } } : {}),
  });
  const plugins = new PluginHost([analytics()]);
  return createLab({ agents: [agent], drivers: [costly(before)], store, deps: { plugins } });
}

/** The counts of the tenant, all together. */
async function countsOf({ deps }: Lab): Promise<Record<string, number>> {
  const { rows: [row] } = await readChoices("acme", { by: [] }, {
    ...deps,
    counts: (tenant, days) => readPluginCounts(analytics(), tenant, days, deps),
  });
  return { ...row?.counts };
}

/** Plans wait at the gate; `arrived` settles when one does. */
function gate() {
  const arrived = Promise.withResolvers<void>();
  const open = Promise.withResolvers<void>();
  return { arrived: arrived.promise, open: open.resolve, pass: () => (arrived.resolve(), open.promise) };
}

const CASES: readonly { readonly name: string; readonly run: (store: Store) => Promise<void> }[] = [
  {
    name: "a request that is answered again, and a fork, count nothing",
    async run(store) {
      const lab = labOn(store);
      const request = { input: "go", until: "done", idempotency: { key: "k1", bodyHash: "h1" } } as const;
      await lab.run(request);
      const once = await countsOf(lab);
      assert.deepEqual([once.steps, once.plans, once.calls, once.inputTokens], [2, 2, 1, 20]);
      assert.ok((await lab.run(request)).replayed);
      await forkThread(ref, { thread: "t2" }, lab.deps);
      assert.deepEqual(await countsOf(lab), once);
      await lab.run({ thread: "t2", input: "more" });
      assert.equal((await countsOf(lab)).steps, 3);
    },
  },
  {
    name: "a commit whose answer is lost, and an advance, count once",
    async run(store) {
      let lost = 0;
      const lose = async <T>(answer: Promise<T>): Promise<T> => {
        const applied = await answer;
        if (lost++ % 2 === 1) return applied;
        throw new AgentError("store_unavailable", "The answer is lost.");
      };
      const lab = labOn(overridden(store, {
        commit: (request) => lose(store.commit(request)),
        advance: (request) => lose(store.advance(request)),
      }));
      await lab.run({ input: "go", until: "done" });
      assert.equal(lost, 4);
      const { steps, plans, calls, inputTokens } = await countsOf(lab);
      assert.deepEqual([steps, plans, calls, inputTokens], [2, 2, 1, 20]);
    },
  },
  {
    name: "a step that was cancelled while it ran counts once, with its cost",
    async run(store) {
      const plan = gate();
      const lab = labOn(store, plan.pass);
      const running = lab.run({ input: "go" });
      await plan.arrived;
      await store.cancel(ref);
      plan.open();
      assert.equal((await running).answer.error?.code, "step_cancelled");
      const { steps, plans, inputTokens } = await countsOf(lab);
      assert.deepEqual([steps, plans, inputTokens], [1, 1, 10]);
      assert.equal((await store.read(ref))?.header.counters.inputTokens, 10);
    },
  },
  {
    name: "a step that another one fenced counts once, and so does the other",
    async run(store) {
      const first = gate();
      let plans = 0;
      const lab = labOn(store, () => plans++ === 0 ? first.pass() : Promise.resolve());
      const fenced = lab.run({ input: "one" });
      await first.arrived;
      // A cancel frees the lease, and the next step begins before the cancelled one has committed.
      await store.cancel(ref);
      await lab.run({ input: "two" });
      first.open();
      assert.equal((await fenced).answer.error?.code, "step_fenced");
      const counts = await countsOf(lab);
      assert.deepEqual([counts.steps, counts.plans, counts.inputTokens], [2, 2, 20]);
    },
  },
  {
    name: "the tokens of summaries count with their step",
    async run(store) {
      const lab = labOn(store, undefined, true);
      await lab.run({ input: "go", until: "done" });
      await lab.run({ input: "again", until: "done" });
      const { steps, inputTokens, outputTokens } = await countsOf(lab);
      const { counters } = (await store.read(ref))?.header ?? assert.fail("no thread");
      assert.deepEqual([steps, inputTokens, outputTokens], [4, counters.inputTokens, counters.outputTokens]);
      assert.ok(counters.inputTokens > 40, "some summaries were made");
    },
  },
];

for (const { name, run } of CASES) {
  Deno.test(`C9: ${name} (memory)`, () => run(createMemoryStore()));

  Deno.test(`C9: ${name} (sqlite)`, async () => {
    const store = createSqliteStore({ path: ":memory:" });
    try {
      await run(store);
    } finally {
      await store.close();
    }
  });

  needsRedis(`C9: ${name} (upstash)`, async () => {
    await using opened = await openUpstashStore();
    await run(opened.store);
  });
}
