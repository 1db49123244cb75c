// `treadle completion`: the script by which a shell completes commands, options and their values.

import { Argument, Command } from "commander";
import { toBash } from "../completion/bash.ts";
import { toCommandTable } from "../completion/command_table.ts";
import { toFish } from "../completion/fish.ts";
import { toZsh } from "../completion/zsh.ts";
import { examples, print } from "../output.ts";

/** The writer of each shell. */
const SHELLS = { bash: toBash, zsh: toZsh, fish: toFish } as const;

/** The command. The script is whole: no program runs while a person types. */
export function completionCommand(): Command {
  return new Command("completion")
    .description("Prints the script by which a shell completes treadle.")
    .addArgument(new Argument("<shell>", "the shell").choices(Object.keys(SHELLS)))
    .option("--json", "print the shell and the script as JSON")
    .addHelpText(
      "after",
      examples({
        "completion bash >> ~/.bashrc": "For each bash from now on:",
        "completion zsh > ~/.zfunc/_treadle": "For zsh, in a folder of its fpath:",
        "completion fish > ~/.config/fish/completions/treadle.fish": "For fish:",
      }),
    )
    .action((shell: keyof typeof SHELLS, { json = false }: { readonly json?: boolean }, command: Command) => {
      const script = SHELLS[shell](toCommandTable(findProgram(command)));
      print({ shell, script }, json, () => script.trimEnd());
    });
}

function findProgram(command: Command): Command {
  return command.parent === null ? command : findProgram(command.parent);
}
