// What `treadle verify` does with a file.

import { readFile } from "node:fs/promises";
import { buffer } from "node:stream/consumers";
import process from "node:process";
import { toAgentError } from "../../core/error.ts";
import { CommandError } from "../command_error.ts";
import { print, report } from "../output.ts";
import { readExport, textOfExport } from "./exported_thread.ts";
import { partsFor } from "./parts.ts";
import { reportText } from "./report_text.ts";
import { reportRewriting, type RewriteReport } from "./rewrite_requests.ts";
import { type Report, verifyThread } from "./verify_thread.ts";

/** Options of `treadle verify`. */
export interface VerifyOptions {
  readonly rewrite?: boolean;
  readonly json?: boolean;
}

const EXIT_CODES: Readonly<Record<Report["verdict"], number>> = { verified: 0, differs: 1, partly: 2 };

/** The exit code when there is nothing to verify. */
const NO_FILE = 3;

/** Verifies the export in a file, or writes its requests again, and prints the report. Returns the exit code. */
export async function verifyFile(
  file: string,
  { rewrite = false, json = false }: VerifyOptions,
): Promise<number> {
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
