// `deno task pictures`: writes docs/assets/run.svg, a run as it happened. The commands run in a shell against functions/deno.ts
// on a free port, with the scripted model and a file of sqlite; the server is killed while a call waits for approval. A picture of
// the page is made behind it, by Chromium (tests/slow/playground/readme_picture.ts).

import { fileURLToPath } from "node:url";
import { startProgress } from "../cli/terminal/progress.ts";
import { type RecordedLine, renderRecording } from "./render_recording.ts";

const PROJECT = new URL("../../", import.meta.url);

/** Where the recording is written. */
export const RECORDING = new URL("docs/assets/run.svg", PROJECT);

const SERVER = "deno run -A functions/deno.ts";

/** The run: what is typed between two servers, of which the first is killed. */
const BEFORE = ['treadle run "Delete record r1" --agent demo --thread t1'];
const AFTER = [
  "treadle inbox approve t1",
  "treadle run --thread t1",
  "curl -s 127.0.0.1:$PORT/v1/threads/t1/export | treadle verify -",
];

/**
 * Runs the commands and returns what a terminal would show, with the milliseconds at which each line came.
 *
 * @throws {Error} a server does not start, or a command fails
 */
export async function recordRun(): Promise<RecordedLine[]> {
  const folder = await Deno.makeTempDir({ prefix: "treadle_recording_" });
  const startedAt = performance.now();
  const lines: RecordedLine[] = [];
  const note = (kind: RecordedLine["kind"], text: string) => {
    lines.push({ kind, text, atMs: performance.now() - startedAt });
  };
  try {
    const env = await makeEnvironment(folder);
    const type = async (command: string) => {
      note("command", command);
      await runInShell(command, env, (line) => note("output", line));
    };
    const serve = async () => {
      note("command", `${SERVER} &`);
      const server = startServer(env);
      note("output", await server.listens);
      return server;
    };
    const first = await serve();
    for (const command of BEFORE) await type(command);
    note("command", `kill -9 ${first.pid}`);
    await first.kill();
    const second = await serve();
    for (const command of AFTER) await type(command);
    await second.kill();
    return lines;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** The variables of the commands; `treadle` is a program on the path that runs the command line of this clone. */
async function makeEnvironment(folder: string): Promise<Record<string, string>> {
  const main = fileURLToPath(new URL("src/cli/main.ts", PROJECT));
  const program = `#!/bin/sh\nexec "${Deno.execPath()}" run -A -q --node-modules-dir=none "${main}" "$@"\n`;
  await Deno.writeTextFile(`${folder}/treadle`, program, { mode: 0o755 });
  return {
    HOME: Deno.env.get("HOME") ?? folder,
    PATH: `${folder}:${Deno.env.get("PATH") ?? ""}`,
    ...(Deno.env.has("DENO_DIR") ? { DENO_DIR: Deno.env.get("DENO_DIR") ?? "" } : {}),
    PORT: String(findPort()),
    TREADLE_STORE: `sqlite:${folder}/treadle.sqlite`,
    TREADLE_LOG: "text",
    NO_COLOR: "1",
  };
}

function findPort(): number {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  return listener.addr.port;
}

/** Starts the server; `listens` is the line that it prints then. */
function startServer(env: Record<string, string>) {
  const server = new Deno.Command(Deno.execPath(), {
    args: ["run", "-A", "-q", "--no-prompt", "--node-modules-dir=none", "functions/deno.ts"],
    cwd: PROJECT,
    clearEnv: true,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const { promise: listens, resolve, reject } = Promise.withResolvers<string>();
  const printed: string[] = [];
  const reading = readLines([server.stdout, server.stderr], (line) => {
    printed.push(line);
    if (line.startsWith("Treadle listens")) resolve(line);
  });
  const ended = Promise.all([reading, server.status]).then(() => reject(new Error(printed.join("\n"))));
  listens.catch(() => {}); // a server that is killed has been awaited before
  return {
    pid: server.pid,
    listens,
    async kill() {
      server.kill("SIGKILL");
      await ended;
    },
  };
}

/** How a command ends that did what it is for: 3 is that of `treadle run` when a call waits for a person. */
const ENDED_WELL: readonly number[] = [0, 3];

async function runInShell(
  command: string,
  env: Record<string, string>,
  take: (line: string) => void,
): Promise<void> {
  const shell = new Deno.Command("sh", {
    args: ["-c", `{ ${command}\n} 2>&1`],
    clearEnv: true,
    env,
    stdin: "null",
    stdout: "piped",
    stderr: "null",
  }).spawn();
  const [{ code }] = await Promise.all([shell.status, readLines([shell.stdout], take)]);
  if (!ENDED_WELL.includes(code)) throw new Error(`${command} has ended with ${code}.`);
}

async function readLines(
  streams: readonly ReadableStream<Uint8Array<ArrayBuffer>>[],
  take: (line: string) => void,
): Promise<void> {
  await Promise.all(streams.map(async (stream) => {
    let rest = "";
    for await (const text of stream.pipeThrough(new TextDecoderStream())) {
      const lines = `${rest}${text}`.split("\n");
      rest = lines.pop() ?? "";
      lines.forEach(take);
    }
    if (rest !== "") take(rest);
  }));
}

if (import.meta.main) {
  using _line = startProgress("records a run");
  const svg = renderRecording(await recordRun());
  await Deno.mkdir(new URL(".", RECORDING), { recursive: true });
  await Deno.writeTextFile(RECORDING, svg);
}
