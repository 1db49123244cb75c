// A step is booked on one day, the one on which it began, however often it is booked.

import assert from "node:assert/strict";
import { defineAgent } from "../../../src/agents/define_agent.ts";
import { AgentError } from "../../../src/core/error.ts";
import { createMemoryStore } from "../../../src/stores/embedded/memory.ts";
import { overridden } from "../../chaos/overridden.ts";
import { createLab } from "../../support/lab.ts";

const MIDNIGHT = Date.parse("2026-11-23T00:00:00Z");

/** A lab whose clock goes on by a millisecond each time that it is read. */
function tickingLab(from: number) {
  let now = from;
  const bare = createMemoryStore({ clock: () => now });
  const store = overridden(bare, {
    // The commit is applied and its answer is lost; then it is another day.
    commit: async (request) => {
      await bare.commit(request);
      now += 5_000;
      throw new AgentError("store_failed", "The answer was lost.");
    },
  });
  const agents = [defineAgent({ name: "a", driver: "scripted" })];
  const clock = () => now++;
  return createLab({ agents, store, unchecked: true, scenario: [{ says: "Done." }], deps: { clock } });
}

Deno.test("E12: a step that began before midnight is booked once, on the day on which it began", async () => {
  const noon = MIDNIGHT - 43_200_000;
  const startOf = async (from: number) => {
    const lab = tickingLab(from);
    const { events: [started], answer } = await lab.run({ input: "Go." });
    assert.equal(answer.error?.code, "store_failed");
    assert.ok(started?.type === "step.started");
    return { lab, startedAt: started.at };
  };
  const after = (await startOf(noon)).startedAt - noon;
  const { lab, startedAt } = await startOf(MIDNIGHT - 1 - after);
  assert.equal(startedAt, MIDNIGHT - 1);
  const days = await lab.store.readLedger("acme", "2026-11-20", "2026-11-25");
  assert.deepEqual(
    days.map(({ day, accounts }) => [day, accounts.get("tenant")?.steps]),
    [["2026-11-22", 1]],
  );
});
