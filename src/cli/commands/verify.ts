// `treadle verify`: checks an exported thread, and writes its requests again.

import { Command } from "commander";
import process from "node:process";
import { examples } from "../output.ts";
import type { VerifyOptions } from "../verify/verify_file.ts";

/**
 * The command. Its exit code is 0 when the thread is verified, 1 when something differs, 2 when nothing differs and a part was not recorded or
 * cannot be written again, and 3 without a file.
 */
export function verifyCommand(): Command {
  return new Command("verify")
    .description("Checks an exported thread: its chain, and that its requests follow from its history.")
    .argument("<file>", "a file of GET /v1/threads/:id/export, or - for the standard input")
    .option("--rewrite", "write every past request again, a line each")
    .option("--json", "print the report as JSON")
    .addHelpText(
      "after",
      examples({
        "verify thread.jsonl": "Check an export:",
        "verify --rewrite thread.jsonl": "Write its requests again:",
      }),
    )
    .action(async (file: string, options: VerifyOptions) => {
      const { verifyFile } = await import("../verify/verify_file.ts");
      process.exitCode = await verifyFile(file, options);
    });
}
