// `treadle threads export`: threads with their records, each verified as `treadle verify` does.

import type { Command } from "commander";
import process from "node:process";
import { connectionFailed, type Transport } from "../../../react/client/transport.ts";
import { print } from "../../output.ts";
import { connect } from "../../project/connect.ts";
import { startProgress } from "../../terminal/progress.ts";
import { STANDARD } from "../../terminal/standard.ts";
import { formatCount } from "../../terminal/text.ts";
import {
  type Failure,
  forEachThread,
  isUnknownThread,
  toExitCode,
  toFailureLines,
  type Worked,
} from "../../threads/each_thread.ts";
import { serverCommand } from "../_server_command.ts";
import { type ChoiceOptions, readChoice, readChosen, withChoice } from "../../threads/choice.ts";
import { openPlace } from "./_export_place.ts";

interface ExportOptions extends ChoiceOptions {
  readonly out?: string;
}

/** What was exported. */
interface ExportReport {
  /** The folder or the file; undefined for the standard output. */
  readonly out: string | undefined;
  /** Ids of the threads whose records prove them. */
  readonly verified: readonly string[];
  /** Ids of those of which nothing differs, and a part was not recorded. */
  readonly partly: readonly string[];
  /** Exports that are not what a thread has recorded: what differs first, and the file, which is no `<id>.jsonl`. */
  readonly differs: readonly {
    readonly thread: string;
    readonly what: string;
    readonly file?: string | undefined;
  }[];
  readonly failed: readonly Failure[];
  readonly stopped: Worked<unknown>["stopped"];
}

/** The command. It ends with 1 when a thread is not exported or differs. */
export function exportCommand(): Command {
  return withChoice(serverCommand("export", "Exports threads with their records, and verifies each.", {
    "threads export cli_1 > cli_1.jsonl": "A thread, to the standard output:",
    "threads export --user ann --archived all --out ann": "A file for each thread of a user, in a folder:",
    "threads export --all --out backup --json": "Every thread, with a report of JSON:",
  }))
    .option("--out <path>", "a folder, or for one thread a file .jsonl; the standard output by default")
    .action(async (ids: readonly string[], options: ExportOptions) => {
      process.exitCode = await exportThreads(ids, options);
    });
}

async function exportThreads(
  ids: readonly string[],
  { out, ...options }: ExportOptions,
): Promise<number> {
  const { json = false, url, key, envFile } = options;
  const choice = readChoice(ids, options);
  const [one, ...others] = choice.type === "ids" ? choice.ids : [];
  const isOne = one !== undefined && others.length === 0;
  const place = await openPlace(out, isOne);
  // What requests are written again with is loaded by this command alone.
  const { verifyBytes } = await import("../../verify/verify_bytes.ts");
  await using connection = await connect({ url, key, envFile });
  using line = startProgress("exporting threads");
  const differing: ExportReport["differs"][number][] = [];
  let count = 0;
  const exportThread = async (id: string) => {
    const bytes = await download(connection.transport, id);
    const { verdict, differs } = await verifyBytes(bytes);
    const file = await place.write(id, bytes, verdict !== "differs");
    if (differs !== undefined) differing.push({ thread: id, what: differs, file });
    line.show(`exporting threads: ${++count}`);
    return { id, verdict };
  };
  const worked = isOne
    ? { results: [await exportThread(one)], failed: [], stopped: undefined }
    : await forEachThread(readChosen(connection.client, choice), async ({ id }) => {
      try {
        return await exportThread(id);
      } catch (thrown) {
        if (choice.type === "ids" || !isUnknownThread(thrown)) throw thrown;
        return { id, verdict: "gone" } as const;
      }
    });
  const { results, failed, stopped } = worked;
  const idsOf = (wanted: string) => results.filter(({ verdict }) => verdict === wanted).map(({ id }) => id);
  const [verified, partly] = [idsOf("verified"), idsOf("partly")];
  const report: ExportReport = { out, verified, partly, differs: differing, failed, stopped };
  if (out !== undefined) print(report, json, toText);
  else STANDARD.note(`${json ? JSON.stringify(report) : toText(report)}\n`);
  const code = toExitCode(worked);
  return code === 0 && differing.length > 0 ? 1 : code;
}

/** The bytes of an export; one that breaks off is requested again. @throws {TreadleError} */
async function download(transport: Transport, thread: string): Promise<Uint8Array<ArrayBuffer>> {
  const tries = transport.tries(undefined);
  for (;;) {
    try {
      const response = await transport.send(`/v1/threads/${encodeURIComponent(thread)}/export`, {});
      return new Uint8Array(
        await response.arrayBuffer().catch((cause) => {
          throw connectionFailed(cause, undefined);
        }),
      );
    } catch (thrown) {
      await tries.again(thrown);
    }
  }
}

function toText({ out, verified, partly, differs, ...rest }: ExportReport): string {
  const counts = [
    `${verified.length} verified`,
    ...partly.length === 0 ? [] : [`${partly.length} in part`],
    ...differs.length === 0 ? [] : [`${differs.length} differ`],
    ...rest.failed.length === 0 ? [] : [`${rest.failed.length} failed`],
  ];
  const where = out === undefined ? "" : ` to ${out}`;
  const total = formatCount(verified.length + partly.length, "thread");
  return [
    `${total} exported${where}: ${counts.join(", ")}.`,
    ...differs.map(({ thread, what, file }) =>
      `${thread} differs: ${what}${file === undefined ? "" : ` (${file})`}`
    ),
    ...toFailureLines(rest),
  ].join("\n");
}
