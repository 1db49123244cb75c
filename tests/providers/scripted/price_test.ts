// D8: the scripted model costs nothing, so a budget in dollars refuses no step of it.
import assert from "node:assert/strict";
import { createTreadle, defineAgent } from "../../../src/mod.ts";
import { createScriptedProvider, scenario } from "../../../src/testing/mod.ts";

for (
  const [title, providers] of [
    ["of the package", []],
    ["that a program has made", [createScriptedProvider({ script: scenario().says("Hello.") })]],
  ] as const
) {
  Deno.test(`D8: a budget in dollars lets a scripted model ${title} run, and counts nothing`, async () => {
    const agent = defineAgent({ name: "a", instructions: "You help.", limits: { usd: 0.01 } });
    const treadle = createTreadle({ agents: [agent], env: {}, store: "memory", providers });
    const { thread } = await treadle.run("t1", "Hello", { agent: "a" });
    assert.deepEqual([thread.status, thread.counters.microDollars], ["done", 0]);
    await treadle.close();
  });
}
