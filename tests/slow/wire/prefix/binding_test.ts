// C4, C5: models that bind their thinking to its prompt, on servers that check producer, prefix, chain and the places of items as their
// vendors document them: no request in the random life of a thread is refused, and no reasoning is lost without a cut. See
// tests/support/lives.ts for their number; the newest models of four vendors live in tests/wire/prefix/newest_test.ts.

import assert from "node:assert/strict";
import { livesOf } from "../../../support/lives.ts";
import { live } from "../../../wire/prefix/world.ts";
import { caseOf } from "../../../wire/thinking/_session.ts";

const RUNS = livesOf(2);

const CLAUDES = ["claude-fable-5-2", "claude-opus-5-5", "claude-sonnet-5-5", "claude-haiku-5-5"].flatMap((
  model,
) => [
  ["anthropic", model] as const,
  ["bedrock", `us.anthropic.${model}-v1:0`] as const,
]);

for (const [dialect, model] of CLAUDES) {
  Deno.test(`C4, L4: ${dialect}/${model} refuses no request, however threads live`, async () => {
    let thinking = 0;
    for (let run = 0; run < RUNS; run++) {
      const { sent, story } = await live(
        { ...caseOf(dialect), model },
        `binding ${dialect} ${model} ${run}`,
        { fails: false },
      );
      const refused = sent.filter(({ status }) => status !== 200);
      assert.equal(refused.length, 0, `${refused[0]?.status}: ${refused[0]?.text}\n${story.join("\n")}`);
      thinking += sent.filter(({ text }) => text.includes('"signature":"bound_')).length;
    }
    assert.ok(thinking > RUNS, "thinking goes back");
  });
}
