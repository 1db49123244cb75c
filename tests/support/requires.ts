/**
 * Tests that need something a newcomer may not have: redis-server, Chromium. Absent, the test is skipped and its name says
 * why; with REQUIRE_REDIS=1 or REQUIRE_BROWSER=1 absence is a failure, so that CI cannot skip them. The ../shared folder is
 * such a thing too: see shared.ts.
 */

export type TestFunction = (test: Deno.TestContext) => void | Promise<void>;
export type TestOptions = Omit<Deno.TestDefinition, "name" | "fn" | "ignore">;

export interface Requirement {
  available: boolean;
  /** The program or folder, "" when it is not available. */
  path: string;
  /** What is missing and how to get it, "" when nothing is. */
  reason: string;
}

/** The redis-server on PATH. */
export const redisServer: Requirement = program(
  ["redis-server"],
  "redis-server not found, apt-get install -y redis-server",
);

/**
 * A Chromium or Chrome on PATH, or the one that CHROMIUM_PATH names. The headless shell is the same engine without the parts of
 * a desktop's browser: a page takes a third of the CPU time.
 */
export const browser: Requirement = program(
  ["chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable"],
  "Chromium not found, apt-get install -y chromium-headless-shell or set CHROMIUM_PATH",
  Deno.env.get("CHROMIUM_PATH"),
);

/** Declares a test that runs a real redis-server. */
export function needsRedis(name: string, fn: TestFunction, options: TestOptions = {}): void {
  needs(redisServer, Deno.env.get("REQUIRE_REDIS") === "1", name, fn, options);
}

/** Declares a test that drives a real browser, found at `browser.path`. */
export function needsBrowser(name: string, fn: TestFunction, options: TestOptions = {}): void {
  needs(browser, Deno.env.get("REQUIRE_BROWSER") === "1", name, fn, options);
}

interface PortRange {
  readonly from: number;
  /** The last one. */
  readonly to: number;
}

/**
 * TEST_PORTS=20000-23999: test processes that run side by side have a range each, so that none takes a port of another. One alone has
 * ports below those that Linux chooses for a program that names none.
 */
const portRange = toRange(Deno.env.get("TEST_PORTS")) ?? { from: 10_000, to: 19_999 };

/** Ports that were returned: the program that gets one may not listen on it yet. */
const givenPorts = new Set<number>();

/** A TCP port of 127.0.0.1 that nothing listens on just now, another one with each call. */
export function freePort(): number {
  return freePortIn(portRange);
}

/** A port of the range that nothing listens on just now and that was not returned before, searched from a random one on. */
export function freePortIn({ from, to }: PortRange): number {
  const count = to - from + 1;
  const start = Math.floor(Math.random() * count);
  for (let step = 0; step < count; step++) {
    const port = from + (start + step) % count;
    if (givenPorts.has(port) || !isFree(port)) continue;
    givenPorts.add(port);
    return port;
  }
  throw new Error(`No port from ${from} to ${to} is free.`);
}

function isFree(port: number): boolean {
  try {
    Deno.listen({ hostname: "127.0.0.1", port }).close();
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.AddrInUse) return false;
    throw error;
  }
}

function toRange(text: string | undefined): PortRange | undefined {
  const [, from, to] = /^(\d+)-(\d+)$/.exec(text ?? "") ?? [];
  return from === undefined || to === undefined ? undefined : { from: Number(from), to: Number(to) };
}

/** Declares a test that needs several things, or one in a way of its own. */
export function needs(
  requirement: Requirement,
  required: boolean,
  name: string,
  fn: TestFunction,
  options: TestOptions = {},
) {
  if (requirement.available) return Deno.test({ ...options, name, fn });
  if (!required) {
    return Deno.test({ ...options, name: `${name} [skipped: ${requirement.reason}]`, ignore: true, fn });
  }
  Deno.test({
    ...options,
    name,
    fn() {
      throw new Error(`This run requires what is missing: ${requirement.reason}`);
    },
  });
}

function program(names: string[], reason: string, override?: string): Requirement {
  const windows = Deno.build.os === "windows";
  const folders = (Deno.env.get("PATH") ?? "").split(windows ? ";" : ":").filter((folder) => folder !== "");
  const candidates = folders.flatMap((folder) =>
    names.map((name) => `${folder}/${name}${windows ? ".exe" : ""}`)
  );
  const path = override ? [override].find(exists) : candidates.find(exists);
  return path === undefined ? { available: false, path: "", reason } : { available: true, path, reason: "" };
}

/** Whether there is such a file or folder. */
export function exists(path: string): boolean {
  try {
    Deno.statSync(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}
