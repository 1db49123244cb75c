/**
 * Starts a real redis-server for one test: own port, own directory, and it only ever ends the process it
 * started.
 */
import { freePort } from "../requires.ts";
import type { RedisAddress } from "../../../src/redis_rest/address.ts";
import { type Reply, RespClient } from "../../../src/redis_rest/resp.ts";

/** How the server should keep its data. */
export interface RedisServerOptions {
  /** Write the append-only file, so that restart() finds what was acknowledged before. Default false. */
  appendonly?: boolean;
  /** Where the data lives. Default: a temporary directory that stop() removes. A given directory is kept. */
  dir?: string;
  /** Asked of every connection (`requirepass`). Default: none. */
  password?: string;
  /** More arguments of redis-server. */
  args?: readonly string[];
}

/** A running redis-server. `await using` stops it at the end of the scope. */
export interface RedisServer extends RedisAddress, AsyncDisposable {
  readonly dir: string;
  /**
   * Ends the process and removes the temporary directory; a directory that was given is left in good order.
   */
  stop(): Promise<void>;
  /** Ends the process as a crash does (SIGKILL). The data directory stays for restart(). */
  kill(): Promise<void>;
  /** Ends the process if it runs and starts it again on the same port and directory. */
  restart(): Promise<void>;
}

const HOSTNAME = "127.0.0.1";
const START_ATTEMPTS = 5;
const START_TIMEOUT_MS = 120_000;
const CONNECT_INTERVAL_MS = 5;

/**
 * Starts redis-server on a free port of this machine and resolves once it answers PONG. Another program may
 * take the port between choosing and binding it; then the next free port is tried.
 *
 * @example
 * ```ts ignore
 * await using redis = await startRedis({ appendonly: true });
 * await redis.kill();
 * await redis.restart(); // everything that was acknowledged is there again
 * ```
 */
export async function startRedis(options: RedisServerOptions = {}): Promise<RedisServer> {
  const dir = options.dir ?? await Deno.makeTempDir({ prefix: "redis_" });
  const removeDir = async () => {
    if (options.dir === undefined) await removeIfPresent(dir);
  };
  try {
    for (let attempt = 1;; attempt++) {
      const address = { hostname: HOSTNAME, port: freePort(), password: options.password };
      try {
        return serverAt(address, dir, options, await startProcess(address, dir, options), removeDir);
      } catch (cause) {
        if (!(cause instanceof PortTakenError) || attempt === START_ATTEMPTS) throw cause;
      }
    }
  } catch (cause) {
    await removeDir();
    throw cause;
  }
}

function serverAt(
  address: RedisAddress,
  dir: string,
  options: RedisServerOptions,
  started: Deno.ChildProcess,
  removeDir: () => Promise<void>,
): RedisServer {
  let running: Deno.ChildProcess | undefined = started;
  const end = async (signal: Deno.Signal) => {
    const child = running;
    running = undefined;
    if (child) await endProcess(child, signal);
  };
  const stop = async () => {
    // Redis looks at SIGTERM ten times a second; nothing is worth the wait when the directory goes as well.
    await end(options.dir === undefined ? "SIGKILL" : "SIGTERM");
    await removeDir();
  };
  return {
    ...address,
    dir,
    stop,
    kill: () => end("SIGKILL"),
    restart: async () => {
      await end("SIGTERM");
      running = await startProcess(address, dir, options);
    },
    [Symbol.asyncDispose]: stop,
  };
}

class PortTakenError extends Error {}

async function startProcess(address: RedisAddress, dir: string, options: RedisServerOptions) {
  const logFile = `${dir}/redis.log`;
  const child = spawnRedis([
    "--bind",
    address.hostname,
    "--port",
    String(address.port),
    "--dir",
    dir,
    "--logfile",
    logFile,
    // "everysec" may keep what was acknowledged in its own memory while an fsync runs, which SIGKILL loses.
    "--save",
    "",
    "--appendonly",
    options.appendonly ? "yes" : "no",
    "--appendfsync",
    "always",
    ...(options.password === undefined ? [] : ["--requirepass", options.password]),
    ...(options.args ?? []),
  ]);
  try {
    await untilReady(child, address);
    return child;
  } catch (cause) {
    await endProcess(child, "SIGKILL");
    const log = await Deno.readTextFile(logFile).catch(() => "(no log)");
    const Failure = log.includes("Address already in use") ? PortTakenError : Error;
    throw new Failure(`redis-server did not start on port ${address.port}. Its log:\n${log}`, { cause });
  }
}

function spawnRedis(args: string[]): Deno.ChildProcess {
  try {
    return new Deno.Command("redis-server", { args, stdin: "null", stdout: "null", stderr: "null" }).spawn();
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
    throw new Error("redis-server is not installed. Install it: apt-get install -y redis-server", { cause });
  }
}

/** Resolves when this very process answers, not another Redis that happens to own the port. */
async function untilReady(child: Deno.ChildProcess, address: RedisAddress): Promise<void> {
  let exited = false;
  void child.status.then(() => exited = true);
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  while (!exited && Date.now() < deadlineMs) {
    if (await answersAs(child.pid, address)) return;
    await new Promise((resolve) => setTimeout(resolve, CONNECT_INTERVAL_MS));
  }
  throw new Error(exited ? "The process ended." : `No PONG within ${START_TIMEOUT_MS} ms.`);
}

async function answersAs(pid: number, address: RedisAddress): Promise<boolean> {
  const client = new RespClient(address);
  try {
    const [pong, info] = await client.send([["PING"], ["INFO", "server"]]);
    return pong === "PONG" && textOf(info).includes(`process_id:${pid}\r\n`);
  } catch {
    return false; // not listening yet
  } finally {
    await client.close();
  }
}

async function endProcess(child: Deno.ChildProcess, signal: Deno.Signal): Promise<void> {
  try {
    child.kill(signal);
  } catch (cause) {
    // It ended by itself before: nothing to do.
    if (!(cause instanceof TypeError || cause instanceof Deno.errors.NotFound)) throw cause;
  }
  await child.status;
}

async function removeIfPresent(dir: string): Promise<void> {
  try {
    await Deno.remove(dir, { recursive: true });
  } catch (cause) {
    if (!(cause instanceof Deno.errors.NotFound)) throw cause;
  }
}

function textOf(reply: Reply | undefined): string {
  return reply instanceof Uint8Array ? new TextDecoder().decode(reply) : "";
}
