// A project made from a template as a user makes it: from the package, which a registry has, in a folder outside of the
// repository. npm and Deno use the caches of this machine.

import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { servePackage } from "./_registry.ts";
import { cleanEnvironment, type Environment } from "../../support/runner/environment.ts";
import { freePort } from "../../support/requires.ts";

/** A project in a folder of its own. */
export interface Project extends AsyncDisposable {
  /** What `treadle new` printed. */
  readonly printed: string;
  /** Runs a program to its end and returns what it printed; a failure is an error with it. */
  run(program: string, ...args: readonly string[]): Promise<string>;
  /** The same of a program that must fail. */
  fail(program: string, ...args: readonly string[]): Promise<string>;
  /** Starts a server and waits until it answers; `{port}` in an argument is a free port. */
  serve(program: string, ...args: readonly string[]): Promise<Server>;
  write(path: string, text: string): Promise<void>;
  remove(path: string): Promise<void>;
}

/** A server of a project. */
export interface Server extends AsyncDisposable {
  readonly url: string;
}

/** Makes the project; `maker` is the command that runs `treadle` from the registry, `options` are more of `treadle new`. */
export async function newProject(
  template: string,
  maker: readonly [string, ...string[]],
  ...options: readonly string[]
): Promise<Project> {
  const registry = await servePackage();
  const home = await Deno.makeTempDir({ prefix: "treadle-project-" });
  await Deno.writeTextFile(`${home}/.npmrc`, registry.npmrc);
  await Deno.writeTextFile(`${home}/.yarnrc.yml`, registry.yarnrc);
  const shared = await cleanEnvironment(home);
  const env: Environment = {
    ...shared,
    NPM_CONFIG_CACHE: await createNpmCache(home, shared.NPM_CONFIG_CACHE),
    NPM_CONFIG_AUDIT: "false",
    NPM_CONFIG_FUND: "false",
    NPM_CONFIG_UPDATE_NOTIFIER: "false",
    NPM_CONFIG_PREFER_OFFLINE: "true",
    NO_COLOR: "1",
    // Under CI, Yarn writes no lockfile otherwise, and a new project has none.
    YARN_ENABLE_IMMUTABLE_INSTALLS: "false",
  };
  const [program, ...args] = maker;
  const printed = await run(
    program,
    [...args, "new", "my-agent", "--template", template, ...options],
    home,
    env,
  );
  const cwd = `${home}/my-agent`;
  // npm renames files of this name in a package.
  assert.match(await Deno.readTextFile(`${cwd}/.gitignore`), /^node_modules\/$/m);
  return {
    printed,
    run: (program, ...args) => run(program, args, cwd, env),
    fail: (program, ...args) => run(program, args, cwd, env, 1),
    serve: (program, ...args) => serve(program, args, cwd, env),
    write: (path, text) => Deno.writeTextFile(`${cwd}/${path}`, text),
    remove: (path) => Deno.remove(`${cwd}/${path}`),
    async [Symbol.asyncDispose]() {
      await registry[Symbol.asyncDispose]();
      await Deno.remove(home, { recursive: true });
      // Deno keeps packages by registry, and no other run has this one.
      const kept = `${env.DENO_DIR}/npm/127.0.0.1_${registry.port}`;
      for (const path of [kept, `${env.DENO_DIR}/npm/${registry.port}`]) {
        if (existsSync(path)) await Deno.remove(path, { recursive: true });
      }
    },
  };
}

/** A cache of npm with the files of another one: npx keeps what it has installed by the name alone, whichever registry had it. */
async function createNpmCache(home: string, shared = `${home}/.npm`): Promise<string> {
  const cache = `${home}/.npm-of-project`;
  for (const folder of [cache, `${shared}/_cacache`]) await Deno.mkdir(folder, { recursive: true });
  await Deno.symlink(`${shared}/_cacache`, `${cache}/_cacache`);
  return cache;
}

/** Asks the agent of the template over HTTP what the README asks, and compares the answer. */
export async function assertAnswers(url: string, headers: Record<string, string> = {}): Promise<void> {
  const response = await fetch(`${url}/v1/threads/hello/steps`, {
    method: "POST",
    headers: { "content-type": "application/json", ...headers },
    body: JSON.stringify({ agent: "assistant", input: "What is the weather in Paris?", until: "done" }),
  });
  const { output, calls, code, detail } = await response.json();
  assert.equal(output, "It is 18 °C and clear in Paris.", `${code}: ${detail}`);
  assert.deepEqual(calls[0].output, { city: "Paris", tempC: 18, sky: "clear" });
  const page = await fetch(`${url}/`, { headers: { accept: "text/html" } });
  assert.match(await page.text(), /^<!DOCTYPE html>/i);
}

async function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
  expected = 0,
): Promise<string> {
  const { code, stdout, stderr } = await new Deno.Command(program, {
    args: [...args],
    cwd,
    clearEnv: true,
    env,
    stdin: "null",
  })
    .output();
  const text = new TextDecoder();
  const printed = text.decode(stdout) + text.decode(stderr);
  assert.equal(code, expected, `${program} ${args.join(" ")}\n${printed}`);
  return printed;
}

async function serve(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Record<string, string>,
): Promise<Server> {
  const port = freePort();
  // A process group of its own, so that what the program starts ends with it.
  const child = new Deno.Command("setsid", {
    args: [program, ...args.map((arg) => arg.replace("{port}", String(port)))],
    cwd,
    clearEnv: true,
    env: { ...env, PORT: String(port) },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  let printed = "";
  const reading = [child.stdout, child.stderr].map(async (stream) => {
    for await (const text of stream.pipeThrough(new TextDecoderStream())) printed += text;
  });
  const end = async () => {
    try {
      Deno.kill(-child.pid, "SIGKILL");
    } catch { /* it has ended by itself */ }
    await child.status;
    await Promise.all(reading);
  };
  const url = `http://127.0.0.1:${port}`;
  let ended = false;
  child.status.then(() => ended = true);
  while (!ended) {
    const response = await fetch(url).catch(() => undefined);
    await response?.body?.cancel();
    if (response !== undefined) return { url, [Symbol.asyncDispose]: end };
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  await end();
  throw new Error(`${program} ${args.join(" ")} ended:\n${printed}`);
}
