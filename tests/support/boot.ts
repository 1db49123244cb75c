// The two real runtimes, booted as they are deployed: functions/deno.ts in its own process, functions/cloudflare.ts in
// workerd through Miniflare on the bundle that wrangler makes.

import { Miniflare } from "miniflare";
import config from "../../deno.json" with { type: "json" };
import { fromFileUrl, projectRoot } from "./project.ts";
import { freePort } from "./requires.ts";

export interface Booted extends AsyncDisposable {
  readonly name: string;
  /** Without a trailing slash. */
  readonly url: string;
  fetch(path: string, init?: RequestInit): Promise<Response>;
  stop(): Promise<void>;
}

export interface BootedProcess extends Booted {
  readonly pid: number;
  /** SIGKILL: nothing is finished, nothing is flushed. */
  kill(): Promise<void>;
  /** What the process has printed so far. */
  output(): string;
}

/** `deno serve functions/deno.ts` with only these variables, ready when /healthz answers. */
export async function bootDeno(env: Record<string, string>, port = freePort()): Promise<BootedProcess> {
  const child = new Deno.Command(Deno.execPath(), {
    args: [
      "serve",
      "-A",
      "-q",
      "--no-prompt",
      "--host",
      "127.0.0.1",
      "--port",
      String(port),
      "functions/deno.ts",
    ],
    cwd: fromFileUrl(projectRoot),
    clearEnv: true,
    env: { ...inherited(), ...env },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let printed = "";
  const reading = [child.stdout, child.stderr].map(async (stream) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) printed += text;
  });
  const url = `http://127.0.0.1:${port}`;
  const end = async (signal: Deno.Signal) => {
    try {
      child.kill(signal);
    } catch { /* it has ended by itself */ }
    await child.status;
    await Promise.all(reading);
  };
  const booted: BootedProcess = {
    name: "deno",
    url,
    pid: child.pid,
    fetch: (path, init) => fetch(url + path, init),
    output: () => printed,
    stop: () => end("SIGTERM"),
    kill: () => end("SIGKILL"),
    [Symbol.asyncDispose]: () => end("SIGKILL"),
  };
  await ready(booted, () => printed);
  return booted;
}

/** functions/cloudflare.ts in workerd with these bindings. Bundles once per test process. */
export async function bootWorker(bindings: Record<string, string>): Promise<Booted> {
  const contents = await bundle();
  const port = freePort();
  const miniflare = new Miniflare({
    modules: [{ type: "ESModule", path: "cloudflare.js", contents }],
    compatibilityDate: "2026-04-01",
    cf: false,
    port,
    host: "127.0.0.1",
    bindings,
  });
  await miniflare.ready;
  const url = `http://127.0.0.1:${port}`;
  const stop = () => miniflare.dispose();
  return {
    name: "workerd",
    url,
    fetch: (path, init) => fetch(url + path, init),
    stop,
    [Symbol.asyncDispose]: stop,
  };
}

let bundled: Promise<string> | undefined;

function bundle(): Promise<string> {
  return bundled ??= (async () => {
    const out = await Deno.makeTempDir({ prefix: "treadle-worker-" });
    try {
      const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
        args: ["run", "-A", config.imports.wrangler, "deploy", "--dry-run", "--minify", "--outdir", out],
        cwd: fromFileUrl(projectRoot),
        env: { WRANGLER_SEND_METRICS: "false", CLOUDFLARE_CF_FETCH_ENABLED: "false", NO_COLOR: "1" },
        stdin: "null",
      }).output();
      if (!success) throw new Error(new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr));
      return await Deno.readTextFile(`${out}/cloudflare.js`);
    } finally {
      await Deno.remove(out, { recursive: true });
    }
  })();
}

function inherited(): Record<string, string> {
  const env: Record<string, string> = { NO_COLOR: "1" };
  for (const name of ["PATH", "HOME", "DENO_DIR", "TMPDIR", "DENO_COVERAGE_DIR"]) {
    const value = Deno.env.get(name);
    if (value !== undefined) env[name] = value;
  }
  return env;
}

async function ready(booted: Booted, printed: () => string): Promise<void> {
  for (let tries = 0; tries < 300; tries++) {
    try {
      const response = await booted.fetch("/healthz");
      await response.body?.cancel();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
  await booted.stop();
  throw new Error(`${booted.name} did not answer within 15 s:\n${printed()}`);
}
