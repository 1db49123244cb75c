// This project, served in this process, and commands that talk to it.

import { agents } from "../../functions/agents/mod.ts";
import { createTreadle } from "../../src/treadle.ts";
import { KEY } from "../http/_app.ts";
import { serveApp, type Served } from "./_serve.ts";

/** The agents of this project, which functions/deno.ts serves, with these variables; on a store in memory with KEY by default. */
export function serveProject(
  env: Record<string, string> = { TREADLE_API_KEYS: `acme:${KEY}`, TREADLE_STORE: "memory" },
): Served {
  const treadle = createTreadle({ agents, env, log: () => {} });
  const served = serveApp(treadle);
  return {
    ...served,
    async [Symbol.asyncDispose]() {
      await served[Symbol.asyncDispose]();
      await treadle.close();
    },
  };
}
