// What the commands share that talk to a running deployment.

import { Command } from "commander";
import { TreadleError } from "../../react/client/mod.ts";
import type { Call } from "../../react/client/transport.ts";
import { CommandError } from "../command_error.ts";
import { examples } from "../output.ts";
import { type Connection, type ServerOptions, withServerOptions } from "../project/connect.ts";

/** Options of each of them. */
export interface ServerCommandOptions extends ServerOptions {
  readonly json?: boolean;
}

/** A command with its examples. */
export function serverCommand(
  name: string,
  description: string,
  lines: Readonly<Record<string, string>>,
): Command {
  return withServerOptions(new Command(name))
    .description(description)
    .option("--json", "print JSON")
    .addHelpText("after", examples(lines));
}

/** A plugin that serves routes, and the entry of the package that has it. */
export interface Door {
  readonly plugin: string;
  readonly entry: string;
}

/**
 * The JSON of a route that a plugin serves.
 *
 * @throws {CommandError} door_missing - the deployment has no such route, so it has not the plugin
 * @throws {TreadleError} any other refusal
 */
export async function requestDoor<T>(
  { transport }: Connection,
  { plugin, entry }: Door,
  path: string,
  call: Call = {},
): Promise<T> {
  try {
    return await transport.json<T>(path, call);
  } catch (thrown) {
    if (!(thrown instanceof TreadleError) || thrown.code !== "not_found") throw thrown;
    throw new CommandError(
      "door_missing",
      `The deployment has no ${plugin}: add it to its plugins (import from "@treadle/treadle/${entry}").`,
    );
  }
}

/** Sends a DELETE whose response has no body. @throws {TreadleError} */
export async function removeAt({ transport }: Connection, path: string): Promise<void> {
  const tries = transport.tries(undefined);
  for (;;) {
    try {
      return void await transport.send(path, { method: "DELETE" });
    } catch (thrown) {
      await tries.again(thrown);
    }
  }
}
