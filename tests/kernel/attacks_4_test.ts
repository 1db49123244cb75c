// K3: plugins that choose and load badly.

import assert from "node:assert/strict";
import { definePlugin } from "../../src/mod.ts";
import type { PluginHooks, StepPlugin } from "../../src/kernel/plugin.ts";
import type { LoadHooks } from "../../src/kernel/load_hooks.ts";
import { PluginHost } from "../../src/kernel/plugin_host.ts";
import { putPlan } from "../../src/runtime/threads/plan.ts";
import { DONE, lab, SEARCH } from "./_plugins.ts";

const hooks = (name: string, made: PluginHooks): StepPlugin => definePlugin({ name, compile: () => made });

for (const nothing of [null, "", 0, false]) {
  Deno.test(`K3: a plugin that chooses ${JSON.stringify(nothing)} has failed`, async () => {
    const thread = lab([hooks("chooser", { choose: () => nothing as never })], [DONE]);
    const error = await thread.refused({ input: "Go.", agent: "a" });
    assert.equal(error.code, "plugin_failed");
  });
}

Deno.test("K3: a plugin that loads late ends no process where another one has refused the step at once", async () => {
  const [late, hasty] = ["a-late", "b-hasty"].map((name) => hooks(name, {}));
  const host = new PluginHost([late!, hasty!]);
  const rejected: unknown[] = [];
  const listen = (event: PromiseRejectionEvent) => {
    event.preventDefault();
    rejected.push(event.reason);
  };
  addEventListener("unhandledrejection", listen);
  try {
    host.addLoader(late!, () => Promise.reject(new Error("late")));
    host.addLoader(hasty!, () => {
      throw new Error("hasty");
    });
    const thread = lab([], [DONE]);
    Object.assign(thread.deps, { plugins: host });
    const error = await thread.refused({ input: "Go.", agent: "a" });
    assert.match(error.message, /b-hasty/);
    await new Promise((resolve) => setTimeout(resolve, 5));
    assert.deepEqual(rejected, []);
  } finally {
    removeEventListener("unhandledrejection", listen);
  }
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
