// `deno task dev`: `treadle dev` alone. The other commands import packages that an empty cache would have to get first.

import process from "node:process";
import { devCommand } from "./commands/dev.ts";
import { report } from "./output.ts";

if (import.meta.main) {
  const args = process.argv.slice(2);
  try {
    await devCommand().parseAsync(args, { from: "user" });
  } catch (thrown) {
    report(thrown, args.includes("--json"));
    process.exitCode = 1;
  }
}
