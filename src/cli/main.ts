// `treadle`: the command line of the package. Each command is a file in commands/.

import { Command } from "commander";
import config from "../../deno.json" with { type: "json" };
import { agentsCommand } from "./commands/agents.ts";
import { newCommand } from "./commands/new.ts";
import { openapiCommand } from "./commands/openapi.ts";
import { report } from "./output.ts";

/** The program with all of its commands. */
export function createProgram(): Command {
  return new Command("treadle")
    .description("Builds, runs and examines agents as stateless edge functions.")
    .version(config.version)
    .showHelpAfterError("(treadle --help lists the commands, treadle <command> --help its options)")
    .addCommand(newCommand())
    .addCommand(agentsCommand())
    .addCommand(openapiCommand());
}

if (import.meta.main) {
  try {
    await createProgram().parseAsync();
  } catch (thrown) {
    report(thrown, Deno.args.includes("--json"));
    Deno.exitCode = 1;
  }
}
