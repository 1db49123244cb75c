// What commands share that name stores instead of a server.

import { Command } from "commander";
import process from "node:process";
import type { Env } from "../../../core/ports.ts";
import { examples, print } from "../../output.ts";
import { readStoreEnv } from "../../project/store_options.ts";
import { startProgress } from "../../terminal/progress.ts";

/** Where a tenant, or all of them, is copied from and to. */
export interface CopyOptions {
  readonly from: string;
  readonly to: string;
  readonly tenant?: string;
  readonly replace?: boolean;
  readonly keys?: boolean;
}

interface CopyCommandOptions extends CopyOptions {
  readonly envFile?: string;
  readonly json?: boolean;
}

/** A command that copies threads between a store and a backup: what its options mean, an example for each line, and what it does. */
export interface Copy<Report extends object> {
  readonly name: string;
  readonly description: string;
  readonly options: {
    readonly from: readonly [flags: string, meaning: string];
    readonly to: readonly [flags: string, meaning: string];
    readonly tenant: string;
    readonly replace: string;
    /** Of a copy that leaves stored keys and links to threads out without it. */
    readonly keys?: string;
  };
  readonly examples: Readonly<Record<string, string>>;
  /** What it does with each thread, as the progress line says it. */
  readonly doing: string;
  run(options: CopyOptions & { readonly env: Env; onThread(): void }): Promise<Report>;
  toText(report: Report): string;
  /** False where something is not in the copy. */
  isWhole(report: Report): boolean;
}

/** The command of a copy. It ends with 1 when that is not whole. */
export function copyCommand<Report extends object>(copy: Copy<Report>): Command {
  const { from, to, tenant, replace, keys } = copy.options;
  const command = new Command(copy.name)
    .description(copy.description)
    .requiredOption(...from)
    .requiredOption(...to)
    .option("--tenant <tenant>", tenant)
    .option("--replace", replace);
  if (keys !== undefined) command.option("--keys", keys);
  return command
    .option("--env-file <file>", "the file with the variables of the store")
    .option("--json", "print JSON")
    .addHelpText("after", examples(copy.examples))
    .action(async ({ json = false, envFile, ...options }: CopyCommandOptions) => {
      using line = startProgress(copy.doing);
      let count = 0;
      const onThread = () => line.show(`${copy.doing}: ${++count}`);
      const report = await copy.run({ ...options, env: readStoreEnv(envFile), onThread });
      print(report, json, copy.toText);
      if (!copy.isWhole(report)) process.exitCode = 1;
    });
}

/** Waits so many milliseconds. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
