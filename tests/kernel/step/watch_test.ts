// E11: when a running step watches for its cancel, and what becomes of the watch.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { sleep } from "../../../src/deps/ports.ts";
import { createToolCallingDriver } from "../../../src/kernel/drivers/tool_calling.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { createSqliteStore } from "../../../src/stores/embedded/sqlite/store.ts";
import type { Store } from "../../../src/core/store.ts";
import { overridden } from "../../chaos/overridden.ts";
import { VirtualTime } from "../../chaos/virtual_time.ts";
import { createLab } from "../../support/lab.ts";
import { sqliteFile } from "../../support/sqlite_file.ts";
import { testModel } from "../../support/model.ts";
import { eventually } from "../../support/eventually.ts";

const ref = { tenant: "acme", thread: "t1" };
const agent = defineAgent({ name: "slow", instructions: "", tools: [] });

/** A model that answers when `answer` settles, and a clock that begins every watch at once and renews no lease. */
function watchedLab(store: Store, answer: Promise<void>, watchAfter: "at once" | "never" = "at once") {
  const { provider } = testModel(() => ({ says: "Done." }));
  const slow = {
    ...provider,
    stream: async (...args: Parameters<typeof provider.stream>) => {
      await Promise.race([answer, aborted(args[1].signal)]);
      return await provider.stream(...args);
    },
  };
  const logged: string[] = [];
  const lab = createLab({
    agents: [agent],
    drivers: [createToolCallingDriver()],
    store,
    deps: {
      model: () => ({ provider: slow, model: "demo", ref: "first/demo" }),
      sleep: (ms, signal) =>
        ms === 200 && watchAfter === "at once" ? sleep(0, signal) : sleep(60_000, signal),
      log: (_level, message) => void logged.push(message),
    },
  });
  return { lab, logged };
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
}

Deno.test("E11: a step that ends before its watch begins makes no request for it", async () => {
  const { lab } = watchedLab(createMemoryStore(), Promise.resolve(), "never");
  await lab.run({ input: "go" });
  assert.deepEqual(Object.fromEntries(lab.counts), { begin: 1, commit: 1 });
});

Deno.test("E11: a step that takes longer is watched once, until it ends", async () => {
  const answer = Promise.withResolvers<void>();
  const signals: AbortSignal[] = [];
  const store = createMemoryStore();
  const noting = overridden(store, {
    watch: (ref, lease, signal) => {
      signals.push(signal);
      return store.watch(ref, lease, signal);
    },
  });
  const { lab } = watchedLab(noting, answer.promise);
  const running = lab.run({ input: "go" });
  await eventually(() => signals.length === 1);
  assert.equal(signals[0]?.aborted, false);
  answer.resolve();
  assert.equal((await running).answer.output, "Done.");
  assert.deepEqual(signals.map(({ aborted }) => aborted), [true]);
});

Deno.test("E11: a watch that rejects is logged, and the step goes on", async () => {
  const answer = Promise.withResolvers<void>();
  const store = overridden(createMemoryStore(), { watch: () => Promise.reject(new Error("not served")) });
  const { lab, logged } = watchedLab(store, answer.promise);
  const running = lab.run({ input: "go" });
  await eventually(() => logged.length > 0);
  answer.resolve();
  assert.equal((await running).answer.output, "Done.");
  assert.deepEqual(logged, ["watch for a cancel failed; the next lease renewal finds it"]);
});

Deno.test("E11: sqlite a cancel through another connection of the file ends the watched step", async () => {
  await using file = await sqliteFile();
  const [one, other] = [createSqliteStore({ path: file.path }), createSqliteStore({ path: file.path })];
  const { lab } = watchedLab(one, new Promise(() => {}));
  const running = lab.run({ input: "go" });
  await eventually(() => lab.counts.has("watch"));
  await other.cancel(ref);
  assert.equal((await running).answer.error?.code, "step_cancelled");
  await one.close();
  await other.close();
});

Deno.test("E11: a sqlite file that is closed under a watched step fences nothing", async () => {
  const store = createSqliteStore({ path: ":memory:", watchMs: 1 });
  const abort = new AbortController();
  const watch = store.watch(ref, { owner: "o", epoch: 1 }, abort.signal);
  assert.equal(await watch, "fenced", "a thread that is missing has no step");
  await store.close();
  const closed = store.watch(ref, { owner: "o", epoch: 1 }, abort.signal);
  await sleep(5);
  abort.abort("the step has ended");
  assert.equal(await closed, "stopped");
});

for (const [watched, renewals] of [[true, 2], [false, 12]] as const) {
  Deno.test(`E11: a resumable step that says nothing for 24.9 s, watched: ${watched}, renews its lease ${renewals} times`, async () => {
    const time = new VirtualTime();
    const inner = createMemoryStore({ clock: time.clock });
    const store = watched ? inner : overridden(inner, { watch: () => Promise.resolve("stopped") });
    const { provider } = testModel(() => ({ says: "Done." }));
    const slow = {
      ...provider,
      stream: async (...args: Parameters<typeof provider.stream>) => {
        await time.sleep(24_900);
        return await provider.stream(...args);
      },
    };
    const { clock, sleep } = time;
    const lab = createLab({
      agents: [agent],
      drivers: [createToolCallingDriver()],
      store,
      deps: { model: () => ({ provider: slow, model: "demo", ref: "first/demo" }), clock, sleep },
    });
    const { answer } = await time.run(lab.run({ input: "go", resumable: true }));
    assert.equal(answer.output, "Done.");
    // One more writes the first events.
    assert.equal(lab.counts.get("flush"), renewals + 1);
  });
}
