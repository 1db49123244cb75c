// `treadle eval record`: a case from a thread, or from each thread whose answer people have rated, redacted.

import { Command, Option } from "commander";
import { writeFile } from "node:fs/promises";
import type { EntryView, Thread } from "../../react/client/mod.ts";
import { CommandError } from "../command_error.ts";
import { examples } from "../output.ts";
import { connect, type Connection, type ServerOptions, withServerOptions } from "../project/connect.ts";
import { type RatedOptions, readRated, withRange } from "./reports/feedback.ts";

interface RecordOptions extends ServerOptions, Omit<RatedOptions, "rating"> {
  readonly rated?: "up" | "down";
  readonly out?: string;
  readonly redact: boolean;
  readonly anyArguments?: boolean;
}

/** The command. Its output is JSON with and without --json. */
export function evalRecordCommand(): Command {
  const command = withServerOptions(new Command("record"))
    .description("Prints a thread as an evaluation with one case, or those that people have rated.")
    .argument("[thread]", "the thread; not with --rated")
    .addOption(new Option("--rated <rating>", "each thread with an answer rated so").choices(["up", "down"]))
    .option("--agent <agent>", "with --rated: only threads of this agent");
  return withRange(command)
    .option("--out <file>", "writes it to a file, such as support.eval.json")
    .option("--any-arguments", "stubs fit any arguments, and not only those of the thread")
    .option("--no-redact", "keeps e-mail addresses, phone and card numbers and keys as they are")
    .option("--json", "the output is always JSON")
    .addHelpText(
      "after",
      examples({
        "eval record cli_1 --out support.eval.json": "Keep a thread of this project as a case:",
        "eval record --rated down --days 30 --out complaints.eval.json":
          "The threads whose answers people did not like:",
        "eval record t_42 --url https://agents.example.com --key $TREADLE_KEY": "One of a deployment:",
      }),
    )
    .action(async (id: string | undefined, { out, ...options }: RecordOptions) => {
      if ((id === undefined) === (options.rated === undefined)) {
        throw new CommandError("command_line_invalid", "Name one thread, or the ratings by --rated.");
      }
      await using connection = await connect(options);
      const data = id === undefined
        ? await recordRatedThreads(connection, options)
        : await recordOne(connection.client.thread(id), options);
      const text = `${JSON.stringify(data, null, 2)}\n`;
      if (out === undefined) console.log(text.trimEnd());
      else await writeFile(out, text);
    });
}

async function recordOne(thread: Thread, options: RecordOptions) {
  const { agent } = await thread.get();
  const { recordThread } = await import("../../evaluation/record/record_thread.ts");
  return recordThread({ id: thread.id, agent }, await readEntries(thread), toRecording(options));
}

/** A case for each thread: that of the last of its answers that is rated so. */
async function recordRatedThreads(connection: Connection, { rated: rating, ...options }: RecordOptions) {
  const found = await readRated(connection, { ...options, ...rating && { rating } });
  const last = new Map(
    found.toSorted((one, other) => one.version - other.version).map((rated) => [rated.thread, rated]),
  );
  const threads = [];
  for (const rated of last.values()) {
    threads.push({ rated, entries: await readEntries(connection.client.thread(rated.thread)) });
  }
  const { recordRated } = await import("../../evaluation/record/record_rated.ts");
  return recordRated(threads, toRecording(options));
}

function toRecording({ redact, anyArguments }: Pick<RecordOptions, "redact" | "anyArguments">) {
  return { anyArguments, redact: redact ? undefined : <Value>(value: Value) => value };
}

async function readEntries(thread: Thread): Promise<readonly EntryView[]> {
  const entries: EntryView[] = [];
  for (let after: number | null = 0; after !== null;) {
    const page = await thread.history({ after });
    entries.push(...page.entries);
    after = page.next;
  }
  return entries;
}
