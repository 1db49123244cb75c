import { Command } from "commander";
/** x */
export function newCommand(): Command {
  return new Command("new");
}
