// A server of the project for the length of one command, as a process of its own on a free port of this machine.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { kill as killProcess, platform, versions } from "node:process";
import config from "../deno.json" with { type: "json" };
import { CommandError } from "../command_error.ts";
import { onExit } from "../terminal/signals.ts";
import type { Project } from "./project.ts";

/** A server that runs. */
export interface ProjectServer {
  readonly url: string;
  /** The names that its agents declare and that its environment lacks, as it warned of them while it started. */
  readonly missingNames: readonly string[];
  /** The agents whose budget in dollars has a model without a price, as it warned of them; known when it has stopped. */
  unpriced(): readonly string[];
  /** Its budgets that another one ends first, as it warned of them; known when it has stopped. */
  budgetConflicts(): readonly string[];
  /** A key that it takes; undefined where this machine needs none. */
  readonly key: string | undefined;
  /** Lets running steps end and stops the process. */
  stop(): Promise<void>;
}

/** Milliseconds that a server has until it answers: the first start may download packages. */
const START_MS = 60_000;

const POLL_MS = 50;

/** Milliseconds until a server is killed that a timer of the project keeps; running steps have five seconds. */
const STOP_MS = 7_000;

/**
 * Starts the entry of a project on Deno with the project's variables.
 *
 * @throws {CommandError} entry_missing, without an entry for Deno; deno_needed, on Node without Deno; server_ended, with what a
 * server printed which ended before it answered
 */
export async function startServer({ entry, folder, env }: Project): Promise<ProjectServer> {
  if (entry === undefined) {
    throw new CommandError(
      "entry_missing",
      "This project runs on Workers: start it with npx wrangler dev, and name its address by --url.",
    );
  }
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const args = ["serve", "-A", "-q", "--no-prompt", "--host", "127.0.0.1", "--port", String(port)];
  if (!existsSync(join(folder, "node_modules"))) args.push("--node-modules-dir=none"); // packages are in Deno's cache
  const child = spawn(versions.deno === undefined ? "deno" : Deno.execPath(), [...args, entry], {
    cwd: folder,
    env: { ...withoutUndefined(env), NO_COLOR: "1", TREADLE_LOG: "json" },
    stdio: ["ignore", "ignore", "pipe"],
    detached: platform !== "win32", // Ctrl-C of the terminal is for the command, which still has to ask the server
  });
  const offExit = onExit(() => child.kill("SIGTERM"));
  let printed = "";
  child.stderr.on("data", (bytes) => printed = (printed + bytes).slice(-4_000));
  let failure: Error | undefined;
  let ended = false;
  const end = new Promise<void>((resolve) => {
    const settle = () => {
      ended = true;
      offExit();
      resolve();
    };
    child.once("close", settle); // behind its last line
    child.once("error", (error) => {
      failure = error;
      settle();
    });
  });
  const stop = async () => {
    child.kill("SIGTERM");
    // On Deno a second child.kill() does nothing.
    const limit = setTimeout(() => child.pid !== undefined && killProcess(child.pid, "SIGKILL"), STOP_MS);
    await end;
    clearTimeout(limit);
  };
  const deadline = Date.now() + START_MS;
  while (!ended && Date.now() < deadline) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined);
    await response?.body?.cancel();
    if (response !== undefined) {
      return {
        url,
        key: chooseKey(env.TREADLE_API_KEYS),
        stop,
        missingNames: readWarned("names", ", ", printed),
        unpriced: () => readWarned("unpriced", "; ", printed),
        budgetConflicts: () => readWarned("conflicts", "; ", printed),
      };
    }
    await new Promise((resolve) => setTimeout(resolve, POLL_MS));
  }
  if (!ended) await stop();
  if (failure !== undefined) {
    const line = `npx -y deno@2.9.6 run -A npm:${config.name} <command>`;
    throw new CommandError(
      "deno_needed",
      `The project is started by Deno, which is not on the PATH: ${line}`,
    );
  }
  throw new CommandError("server_ended", `The server does not start. It printed: ${messageIn(printed)}`);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** The key of the first entry of TREADLE_API_KEYS that has all scopes, else that of the first one. */
export function chooseKey(keys = ""): string | undefined {
  const entries = keys.split(",").map((entry) => entry.trim());
  const [entry = ""] = [...entries.filter((each) => !SCOPED.test(each)), ...entries];
  return entry.replace(/^[^:]*:/, "") || undefined;
}

/** `tenant/name/scopes:key`. */
const SCOPED = /^[^:/]*\/[^:/]*\/[^:]*:/;

function withoutUndefined(env: Project["env"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => value === undefined ? [] : [[name, value]]),
  );
}

/** The items of a field of the warnings in a log of JSON lines. */
function readWarned(field: string, separator: string, printed: string): string[] {
  return printed.split("\n").flatMap((line) => {
    try {
      const { level, [field]: items }: Readonly<Record<string, unknown>> = Object(JSON.parse(line));
      return level === "warn" && typeof items === "string" ? items.split(separator) : [];
    } catch {
      return []; // a line that is no log line
    }
  });
}

/** The message in what Deno printed, without its stack and the line of code that it quotes. */
function messageIn(printed: string): string {
  const lines = printed.slice(Math.max(0, printed.indexOf("error: "))).split("\n");
  const caret = lines.findIndex((line) => /^\s*\^+$/.test(line));
  const told = lines.slice(0, caret < 0 ? undefined : caret - 1)
    .map((line) => line.trim().replace(/^error: (?:Uncaught (?:\(in promise\) )?)?(?:\w*Error: )?/, ""))
    .filter((line) => line !== "" && !/^at /.test(line));
  return told.slice(0, 8).join(" ") || "nothing.";
}
