// E17: what a state is called is in one place: every status of the API has a word.

import assert from "node:assert/strict";
import { toStateWord, toThreadStatus } from "../../../src/cli/terminal/status_words.ts";
import { callWords } from "../../../src/core/contract/status_words.ts";
import { OUTCOMES } from "../../../src/core/entry.ts";
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
  [{}, "Not finished"],
  [{ wake: true }, "Queued"],
  [{ waiting: 1 }, "1 message waiting"],
  [{ waiting: 2 }, "2 messages waiting"],
  [{ resumeAt: "2999-11-27T12:05:00Z" }, "Resumes later"],
  [{ resumeAt: "2999-11-27T12:05:00Z", error: { code: "model_rate_limit", message: "" } }, "Needs retry"],
  [{ error: { code: "model_network", message: "" } }, "Needs retry"],
  [{ error: { code: "model_server", message: "" }, parked }, "Stopped trying"],
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

Deno.test("E15: E17: what a thread waits for and what its call waits for have one word, and so has how they end", () => {
  const threadOf = (waitsFor: ThreadLine["waitsFor"]) =>
    toThreadStatus({ ...LINE, status: "waiting", ...waitsFor && { waitsFor } }).text;
  const pairs = [
    [threadOf("approval"), callWords("approval").words],
    [threadOf("answer"), callWords("approval", true).words],
    [threadOf("results"), callWords("client").words],
    [threadOf("deferred"), callWords("deferred").words],
    [threadOf("authorization"), callWords("authorization").words],
    [toThreadStatus({ ...LINE, status: "done" }).text, callWords("completed").words],
    [toThreadStatus({ ...LINE, running: true }).text, callWords("running").words],
    [toStateWord("dead").text, callWords("failed").words],
    [callWords("pending").words, callWords("planned").words],
  ];
  for (const [one, other] of pairs) assert.equal(one, other);
  assert.deepEqual(OUTCOMES.map((outcome) => callWords(outcome).words), [
    "Done",
    "Failed",
    "Blocked",
    "Denied",
    "Skipped",
    "Outcome unknown",
  ]);
});
