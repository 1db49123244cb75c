// `deno task agents [folder] [--check]`: compiles the YAML agents of functions/agents. With --check nothing is
// written, and a stale module is a failure.

import { DRIVERS, PROVIDERS } from "../registry.ts";
import { compileCommand } from "./compile_agents.ts";

if (import.meta.main) {
  const options = { drivers: Object.keys(DRIVERS), providers: Object.keys(PROVIDERS) };
  Deno.exit(await compileCommand(Deno.args, options));
}
