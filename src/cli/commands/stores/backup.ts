// `treadle backup`: a copy of a store in one file, while the store is used.

import { Command } from "commander";
import process from "node:process";
import type { BackupReport } from "../../backup/backup.ts";
import { examples, print } from "../../output.ts";
import { startProgress } from "../../terminal/progress.ts";
import { formatCount } from "../../terminal/text.ts";
import { pause, readStoreEnv, STORE_FORMS } from "./_stores.ts";

interface BackupOptions {
  readonly from: string;
  readonly to: string;
  readonly tenant?: string;
  readonly replace?: boolean;
  readonly envFile?: string;
  readonly json?: boolean;
}

/** The command. It ends with 1 when a thread is not in the backup. */
export function backupCommand(): Command {
  return new Command("backup")
    .description("Copies the threads of a store, with all that belongs to them, into a file.")
    .requiredOption("--from <store>", STORE_FORMS)
    .requiredOption("--to <file>", "the backup: a file of sqlite, which a server can open as well")
    .option("--tenant <tenant>", "one tenant; a file of sqlite is copied whole without it")
    .option("--replace", "replace a file that is there already, once the new one is whole")
    .option("--env-file <file>", "the file with the variables of the store")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      examples({
        "backup --from sqlite:.data/treadle.sqlite --to 2026-11-30.backup": "A file, all tenants:",
        "backup --from upstash --tenant acme --to acme.backup": "A tenant in Redis:",
      }),
    )
    .action(async ({ json = false, ...options }: BackupOptions) => {
      const report = await run(options);
      print(report, json, toText);
      if (report.tenants.some(({ left }) => Object.keys(left).length > 0)) process.exitCode = 1;
    });
}

async function run({ envFile, replace = false, ...options }: BackupOptions): Promise<BackupReport> {
  // Stores and their packages are read by this command alone.
  const { backup } = await import("../../backup/backup.ts");
  using line = startProgress("copying threads");
  let count = 0;
  const onThread = () => line.show(`copying threads: ${++count}`);
  return await backup({ ...options, replace, env: readStoreEnv(envFile), now: Date.now, pause, onThread });
}

function toText({ file, bytes, tenants }: BackupReport): string {
  return [
    ...tenants.map(({ tenant, threads }) => `${tenant}: ${formatCount(threads, "thread")}.`),
    ...tenants.flatMap(({ left }) =>
      Object.entries(left).map(([thread, why]) => `${thread} is not in the backup: ${why}.`)
    ),
    `${file} has ${formatCount(tenants.length, "tenant")} in ${(bytes / 1e6).toFixed(1)} MB.`,
  ].join("\n");
}
