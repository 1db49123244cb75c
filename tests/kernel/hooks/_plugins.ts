// Plugins of tests, and labs with them.
import * as z from "zod/mini";
import { type AgentDefinition, defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { ToolEntry } from "../../../src/core/entry.ts";
import type { Store } from "../../../src/core/store.ts";
import type { PlanScript } from "../../../src/kernel/drivers/scripted.ts";
import { definePlugin } from "../../../src/http/define_plugin.ts";
import type { StepPlugin } from "../../../src/kernel/hooks/plugin.ts";
import { createLab, type Lab, type LabHost } from "../../support/lab.ts";

const COUNT = { schema: z.object({ used: z.number() }), initial: { used: 0 } };

/** A tool may complete so many times: in a run, and in the thread. */
export function atMost(tool: string, times: { readonly run?: number; readonly thread?: number }): StepPlugin {
  const isUp = (run: number, thread: number) =>
    run >= (times.run ?? Infinity) || thread >= (times.thread ?? Infinity);
  return definePlugin({
    name: `at-most-${tool}`,
    slices: { run: COUNT, thread: COUNT },
    compile: () => ({
      offer: ({ run, thread }) =>
        isUp(run.used, thread.used) ? { deny: [tool], because: `${tool} is used up` } : undefined,
      judge(calls, _when, { run, thread }) {
        const own = calls.filter(({ name }) => name === tool);
        return new Map(
          own.flatMap(({ id }, index) =>
            isUp(run.used + index, thread.used + index)
              ? [[id, { refuse: `${tool} is used up.` }] as const]
              : []
          ),
        );
      },
      observed(calls, { run, thread }) {
        const used = calls.filter(({ name, outcome }) => name === tool && outcome === "completed").length;
        return { run: { used: run.used + used }, thread: { used: thread.used + used } };
      },
    }),
  });
}

/** What the tools of {@link lab} have done. */
export const ran: string[] = [];

export const tool = (name: string, more: object = {}) =>
  defineTool({
    name,
    description: `Does ${name}.`,
    effect: "once",
    run: () => {
      ran.push(name);
      return `${name} done`;
    },
    ...more,
  });

/** A lab of an agent with the tools `search` and `pay`. A `host` stands in the place of the plugins. */
export function lab(
  plugins: readonly StepPlugin[],
  scenario: PlanScript,
  { store, host, ...change }: Partial<AgentDefinition> & { readonly store?: Store; readonly host?: LabHost } =
    {},
): Lab {
  ran.length = 0;
  const agent = defineAgent({
    name: "a",
    instructions: "",
    driver: "scripted",
    tools: [tool("search"), tool("pay")],
    ...change,
  });
  return createLab({
    agents: [agent],
    scenario,
    plugins,
    ...(store && { store }),
    ...(host && { host }),
  });
}

/** What the thread has stored of plugins. */
export async function slicesIn({ store }: Pick<Lab, "store">, thread = "t1") {
  const snapshot = await store.read({ tenant: "acme", thread });
  const { slices, run } = JSON.parse(snapshot?.header.state ?? "{}");
  return { thread: slices, run: run.slices };
}

/** Plans of a scripted model. */
export const SEARCH = { calls: [{ tool: "search" }] };
export const PAY = { calls: [{ tool: "pay" }] };
export const DONE = { says: "Done." };

/** What the calls of a thread have come to: `pay completed`, `pay blocked: why`. */
export async function outcomes(of: Lab, thread = "t1"): Promise<string[]> {
  const entries = await of.history(thread);
  return entries.filter((entry): entry is ToolEntry => entry.type === "tool").map((
    { name, outcome, error },
  ) => error === undefined ? `${name} ${outcome}` : `${name} ${outcome}: ${error.message}`);
}
