// `treadle restore`: a backup, or a tenant of it, into a store.

import type { Command } from "commander";
import type { RestoreReport } from "../../backup/backup.ts";
import { formatCount } from "../../terminal/text.ts";
import { STORE_FORMS } from "../../project/store_options.ts";
import { copyCommand } from "./_stores.ts";

/** The command. It ends with 1 when something was not restored. */
export function restoreCommand(): Command {
  return copyCommand<RestoreReport>({
    name: "restore",
    description: "Loads a backup into a store, and compares what is there with it.",
    options: {
      from: ["--from <file>", "a file that treadle backup has made"],
      to: ["--to <store>", STORE_FORMS],
      tenant: "one tenant; all of the backup without it",
      replace: "what the store has in another form goes back to what the backup has; it stays otherwise",
      keys: "stored keys and links to threads as well: one that was revoked after the backup is good again",
    },
    examples: {
      "restore --from 2026-11-30.backup --to sqlite:.data/treadle.sqlite": "All tenants, into a file:",
      "restore --from 2026-11-30.backup --to upstash --tenant acme": "One of them, into Redis:",
    },
    doing: "restoring threads",
    async run({ replace = false, keys = false, ...options }) {
      // Stores and their packages are read by this command alone.
      const { restore } = await import("../../backup/backup.ts");
      return await restore({ ...options, replace, keys, now: Date.now });
    },
    toText,
    isWhole: ({ tenants }) =>
      tenants.every(({ left, kept, keysLeft }) => Object.keys(left).length + kept.length === 0 && !keysLeft),
  });
}

function toText({ backup, tenants }: RestoreReport): string {
  return [
    `The backup of ${backup.place} of ${backup.at}:`,
    ...tenants.flatMap(({ tenant, restored, there, left, definitions, kept, keysLeft, due, days }) => [
      `${tenant}: ${formatCount(restored.length, "thread")} restored, ${there.length} there already; ` +
      `${formatCount(definitions, "definition")}, ${formatCount(due, "due item")}, ${
        formatCount(days, "day")
      } of usage.`,
      ...Object.entries(left).map(([thread, why]) => `${thread} was not restored: ${why}.`),
      ...kept.map((name) => `${name} stays as the store has it: --replace replaces it.`),
      ...keysLeft
        ? [
          `The stored keys of ${tenant}, and links to its threads, were left out: --keys restores them, also those that were revoked since.`,
        ]
        : [],
    ]),
  ].join("\n");
}
