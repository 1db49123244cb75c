import assert from "node:assert/strict";
import { dirname } from "node:path";
import { cleanEnvironment, programFolders } from "../../../support/runner/environment.ts";
import { fromFileUrl, projectRoot } from "../../../support/project.ts";

/** What this process prints when it is started with a caller's variables. */
async function environmentUnder(caller: Record<string, string>): Promise<Record<string, string>> {
  const module = new URL("tests/support/runner/environment.ts", projectRoot).href;
  const code = `import { cleanEnvironment } from ${JSON.stringify(module)};
    console.log(JSON.stringify(await cleanEnvironment("/a home")));`;
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", code],
    cwd: fromFileUrl(projectRoot),
    env: caller,
    stdin: "null",
  }).output();
  const text = new TextDecoder();
  assert.ok(success, text.decode(stderr));
  return JSON.parse(text.decode(stdout));
}

Deno.test("tests: the settings of the caller's npm, Deno, providers and Treadle reach no process of a test", async () => {
  await using home = await temporaryFolder();
  await Deno.writeTextFile(
    `${home.path}/.npmrc`,
    "@treadle:registry=http://127.0.0.1:9/\nignore-scripts=true\n",
  );
  const plain = await cleanEnvironment("/a home");
  const hostile = await environmentUnder({
    HOME: home.path,
    npm_config_userconfig: `${home.path}/.npmrc`,
    npm_config_ignore_scripts: "true",
    npm_config_yes: "true",
    NODE_OPTIONS: "--max-old-space-size=4096",
    DENO_DIR: plain.DENO_DIR,
    DENO_V8_FLAGS: "--stack-size=900",
    DENO_JOBS: "1",
    OPENAI_API_KEY: "sk-a-callers-own",
    TREADLE_OPEN: "1",
    OTEL_DENO: "false",
    PATH: `relative/bin::/nowhere:${home.path}/node_modules/.bin:${Deno.env.get("PATH")}`,
    NPM_CONFIG_CACHE: plain.NPM_CONFIG_CACHE ?? "",
  });
  assert.deepEqual(hostile, plain);
});

Deno.test("tests: place and language of the caller pass, so that a test which depends on them can be found", async () => {
  const { TZ, LANG } = await environmentUnder({ TZ: "Pacific/Chatham", LANG: "tr_TR.UTF-8" });
  assert.deepEqual({ TZ, LANG }, { TZ: "Pacific/Chatham", LANG: "tr_TR.UTF-8" });
});

Deno.test("tests: programs are found in folders that exist, this Deno first", async () => {
  await using home = await temporaryFolder();
  const bin = `${home.path}/node_modules/.bin`;
  await Deno.mkdir(bin, { recursive: true });
  assert.deepEqual(programFolders(`bin::${bin}:/nowhere:${home.path}:${home.path}`), [
    dirname(Deno.execPath()),
    home.path,
  ]);
});

async function temporaryFolder(): Promise<AsyncDisposable & { readonly path: string }> {
  const path = await Deno.makeTempDir({ prefix: "treadle-test-" });
  return { path, [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }) };
}
