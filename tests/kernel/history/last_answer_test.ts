/** Which model gave the last answer: what decides whether a step reports all media of a thread. */
import assert from "node:assert/strict";
import type { TurnHistory } from "../../../src/core/driver.ts";
import type { Entry } from "../../../src/core/entry.ts";
import { isOtherModels } from "../../../src/kernel/history/last_answer.ts";

const base = { id: "e", at: 1, version: 1 };
const user: Entry = { ...base, type: "user", text: "Hello." };
const answer = (model: string): Entry => ({
  ...base,
  type: "assistant",
  blocks: [{ type: "text", text: "Hi." }],
  finish: "stop",
  model,
  usage: { inputTokens: 1, outputTokens: 1 },
});

function history(entries: readonly Entry[], count = 0): TurnHistory {
  const rendered = count === 0 ? undefined : { form: "native", key: "k", count, text: "" } as const;
  return { entries, from: (start) => entries.slice(start), rendered, keep: () => {}, found: () => [] };
}

Deno.test("P7: the last answer decides, and a thread without one has no other model", () => {
  const is = (entries: readonly Entry[], count?: number) =>
    isOtherModels({ history: history(entries, count), modelRef: "a/one" });
  assert.equal(is([user]), false);
  assert.equal(is([user, answer("a/one"), user]), false);
  assert.equal(is([user, answer("b/two"), user]), true);
  assert.equal(is([user, answer("b/two"), user, answer("a/one"), user]), false);
  // What was rendered is not looked at.
  assert.equal(is([user, answer("b/two"), user, answer("a/one"), user], 3), false);
  assert.equal(is([user, answer("a/one"), user, answer("b/two")], 3), true);
});
