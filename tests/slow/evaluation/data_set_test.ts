// S8: the data sets of ../shared are read as they are.

import assert from "node:assert/strict";
import { AgentError } from "../../../src/core/error.ts";
import {
  defineEvaluation,
  parseQueries,
  parseTools,
  runEvaluation,
  toSelectionCases,
} from "../../../src/evaluation/mod.ts";
import { needsShared, sharedPath } from "../../support/shared.ts";
import { words } from "./files/_selector.ts";

for (const [set, tools, queries] of [["metatool", 199, 21_580], ["seal-tools", 4_076, 2_054]] as const) {
  needsShared(`S8: the tools and queries of ${set} are cases`, `data/${set}`, async () => {
    const read = (name: string) => Deno.readTextFile(sharedPath("data", set, name));
    const listed = parseTools(await read("tools.json"));
    const asked = parseQueries(await read("queries.jsonl"));
    assert.deepEqual([listed.length, asked.length], [tools, queries]);
    const cases = toSelectionCases(asked).slice(0, 200);
    const evaluation = defineEvaluation({
      name: set,
      kind: "selection",
      selector: words,
      tools: listed,
      cases,
      at: [8],
    });
    const { measures, attempts } = await runEvaluation(evaluation);
    assert.equal(attempts, 200);
    assert.ok((measures[0]?.value ?? 0) > 0, "shared words find something");
  });
}

Deno.test("S8: a line of queries that is none is named by its number", () => {
  assert.throws(
    () => parseQueries('{"query":"a","expected":null}\n\n{"query":1,"expected":[]}'),
    (thrown) => thrown instanceof AgentError && /^Line 3 of the queries/.test(thrown.message),
  );
  assert.throws(() => parseTools("[]"), /The list of tools/);
});
