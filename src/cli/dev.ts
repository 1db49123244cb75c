// `deno task dev`: `treadle dev` alone. The other commands import packages that an empty cache would have to get first.

import process from "node:process";
import { devCommand } from "./commands/dev.ts";
import { runCommandLine } from "./run_program.ts";

if (import.meta.main) await runCommandLine(devCommand(), process.argv.slice(2));
