// What the rules of a policy per thread have counted at the place where a fork leaves its source.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { createLab } from "../../support/lab.ts";
import { policyHost } from "../policies/_host.ts";

const source = { tenant: "acme", thread: "t1" };

/** A thread that may pay three times, and has paid once in each of two runs; each run is two versions. */
async function paidTwice() {
  const ran: string[] = [];
  const pay = defineTool({
    name: "pay",
    description: "Pays.",
    effect: "pure",
    run: (_args, { thread }) => ran.push(thread),
  });
  const audit = defineTool({
    name: "audit",
    description: "Audits.",
    effect: "pure",
    run: () => ran.push("audit"),
  });
  const agent = defineAgent({
    name: "a",
    driver: "scripted",
    tools: [pay, audit],
    policy: {
      rules: [
        { type: "at_most", tool: "pay", times: 3, per: "thread" },
        { type: "never_both", tools: ["pay", "audit"], per: "thread" },
      ],
    },
  });
  const lab = createLab({
    agents: [agent],
    host: policyHost(),
    scenario: ({ history: { entries } }) => {
      const last = entries.at(-1);
      return last?.type === "user" ? { calls: [{ tool: last.text }] } : { says: "Done." };
    },
  });
  for (let run = 0; run < 2; run++) await lab.run({ input: "pay", until: "done" });
  ran.length = 0;
  /** Runs that pay in a thread until one is refused. */
  const runsLeft = async (thread: string) => {
    for (let runs = 0; runs < 9; runs++) {
      await lab.run({ thread, input: "pay", until: "done" });
      if (ran.length === runs) return runs;
    }
    return Infinity;
  };
  return { lab, ran, runsLeft };
}

for (
  const [version, options, left, audits] of [
    [4, {}, 1, false],
    [3, {}, 2, false],
    [2, {}, 2, false],
    [1, {}, 3, true],
    [1, { calls: "run" }, 2, false],
    [0, {}, 3, true],
  ] as const
) {
  const asked = "calls" in options ? ", with its calls to run" : "";
  Deno.test(`C10: a fork of version ${version}${asked} has ${left} of 3 calls left, as its shared history says`, async () => {
    const { lab, ran, runsLeft } = await paidTwice();
    await forkThread(source, { thread: "t2", version, ...options }, lab.deps);
    if ("calls" in options) {
      await lab.run({ thread: "t2", until: "done" });
      assert.deepEqual(ran.splice(0), ["t2"]);
    }
    assert.equal(await runsLeft("t2"), left);
    await forkThread(source, { thread: "t3", version, ...options }, lab.deps);
    ran.length = 0;
    await lab.run({ thread: "t3", input: "audit", until: "done" });
    assert.equal(ran.includes("audit"), audits && !("calls" in options), "never_both counts the same calls");
  });
}
