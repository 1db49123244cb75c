// `treadle redis-rest`: serves the Upstash REST protocol in front of a Redis of one's own.

import { Command } from "commander";
import config from "../deno.json" with { type: "json" };
import { CommandError } from "../command_error.ts";
import { isMissing, missingPackage } from "../project/missing_package.ts";
import { examples } from "../output.ts";

/** The command. It runs until SIGTERM; the bridge is loaded when it runs, because no other command needs it. */
export function redisRestCommand(): Command {
  return new Command("redis-rest")
    .description("Serves the Upstash REST protocol in front of a Redis 7 or later.")
    .option("--json", "print the token that is made without TOKEN as JSON too")
    .addHelpText(
      "after",
      examples({
        "redis-rest": "Serve the Redis of this machine on port 8079, with a new token:",
        "redis-rest --json": "The same, with every line as JSON:",
      }) + `
Variables: REDIS_URL (redis://127.0.0.1:6379; rediss:// for TLS), TOKEN, HOST (127.0.0.1), PORT (8079),
MAX_REQUEST_BYTES (1048576), CONNECTIONS (4).
`,
    )
    .action(async ({ json = false }: { readonly json?: boolean }) => {
      if (!("Deno" in globalThis)) {
        const line = `npx -y deno@2.9.6 run -A npm:${config.name} redis-rest`;
        throw new CommandError("deno_needed", `The bridge runs on Deno: ${line}`);
      }
      const { runRedisRest } = await import("../../redis_rest/main.ts").catch((thrown) => {
        throw isMissing("@redis/client", thrown) ? missingPackage("@redis/client") : thrown;
      });
      await runRedisRest(Deno.env.toObject(), { json });
    });
}
