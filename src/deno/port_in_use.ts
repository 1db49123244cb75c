// The error of a port in use: the process that listens on it, and the command line that starts the server on another port.

/** How the server was started. `deno serve` listens by itself, and its port is known from the command line alone. */
export type StartedBy =
  | { readonly type: "run"; readonly port: number }
  | { readonly type: "serve" }
  /** `command` is the command line without its port. */
  | { readonly type: "dev"; readonly port: number; readonly command: string };

/** What to print: what is there, and the line that works. The line is the one that started this process, with a free port. */
export async function portInUseText(started: StartedBy): Promise<string> {
  const args = started.type === "dev" ? undefined : commandLine();
  const port = started.type === "serve" ? portIn(args) : started.port;
  const free = freePortAfter(port ?? 8787);
  const who = port === undefined ? "another program" : await whoServes(port);
  return `Port ${port ?? "of the server"} is in use by ${who}. Start on another port:\n${
    lineWith(free, started, args)
  }`;
}

/** "another Treadle" when what listens there answers /healthz as this server does. */
async function whoServes(port: number): Promise<string> {
  try {
    const response = await fetch(`http://127.0.0.1:${port}/healthz`, {
      signal: AbortSignal.timeout(PROBE_MS),
    });
    const body: unknown = await response.json();
    return isTreadle(body) ? "another Treadle" : "another program";
  } catch {
    return "another program";
  }
}

/** Milliseconds that the other program has to answer. */
const PROBE_MS = 1_000;

function isTreadle(body: unknown): boolean {
  if (typeof body !== "object" || body === null) return false;
  if ("type" in body && typeof body.type === "string") return body.type.startsWith("urn:treadle:");
  return "status" in body && body.status === "ok" && "store" in body;
}

/** The next port of 127.0.0.1 that nothing listens on. */
function freePortAfter(port: number): number {
  for (let next = port + 1; next < Math.min(port + 100, 65_536); next++) {
    try {
      Deno.listen({ hostname: "127.0.0.1", port: next }).close();
      return next;
    } catch (thrown) {
      if (!(thrown instanceof Deno.errors.AddrInUse)) throw thrown;
    }
  }
  return 0;
}

function lineWith(port: number, started: StartedBy, args: readonly string[] | undefined): string {
  switch (started.type) {
    case "dev":
      return `${started.command} --port ${port}`;
    case "run":
      return `PORT=${port} ${args === undefined ? "deno run ..." : quoteArgs(args)}`;
    case "serve":
      return args === undefined ? `deno serve --port ${port} ...` : quoteArgs(withPort(args, port));
  }
}

/** The arguments of this process on Linux; undefined where they cannot be read. */
function commandLine(): readonly string[] | undefined {
  const path = "/proc/self/cmdline";
  try {
    if (Deno.permissions.querySync({ name: "read", path }).state !== "granted") return undefined;
    const [, ...args] = Deno.readTextFileSync(path).replace(/\0$/, "").split("\0");
    return ["deno", ...args];
  } catch {
    return undefined;
  }
}

const DEFAULT_SERVE_PORT = 8000;

function portIn(args: readonly string[] | undefined): number | undefined {
  if (args === undefined) return undefined;
  const index = args.indexOf("--port");
  const given = index < 0 ? args.find((arg) => arg.startsWith("--port="))?.slice(7) : args[index + 1];
  return given === undefined ? DEFAULT_SERVE_PORT : Number(given);
}

/** The arguments of `deno serve` with another port. */
function withPort([deno = "deno", serve = "serve", ...rest]: readonly string[], port: number): string[] {
  const others = rest.filter((arg, index) => !arg.startsWith("--port") && !(rest[index - 1] === "--port"));
  return [deno, serve, "--port", String(port), ...others];
}

function quoteArgs(args: readonly string[]): string {
  return args.map((arg) => /^[\w@%+=:,./-]+$/.test(arg) ? arg : `'${arg.replaceAll("'", `'\\''`)}'`).join(
    " ",
  );
}
