// `treadle backup`: a copy of a store in one file, while the store is used.

import type { Command } from "commander";
import type { BackupReport } from "../../backup/backup.ts";
import { formatCount } from "../../terminal/text.ts";
import { STORE_FORMS } from "../../project/store_options.ts";
import { copyCommand, pause } from "./_stores.ts";

/** The command. It ends with 1 when a thread is not in the backup. */
export function backupCommand(): Command {
  return copyCommand<BackupReport>({
    name: "backup",
    description: "Copies the threads of a store, with all that belongs to them, into a file.",
    options: {
      from: ["--from <store>", STORE_FORMS],
      to: ["--to <file>", "the backup: a file of sqlite, which a server can open as well"],
      tenant: "one tenant; a file of sqlite is copied whole without it",
      replace: "replace a file that is there already, once the new one is whole",
    },
    examples: {
      "backup --from sqlite:.data/treadle.sqlite --to 2026-11-30.backup": "A file, all tenants:",
      "backup --from upstash --tenant acme --to acme.backup": "A tenant in Redis:",
    },
    doing: "copying threads",
    async run({ replace = false, ...options }) {
      // Stores and their packages are read by this command alone.
      const { backup } = await import("../../backup/backup.ts");
      return await backup({ ...options, replace, now: Date.now, pause });
    },
    toText,
    isWhole: ({ tenants }) => tenants.every(({ left }) => Object.keys(left).length === 0),
  });
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
