// `treadle eval record`: a case from a thread, redacted.

import { Command } from "commander";
import { writeFile } from "node:fs/promises";
import type { EntryView } from "../../react/client/mod.ts";
import { examples } from "../output.ts";
import { connect, type ServerOptions, withServerOptions } from "../project/connect.ts";

interface RecordOptions extends ServerOptions {
  readonly out?: string;
  readonly redact: boolean;
  readonly anyArguments?: boolean;
}

/** The command. Its output is JSON with and without --json. */
export function evalRecordCommand(): Command {
  return withServerOptions(new Command("record"))
    .description("Prints a thread as an evaluation with one case.")
    .argument("<thread>", "the thread")
    .option("--out <file>", "writes it to a file, such as support.eval.json")
    .option("--any-arguments", "stubs fit any arguments, and not only those of the thread")
    .option("--no-redact", "keeps e-mail addresses, phone and card numbers and keys as they are")
    .option("--json", "the output is always JSON")
    .addHelpText(
      "after",
      examples({
        "eval record cli_1 --out support.eval.json": "Keep a thread of this project as a case:",
        "eval record t_42 --url https://agents.example.com --key $TREADLE_KEY": "One of a deployment:",
      }),
    )
    .action(async (id: string, { out, redact, anyArguments, ...server }: RecordOptions) => {
      await using connection = await connect(server);
      const thread = connection.client.thread(id);
      const { agent } = await thread.get();
      const entries: EntryView[] = [];
      for (let after: number | null = 0; after !== null;) {
        const page = await thread.history({ after });
        entries.push(...page.entries);
        after = page.next;
      }
      const { recordThread } = await import("../../evaluation/record/record_thread.ts");
      const data = recordThread({ id, agent }, entries, {
        anyArguments,
        redact: redact ? undefined : (value) => value,
      });
      const text = `${JSON.stringify(data, null, 2)}\n`;
      if (out === undefined) console.log(text.trimEnd());
      else await writeFile(out, text);
    });
}
