// The server that a command talks to: the one at --url, the one that runs on this machine, or one of its own.

import type { Command } from "commander";
import process from "node:process";
import { type Client, createClient } from "../../client/mod.ts";
import { readProject } from "./project.ts";
import { firstKey, startServer } from "./server.ts";

/** The options of every command that talks to a server. */
export interface ServerOptions {
  readonly url?: string;
  readonly key?: string;
  readonly envFile?: string;
}

/** A server to talk to. `close` stops it when the command has started it. */
export interface Connection extends AsyncDisposable {
  readonly client: Client;
  readonly url: string;
}

/** Milliseconds that a server on this machine has to say that it is there. */
const LOOK_MS = 1_000;

/** Adds the options to a command. */
export function withServerOptions(command: Command): Command {
  return command
    .option(
      "--url <url>",
      "the address of the server; TREADLE_URL, else a server on this machine, else one of its own",
    )
    .option("--key <key>", "an API key of the server; TREADLE_KEY by default")
    .option("--env-file <file>", "the file with the variables of the project");
}

/**
 * Finds a server, or starts the project of this folder.
 *
 * @throws {CommandError} entry_missing, server_ended - when there is neither a server nor a project that starts
 */
export async function connect(options: ServerOptions): Promise<Connection> {
  const { env } = process;
  const key = options.key ?? env.TREADLE_KEY;
  const given = options.url ?? env.TREADLE_URL;
  if (given !== undefined) {
    return { client: toClient(given, key), url: given, [Symbol.asyncDispose]: nothing };
  }

  const project = readProject(process.cwd(), env, options.envFile);
  const local = `http://127.0.0.1:${project.env.PORT || 8787}`;
  if (await isTreadle(local)) {
    const client = toClient(local, key ?? firstKey(project.env.TREADLE_API_KEYS));
    return { client, url: local, [Symbol.asyncDispose]: nothing };
  }
  const server = await startServer(project);
  return {
    client: toClient(server.url, key ?? server.key),
    url: server.url,
    [Symbol.asyncDispose]: server.stop,
  };
}

function toClient(url: string, key: string | undefined): Client {
  return createClient({ url, ...(key === undefined ? {} : { key }) });
}

async function isTreadle(url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}/healthz`, { signal: AbortSignal.timeout(LOOK_MS) });
    const body: unknown = await response.json();
    return typeof Object(body).store === "string";
  } catch {
    return false;
  }
}

function nothing(): Promise<void> {
  return Promise.resolve();
}
