// The server that a command talks to: the one at --url, the one that runs on this machine, or one of its own.

import { type Command, Option } from "commander";
import process from "node:process";
import { type Client, createClient } from "../../react/client/mod.ts";
import { type ClientOptions, Transport } from "../../react/client/transport.ts";
import { CommandError } from "../command_error.ts";
import { SERVER_GROUP } from "../output.ts";
import type { Output } from "../terminal/event_printer.ts";
import { startProgress } from "../terminal/progress.ts";
import { STANDARD } from "../terminal/standard.ts";
import { type Project, readProject } from "./project.ts";
import { chooseKey, startServer } from "./server.ts";
import { whyUnreachable } from "./unreachable.ts";

/** The options of every command that talks to a server. */
export interface ServerOptions {
  readonly url?: string;
  readonly key?: string;
  readonly envFile?: string;
}

/** A server to talk to. `close` stops it when the command has started it. */
export interface Connection extends AsyncDisposable {
  readonly client: Client;
  /** Requests to routes that the client has no method for. */
  readonly transport: Transport;
  readonly url: string;
  /** The key that the client sends; undefined without one. */
  readonly key: string | undefined;
}

/** Milliseconds that a server on this machine has to say that it is there. */
const LOOK_MS = 1_000;

/** Milliseconds that a server elsewhere has, which may start for this request. */
const ANSWER_MS = 15_000;

/** Tries after a connection that broke: about 8 s, in which `treadle dev` starts again. */
const RETRIES = 5;

/** Adds the options to a command. */
export function withServerOptions(command: Command): Command {
  const options = [
    new Option(
      "--url <url>",
      "the address of the server; TREADLE_URL, else a server on this machine, else one of its own",
    ),
    new Option("--key <key>", "an API key of the server; TREADLE_KEY by default"),
    new Option("--env-file <file>", "the file with the variables of the project"),
  ];
  for (const option of options) command.addOption(option.helpGroup(SERVER_GROUP));
  return command;
}

/** Where a server is, and the key that it takes. */
export interface FoundServer {
  readonly url: string;
  readonly key: string | undefined;
}

/**
 * Finds a server, or starts the project of this folder.
 *
 * @throws {CommandError} server_unreachable - nothing answers at the address that is given; entry_missing, server_ended -
 * when there is neither a server nor a project that starts
 */
export async function connect(options: ServerOptions): Promise<Connection> {
  const found = await findGiven(options) ?? await findLocal(options);
  if ("url" in found) return { ...toServer(found.url, found.key), ...found, [Symbol.asyncDispose]: nothing };
  using _line = startProgress("starting the project of this folder");
  const server = await startServer(found.project);
  const key = givenKey(options) ?? server.key;
  return { ...toServer(server.url, key), url: server.url, key, [Symbol.asyncDispose]: server.stop };
}

/**
 * Finds a server that runs.
 *
 * @throws {CommandError} server_unreachable - nothing answers at the address that is given, and none runs on this machine
 */
export async function findServer(options: ServerOptions): Promise<FoundServer> {
  const found = await findGiven(options) ?? await findLocal(options);
  if ("url" in found) return found;
  const message =
    `No server runs on this machine (${found.local}): start it, or name one by --url or TREADLE_URL.`;
  throw new CommandError("server_unreachable", message);
}

function givenKey({ key }: ServerOptions): string | undefined {
  return key ?? process.env.TREADLE_KEY;
}

/** The server at the address that is given; undefined without one. */
async function findGiven(options: ServerOptions): Promise<FoundServer | undefined> {
  const url = options.url ?? process.env.TREADLE_URL;
  if (url === undefined) return undefined;
  await assertAnswers(url);
  return { url, key: givenKey(options) };
}

/** The server of this machine, or the project that one can be started of. */
async function findLocal(
  options: ServerOptions,
): Promise<FoundServer | { readonly project: Project; readonly local: string }> {
  const project = readProject(process.cwd(), process.env, options.envFile);
  const local = `http://127.0.0.1:${project.env.PORT || 8787}`;
  if (!await isTreadle(local)) return { project, local };
  return { url: local, key: givenKey(options) ?? chooseKey(project.env.TREADLE_API_KEYS) };
}

/** The client tries again for some seconds, which is for connections that break, and not for a wrong address. */
async function assertAnswers(url: string): Promise<void> {
  const base = URL.parse(url);
  const fix = "start it, or name another one by --url or TREADLE_URL, such as http://127.0.0.1:8787.";
  if (base === null || !/^https?:$/.test(base.protocol)) {
    throw new CommandError("server_unreachable", `${url} is no address of a server: ${fix}`);
  }
  try {
    const response = await fetch(`${url.replace(/\/+$/, "")}/healthz`, {
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    await response.body?.cancel();
  } catch (thrown) {
    throw new CommandError(
      "server_unreachable",
      `${base.origin} cannot be reached (${whyUnreachable(thrown)}): ${fix}`,
    );
  }
}

function toServer(url: string, key: string | undefined): Pick<Connection, "client" | "transport"> {
  const options: ClientOptions = {
    url,
    key,
    retries: { count: RETRIES },
    fetch: noteFailures(STANDARD),
  };
  return { client: createClient(options), transport: new Transport(options) };
}

/** fetch, which tells the person at the terminal when a server stops to answer: the client sends the request again. */
function noteFailures({ note }: Pick<Output, "note">): typeof fetch {
  let isNoted = false;
  return async (input, init) => {
    using _line = startProgress(`waiting for ${new URL(input instanceof Request ? input.url : input).host}`);
    try {
      const response = await fetch(input, init);
      isNoted = false;
      return response;
    } catch (thrown) {
      if (!isNoted && init?.signal?.aborted !== true) {
        note(`the server does not answer (${whyUnreachable(thrown)}); trying again\n`);
      }
      isNoted = true;
      throw thrown;
    }
  };
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
