// S4: the measure of a selector with known mistakes is exactly what the mistakes make it.

import assert from "node:assert/strict";
import { AgentError } from "../../../src/core/error.ts";
import { measureRetrieval } from "../../../src/plugins/selection/retrieval_measure.ts";
import type { ToolSelector } from "../../../src/plugins/selection/selector.ts";
import { NO_IO } from "./lexical/sets.ts";

const catalogue = {
  version: "1",
  tools: ["a", "b", "c", "d", "e"].map((name) => ({ name, description: "", parameters: { type: "object" } })),
};

/** Selects the names that the query has. */
const scripted: ToolSelector = {
  name: "scripted",
  settings: {},
  select: ({ text, most }) =>
    Promise.resolve({ tools: text.split(" ").filter(Boolean).slice(0, most), candidates: [] }),
};

Deno.test("S4: recall, complete cases and reciprocal ranks of known mistakes", async () => {
  const measure = await measureRetrieval(scripted, catalogue, [
    { query: "a b c", expected: ["a"] },
    { query: "b a c", expected: ["a"] },
    { query: "b c d a", expected: ["a"] }, // the right one is the fourth
    { query: "c a", expected: ["a", "b"] },
    { query: "", expected: ["a"] },
    { query: "a", expected: [] },
    { query: "a", expected: ["a", "a"] },
  ], { k: 3, io: NO_IO });
  const { results, ...means } = measure;
  assert.deepEqual(means, {
    k: 3,
    cases: 6,
    recall: (1 + 1 + 0 + 0.5 + 0 + 1) / 6,
    complete: 3 / 6,
    mrr: (1 + 1 / 2 + 0 + 1 / 2 + 0 + 1) / 6,
  });
  assert.deepEqual(results.map(({ place }) => place), [0, 1, 2, 3, 4, 6]);
  assert.deepEqual(results[3], { place: 3, tools: ["c", "a"], recall: 0.5, reciprocalRank: 0.5 });
});

Deno.test("S4: no cases measure nothing, a tool that does not exist is a mistake of the set, and a signal ends it", async () => {
  assert.deepEqual(await measureRetrieval(scripted, catalogue, [], { io: NO_IO }), {
    k: 8,
    cases: 0,
    recall: 0,
    complete: 0,
    mrr: 0,
    results: [],
  });
  const cases = [{ query: "a", expected: ["z"] }];
  await assert.rejects(
    measureRetrieval(scripted, catalogue, cases, { io: NO_IO }),
    (error) =>
      error instanceof AgentError && error.code === "tool_unknown" &&
      /expects the tool "z"/.test(error.message),
  );
  const io = { ...NO_IO, signal: AbortSignal.abort(new Error("enough")) };
  await assert.rejects(
    measureRetrieval(scripted, catalogue, [{ query: "a", expected: ["a"] }], { io }),
    /enough/,
  );
});
