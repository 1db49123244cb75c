// What the subcommands of `treadle threads` share.

import { Command } from "commander";
import { examples } from "../output.ts";
import { type ServerOptions, withServerOptions } from "../project/connect.ts";

/** Options of each subcommand. */
export interface ThreadOptions extends ServerOptions {
  readonly json?: boolean;
}

/** A subcommand with its examples. */
export function subcommand(
  name: string,
  description: string,
  lines: Readonly<Record<string, string>>,
): Command {
  return withServerOptions(new Command(name))
    .description(description)
    .option("--json", "print JSON")
    .addHelpText("after", examples(lines));
}
