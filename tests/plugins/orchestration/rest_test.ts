// Row D10: phases whose tools or models rest, beside each other and beside phases that wait for people.

import assert from "node:assert/strict";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { ToolError } from "../../../src/core/tool/tool_error.ts";
import { decideApproval } from "../../../src/kernel/threads/decide_approval.ts";
import { readThread } from "../../../src/kernel/threads/threads.ts";
import { createLab, type Lab } from "../../support/lab.ts";
import { crew, phase, runs, script, writes } from "./_crew.ts";

const ROOT = { tenant: "acme", thread: "t1" };
const START = 1_700_000_000_000;

/** The researcher's tool rests ten minutes and the writer's ten seconds; the checker's waits for a person. */
function scene(...workers: string[]): { readonly lab: Lab; now: number } {
  const failed = new Set<string>();
  const resting = (name: string, retryAfterMs: number) =>
    defineTool({
      name,
      description: "Is limited.",
      effect: "pure",
      run: () => {
        if (failed.has(name)) return "a result";
        failed.add(name);
        throw Object.assign(new ToolError("rate_limited", "Too many."), { retryAfterMs });
      },
    });
  const sign = defineTool({
    name: "sign",
    description: "Signs.",
    effect: "once",
    needsApproval: true,
    run: () => null,
  });
  const tools: Record<string, string> = { researcher: "long", writer: "short", checker: "sign" };
  const lab = createLab({
    agents: crew({ tools: [resting("long", 600_000), resting("short", 10_000), sign] }),
    deps: { clock: () => at.now },
    scenario: script(
      [writes(workers.map((worker) => phase(worker, worker))), runs(...workers), { says: "Done." }],
      ({ agent: { name } }, place) =>
        place < (name === "checker" ? 1 : 2) ? { calls: [{ tool: tools[name] ?? "" }] } : { says: "Done." },
    ),
  });
  const at = { lab, now: START };
  return at;
}

Deno.test("D10: the root rests as long as all of its phases do", async () => {
  const at = scene("research", "write");
  const first = await at.lab.run({ input: "Go.", until: "done" });
  assert.equal(first.answer.error?.code, "not_yet");
  assert.equal(first.answer.error?.retryAfterMs, 10_000);
  assert.equal((await at.lab.refused({ until: "done" })).retryAfterMs, 10_000);
  at.now += 10_000;
  const second = await at.lab.run({ until: "done" });
  assert.equal(second.answer.error?.retryAfterMs, 590_000);
  at.now += 590_000;
  assert.equal((await at.lab.run({ until: "done" })).answer.output, "Done.");
});

Deno.test("D10: a phase that rests does not hold up one that a person answers", async () => {
  const at = scene("research", "check");
  const { answer } = await at.lab.run({ input: "Go.", until: "done" });
  assert.equal(answer.error?.code, "not_yet");
  const { calls } = await readThread(ROOT, at.lab.deps);
  const { id = "" } = calls.find(({ state }) => state === "approval") ?? {};
  await decideApproval(ROOT, id, { approved: true, by: "ann", via: "api" }, at.lab.deps);
  // The approved call runs now, ten minutes before the other phase goes on.
  const next = await at.lab.run({ until: "done" });
  const finished = next.events.filter((event) => event.type === "child.finished");
  assert.deepEqual(finished.map(({ phase: id }) => id), ["check"]);
  assert.equal(next.answer.error?.code, "not_yet");
  at.now += 600_000;
  assert.equal((await at.lab.run({ until: "done" })).answer.output, "Done.");
});
