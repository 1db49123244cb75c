/**
 * `deno task test:concerned` prints the share of the test files that a change in each folder of src concerns, beside those of the folder's own. The
 * numbers in concerned.json may only fall: it fails where one has risen, and `--write` writes those that have fallen.
 */
import { countConcerned, readDependencies } from "./concerned.ts";
import pinned from "./concerned.json" with { type: "json" };

type Shares = Readonly<Record<string, number>>;

/** Folders that concern more test files than they may. A new folder may concern what it does. */
export function risenOf(shares: Shares, pins: Shares): string[] {
  return Object.entries(shares).flatMap(([folder, share]) => {
    const pin = pins[folder] ?? 100;
    return share <= pin
      ? []
      : [`a change in ${folder} concerns ${share} % of the tests of others, ${pin} before`];
  });
}

if (import.meta.main) {
  const shares = countConcerned(await readDependencies());
  const risen = risenOf(shares, pinned);
  for (const [folder, share] of Object.entries(shares)) {
    console.log(`${String(share).padStart(3)} % ${folder}`);
  }
  for (const line of risen) console.error(line);
  if (Deno.args.includes("--write") && risen.length === 0) {
    await Deno.writeTextFile(
      new URL("concerned.json", import.meta.url),
      `${JSON.stringify(shares, null, 2)}\n`,
    );
  }
  Deno.exit(risen.length === 0 ? 0 : 1);
}
