// What every stream and every history must satisfy, whatever happened: used by all tests that touch a thread.

import assert from "node:assert/strict";
import { callsOf, type Entry } from "../../src/core/entry.ts";
import type { StepEvent } from "../../src/core/event.ts";

/** Each call has exactly one observation, in order and at once; only the last plan's calls (`pending`) may be open. */
export function assertLinearHistory(entries: readonly Entry[], pending: readonly string[] = []): void {
  const ids = new Set<string>();
  let expected: string[] = [];
  for (const [index, entry] of entries.entries()) {
    assert.ok(!ids.has(entry.id), `entry id ${entry.id} stands twice`);
    ids.add(entry.id);
    if (index > 0) {
      assert.ok(entry.version >= (entries[index - 1]?.version ?? 0), `version falls at entry ${index}`);
    }
    if (entry.type === "tool") {
      assert.equal(
        entry.callId,
        expected.shift(),
        `entry ${index} observes another call than the next in order`,
      );
    } else if (entry.type === "assistant") {
      assert.deepEqual(expected, [], `calls without observations before entry ${index}`);
      expected = callsOf(entry).map((call) => call.id);
      for (const id of expected) {
        assert.ok(!ids.has(id), `call id ${id} stands twice`);
        ids.add(id);
      }
    } else if (entry.type === "user") {
      assert.deepEqual(expected, [], `a user entry stands between calls and their observations at ${index}`);
    }
  }
  assert.deepEqual(expected, pending, "calls of the last plan");
}

/** One step.started first and one end last per step, every block ended once, seq rising. */
export function assertWellFormedStream(events: readonly StepEvent[]): void {
  let open: Set<number> | undefined;
  let seq = 0;
  for (const event of events) {
    assert.ok(event.seq > seq, `seq ${event.seq} does not rise above ${seq}`);
    seq = event.seq;
    if (event.type === "step.started") {
      assert.equal(open, undefined, "step.started inside a step");
      open = new Set();
      continue;
    }
    assert.ok(open, `${event.type} outside of a step`);
    switch (event.type) {
      case "text.started":
      case "reasoning.started":
      case "call.started":
        assert.ok(!open.has(event.block), `block ${event.block} starts twice`);
        open.add(event.block);
        break;
      case "text.delta":
      case "reasoning.delta":
      case "call.delta":
        assert.ok(open.has(event.block), `${event.type} of a block that is not open`);
        break;
      case "text.ended":
      case "reasoning.ended":
      case "call.ready":
        assert.ok(open.delete(event.block), `${event.type} of a block that is not open`);
        break;
      case "step.finished":
      case "step.failed":
        assert.deepEqual([...open], [], `blocks open at ${event.type}`);
        open = undefined;
        break;
    }
  }
  assert.equal(open, undefined, "the stream ends inside a step");
}
