// Threads whose strategic plan changes: by their own model, by the API, and by the ends of their phases.

import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { CASES } from "../wire/cases.ts";
import type { ParsedRequest, Reply } from "../wire/openai/reply.ts";
import { assertVerified, startRecorder } from "./_recorded.ts";

const WIRES = CASES.filter(({ name }) =>
  ["anthropic", "openai chat", "openai responses", "gemini"].includes(name)
);

const FACTS = { id: "facts", worker: "hand", goal: "Find facts.", done_when: "Found." };
const DRAFT = { id: "draft", worker: "hand", goal: "Write.", done_when: "Written.", after: ["facts"] };

/** The orchestrator writes a plan of one phase, runs it, then runs `draft`, which the API has added by then. */
function reply({ tools, history }: ParsedRequest): Reply {
  const call = (name: string, args: object): Reply => ({
    calls: [{ name, arguments: JSON.stringify(args) }],
  });
  if (!tools.includes("write_plan")) return { text: "I did my part." };
  switch (history.filter((entry) => entry.kind === "result").length) {
    case 0:
      return call("write_plan", { phases: [FACTS] });
    case 1:
      return call("run_phase", { phase: "facts" });
    case 2:
      return call("run_phase", { phase: "draft" });
    default:
      return { text: "All is done." };
  }
}

for (const wire of WIRES) {
  Deno.test(`D10: every request of a plan that changes is proven on ${wire.name}, and those of its phases`, async () => {
    await using recorder = await startRecorder(wire, {
      reply,
      agents: (common) => [
        defineAgent({
          ...common,
          name: "lead",
          orchestrate: {
            workers: { hand: { agent: "worker", limits: { tokens: 5_000 }, toolChoice: "none" } },
          },
        }),
      ],
    });
    const { step, put, verify, store, export: exported } = recorder;
    await step("root", { agent: "lead", input: "Write a report." });
    await step("root", {}); // run_phase is pending now
    await put("/v1/threads/root/plan", { plan: { phases: [FACTS, DRAFT] } });
    const done = await step("root", { until: "done" });
    assert.equal(done.output, "All is done.");
    await put("/v1/threads/root/plan", { plan: { phases: [FACTS, DRAFT, { ...DRAFT, id: "more" }] } });
    const after = await step("root", { input: "Thank you." });
    assert.equal(after.output, "All is done.");
    const { threads } = await store.list("acme", { limit: 10 });
    assert.equal(threads.length, 3);
    for (const { thread } of threads) assertVerified(await verify(thread), thread);
    // The plan is in the requests: a proof without its changes would fail.
    assert.match(await exported("root"), /more/);
  });
}
