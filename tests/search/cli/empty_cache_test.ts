// The first hour: a clone and an empty cache of Deno. What is downloaded and printed until the first answer is held to a
// limit; the seconds are printed and not judged, since the network is not ours.

import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { freePort } from "../../support/requires.ts";
import { type RunningCommand, startCommand } from "../../slow/cli/dev/_dev.ts";
import { serveOpenAI, simulatedKey } from "../../wire/openai/server.ts";

const MOST_MEGABYTES = 36;
const MOST_LINES = 40;
const REGISTRY = Deno.env.get("NPM_CONFIG_REGISTRY") ?? "https://registry.npmjs.org";

/** Deno gets packages from there; a machine without it cannot run these tests. */
const isReachable = await fetch(new URL("zod", `${REGISTRY.replace(/\/$/, "")}/`), {
  method: "HEAD",
  signal: AbortSignal.timeout(10_000),
}).then(() => true, () => false);

function needsRegistry(name: string, fn: () => Promise<void>): void {
  const shown = isReachable ? name : `${name} [skipped: the npm registry ${REGISTRY} cannot be reached]`;
  Deno.test({ name: shown, ignore: !isReachable, fn });
}

needsRegistry("E1: deno task dev with an empty cache answers after at most 36 MB and 40 lines", async () => {
  const { clone, cache } = await makeClone();
  const startedAt = Date.now();
  const port = String(freePort());
  let seconds: number, lines: number;
  {
    await using dev = startDeno(["task", "dev", "--port", port], clone, cache);
    await dev.prints("curl -sN");
    assert.equal(await answerOf(port), "It is 18 °C and clear in Paris.");
    seconds = (Date.now() - startedAt) / 1000;
    lines = dev.printed().trimEnd().split("\n").length;
    assert.ok(lines <= MOST_LINES, dev.printed());
  }
  await mergeJournals(cache);
  const megabytes = await megabytesOf(cache);
  console.log(`first answer after ${seconds.toFixed(1)} s, ${megabytes.toFixed(1)} MB, ${lines} lines`);
  assert.ok(megabytes <= MOST_MEGABYTES, `${megabytes} MB`);
  await assertUnchanged(clone);
  await Deno.remove(clone, { recursive: true });
  await Deno.remove(cache, { recursive: true });
});

needsRegistry(
  "E1: the openai package is got when a model of it is first used, in the version of deno.lock",
  async () => {
    const { clone, cache } = await makeClone();
    await using openai = await serveOpenAI({ reply: () => ({ text: "Hello from the simulator." }) });
    const env = {
      OPENAI_API_KEY: simulatedKey,
      OPENAI_BASE_URL: openai.url,
      TREADLE_MODEL: "openai/gpt-4.1",
    };
    const port = String(freePort());
    {
      await using dev = startDeno(["task", "dev", "--port", port], clone, cache, env);
      assert.match(await dev.prints("curl -sN"), /model +openai\/gpt-4\.1: its key is set/);
      assert.equal(await answerOf(port), "Hello from the simulator.");
    }
    const lock = JSON.parse(await Deno.readTextFile(new URL("deno.lock", projectRoot)));
    const pinned = String(lock.specifiers["npm:openai@^7.59.0"]).replace(/_.*/, "");
    const versions: string[] = [];
    for await (const entry of Deno.readDir(`${cache}/npm/${new URL(REGISTRY).host}/openai`)) {
      if (entry.isDirectory) versions.push(entry.name);
    }
    assert.deepEqual(versions, [pinned]);
    await assertUnchanged(clone);
    await Deno.remove(clone, { recursive: true });
    await Deno.remove(cache, { recursive: true });
  },
);

needsRegistry(
  "E1: the README's deno run and deno serve start a clone with an empty cache, with the packages of deno.lock",
  async () => {
    const readme = await Deno.readTextFile(new URL("README.md", projectRoot));
    const shown = [...readme.matchAll(/^npx -y deno@[\d.]+ ((?:run|serve) .*functions\/deno\.ts)$/gm)];
    assert.deepEqual(shown.map(([, line]) => line?.split(" ")[0]), ["run", "serve"]);
    const { clone, cache } = await makeClone();
    for (const [, line = ""] of shown) {
      const port = String(freePort());
      const args = line.replace("--port 8787", `--port ${port}`).replace(/^(run|serve)/, "$1 --frozen").split(
        " ",
      );
      await using server = startDeno(args, clone, cache, { PORT: port });
      await server.prints("curl -sN");
      assert.equal(await answerOf(port), "It is 18 °C and clear in Paris.");
    }
    await assertUnchanged(clone);
    await Deno.remove(clone, { recursive: true });
    await Deno.remove(cache, { recursive: true });
  },
);

/** The files of the working tree that git has or would take, and an empty folder for DENO_DIR. */
async function makeClone(): Promise<{ readonly clone: string; readonly cache: string }> {
  const root = fromFileUrl(projectRoot);
  const args = ["ls-files", "-co", "--exclude-standard", "-z"];
  const { stdout } = await new Deno.Command("git", { args, cwd: root }).output();
  const clone = await Deno.realPath(await Deno.makeTempDir({ prefix: "treadle-clone-" }));
  for (const path of new TextDecoder().decode(stdout).split("\0")) {
    const exists = path !== "" && await Deno.stat(`${root}${path}`).then(({ isFile }) => isFile, () => false);
    if (!exists) continue;
    await Deno.mkdir(`${clone}/${path}`.replace(/\/[^/]*$/, ""), { recursive: true });
    await Deno.copyFile(`${root}${path}`, `${clone}/${path}`);
  }
  return { clone, cache: await Deno.makeTempDir({ prefix: "treadle-cache-" }) };
}

function startDeno(
  args: readonly string[],
  cwd: string,
  cache: string,
  env: Record<string, string> = {},
): RunningCommand {
  const variables = { DENO_DIR: cache, TREADLE_STORE: "memory", ...env };
  return startCommand(Deno.execPath(), args, { cwd, env: variables, covered: false });
}

async function answerOf(port: string): Promise<unknown> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/threads/first/steps`, {
    method: "POST",
    headers: { "content-type": "application/json", connection: "close" },
    body: JSON.stringify({ agent: "demo", input: "What is the weather in Paris?", until: "done" }),
  });
  return (await response.json()).output;
}

/** Neither is the lock file written, nor are packages put into the clone. */
async function assertUnchanged(clone: string): Promise<void> {
  const [before, after] = await Promise.all(
    [new URL("deno.lock", projectRoot), `${clone}/deno.lock`].map((path) => Deno.readTextFile(path)),
  );
  assert.equal(after, before);
  await assert.rejects(Deno.stat(`${clone}/node_modules`), Deno.errors.NotFound);
}

/**
 * Writes the journals of Deno's databases into them. How long a journal is depends on how the writes fell together (8 to
 * 10 MB for the same content), so it says nothing about what was downloaded.
 */
async function mergeJournals(cache: string): Promise<void> {
  for await (const { name } of Deno.readDir(cache)) {
    if (!name.endsWith("-wal")) continue;
    const database = new DatabaseSync(`${cache}/${name.slice(0, -"-wal".length)}`);
    database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
    database.close();
  }
}

/** What a folder takes on the disk, in millions of bytes. */
async function megabytesOf(folder: string): Promise<number> {
  let bytes = 0;
  for await (const entry of Deno.readDir(folder)) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory) bytes += await megabytesOf(path) * 1e6;
    else {
      const { blocks, size } = await Deno.stat(path);
      bytes += blocks === null ? size : blocks * 512;
    }
  }
  return bytes / 1e6;
}
