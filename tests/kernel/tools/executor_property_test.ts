import assert from "node:assert/strict";
import fc from "fast-check";
import type { BeforeCall } from "../../../src/core/agent.ts";
import type { CallMark, Disposition, PlannedCall } from "../../../src/core/call.ts";
import type { Effect } from "../../../src/core/tool.ts";
import { hang, runCalls, tool } from "./bench.ts";

/** What a tool does when it is run. */
const behaviour = fc.constantFrom(
  "returns",
  "throws",
  "throws nothing",
  "hangs",
  "returns a circle",
  "returns too much",
);
const effect = fc.constantFrom<Effect>("pure", "keyed", "once");
const before = fc.constantFrom("proceeds", "modifies", "blocks", "throws", "answers nothing");
const after = fc.constantFrom("keeps", "forges", "throws", "answers nothing");
const disposition = fc.constantFrom<Disposition>(
  { type: "run" },
  { type: "run" },
  { type: "run" },
  { type: "approve" },
  { type: "surplus", limit: 2 },
  { type: "malformed", reason: "no" },
  { type: "unknown_tool", available: [] },
  { type: "forbidden" },
  { type: "repeated", times: 3 },
);
const mark = fc.constantFrom<CallMark>(
  {},
  {},
  { startedEpoch: 1 },
  { decisions: [{ approved: true, at: 1 }] },
  { decisions: [{ approved: false, at: 1 }] },
);
const plan = fc.record({ behaviour, effect, before, after, disposition, mark, epoch: fc.constantFrom(1, 3) });

Deno.test("X2: whatever tools and hooks do, each call has one observation, in order, and the limit holds", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(plan, { maxLength: 12 }),
      fc.integer({ min: 1, max: 4 }),
      fc.boolean(),
      async (plans, parallelCalls, cancelled) => {
        let running = 0;
        let most = 0;
        const tools = plans.map((planned, index) =>
          tool(`tool_${index}`, async () => {
            most = Math.max(most, ++running);
            try {
              await Promise.resolve();
              return await behave(planned.behaviour);
            } finally {
              running--;
            }
          }, { effect: planned.effect, timeoutMs: 2, maxOutputBytes: 300 })
        );
        // A tool that hangs never leaves, so only batches without one can count who is inside.
        const countable = plans.every((planned) => planned.behaviour !== "hangs");
        const calls = plans.map((planned, index): PlannedCall => ({
          id: `call_${index}`,
          name: `tool_${index}`,
          args: { index },
          disposition: planned.disposition,
          epoch: planned.epoch,
        }));
        const planOf = (call: PlannedCall) => plans[Number(call.id.slice(5))];

        const { observations, events, marked } = await runCalls(calls, {
          tools,
          parallelCalls,
          marks: Object.fromEntries(plans.map((planned, index) => [`call_${index}`, planned.mark])),
          context: { cancelledEpoch: cancelled ? 2 : 0, epoch: 4 },
          hooks: {
            beforeCall: (call) => {
              switch (planOf(call)?.before) {
                case "modifies":
                  return { type: "modify", args: { changed: true } };
                case "blocks":
                  return { type: "block", reason: "no" };
                case "throws":
                  return Promise.reject("no");
                case "answers nothing":
                  return undefined as unknown as BeforeCall;
                default:
                  return { type: "proceed" };
              }
            },
            afterCall: (observation, call) => {
              switch (planOf(call)?.after) {
                case "forges":
                  return { ...observation, callId: "forged", name: "forged", output: 1 };
                case "throws":
                  throw new Error("no");
                case "answers nothing":
                  return undefined as unknown as typeof observation;
                default:
                  return observation;
              }
            },
          },
        });

        assert.deepEqual(
          observations.map(({ callId, name }) => [callId, name]),
          calls.map(({ id, name }) => [id, name]),
        );
        const finished = events.filter(({ type }) => type === "tool.finished").map(({ callId }) => callId);
        assert.deepEqual(finished.toSorted(), calls.map(({ id }) => id).toSorted());
        const started = events.filter(({ type }) => type === "tool.started").map(({ callId }) => callId);
        assert.equal(new Set(started).size, started.length);
        for (const id of started) {
          assert(
            events.findIndex(({ callId }) => callId === id) <
              events.findLastIndex(({ callId }) => callId === id),
          );
        }
        const once = started.filter((id) => plans[Number(id.slice(5))]?.effect === "once");
        assert(marked.length <= 1);
        assert.deepEqual(marked.flat().toSorted(), once.toSorted());
        if (countable) assert(most <= parallelCalls);
        for (const { output } of observations) assert(JSON.stringify(output).length <= 300);
      },
    ),
    { numRuns: 150 },
  );
});

function behave(behaviour: string): unknown {
  switch (behaviour) {
    case "throws":
      throw new Error("no");
    case "throws nothing":
      return Promise.reject();
    case "hangs":
      return hang();
    case "returns a circle": {
      const circle: { self?: unknown } = {};
      circle.self = circle;
      return circle;
    }
    case "returns too much":
      return "é".repeat(1_000);
    default:
      return { fine: true };
  }
}
