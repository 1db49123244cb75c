// What a fork in the middle of a run takes over of it: the budget of the run with what is used of it, and the caution about tools
// that may act once.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import type { RemoteToolSource } from "../../../src/core/tool/tool_source.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { type Asked, createLab } from "../../support/lab.ts";

const SOURCE = { tenant: "acme", thread: "t1" };

for (
  const [whose, limits, asked] of [
    ["the agent", { perRun: { calls: 2 } }, {}],
    ["the request", {}, { limits: { calls: 2 } }],
  ] satisfies [string, object, Asked][]
) {
  Deno.test(`E12: a fork in the middle of a run goes on with the run's budget of ${whose}, and what is used of it`, async () => {
    const ran: string[] = [];
    const look = defineTool({
      name: "look",
      description: "Looks.",
      effect: "pure",
      parameters: ["at"],
      run: (_args, { thread }) => ran.push(thread),
    });
    const agent = defineAgent({ name: "a", driver: "scripted", tools: [look], limits });
    const lab = createLab({
      agents: [agent],
      scenario: ({ history: { entries } }) => ({
        calls: [{ tool: "look", args: { at: `${entries.length}` } }],
      }),
    });
    await lab.run({ input: "go", ...asked });
    await lab.run();
    assert.deepEqual(ran, ["t1"]);
    await forkThread(SOURCE, { thread: "t2", calls: "run" }, lab.deps);
    for (let times = 0; times < 6; times++) await lab.run({ thread: "t2" }).catch(() => {});
    assert.deepEqual(ran, ["t1", "t2"]);
  });
}

Deno.test("X4: a call of a server's tool is moved like a once call, since the server may do it once", async () => {
  const ran: string[] = [];
  const pay = defineTool({
    name: "srv.pay",
    description: "Pays.",
    effect: "once",
    run: (_args, { thread }) => ran.push(thread),
  });
  const source: RemoteToolSource = {
    name: "srv",
    prefix: "srv.",
    settings: {},
    env: [],
    tools: () => ({ tools: [pay], warnings: [] }),
  };
  const lab = createLab({
    agents: [defineAgent({ name: "a", driver: "scripted", toolSources: [source] })],
    scenario: [{ calls: [{ tool: "srv.pay" }] }, { says: "Done." }],
  });
  await lab.run({ input: "go" });
  await forkThread(SOURCE, { thread: "t2", calls: "run" }, lab.deps);
  for (const thread of ["t1", "t2"]) await lab.run({ thread, until: "done" });
  assert.deepEqual(ran, ["t2"]);
});
