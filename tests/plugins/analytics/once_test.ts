// Each step counts once, on every store: also when it is answered again, forked, sent again, cancelled or fenced.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { Driver } from "../../../src/core/driver.ts";
import { AgentError } from "../../../src/core/error.ts";
import type { Store } from "../../../src/core/store.ts";
import { createScriptedDriver, type PlanScript } from "../../../src/kernel/drivers/scripted.ts";
import { PluginHost } from "../../../src/kernel/hooks/plugin_host.ts";
import { analytics } from "../../../src/plugins/analytics/mod.ts";
import { readChoices } from "../../../src/plugins/analytics/read_analytics.ts";
import { readPluginCounts } from "../../../src/kernel/hooks/in_step/counted_days.ts";
import { listThreads } from "../../../src/kernel/threads/list_threads.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createSqliteStore } from "../../../src/stores/embedded/sqlite/store.ts";
import { overridden } from "../../chaos/overridden.ts";
import { createLab, type Lab } from "../../support/lab.ts";
import { sleepFaster } from "./_steps.ts";
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
  const { rows: [row] } = await readReport(deps);
  return { ...row?.counts };
}

/** The failures of the tenant by code: those that ended their run, and those that can be tried again. */
async function failuresOf({ deps }: Lab): Promise<Record<string, readonly number[]>> {
  const { failures = [] } = await readReport(deps);
  return Object.fromEntries(failures.map(({ error, failed, retryable }) => [error, [failed, retryable]]));
}

function readReport(deps: Lab["deps"]) {
  return readChoices("acme", { by: [] }, {
    ...deps,
    counts: (tenant, days) => readPluginCounts(analytics(), tenant, days, deps),
  });
}

/** An agent without tools, by the plans of a script. */
function failingLab(store: Store, scenario: PlanScript): Lab {
  const agent = defineAgent({ name: "failing", instructions: "Fail.", driver: "scripted" });
  const plugins = new PluginHost([analytics()]);
  return createLab({ agents: [agent], scenario, store, deps: { plugins, sleep: sleepFaster } });
}

function failure(code: "model_auth" | "model_overloaded") {
  return { fails: new AgentError(code, `It failed with ${code}.`) };
}

/** Codes of the failures by which threads are found, with how many there are. */
async function findFailed({ deps }: Lab, codes: readonly string[]): Promise<Record<string, number>> {
  const found = await Promise.all(codes.map(async (error) => {
    const { threads } = await listThreads({ tenant: "acme" }, { limit: 10, error }, deps);
    return [error, threads.length] as const;
  }));
  return Object.fromEntries(found);
}

function lostAnswer(): AgentError {
  return new AgentError("store_unavailable", "The answer is lost.");
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
        throw lostAnswer();
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
    name: "failures count by code, and those that ended their run are as many as the threads with that error",
    async run(store) {
      const plans = [failure("model_auth"), failure("model_overloaded"), { says: "Done." }];
      let turn = 0;
      const lab = failingLab(store, () => plans[turn++ % 3] ?? assert.fail("no plan"));
      for (const thread of ["t1", "t2", "t3", "t4"]) await lab.run({ thread, input: "go" });
      assert.deepEqual(await failuresOf(lab), { model_auth: [2, 0], model_overloaded: [0, 1] });
      const codes = ["model_auth", "model_overloaded"];
      assert.deepEqual(await findFailed(lab, codes), { model_auth: 2, model_overloaded: 0 });
      assert.equal((await countsOf(lab)).steps, 4);
    },
  },
  {
    name: "a failure whose commit is applied counts once, although no answer came and the worker gave it up",
    async run(store) {
      const lab = failingLab(
        overridden(store, {
          async commit(request) {
            await store.commit(request);
            throw lostAnswer();
          },
        }),
        [failure("model_auth")],
      );
      assert.equal((await lab.run({ input: "go" })).answer.error?.code, "store_unavailable");
      assert.deepEqual(await failuresOf(lab), { model_auth: [1, 0] });
    },
  },
  {
    name: "a failure counts once although the worker of the step before it vanished between begin and commit",
    async run(store) {
      const lost = () => Promise.reject(lostAnswer());
      const vanishing = overridden(store, { commit: lost, abandon: lost, book: lost });
      const first = failingLab(vanishing, [failure("model_auth")]);
      await first.run({ input: "go" });
      assert.deepEqual(await failuresOf(first), {});
      // A cancel frees the lease, as its end does.
      await store.cancel(ref);
      const second = failingLab(store, [failure("model_auth")]);
      await second.run({ input: "again" });
      assert.deepEqual(await failuresOf(second), { model_auth: [1, 0] });
    },
  },
  {
    name: "a step that was cancelled while it ran counts no failure",
    async run(store) {
      const arrived = Promise.withResolvers<void>();
      // The plan fails with the cancel, as that of a model does whose request is aborted.
      const lab = failingLab(store, async ({ io: { signal } }) => {
        const aborted = new Promise<void>((resolve) =>
          signal.addEventListener("abort", () => resolve(), { once: true })
        );
        arrived.resolve();
        await aborted;
        return { says: "Done." };
      });
      const running = lab.run({ input: "go" });
      await arrived.promise;
      await store.cancel(ref);
      assert.equal((await running).answer.error?.code, "step_cancelled");
      assert.deepEqual(await failuresOf(lab), {});
      assert.equal((await countsOf(lab)).steps, 1);
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
