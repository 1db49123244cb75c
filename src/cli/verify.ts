// `deno task verify [--rewrite] <file>`: checks an exported thread, a file of GET /v1/threads/:id/export or - for the standard input. Exit code
// 0: verified; 1: something differs; 2: nothing differs, and a part was not recorded or cannot be written again; 3: no file. With
// `--rewrite` every past request is written again, a line each; 0: all are equal.

import { toAgentError } from "../core/error.ts";
import type { Difference } from "./verify/chain.ts";
import { readExport, textOfExport } from "./verify/exported_thread.ts";
import { partsFor } from "./verify/parts.ts";
import { reportRewriting } from "./verify/rewrite_requests.ts";
import { type Report, verifyThread } from "./verify/verify_thread.ts";

/** Differences and reasons that are shown. */
const SHOWN = 10;

const EXIT_CODES: Readonly<Record<Report["verdict"], number>> = { verified: 0, differs: 1, partly: 2 };

/** The exit code when there is nothing to verify. */
const NO_FILE = 3;

/** The report as lines of text. */
export function reportText(report: Report): string {
  const {
    thread,
    entries,
    chain,
    recorded,
    proven,
    withoutRequest,
    unrecorded,
    unchained,
    unprovable,
    decided,
  } = report;
  return [
    `Thread ${thread}: ${entries} entries.`,
    chain.type === "holds"
      ? `Chain: holds from entry ${chain.from} on, head ${chain.head}${
        chain.coversTenant ? "" : "; an earlier version began it, without the tenant"
      }.`
      : chain.type === "none"
      ? "Chain: nothing was recorded."
      : "Chain: differs.",
    `Requests: ${proven} proven of ${recorded} recorded; ${withoutRequest} steps sent none.`,
    ...unrecorded + unchained === 0
      ? []
      : [`Unrecorded: ${unrecorded} answers; ${unchained} entries before the chain.`],
    ...listDifferences("Not provable", unprovable),
    ...listDifferences(
      "Not proven",
      decided.map((id) => ({ index: undefined, what: `the decisions about the call ${id}, which waits` })),
    ),
    ...listDifferences("Differs", report.differences),
    `Result: ${report.verdict}.`,
  ].join("\n");
}

function listDifferences(title: string, all: readonly Difference[]): string[] {
  const lines = all.slice(0, SHOWN).map(({ index, what }) =>
    `${title}: ${index === undefined ? "" : `entry ${index}: `}${what}.`
  );
  return all.length > SHOWN ? [...lines, `${title}: ${all.length - SHOWN} more.`] : lines;
}

async function main(file: string, rewrites: boolean): Promise<number> {
  let bytes: Uint8Array<ArrayBuffer>;
  try {
    bytes = file === "-" ? await new Response(Deno.stdin.readable).bytes() : await Deno.readFile(file);
  } catch (thrown) {
    console.error(`${file} cannot be read: ${thrown instanceof Error ? thrown.message : String(thrown)}`);
    return NO_FILE;
  }
  try {
    const exported = await readExport(textOfExport(bytes));
    const parts = partsFor(Deno.env.toObject());
    if (rewrites) {
      const { lines, equal, partly, different } = await reportRewriting(exported, parts);
      const counts = `${equal} equal, ${partly} partly, ${different} different`;
      console.log([...lines, `Requests written again: ${counts}.`].join("\n"));
      return EXIT_CODES[different > 0 ? "differs" : partly > 0 ? "partly" : "verified"];
    }
    const report = await verifyThread(exported, parts);
    console.log(reportText(report));
    return EXIT_CODES[report.verdict];
  } catch (thrown) {
    console.log(`Differs: ${toAgentError(thrown).message}\nResult: differs.`);
    return EXIT_CODES.differs;
  }
}

if (import.meta.main) {
  const file = Deno.args.find((argument) => argument !== "--rewrite");
  if (file === undefined) {
    console.error("Name the file of an exported thread: deno task verify [--rewrite] <file>");
    Deno.exit(NO_FILE);
  }
  Deno.exit(await main(file, Deno.args.includes("--rewrite")));
}
