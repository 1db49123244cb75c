/**
 * `deno task stories`: 1,000 stories of tabs of five doors on one conversation. `--runs=50` plays so many, `--seed=8` others; a story that
 * fails is printed with the command that plays it again: `deno task stories --seed=8 --story=17`.
 */
import { parseArgs } from "node:util";
import fc from "fast-check";
import { playStory, type Plot, plots, type Tally } from "./_story.ts";

const USUAL = { runs: 1_000, seed: 1 };

/** Stories that are played side by side: most of their time they wait. */
const LANES = 6;

async function main(args: readonly string[]): Promise<boolean> {
  const { values } = parseArgs({
    args: [...args],
    options: { runs: { type: "string" }, seed: { type: "string" }, story: { type: "string" } },
  });
  const seed = Number(values.seed ?? USUAL.seed);
  const only = values.story === undefined ? undefined : Number(values.story);
  const numRuns = only === undefined ? Number(values.runs ?? USUAL.runs) : only + 1;
  const stories = fc.sample(plots, { seed, numRuns });
  let next = only ?? 0;
  let failed = 0;
  const tally: Tally = new Map();
  const startedAt = performance.now();
  const play = async () => {
    while (next < stories.length) {
      const number = next++;
      const plot = stories[number];
      const command = `deno task stories --seed=${seed} --story=${number}`;
      if (plot !== undefined && !await isHeld(plot, tally, command)) failed++;
    }
  };
  await Promise.all(Array.from({ length: only === undefined ? LANES : 1 }, play));
  const seconds = (performance.now() - startedAt) / 1_000;
  for (const [what, count] of [...tally].sort()) console.log(`${what}: ${count}`);
  console.log(`${stories.length - (only ?? 0)} stories, ${failed} failed, ${seconds.toFixed(0)} s`);
  return failed === 0;
}

async function isHeld(plot: Plot, tally: Tally, command: string): Promise<boolean> {
  try {
    await playStory(plot, { tally });
    return true;
  } catch (thrown) {
    console.log(`${command}\n  ${plot.doors.join(", ")}`);
    for (const { act, tab, asks, busy, fate, pauseMs } of plot.moves) {
      console.log(`  ${tab % plot.doors.length} ${act} ${asks} ${busy}, ${fate}, ${pauseMs} ms`);
    }
    console.log(thrown instanceof Error ? thrown.stack : thrown);
    return false;
  }
}

if (import.meta.main) Deno.exit(await main(Deno.args) ? 0 : 1);
