// Entries of a history as lines that stand where events would.

import assert from "node:assert/strict";
import type { EntryView } from "../../../src/core/contract/entries.ts";
import { toHistoryLines } from "../../../src/playground/browser/panels/history_lines.ts";

const at = "2026-11-27T12:00:00.250Z";

Deno.test("E15: each kind of entry is a line with its step, what it is and how it begins", () => {
  const entries: readonly EntryView[] = [
    { id: "e0", type: "user", at, version: 3, text: "x".repeat(400) },
    {
      id: "e1",
      type: "assistant",
      at,
      version: 3,
      finish: "calls",
      model: "openai/gpt",
      blocks: [{ type: "text", text: "I look." }, { type: "call", id: "c1", name: "look", args: '{"at":1}' }],
      usage: { inputTokens: 1, outputTokens: 1 },
    },
    {
      id: "e2",
      type: "tool",
      at,
      version: 4,
      callId: "c1",
      name: "look",
      outcome: "failed",
      output: null,
      ms: 5,
      error: { kind: "failed", message: "It is dark." },
    },
    { id: "e3", type: "failure", at, version: 4, code: "model_timeout", record: { start: 0 } },
    { id: "e4", type: "cut", at, version: 4, why: ["agent"], start: 0 },
  ];
  const lines = toHistoryLines(entries, 2);
  assert.deepEqual(lines.map(({ step, type, text }) => [step, type, text.slice(0, 24)]), [
    [5, "input", `"${"x".repeat(23)}`],
    [5, "plan", '"I look." look({"at":1})'],
    [6, "tool.failed", 'look {"kind":"failed","m'],
    [6, "step.failed", "model_timeout"],
    [6, "cut", "agent"],
  ]);
  assert.equal(lines[0]?.text.length, 160, "a line is cut");
  assert.match(lines[0]?.time ?? "", /^\d\d:\d\d:\d\d\.250$/);
});
