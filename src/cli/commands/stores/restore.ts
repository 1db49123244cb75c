// `treadle restore`: a backup, or a tenant of it, into a store.

import { Command } from "commander";
import process from "node:process";
import type { RestoreReport } from "../../backup/backup.ts";
import { examples, print } from "../../output.ts";
import { startProgress } from "../../terminal/progress.ts";
import { formatCount } from "../../terminal/text.ts";
import { readStoreEnv, STORE_FORMS } from "./_stores.ts";

interface RestoreOptions {
  readonly from: string;
  readonly to: string;
  readonly tenant?: string;
  readonly replace?: boolean;
  readonly envFile?: string;
  readonly json?: boolean;
}

/** The command. It ends with 1 when something was not restored. */
export function restoreCommand(): Command {
  return new Command("restore")
    .description("Loads a backup into a store, and compares what is there with it.")
    .requiredOption("--from <file>", "a file that treadle backup has made")
    .requiredOption("--to <store>", STORE_FORMS)
    .option("--tenant <tenant>", "one tenant; all of the backup without it")
    .option(
      "--replace",
      "what the store has in another form goes back to what the backup has; it stays otherwise",
    )
    .option("--env-file <file>", "the file with the variables of the store")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      examples({
        "restore --from 2026-11-30.backup --to sqlite:.data/treadle.sqlite": "All tenants, into a file:",
        "restore --from 2026-11-30.backup --to upstash --tenant acme": "One of them, into Redis:",
      }),
    )
    .action(async ({ json = false, ...options }: RestoreOptions) => {
      const report = await run(options);
      print(report, json, toText);
      if (report.tenants.some(({ left, kept }) => Object.keys(left).length + kept.length > 0)) {
        process.exitCode = 1;
      }
    });
}

async function run({ envFile, replace = false, ...options }: RestoreOptions): Promise<RestoreReport> {
  // Stores and their packages are read by this command alone.
  const { restore } = await import("../../backup/backup.ts");
  using line = startProgress("restoring threads");
  let count = 0;
  const onThread = () => line.show(`restoring threads: ${++count}`);
  return await restore({ ...options, replace, env: readStoreEnv(envFile), now: Date.now, onThread });
}

function toText({ backup, tenants }: RestoreReport): string {
  return [
    `The backup of ${backup.place} of ${backup.at}:`,
    ...tenants.flatMap(({ tenant, restored, there, left, definitions, kept, due, days }) => [
      `${tenant}: ${formatCount(restored.length, "thread")} restored, ${there.length} there already; ` +
      `${formatCount(definitions, "definition")}, ${formatCount(due, "due item")}, ${
        formatCount(days, "day")
      } of usage.`,
      ...Object.entries(left).map(([thread, why]) => `${thread} was not restored: ${why}.`),
      ...kept.map((name) => `${name} stays as the store has it: --replace replaces it.`),
    ]),
  ].join("\n");
}
