// `treadle threads import`: threads out of exports, into a store.

import { Command } from "commander";
import process from "node:process";
import type { ImportReport } from "../../backup/import_threads.ts";
import { examples, print } from "../../output.ts";
import { startProgress } from "../../terminal/progress.ts";
import { formatCount } from "../../terminal/text.ts";
import { readStoreEnv, STORE_FORMS } from "../../project/store_options.ts";

interface ImportOptions {
  readonly to: string;
  readonly as?: string;
  readonly replace?: boolean;
  readonly decisions?: boolean;
  readonly envFile?: string;
  readonly json?: boolean;
}

/** The command. It ends with 1 when a thread, or a decision, was not imported. */
export function importCommand(): Command {
  return new Command("import")
    .description("Imports threads that `threads export` has written, with their records, into a store.")
    .argument("<files...>", "exports of threads of one tenant")
    .requiredOption("--to <store>", `${STORE_FORMS}; a file that is not there is made`)
    .option("--replace", "replace a thread that the store has in another form; it stays otherwise")
    .option(
      "--decisions",
      "keep decisions about calls that wait, which no record proves; people decide again otherwise",
    )
    .option("--as <id>", "import the one thread under another id, as a copy that begins where it is")
    .option("--env-file <file>", "the file with the variables of the store")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      examples({
        "threads import t42.jsonl --to sqlite:.data/treadle.sqlite": "A thread, into a file:",
        "threads import ann/*.jsonl --to upstash": "All threads of a folder, into Redis:",
        "threads import t42.jsonl --to sqlite:.data/treadle.sqlite --as t42-again": "A copy of it:",
      }),
    )
    .action(
      async (
        files: readonly string[],
        { json = false, envFile, replace = false, ...options }: ImportOptions,
      ) => {
        // Stores, and what requests are written again with, are read by this command alone.
        const { importThreads } = await import("../../backup/import_threads.ts");
        using line = startProgress("importing threads");
        let count = 0;
        const onThread = () => line.show(`importing threads: ${++count}`);
        const env = readStoreEnv(envFile);
        const report = await importThreads({ ...options, files, replace, env, now: Date.now, onThread });
        print(report, json, toText);
        if (Object.keys(report.left).length + report.undecided.length > 0) process.exitCode = 1;
      },
    );
}

function toText({ tenant, imported, there, left, undecided }: ImportReport): string {
  return [
    `${formatCount(imported.length, "thread")} of ${tenant} imported, ${there.length} there already.`,
    ...Object.entries(left).map(([thread, why]) => `${thread} was not imported: ${why.replace(/\.$/, "")}.`),
    ...undecided.map((thread) =>
      `${thread} was imported without the decisions about its calls, which no record proves: decide again, or keep them with --replace --decisions.`
    ),
  ].join("\n");
}
