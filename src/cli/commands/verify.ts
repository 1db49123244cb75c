// `treadle verify`: checks an exported thread, and writes its requests again.

import { Command } from "commander";
import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import process from "node:process";
import { toAgentError } from "../../core/error.ts";
import { CommandError } from "../command_error.ts";
import { examples, print, report } from "../output.ts";
import { readExport, textOfExport } from "../verify/exported_thread.ts";
import { partsFor } from "../verify/parts.ts";
import { reportText } from "../verify/report_text.ts";
import { reportRewriting, type RewriteReport } from "../verify/rewrite_requests.ts";
import { type Report, verifyThread } from "../verify/verify_thread.ts";

interface VerifyOptions {
  readonly rewrite?: boolean;
  readonly json?: boolean;
}

const EXIT_CODES: Readonly<Record<Report["verdict"], number>> = { verified: 0, differs: 1, partly: 2 };

/** The exit code when there is nothing to verify. */
const NO_FILE = 3;

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
      process.exitCode = await verify(file, options);
    });
}

async function verify(file: string, { rewrite = false, json = false }: VerifyOptions): Promise<number> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = new Uint8Array(file === "-" ? await buffer(process.stdin) : await readFile(file));
  } catch (thrown) {
    const why = thrown instanceof Error ? thrown.message : String(thrown);
    report(new CommandError("file_unreadable", `${file} cannot be read: ${why}`), json);
    return NO_FILE;
  }
  try {
    const exported = await readExport(textOfExport(bytes));
    const parts = partsFor(process.env);
    if (!rewrite) {
      const found = await verifyThread(exported, parts);
      print(found, json, reportText);
      return EXIT_CODES[found.verdict];
    }
    const rewritten = await reportRewriting(exported, parts);
    print(rewritten, json, rewrittenText);
    return EXIT_CODES[rewritten.different > 0 ? "differs" : rewritten.partly > 0 ? "partly" : "verified"];
  } catch (thrown) {
    const { message } = toAgentError(thrown);
    print(
      { verdict: "differs", message },
      json,
      ({ message }) => `Differs: ${message}\nResult: differs.`,
    );
    return EXIT_CODES.differs;
  }
}

function rewrittenText({ lines, equal, partly, different }: RewriteReport): string {
  const counts = `${equal} equal, ${partly} partly, ${different} different`;
  return [...lines, `Requests written again: ${counts}.`].join("\n");
}
