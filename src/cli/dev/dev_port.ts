// The port of `treadle dev` before the server is started: who has it, and the line that takes another.

import { existsSync, readFileSync } from "node:fs";
import process from "node:process";
import { portInUseText } from "../../deno/port_in_use.ts";
import { CommandError } from "../command_error.ts";
import { ownModule } from "./children.ts";

/**
 * Checks that no program listens on the port.
 *
 * @throws {CommandError} port_in_use, with a line that starts the server on a port that is free
 */
export async function assertPortIsFree(hostname: string, port: number, entry: string): Promise<void> {
  try {
    Deno.listen({ hostname, port }).close();
  } catch (thrown) {
    if (!(thrown instanceof Deno.errors.AddrInUse)) throw thrown;
    const command = isStartedAsTask() ? "deno task dev" : `deno run -A ${ownModule().join(" ")} dev ${entry}`;
    throw new CommandError("port_in_use", await portInUseText({ type: "dev", port, command }));
  }
}

/** Whether `deno task` of a project with a task `dev` runs this command. Deno sets INIT_CWD for tasks. */
function isStartedAsTask(): boolean {
  const file = ["deno.json", "deno.jsonc"].find((name) => existsSync(name));
  return process.env.INIT_CWD !== undefined && file !== undefined &&
    /"dev"\s*:/.test(readFileSync(file, "utf8"));
}
