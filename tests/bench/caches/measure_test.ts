// P10: what counts as held, read and lost, on requests made by hand.

import assert from "node:assert/strict";
import { createOpenAICache } from "../../wire/caches/openai.ts";
import { measure, type Sent } from "./measure.ts";

const LONG = "word ".repeat(2_000);

function ask(input: readonly string[], cuts: string[] = [], instructions = LONG): Sent {
  const items = input.map((content) => ({ role: "user", content }));
  return { body: { model: "m", instructions, input: items }, headers: new Headers(), cuts };
}

Deno.test("P10: what goes on from an earlier request loses no more than the steps of 128 tokens", () => {
  const { held, read, lost, tokens } = measure([ask(["a"]), ask(["a", "b"])], createOpenAICache());
  assert.ok(held > 2_500 && held - read < 128 && tokens > 2 * held);
  assert.deepEqual([...lost.keys()], ["rule (steps of 128)"]);
});

Deno.test("P10: what stands behind a change was held, and the loss has the name of its cut or of the part", () => {
  const changed = `now ${LONG}`;
  const named = measure([ask([LONG]), ask([LONG], ["agent"], changed)], createOpenAICache());
  assert.equal(named.read, 0);
  assert.ok(named.held > 2_500);
  assert.deepEqual([...named.lost.keys()], ["cut (agent)"]);
  const unnamed = measure([ask([LONG]), ask([LONG], [], changed)], createOpenAICache());
  assert.deepEqual([...unnamed.lost.keys()], ["changed (instructions)"]);
});

Deno.test("P10: the same words said once more are new", () => {
  const { held, tokens } = measure([ask(["again"]), ask(["again", "again"])], createOpenAICache());
  const once = measure([ask(["again"])], createOpenAICache()).tokens;
  assert.ok(held < once + 2 && tokens > 2 * once);
});

Deno.test("P10: the bill has reads at their price and free writes at the plain one", () => {
  const { bill, read, tokens } = measure([ask(["a"]), ask(["a"])], createOpenAICache());
  assert.ok(Math.abs(bill - (tokens - 0.9 * read)) < 1e-6);
});
