// K3: plugins that choose and load badly.

import assert from "node:assert/strict";
import * as z from "zod/mini";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import type { PluginHooks, StepPlugin } from "../../../src/kernel/hooks/plugin.ts";
import type { LoadHooks } from "../../../src/kernel/hooks/load_hooks.ts";
import { PluginHost } from "../../../src/kernel/hooks/plugin_host.ts";
import { putPlan } from "../../../src/plugins/orchestration/plan.ts";
import { DONE, lab, outcomes, ran, SEARCH } from "./_plugins.ts";

const hooks = (name: string, made: PluginHooks): StepPlugin => definePlugin({ name, compile: () => made });

for (const nothing of [null, "", 0, false]) {
  Deno.test(`K3: a plugin that chooses ${JSON.stringify(nothing)} has failed`, async () => {
    const thread = lab([hooks("chooser", { choose: () => nothing as never })], [DONE]);
    const error = await thread.refused({ input: "Go.", agent: "a" });
    assert.equal(error.code, "plugin_failed");
  });
}

/** What is rejected, and nobody hears, while the thread is used: it would end a process. */
async function unheardIn(use: () => Promise<unknown>): Promise<readonly unknown[]> {
  const rejected: unknown[] = [];
  const listen = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    rejected.push(event.reason);
  };
  addEventListener("unhandledrejection", listen);
  try {
    await use();
    await new Promise((resolve) => setTimeout(resolve, 5));
  } finally {
    removeEventListener("unhandledrejection", listen);
  }
  return rejected;
}

Deno.test("K3: a plugin that loads late ends no process where another one has refused the step at once", async () => {
  const late = hooks("a-late", {});
  const hasty = hooks("b-hasty", {});
  const host = new PluginHost([late, hasty]);
  host.addLoader(late, () => Promise.reject(new Error("late")));
  host.addLoader(hasty, () => {
    throw new Error("hasty");
  });
  const thread = lab([], [DONE]);
  Object.assign(thread.deps, { plugins: host });
  const unheard = await unheardIn(async () => {
    const error = await thread.refused({ input: "Go.", agent: "a" });
    assert.match(error.message, /b-hasty/);
  });
  assert.deepEqual(unheard, []);
});

const later = () => Promise.reject(new Error("late"));
const LATE: Readonly<Record<string, PluginHooks>> = {
  "the reason of an offer": { offer: () => ({ deny: ["pay"], because: later as never }) },
  "a verdict": { judge: (calls) => new Map(calls.map(({ id }) => [id, later() as never])) },
};

for (const [what, made] of Object.entries(LATE)) {
  Deno.test(`K3: ${what} that is a promise ends no process, and no call runs`, async () => {
    const thread = lab([hooks("late", made)], [{ calls: [{ tool: "pay" }, { tool: "pay" }] }, DONE]);
    const unheard = await unheardIn(() => thread.run({ input: "Pay.", agent: "a" }).catch(() => {}));
    assert.deepEqual([unheard, ran], [[], []]);
  });
}

Deno.test("K3: a plugin in shadow whose states cannot be made refuses no step", async () => {
  const trial = definePlugin({
    name: "trial",
    slices: { run: { schema: z.object({ used: z.number() }), initial: { used: 0 } } },
    compile: () => ({
      shadow: true,
      offer: () => ({ deny: ["pay"], because: "on trial" }),
      observed() {
        throw new Error("secret");
      },
    }),
  });
  const thread = lab([trial], [SEARCH, DONE, SEARCH, DONE]);
  for (const input of ["Go.", "Again."]) await thread.run({ input, until: "done" });
  assert.deepEqual(await outcomes(thread), ["search completed", "search completed"]);
});

Deno.test("K3: what is loaded is asked of the same tools in each step of a request, those of the caller not among them", async () => {
  const plugin = hooks("loader", {});
  const seen: (readonly string[])[] = [];
  const load: LoadHooks = (_agent, { tools }) => {
    seen.push(tools);
    return {};
  };
  const host = new PluginHost([plugin]);
  host.addLoader(plugin, load);
  const thread = lab([], [SEARCH, DONE]);
  Object.assign(thread.deps, { plugins: host });
  const clientTools = [{ name: "look", description: "Looks.", parameters: { type: "object" as const } }];
  await thread.run({ input: "Go.", until: "done", clientTools } as never);
  assert.deepEqual(seen, [["search", "pay"], ["search", "pay"]]);
});

Deno.test("K1: whether a run goes on is asked with the plan of the thread as it is now", async () => {
  const seen: unknown[] = [];
  const watch = hooks("watch", {
    mayStep({ plan }) {
      seen.push(plan);
      return undefined;
    },
  });
  const thread = lab([watch], [DONE, SEARCH, DONE]);
  await thread.run({ input: "Go.", plan: { phase: "one" } });
  await putPlan({ tenant: "acme", thread: "t1" }, { plan: { phase: "two" } }, thread.deps);
  seen.length = 0;
  await thread.run({ input: "Go on.", until: "done" });
  assert.ok(seen.length > 2, "each step is asked about at its begin, and behind the one before");
  assert.deepEqual(seen, seen.map(() => ({ phase: "two" })));
});
