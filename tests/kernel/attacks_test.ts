// K1-K4: plugins where features meet: what a plugin is given and returns, and what becomes of a step that it fails in.
import assert from "node:assert/strict";
import * as z from "zod/mini";
import type { ToolEntry } from "../../src/core/entry.ts";
import { definePlugin } from "../../src/kernel/define_plugin.ts";
import type { ObservedCall, PluginHooks, StepPlugin } from "../../src/kernel/plugin.ts";
import { PluginHost } from "../../src/kernel/plugin_host.ts";
import { createMemoryStore } from "../../src/stores/embedded/memory.ts";
import type { Lab } from "../support/lab.ts";
import { lab, ran, slicesIn, tool } from "./_plugins.ts";

const SEARCH = { calls: [{ tool: "search" }] };
const DONE = { says: "Done." };

async function outcomes(of: Lab, thread = "t1"): Promise<string[]> {
  const entries = await of.history(thread);
  return entries.filter((entry): entry is ToolEntry => entry.type === "tool").map((
    { name, outcome, error },
  ) => error === undefined ? `${name} ${outcome}` : `${name} ${outcome}: ${error.message}`);
}

/** The lines that the deployment logs, with the messages of causes. */
function logOf(of: Lab): string[] {
  const lines: string[] = [];
  Object.assign(of.deps, {
    log: (_level: string, event: string, fields: object) => lines.push(`${event} ${JSON.stringify(fields)}`),
  });
  return lines;
}

Deno.test("K3: arguments that are nested deeper than a stack are none to plugins, and the step keeps what has run", async () => {
  const deep = `{"a":${"[".repeat(20_000)}${"]".repeat(20_000)}}`;
  const judged: unknown[] = [];
  const watch = definePlugin({
    name: "watch",
    compile: () => ({
      judge(calls) {
        judged.push(...calls.map(({ args }) => args));
        return undefined;
      },
    }),
  });
  const thread = lab([watch], [SEARCH, { calls: [{ tool: "search", args: deep }] }, DONE]);
  const { answer } = await thread.run({ input: "Go.", until: "done" });
  assert.equal(answer.error, undefined);
  assert.deepEqual((await outcomes(thread)).map((line) => line.slice(0, 16)), [
    "search completed",
    "search failed: T",
  ]);
  assert.ok(judged.every((args) => JSON.stringify(args) === "{}"));
});

const NO_REFUSALS: Readonly<Record<string, unknown>> = {
  "null": null,
  "a text": "no",
  "without words": {},
  "with a number": { refuse: 5 },
};

for (const [what, refusal] of Object.entries(NO_REFUSALS)) {
  for (const when of ["planned", "acting"] as const) {
    Deno.test(`K3: a refusal that is ${what} refuses the ${when} calls as a failure of the plugin, and no step is lost`, async () => {
      const odd = definePlugin({
        name: "odd",
        compile: () => ({
          judge: (calls, at) =>
            at === when && calls.some(({ name }) => name === "pay")
              ? new Map(calls.map(({ id }) => [id, refusal as { refuse: string }]))
              : undefined,
        }),
      });
      const thread = lab([odd], [SEARCH, { calls: [{ tool: "pay" }] }, DONE]);
      const lines = logOf(thread);
      await thread.run({ input: "Go.", until: "done" });
      assert.deepEqual(await outcomes(thread), [
        "search completed",
        "pay blocked: The plugin odd cannot say whether the call may run.",
      ]);
      assert.deepEqual(ran, ["search"]);
      assert.equal(lines.filter((line) => line.startsWith("plugin failed")).length, 1);
    });
  }
}

for (const hook of ["offer", "judge", "take", "observed", "remind"] as const) {
  Deno.test(`K3: a rejection of a hook ${hook} that waits ends no process`, async () => {
    const late = definePlugin({
      name: "late",
      compile: () => ({ [hook]: () => Promise.reject(new Error("late")) }) as never,
    });
    const thread = lab([late], [SEARCH, DONE]);
    await thread.run({ input: "Go.", until: "done" }).catch(() => {});
    await new Promise((resolve) => setTimeout(resolve, 0)); // a rejection that nothing handles fails the test
  });
}

Deno.test("K3: what a plugin is given cannot be changed: not the facts, the arguments of a call that people have edited or a hook has changed", async () => {
  const refused: string[] = [];
  const attempt = (what: string, change: () => void) => {
    assert.throws(change, TypeError, what);
    refused.push(what);
  };
  const greedy = definePlugin({
    name: "greedy",
    compile: () => ({
      offer(facts) {
        attempt("metadata", () => Object.assign(facts.metadata, { plan: "free" }));
        attempt("tools", () => (facts.tools as string[]).push("more"));
        attempt("facts", () => Object.assign(facts, { tenant: "other" }));
        return undefined;
      },
      async wrapToolCall(call, run) {
        attempt("arguments", () => Object.assign(call.args, { amount: 1_000 }));
        attempt("call", () => Object.assign(call, { args: { amount: 1_000 } }));
        return await run();
      },
    }),
  });
  const paid: unknown[] = [];
  const pay = tool("pay", {
    parameters: { type: "object", properties: { amount: { type: "number" } } },
    run: (args: unknown) => {
      paid.push(args);
      return "paid";
    },
  });
  const thread = lab([greedy], [{ calls: [{ tool: "pay", args: { amount: 1 } }] }, DONE], {
    tools: [pay],
    hooks: { beforeCall: () => ({ type: "modify", args: { amount: 2 } }) },
  });
  await thread.run({ input: "Pay.", until: "done", metadata: { plan: "paid" } });
  assert.deepEqual(paid, [{ amount: 2 }]);
  assert.deepEqual(new Set(refused), new Set(["metadata", "tools", "facts", "arguments", "call"]));
});

Deno.test("K1: the hooks of a plugin may be methods of one object", async () => {
  class Counter implements PluginHooks<{ used: number }, undefined> {
    readonly #by = 1;
    take(_inputs: unknown, { thread }: { thread: { used: number } }) {
      return { thread: { used: thread.used + this.#by } };
    }
    observed(_calls: unknown, { thread }: { thread: { used: number } }) {
      return { thread: { used: thread.used + this.#by } };
    }
  }
  const counter = definePlugin<{ used: number }>({
    name: "counter",
    slices: { thread: { schema: z.object({ used: z.number() }), initial: { used: 0 } } },
    compile: () => new Counter(),
  });
  const thread = lab([counter], [SEARCH, DONE]);
  await thread.run({ input: "Go.", until: "done" });
  assert.deepEqual((await slicesIn(thread)).thread.counter.state, { used: 2 });
});

Deno.test("K2: what JSON changes is no state: a date would be another value in the next step", async () => {
  const at = z.object({ at: z.union([z.date(), z.null()]) });
  const day = definePlugin({
    name: "day",
    slices: { run: { schema: at, initial: { at: null } } },
    compile: () => ({ take: () => ({ run: { at: new Date(0) } }) }),
  });
  const refused = await lab([day], [DONE]).refused({ input: "Go.", agent: "a" });
  assert.match(refused.message, /day made a state of the run in take/);
  assert.throws(
    () =>
      new PluginHost([
        definePlugin({ name: "day", slices: { run: { schema: at, initial: { at: new Date(0) } } } }),
      ]),
    { code: "config_invalid" },
  );
});

Deno.test("K2: a list that a plugin goes on to change is not the state that it has returned", async () => {
  const own: string[] = [];
  const list = definePlugin({
    name: "list",
    slices: { thread: { schema: z.array(z.string()), initial: [] as string[] } },
    compile: () => ({
      take(inputs) {
        own.push(...inputs.map(({ text }) => text));
        return { thread: Object.freeze(own.slice(0, 1)) as string[] };
      },
      remind() {
        own.push("later");
        return undefined;
      },
    }),
  });
  const thread = lab([list], [DONE]);
  await thread.run({ input: "Go.", until: "done" });
  assert.deepEqual((await slicesIn(thread)).thread.list.state, ["Go."]);
});

Deno.test("K2: a plugin that fails in the step that has migrated its state leaves the migrated state with its version", async () => {
  const store = createMemoryStore();
  const first = definePlugin({
    name: "counter",
    slices: {
      thread: { schema: z.object({ used: z.number() }), initial: { used: 4 } },
      run: { schema: z.object({ now: z.number() }), initial: { now: 1 } },
    },
    compile: () => ({}),
  });
  await lab([first], [SEARCH, DONE], { store }).run({ input: "Go." });
  const second = definePlugin({
    name: "counter",
    version: 2,
    slices: {
      thread: { schema: z.object({ calls: z.number() }), initial: { calls: 0 } },
      run: { schema: z.object({ step: z.number() }), initial: { step: 0 } },
    },
    migrate: ({ thread, run }) => ({
      thread: { calls: (thread as { used: number }).used },
      run: { step: (run as { now: number }).now },
    }),
    compile: () => ({
      observed(calls) {
        if (calls.some(({ isExpected }) => !isExpected)) throw new Error("down");
        return undefined;
      },
    }),
  });
  const failing = lab([second], [SEARCH, DONE], { store });
  await failing.run({});
  const { thread, run } = await slicesIn(failing);
  assert.deepEqual([thread.counter.v, thread.counter.state, typeof thread.counter.failed], [
    2,
    { calls: 4 },
    "string",
  ]);
  assert.deepEqual(run.counter, { v: 2, state: { step: 1 } });
});
