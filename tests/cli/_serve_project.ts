// This project, served in this process, and commands that talk to it.

import { agents } from "../../functions/agents/mod.ts";
import { KEY } from "../http/_app.ts";
import { serveTreadle } from "../support/serve_treadle.ts";
import { commandsFor, type Served } from "./_serve.ts";

/** The agents of this project, which functions/deno.ts serves, with these variables; on a store in memory with KEY by default. */
export function serveProject(
  env: Record<string, string> = { TREADLE_API_KEYS: `acme:${KEY}`, TREADLE_STORE: "memory" },
): Served {
  const served = serveTreadle({ agents, env });
  return { ...served, ...commandsFor(served.url) };
}
