// Starts of processes: from the spawn to the first response of /healthz, wall time and CPU time. Contenders take turns, since the machine
// drifts, and the caches of files are filled by a start that is not counted.

import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { freePort } from "../../support/requires.ts";

/** One start. */
export interface Start {
  readonly wallMs: number;
  /** Of all threads of the process. */
  readonly cpuMs: number;
}

/** How a contender is started on a port. */
export type Launch = (port: number) => Deno.Command;

/** A Worker without any code. */
export const EMPTY_WORKER = "export default { fetch: () => new Response() };";

/** As many starts of each, in turns. */
export async function measureStarts(launches: readonly Launch[], times: number): Promise<Start[][]> {
  const found: Start[][] = launches.map(() => []);
  for (let time = 0; time <= times; time++) {
    for (const [index, launch] of launches.entries()) {
      const start = await startOnce(launch);
      if (time > 0) found[index]?.push(start);
    }
  }
  return found;
}

/** Starts of workerd, each with one script as its Worker, in turns. */
export async function workerStarts(scripts: readonly string[], times: number): Promise<Start[][]> {
  const workerd = await findWorkerd();
  const folder = await Deno.makeTempDir({ prefix: "treadle-starts-" });
  try {
    for (const [index, script] of scripts.entries()) {
      await Deno.writeTextFile(`${folder}/worker${index}.js`, script);
    }
    const launches = scripts.map((_, index): Launch => (port) => {
      Deno.writeTextFileSync(`${folder}/config.capnp`, configOf(`worker${index}.js`, port));
      return new Deno.Command(workerd, { args: ["serve", `${folder}/config.capnp`], ...SILENT });
    });
    return await measureStarts(launches, times);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** Starts of `deno serve`, each with one entrypoint, in turns. */
export async function denoStarts(entrypoints: readonly string[], times: number): Promise<Start[][]> {
  const launches = entrypoints.map((entrypoint): Launch => (port) =>
    new Deno.Command(Deno.execPath(), {
      args: [
        ...["serve", "-A", "-q", "--no-prompt"],
        ...["--host", "127.0.0.1", "--port", String(port), entrypoint],
      ],
      cwd: fromFileUrl(projectRoot),
      env: { NO_COLOR: "1", TREADLE_STORE: "memory", TREADLE_OPEN: "1" },
      ...SILENT,
    })
  );
  return await measureStarts(launches, times);
}

const SILENT = { stdin: "null", stdout: "null", stderr: "null" } as const;

async function startOnce(launch: Launch): Promise<Start> {
  const port = freePort();
  const command = launch(port);
  const begin = performance.now();
  const child = command.spawn();
  try {
    await firstResponse(port);
    return { wallMs: performance.now() - begin, cpuMs: await cpuMsOf(child.pid) };
  } finally {
    child.kill("SIGKILL");
    await child.status;
  }
}

/** Knocks every millisecond: a request by fetch would wait longer between two tries. */
async function firstResponse(port: number): Promise<void> {
  for (;;) {
    const connection = await Deno.connect({ hostname: "127.0.0.1", port }).catch(() => undefined);
    if (connection) {
      using open = connection;
      await open.write(
        new TextEncoder().encode("GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n"),
      );
      const answer = new Uint8Array(64);
      await open.read(answer);
      const line = new TextDecoder().decode(answer);
      if (!line.startsWith("HTTP/1.1 200")) throw new Error(`The first response was ${line}`);
      return;
    }
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
}

/** The program itself: `.bin/workerd` is a script that runs it, whose CPU would be counted in its place. */
export async function findWorkerd(): Promise<string> {
  const packages = new URL("node_modules/.deno/", projectRoot);
  const found: string[] = [];
  for await (const { name } of Deno.readDir(packages)) {
    const [, platform] = /^@cloudflare\+(workerd-[^@]+)@/.exec(name) ?? [];
    if (platform === undefined) continue;
    found.push(fromFileUrl(new URL(`${name}/node_modules/@cloudflare/${platform}/bin/workerd`, packages)));
  }
  const newest = found.sort().at(-1); // a name ends with the date of its version
  if (newest === undefined) throw new Error("There is no workerd in node_modules: run deno install.");
  return newest;
}

function configOf(script: string, port: number): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = (
    modules = [(name = "worker.js", esModule = embed "${script}")],
    compatibilityDate = "2026-04-01",
    bindings = [(name = "TREADLE_OPEN", text = "1"), (name = "TREADLE_STORE", text = "memory")],
  ))],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
`;
}

/** CPU time of all threads so far; Linux counts it in nanoseconds. */
export async function cpuMsOf(pid: number): Promise<number> {
  let nanoseconds = 0;
  for await (const { name: thread } of Deno.readDir(`/proc/${pid}/task`)) {
    const line = await Deno.readTextFile(`/proc/${pid}/task/${thread}/schedstat`).catch(() => "0"); // threads come and go
    nanoseconds += Number(line.split(" ")[0]);
  }
  return nanoseconds / 1e6;
}
