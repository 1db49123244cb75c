// What the booking of a step, with its counts, adds to the commit's request on the wire.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { PluginHost } from "../../../src/kernel/hooks/plugin_host.ts";
import { analytics } from "../../../src/plugins/analytics/mod.ts";
import { createScriptedDriver } from "../../../src/kernel/drivers/scripted.ts";
import { createLab } from "../../support/lab.ts";
import { openUpstashStore } from "../../support/redis/upstash_store.ts";
import { needsRedis } from "../../support/requires.ts";

const NAMES = [
  "get_weather",
  "search",
  "fetch_page",
  "read_file",
  "write_file",
  "delete_record",
  "confirm",
  "add",
];

const USAGE = { inputTokens: 1_834, outputTokens: 112, cachedTokens: 1_536, microDollars: 714 };

function toolsOf(count: number) {
  return Array.from({ length: count }, (_, index) =>
    defineTool({
      name: NAMES[index] ?? `another_tool_${index}`,
      description: "Works.",
      parameters: ["at"],
      effect: "pure",
      run: ({ at }) => ({ at }),
    }));
}

/** Bytes of the commit of a step that runs one call and plans one, in the isolate's second request of the day. */
async function commitBytes(tools: number, ledger: boolean): Promise<number> {
  await using opened = await openUpstashStore();
  let looks = 100;
  let now = Date.UTC(2026, 10, 22, 12);
  let serial = 0;
  const planner = createScriptedDriver(() => ({
    says: "Let me look.",
    calls: [{ tool: "get_weather", args: { at: `place ${looks++}` } }],
  }));
  const agent = defineAgent({
    name: "weather",
    instructions: "Help.",
    driver: "costly",
    model: "openai/gpt-5-mini",
    tools: toolsOf(tools),
    limits: { stepsPerRun: 1_000 },
  });
  const lab = createLab({
    unchecked: true,
    agents: [agent],
    store: opened.store,
    drivers: [{
      ...planner,
      name: "costly",
      plan: async (turn, emit) => ({ ...await planner.plan(turn, emit), usage: USAGE }),
    }],
    deps: {
      ledger,
      plugins: new PluginHost([analytics()]),
      clock: () => now += 37,
      random: (count) => new Uint8Array(count).fill(serial++),
    },
  });
  await lab.run({ input: "go" });
  await lab.run();
  opened.rest.stats.reset();
  await lab.run();
  const [, commit, ...more] = opened.rest.stats.requests;
  assert.deepEqual(more, [], "a step is two store requests");
  return commit?.bytesIn ?? 0;
}

needsRedis(
  "C9: booking and counts of a step add at most 300 bytes to its commit, with 8 tools and with 50",
  async () => {
    for (const tools of [8, 50]) {
      const [without, with_] = [await commitBytes(tools, false), await commitBytes(tools, true)];
      const added = with_ - without;
      assert(added > 0 && added <= 300, `${tools} tools: ${added} bytes beyond ${without}`);
    }
  },
);
