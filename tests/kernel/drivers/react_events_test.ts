// The events of hostile answers under react: whatever the order of the keys, a block that has ended gets no text.
import assert from "node:assert/strict";
import { final, planned, playing, streamed, turnOf } from "./_react.ts";

const HOSTILE = [
  '{"thought":"a","type":"final_answer","answer":"b","thought":"c"}',
  '{"thought":"a","type":"final_answer","answer":"b","\\u0074hought":"c","answer":"d"}',
  '{"type":"final_answer","answer":"b","thought":"c","answer":"d"}',
  '{"answer":"b","type":"final_answer","thought":"c","answer":"d","thought":"e"}',
  '{"type":"final_answer","answer":"b","thought":"c"}',
];

for (const text of HOSTILE) {
  Deno.test(`D7: every block starts once, ends once and is silent then: ${text}`, async () => {
    for (const length of [1, 4, 1000]) {
      const pieces = text.match(new RegExp(`[^]{1,${length}}`, "g")) ?? [];
      const { events } = await planned(turnOf(playing({ pieces }, final("It is 18 °C."))));
      let blocks = new Map<number, "open" | "ended">();
      for (const event of events) {
        if (event.type === "answer.dropped") blocks = new Map();
        if (!("block" in event)) continue;
        const label = `${event.type} of block ${event.block}, pieces of ${length}`;
        const isStart = event.type.endsWith(".started");
        assert.equal(blocks.get(event.block), isStart ? undefined : "open", label);
        blocks.set(event.block, event.type.endsWith(".ended") ? "ended" : "open");
      }
      assert.ok([...blocks.values()].every((state) => state === "ended"));
    }
  });
}

Deno.test("D7: what stands behind a key that repeats is not streamed", async () => {
  const { events } = await planned(turnOf(playing(HOSTILE[0] ?? "", final("End."))));
  const dropped = events.findIndex(({ type }) => type === "answer.dropped");
  assert.ok(dropped > 0);
  assert.equal(streamed(events.slice(0, dropped), "reasoning"), "a");
  assert.equal(streamed(events, "text"), "End.");
});
