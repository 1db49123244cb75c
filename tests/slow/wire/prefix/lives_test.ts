// C4, L1, L5: what holds of every request in the random life of a thread, on every dialect.

import assert from "node:assert/strict";
import { livesOf } from "../../../support/lives.ts";
import { triedCases } from "../../../wire/cases.ts";
import { checkPrefix } from "../../../wire/prefix/check_prefix.ts";
import { checkVoices } from "../../../wire/prefix/check_voices.ts";
import { checkWrittenAgain } from "../../../wire/prefix/check_written_again.ts";
import { EVEN, live, REMINDER } from "../../../wire/prefix/world.ts";

const RUNS = livesOf(1);

let planted = 0;
let summaries = 0;
let reminders = 0;
let redacted = 0;

for (const wire of triedCases()) {
  Deno.test(`C4, L1, L5: ${wire.name}: prompts go on but at cuts, are written again from the log, and tools speak in results alone`, async () => {
    for (let run = 0; run < RUNS; run++) {
      const life = await live(wire, `lives ${wire.name} ${run}`, { exports: true });
      assert.ok(life.sent.length > 3, life.story.join("\n"));
      summaries += await checkPrefix(life);
      assert.deepEqual(life.complaints, [], life.story.join("\n"));
      await checkWrittenAgain(life);
      planted += checkVoices(life);
      if (life.isRedacted) {
        for (const { text } of life.sent) {
          assert.doesNotMatch(text, new RegExp(EVEN.source), life.story.join("\n"));
        }
        redacted += life.sent.filter(({ text }) => text.includes("(even)")).length;
      }
      reminders += life.sent.filter(({ text }) => text.includes(REMINDER)).length;
    }
  });
}

Deno.test("C4: tools said many things in these lives", () => {
  assert.ok(planted >= 160 * RUNS, `${planted} texts of tools`);
});

Deno.test("C4, E13: summaries were asked for behind the last request in these lives", () => {
  assert.ok(summaries >= 6 * RUNS, `${summaries} requests`);
});

Deno.test("C4, L2: reminders were in requests of these lives", () => {
  assert.ok(reminders >= 6 * RUNS, `${reminders} requests`);
});

Deno.test("C4, K1: redacted words were in requests of these lives", () => {
  assert.ok(redacted >= 15 * RUNS, `${redacted} requests`);
});
