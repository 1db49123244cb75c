// Row D10: what a fork of an orchestrator's thread makes of the phases of its source.

import assert from "node:assert/strict";
import { defineTool } from "../../../src/agents/define_tool.ts";
import { AgentError } from "../../../src/core/error.ts";
import { forkThread } from "../../../src/runtime/threads/fork.ts";
import { createLab } from "../../support/lab.ts";
import { crew, phase, runs, script, writes } from "./_crew.ts";

const ROOT = { tenant: "acme", thread: "t1" };

Deno.test("D10: a fork with calls: run is refused once a phase has begun, and rerun begins it anew", async () => {
  let charged = 0;
  const charge = defineTool({
    ...{ name: "charge", description: "Charges a card.", effect: "once" },
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
  // Nothing of the phase has happened yet.
  await forkThread(ROOT, { thread: "early", calls: "run" }, lab.deps);
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
