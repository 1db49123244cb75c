/**
 * `deno task test:concerned` prints how many test files a change in each folder of src concerns, beside those of the folder's own. The
 * numbers in concerned.json may only fall: it fails where one has risen, and `--write` writes those that have fallen.
 */
import { countConcerned, readDependencies } from "./concerned.ts";
import pinned from "./concerned.json" with { type: "json" };

/** Folders that concern more test files than they may, with both numbers. A new folder may concern what it does. */
export function risenOf(
  counts: Readonly<Record<string, number>>,
  pins: Readonly<Record<string, number>>,
): string[] {
  return Object.entries(counts).flatMap(([folder, count]) => {
    const pin = pins[folder] ?? count;
    return count > pin ? [`a change in ${folder} concerns ${count} test files of others, ${pin} before`] : [];
  });
}

if (import.meta.main) {
  const counts = countConcerned(await readDependencies());
  const risen = risenOf(counts, pinned);
  for (const [folder, count] of Object.entries(counts)) console.log(`${String(count).padStart(5)} ${folder}`);
  for (const line of risen) console.error(line);
  if (Deno.args.includes("--write") && risen.length === 0) {
    await Deno.writeTextFile(
      new URL("concerned.json", import.meta.url),
      `${JSON.stringify(counts, null, 2)}\n`,
    );
  }
  Deno.exit(risen.length === 0 ? 0 : 1);
}
