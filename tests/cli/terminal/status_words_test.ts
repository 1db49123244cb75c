// E17: what a state is called is in one place: every status of the API has a word.

import assert from "node:assert/strict";
import { toThreadStatus } from "../../../src/cli/terminal/status_words.ts";
import type { ThreadLine } from "../../../src/react/client/mod.ts";
import { WAITS_FOR } from "../../../src/core/state.ts";

const LINE: ThreadLine = {
  id: "t1",
  agent: "tester",
  status: "open",
  version: 1,
  length: 1,
  metadata: {},
  counters: {
    steps: 1,
    calls: 0,
    inputTokens: 0,
    outputTokens: 0,
    cachedTokens: 0,
    microDollars: 0,
    wallMs: 0,
  },
  createdAt: "2026-11-27T12:00:00Z",
  updatedAt: "2026-11-27T12:00:00Z",
  waiting: 0,
  running: false,
};

const parked = { code: "model_server", message: "Broken.", failures: 5, at: LINE.updatedAt };

const WORDS: readonly (readonly [Partial<ThreadLine>, string])[] = [
  [{ status: "done" }, "Done"],
  [{ status: "failed", error: { code: "tool_failed", message: "" } }, "Failed"],
  [{ status: "cancelled" }, "Cancelled"],
  [{ status: "waiting", waitsFor: "approval" }, "Needs approval"],
  [{ status: "waiting", waitsFor: "answer" }, "Needs answer"],
  [{ status: "waiting", waitsFor: "approval", needs: "answer" }, "Needs answer"],
  [{ status: "waiting", waitsFor: "approval", running: true }, "Running"],
  [{ status: "waiting" }, "Waits"],
  [{}, "Ready"],
  [{ wake: true }, "Queued"],
  [{ resumeAt: "2999-11-27T12:05:00Z" }, "Rests"],
  [{ resumeAt: "2999-11-27T12:05:00Z", error: { code: "model_rate_limit", message: "" } }, "Needs retry"],
  [{ error: { code: "model_network", message: "" } }, "Needs retry"],
  [{ error: { code: "model_server", message: "" }, parked }, "Parked"],
];

for (const [changes, word] of WORDS) {
  Deno.test(`E17: a thread with ${JSON.stringify(changes)} is called ${word}`, () => {
    assert.equal(toThreadStatus({ ...LINE, ...changes }).text, word);
  });
}

Deno.test("E17: a thread that cannot be read, and whatever a thread waits for, has a word", () => {
  assert.equal(toThreadStatus({ id: "t1", status: "corrupted" }).text, "Unreadable");
  const words = WAITS_FOR.map((waitsFor) => toThreadStatus({ ...LINE, status: "waiting", waitsFor }).text);
  assert.equal(new Set(words).size, WAITS_FOR.length);
});
