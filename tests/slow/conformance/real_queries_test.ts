/** Every store gives back what people have written to agents: lines of the data for the selection of tools. */
import assert from "node:assert/strict";
import { livesOf } from "../../support/lives.ts";
import { exists } from "../../support/requires.ts";
import { needsShared, sharedPath } from "../../support/shared.ts";
import { runCase } from "../../conformance/store.ts";
import { NAUGHTY_TEXTS } from "../../conformance/store_cases/naughty.ts";
import { textCasesOf } from "../../conformance/store_cases/texts.ts";
import { SUBJECTS } from "../../conformance/_subjects.ts";

/** Lines of each file. */
const LINES = livesOf(25);

for (const file of ["data/metatool/queries.jsonl", "data/seal-tools/queries.jsonl"]) {
  const isThere = exists(sharedPath(file));
  for (const [name, { open, register }] of Object.entries(SUBJECTS)) {
    // Where the file is there, what the store needs decides whether the test runs.
    const declare = isThere && register !== undefined
      ? register
      : (title: string, run: () => Promise<void>) => needsShared(title, file, run);
    declare(`E2: E13: store ${name} gives back the lines of ${file}, wherever a text stands`, async () => {
      const lines = (await Deno.readTextFile(sharedPath(file))).split("\n").slice(0, LINES);
      assert.equal(lines.length, LINES);
      // The others behind them: a case wants long texts too.
      for (const one of textCasesOf([...lines, ...NAUGHTY_TEXTS])) await runCase({ open }, one);
    });
  }
}
