/**
 * `deno task test:concerned` prints the share of the test files that a change in each folder of src concerns, beside those of the folder's own. The
 * numbers in concerned.json may only fall: it fails where one has risen, and `--write` writes those that have fallen.
 */
import { type Concerned, countConcerned, readDependencies } from "./concerned.ts";
import pinned from "./concerned.json" with { type: "json" };

type Counts = Readonly<Record<string, Concerned>>;

/** Folders that concern more test files than they may. A new folder may concern what it does. */
export function risenOf(counts: Counts, pins: Counts): string[] {
  return Object.entries(counts).flatMap(([folder, { fast, slow }]) => {
    const pin = pins[folder];
    if (pin === undefined || (fast <= pin.fast && slow <= pin.slow)) return [];
    return [
      `a change in ${folder} concerns ${fast} % of the fast and ${slow} % of the slow tests of others, ${pin.fast} and ${pin.slow} before`,
    ];
  });
}

if (import.meta.main) {
  const counts = countConcerned(await readDependencies());
  const risen = risenOf(counts, pinned);
  console.log(" fast  slow, in percent");
  for (const [folder, { fast, slow }] of Object.entries(counts)) {
    console.log(`${String(fast).padStart(5)} ${String(slow).padStart(5)} ${folder}`);
  }
  for (const line of risen) console.error(line);
  if (Deno.args.includes("--write") && risen.length === 0) {
    const lines = Object.entries(counts).map(([folder, { fast, slow }]) =>
      `  ${JSON.stringify(folder)}: { "fast": ${fast}, "slow": ${slow} }`
    );
    await Deno.writeTextFile(new URL("concerned.json", import.meta.url), `{\n${lines.join(",\n")}\n}\n`);
  }
  Deno.exit(risen.length === 0 ? 0 : 1);
}
