// Row D10: what a fork of an orchestrator's thread makes of the phases of its source.

import assert from "node:assert/strict";
import { agent } from "../../../src/agents/builder.ts";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { AgentError } from "../../../src/core/error.ts";
import { decideApproval } from "../../../src/kernel/threads/decide_approval.ts";
import { forkThread } from "../../../src/plugins/forks/fork.ts";
import { listInbox } from "../../../src/plugins/approvals/inbox.ts";
import { createLab } from "../../support/lab.ts";
import { crew, phase, runs, script, writes } from "../../plugins/orchestration/_crew.ts";

const ROOT = { tenant: "acme", thread: "t1" };

Deno.test("D10: a fork with calls: run is refused once a phase has begun, and rerun begins it anew", async () => {
  let charged = 0;
  const charge = defineTool({
    name: "charge",
    description: "Charges a card.",
    effect: "once",
    run: () => ++charged,
  });
  const lab = createLab({
    agents: crew({ tools: [charge] }),
    scenario: script(
      [writes([phase("facts", "research")]), runs("facts"), { says: "Done." }],
      (_turn, place) => place === 0 ? { calls: [{ tool: "charge" }] } : { says: "Paid." },
    ),
  });
  await lab.run({ input: "Go." });
  await lab.run();
  assert.equal((await lab.run({ until: "done" })).answer.output, "Done.");
  assert.equal(charged, 1);
  const refused = await forkThread(ROOT, { thread: "late", version: 2, calls: "run" }, lab.deps).catch((
    error,
  ) => error);
  assert.ok(refused instanceof AgentError);
  assert.equal(refused.code, "invalid_request");
  assert.match(refused.message, /\(facts\) have begun in the source; send calls: rerun/);
  await forkThread(ROOT, { thread: "again", version: 2, calls: "rerun" }, lab.deps);
  assert.equal((await lab.run({ thread: "again", until: "done" })).answer.output, "Done.");
  assert.equal(charged, 2);
});

Deno.test("D10: a phase that has not begun leaves the source of a fork with calls: run, so that its once calls run in one thread", async () => {
  const charged: string[] = [];
  const charge = defineTool({
    name: "charge",
    description: "Charges a card.",
    effect: "once",
    run: (_args, { thread }) => {
      charged.push(thread);
      return null;
    },
  });
  const lab = createLab({
    agents: crew({ tools: [charge] }),
    scenario: script(
      [writes([phase("facts", "research")]), runs("facts"), { says: "Done." }],
      (_turn, place) => place === 0 ? { calls: [{ tool: "charge" }] } : { says: "Paid." },
    ),
  });
  await lab.run({ input: "Go." });
  await lab.run();
  await forkThread(ROOT, { thread: "early", calls: "run" }, lab.deps);
  assert.equal((await lab.run({ until: "done" })).answer.output, "Done.");
  assert.deepEqual(charged, []);
  const second = await forkThread(ROOT, { thread: "late", version: 2, calls: "run" }, lab.deps).catch((
    error,
  ) => error);
  assert.ok(second instanceof AgentError);
  assert.match(second.message, /\(run_phase\) was moved to thread early/);
  assert.equal((await lab.run({ thread: "early", until: "done" })).answer.output, "Done.");
  assert.match(charged.join(), /^early\./);
});

Deno.test("D10: what waits below a fork of a phase's thread is answered at the fork", async () => {
  const named = (name: string) => agent(name).driver("scripted");
  const sign = defineTool({
    name: "sign",
    description: "Signs.",
    effect: "once",
    needsApproval: true,
    run: () => null,
  });
  const lab = createLab({
    agents: [
      named("lead").orchestrate({ workers: { middle: { agent: "middle" } } }).build(),
      named("middle").orchestrate({ workers: { hand: { agent: "hand" } } }).build(),
      named("hand").tool(sign).build(),
    ],
    scenario: ({ agent: { name }, history: { entries } }) => {
      const place = entries.filter(({ type }) => type === "assistant").length;
      if (name === "hand") return place === 0 ? { calls: [{ tool: "sign" }] } : { says: "Signed." };
      if (place === 0) return writes([phase("one", name === "lead" ? "middle" : "hand")]);
      return place === 1 ? runs("one") : { says: `${name} is done.` };
    },
  });
  await lab.run({ input: "Go.", until: "done" });
  const { threads } = await lab.store.list("acme", { limit: 10 });
  const middle = threads.find(({ thread }) => /^t1\.one\.[^.]+$/.test(thread))?.thread ?? "";
  await forkThread({ ...ROOT, thread: middle }, { thread: "copy", calls: "rerun" }, lab.deps);
  await lab.run({ thread: "copy", until: "done" });
  const { items } = await listInbox({ tenant: "acme" }, { limit: 10, order: "oldest" }, lab.deps);
  assert.deepEqual(items.map(({ root }) => root).toSorted(), ["copy", "t1"]);
  const { root = "", callId = "" } = items.find((item) => item.root === "copy") ?? {};
  await decideApproval(
    { ...ROOT, thread: root },
    callId,
    { approved: true, by: "ann", via: "api" },
    lab.deps,
  );
  assert.equal((await lab.run({ thread: "copy", until: "done" })).answer.output, "middle is done.");
});
