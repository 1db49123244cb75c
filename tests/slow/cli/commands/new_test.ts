import assert from "node:assert/strict";
import { dirname, join } from "node:path";
import { fromFileUrl, projectRoot, walkFiles } from "../../../support/project.ts";
import { runTreadle } from "../../../cli/_treadle.ts";

Deno.test("treadle new: a project of a clone is linked with it, and its test passes there", async () => {
  await using folder = await temporary();
  assert.equal((await runTreadle(folder, "new", "my-agent", "--template", "deno")).code, 0);
  const cwd = join(folder.cwd, "my-agent");
  const { imports, links } = JSON.parse(await Deno.readTextFile(join(cwd, "deno.json")));
  assert.match(imports["@treadle/treadle"], /^jsr:@treadle\/treadle@\^/);
  assert.equal(join(cwd, links[0]).replace(/\/$/, ""), fromFileUrl(projectRoot).replace(/\/$/, ""));

  // With the lock of the clone no version is looked up anew.
  await Deno.copyFile(new URL("deno.lock", projectRoot), join(cwd, "deno.lock"));
  await Deno.writeTextFile(
    join(cwd, "agents", "imports_test.ts"),
    `import { Hono } from "hono";
    import * as z from "zod";
    Deno.test("what the docs import is there", () => { new Hono(); z.object({}); });`,
  );
  const run = async (...args: string[]) => {
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args,
      cwd,
      env: { DENO_DIR: join(folder.cwd, "deno") },
      stdin: "null",
    }).output();
    const text = new TextDecoder();
    assert.ok(success, text.decode(stderr));
    return text.decode(stdout);
  };
  assert.match(await run("task", "test"), /3 passed/);
  // What a first test fetches: no package of a model's API, and none that its types alone are of.
  const packages = JSON.parse(await run("info", "--json")).npmCache;
  const names = (await Array.fromAsync(Deno.readDir(join(packages, "registry.npmjs.org")))).map(({ name }) =>
    name
  );
  assert.ok(names.includes("zod") && names.includes("hono"));
  for (
    const name of ["openai", "ollama", "@anthropic-ai", "@mistralai", "@google", "@aws-sdk", "commander"]
  ) {
    assert.ok(!names.includes(name), `${name} is fetched`);
  }
  const bytes = await bytesIn(packages);
  assert.ok(bytes > 100_000 && bytes < 30_000_000, `a first test fetches packages of ${bytes} bytes`);
});

for (const template of ["cloudflare", "hono"]) {
  Deno.test(`treadle new: the Worker of the template ${template} is minified, and requests to its own zone go through the front door`, async () => {
    const text = await Deno.readTextFile(new URL(`templates/${template}/wrangler.jsonc`, projectRoot));
    const config = JSON.parse(text.replaceAll(/^\s*\/\/.*$/gm, ""));
    assert.equal(config.minify, true);
    assert.deepEqual(config.compatibility_flags, ["global_fetch_strictly_public"]);
  });
}

Deno.test("treadle new: a clone in a folder with spaces and quotes makes a project whose task dev finds it", async () => {
  await using folder = await temporary();
  const clone = join(folder.cwd, "a clone's ü");
  const sources = await Promise.all(
    ["templates/deno", "src"].map((path) => Array.fromAsync(walkFiles(path))),
  );
  for (const path of [...sources.flat(), "deno.json"]) {
    await Deno.mkdir(join(clone, dirname(path)), { recursive: true });
    await Deno.copyFile(new URL(path, projectRoot), join(clone, path));
  }
  const deno = async (cwd: string, ...args: string[]) => {
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), { args, cwd, stdin: "null" })
      .output();
    assert.ok(success, new TextDecoder().decode(stderr));
    return new TextDecoder().decode(stdout);
  };
  const main = join(clone, "src", "cli", "main.ts");
  await deno(folder.cwd, "run", "-A", "-q", "--node-modules-dir=none", main, "new", "my-agent", "--json");
  const help = await deno(join(folder.cwd, "my-agent"), "task", "-q", "dev", "--help");
  assert.match(help, /^Usage: treadle dev /);
});

/** The bytes of all files of a folder. */
async function bytesIn(folder: string): Promise<number> {
  let bytes = 0;
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = join(folder, name);
    bytes += isDirectory ? await bytesIn(path) : (await Deno.lstat(path)).size;
  }
  return bytes;
}

async function temporary(): Promise<{ cwd: string } & AsyncDisposable> {
  const cwd = await Deno.makeTempDir();
  return { cwd, [Symbol.asyncDispose]: () => Deno.remove(cwd, { recursive: true }) };
}
