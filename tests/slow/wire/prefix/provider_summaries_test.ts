// C4, E13, record: threads whose summaries the API of Claude or OpenAI writes, in random lives: no request is refused, each goes on from
// the one before or stands behind a cut, and all are written again from the log.

import assert from "node:assert/strict";
import { livesOf } from "../../../support/lives.ts";
import { caseOf } from "../../../wire/thinking/_session.ts";
import { checkPrefix } from "../../../wire/prefix/check_prefix.ts";
import { checkWrittenAgain } from "../../../wire/prefix/check_written_again.ts";
import { live } from "../../../wire/prefix/world.ts";

const RUNS = livesOf(2);

for (const model of ["claude-opus-5-5", "claude-fable-5-1", "claude-sonnet-5"]) {
  Deno.test(`C4, E13, record: the API of ${model} summarises threads, however they live`, async () => {
    let [summaries, replayed] = [0, 0];
    for (let run = 0; run < RUNS; run++) {
      const compaction = { afterEntries: 6 + run % 8, by: "provider" } as const;
      const options = { fails: false, exports: true, compaction };
      const life = await live({ ...caseOf("anthropic"), model }, `provider ${model} ${run}`, options);
      const refused = life.sent.find(({ status }) => status !== 200);
      assert.equal(refused, undefined, `${refused?.text}\n${life.story.join("\n")}`);
      summaries += await checkPrefix(life);
      assert.deepEqual(life.complaints, [], life.story.join("\n"));
      await checkWrittenAgain(life);
      replayed += life.sent.filter(({ text }) =>
        text.includes('[{"role":"assistant","content":[{"type":"compaction"')
      )
        .length;
    }
    assert.ok(
      summaries > RUNS && replayed > 2 * RUNS,
      `${summaries} summaries, ${replayed} requests with one`,
    );
  });
}

for (const name of ["openai responses", "openai breakpoints", "azure responses"]) {
  for (const fails of [false, true]) {
    const how = fails ? "and some requests fail" : "and no request is refused";
    Deno.test(`C4, E13, record: ${name}: the API summarises threads, however they live, ${how}`, async () => {
      let [summaries, compacted, replayed] = [0, 0, 0];
      for (let run = 0; run < RUNS; run++) {
        const compaction = { afterEntries: 6 + run % 8, by: "provider" } as const;
        const options = { fails, exports: true, compaction };
        const life = await live(caseOf(name), `provider ${name} ${fails} ${run}`, options);
        const refused = life.sent.find(({ status }) => status !== 200);
        if (!fails) assert.equal(refused, undefined, `${refused?.text}\n${life.story.join("\n")}`);
        summaries += await checkPrefix(life);
        assert.deepEqual(life.complaints, [], life.story.join("\n"));
        await checkWrittenAgain(life);
        compacted += life.sent.filter(({ path }) => path.endsWith("/compact")).length;
        replayed += life.sent.filter(({ text }) => text.includes('"type":"compaction"')).length;
      }
      assert.ok(
        compacted > RUNS && summaries > compacted && replayed > 2 * RUNS,
        `${compacted} windows, ${summaries} requests for summaries, ${replayed} requests with one`,
      );
    });
  }
}
