// E3: an input that is queued while a request of several steps runs begins a run of its own with the next of these steps.

import assert from "node:assert/strict";
import { defineAgent } from "../../src/agents/define_agent.ts";
import { defineTool } from "../../src/agents/define_tool.ts";
import { readState } from "../../src/runtime/stored.ts";
import { createMemoryStore } from "../../src/stores/embedded/memory.ts";
import { overridden } from "../chaos/overridden.ts";
import { createLab } from "../support/lab.ts";

const ref = { tenant: "acme", thread: "t1" };

const look = defineTool({ name: "look", description: "Looks.", effect: "pure", run: () => "seen" });
const agent = defineAgent({ name: "looker", instructions: "", driver: "scripted", tools: [look] });

Deno.test("E3: an advance that finds a queued input begins its run, with the agent's own choice", async () => {
  const store = createMemoryStore();
  const entry = { type: "user", id: "entry_queued", at: 1, version: 0, text: "and this?" };
  let queued = false;
  const queueing = overridden(store, {
    async advance(request) {
      if (!queued) {
        const window = { entries: 10, bytes: 100_000 };
        const other = { ref, owner: "other", leaseMs: 30_000, schema: 1, busy: "queue", window } as const;
        const outcome = await store.begin({ ...other, inputs: [JSON.stringify(entry)] });
        assert.equal(outcome.type, "queued");
      }
      queued = true;
      return await store.advance(request);
    },
  });
  const lab = createLab({
    agents: [agent],
    store: queueing,
    scenario: [
      { says: "Let me see.", calls: [{ tool: "look" }] },
      { says: "Once more.", calls: [{ tool: "look" }] },
      { says: "Both are seen." },
    ],
  });
  const toolChoice = { type: "required", times: "always" } as const;
  const { events, answer } = await lab.run({ input: "look", until: "done", toolChoice });
  assert.equal(answer.output, "Both are seen.");
  const asked = events.flatMap((event) =>
    event.type === "step.started" ? [event.choice?.requested.type] : []
  );
  assert.deepEqual(asked, ["required", "auto", "auto"]);
  const entries = await lab.history();
  const header = (await store.read(ref))?.header ?? assert.fail();
  const { run } = readState(ref, header);
  assert.deepEqual([run.steps, run.choice], [2, undefined], "of this run alone");
  const first = entries[run.input ?? -1];
  assert.equal(first?.type === "user" && first.text, "and this?");
});
