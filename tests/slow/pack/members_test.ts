// Q6: the packages as npm installs them, each by itself: the runtime without the others, and each member with what it asks for.

import assert from "node:assert/strict";
import { pathToFileURL as toFileUrl } from "node:url";
import config from "../../../deno.json" with { type: "json" };
import { listInstalled } from "../../../src/tasks/release/installed.ts";
import { MEMBERS, MOVED, RUNTIME } from "../../../src/tasks/pack/members.ts";
import { measureFolder } from "../../../src/tasks/pack/sizes.ts";
import { codeIn, readPage, rowsOf } from "../../support/docs/markdown.ts";
import { freePort } from "../../support/requires.ts";
import { installInto, packAll, packed } from "../support/packed.ts";

/** Bytes of the runtime's own files; it had 8.8 MB with the page and the command line in it. */
const MOST_OWN_BYTES = 6_700_000;

/** Bytes of what npm installs for the runtime; they were 45.6 MB. */
const MOST_INSTALLED_BYTES = 42_500_000;

/** A project in a folder of its own that has these packages alone. */
interface Installed extends AsyncDisposable {
  readonly folder: string;
  /** Runs a module's text and returns what it prints. */
  run(program: string, text: string): Promise<string>;
}

async function install(...names: readonly string[]): Promise<Installed> {
  const folder = await Deno.makeTempDir({ prefix: "treadle-member-" });
  await installInto(folder, await Promise.all(names.map(async (name) => (await packed(name)).tarball)));
  return {
    folder,
    async run(program, text) {
      await Deno.writeTextFile(`${folder}/main.mjs`, text);
      const args = program === "node" ? ["main.mjs"] : ["run", "-A", "-q", "main.mjs"];
      const { stdout, stderr } = await new Deno.Command(program, { args, cwd: folder, stdin: "null" })
        .output();
      return new TextDecoder().decode(stdout) || `failed: ${new TextDecoder().decode(stderr)}`;
    },
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

Deno.test("Q6: an install of the runtime has neither studio nor command line, nor what these need", async (test) => {
  await using project = await install(RUNTIME.name);
  const installed = await listInstalled(`${project.folder}/node_modules`);

  await test.step("no member is installed with it, and no package of the command line", () => {
    const names = installed.map(({ name }) => name);
    assert.deepEqual(names.filter((name) => name.startsWith("@treadle/")), [RUNTIME.name]);
    const others = [
      "commander",
      "jsonc-parser",
      "smol-toml",
      "string-width",
      "yaml",
      "@redis/client",
      "react",
    ];
    assert.deepEqual(others.filter((name) => names.includes(name)), []);
  });

  await test.step("none of its modules has code of a member, and it has no program", async () => {
    const { folder } = await packed();
    const { bin }: { bin?: object } = JSON.parse(await Deno.readTextFile(`${folder}package.json`));
    assert.equal(bin, undefined);
    const ofMembers = MEMBERS.filter((member) => member !== RUNTIME).map((member) => member.folder);
    const found: string[] = [];
    let sources = 0;
    for await (const path of filesBelow(`${folder}lib`)) {
      if (!path.endsWith(".js")) continue;
      for (const [, source = ""] of (await Deno.readTextFile(path)).matchAll(/^\/\/ (src\/\S+)$/gm)) {
        sources++;
        if (ofMembers.some((member) => source.startsWith(member))) found.push(source);
      }
    }
    assert.ok(sources > 500, `${sources} sources are named`);
    assert.deepEqual(found, []);
  });

  await test.step("it is smaller than it was with them", () => {
    const own = installed.find(({ name }) => name === RUNTIME.name)?.bytes ?? 0;
    const all = installed.reduce((sum, { bytes }) => sum + bytes, 0);
    assert.ok(own > 1_000_000 && own < MOST_OWN_BYTES, `${own} bytes of its own`);
    assert.ok(all < MOST_INSTALLED_BYTES, `${all} bytes of ${installed.length} packages`);
  });

  for (const program of ["node", Deno.execPath()]) {
    await test.step(`it runs, and an entry that a member has now names the member, by ${program.split("/").at(-1)}`, async () => {
      const printed = await project.run(
        program,
        `
        import { defineAgent } from "${config.name}";
        console.log(defineAgent({ name: "a", model: "scripted/demo" }).name);
        for (const entry of ${JSON.stringify([...MOVED.keys()])}) {
          await import("${config.name}" + entry.slice(1)).then(() => console.log("found"), (error) => console.log(error.message));
        }`,
      );
      const [agent, ...messages] = printed.trim().split("\n").filter((line) => !/^ +at /.test(line));
      assert.equal(agent, "a");
      for (const name of MOVED.values()) {
        const member = name.split("/").slice(0, 2).join("/");
        assert.ok(messages.some((message) => message.includes(`'${member}'`)), `${name}: ${printed}`);
      }
    });
  }

  await test.step("a server on Deno answers without the page, which it says where to find", async () => {
    await Deno.writeTextFile(
      `${project.folder}/server.ts`,
      `import { defineAgent } from "${config.name}";
      import { serve } from "${config.name}/deno";
      export default serve({ agents: [defineAgent({ name: "a", model: "scripted/demo" })] });`,
    );
    await using server = await startServer(project.folder);
    assert.equal((await fetch(`${server.url}/healthz`)).status, 200);
    const page = await fetch(server.url);
    assert.equal(page.status, 404);
    assert.match((await page.json()).detail, /npm install @treadle\/studio/);
  });
});

/** What a module does with a member alone, and what it prints. */
const USES: Readonly<Record<string, readonly [text: string, printed: RegExp]>> = {
  "@treadle/evaluation": [
    `import { defineAgent } from "@treadle/treadle";
    import { defineEvaluation, runEvaluation } from "@treadle/evaluation";
    const agent = defineAgent({ name: "helper", model: "scripted/demo", instructions: "Help." });
    const evaluation = defineEvaluation({ name: "greeting", agent, cases: [{ id: "hello", input: "Hello" }] });
    console.log((await runEvaluation(evaluation, { env: {} })).passed);`,
    /^true$/,
  ],
  "@treadle/channels": [
    `import { createTreadle, defineAgent, AgentError } from "@treadle/treadle";
    import { channels, slack } from "@treadle/channels";
    const agent = defineAgent({ name: "a", model: "scripted/demo" });
    try {
      createTreadle({ agents: [agent], env: {}, plugins: [channels([slack({ agent: "b" })])] }).routes();
      console.log("accepted");
    } catch (error) {
      console.log(error instanceof AgentError, error.code);
    }`,
    /^true config_invalid$/,
  ],
  "@treadle/cli": [
    `import { createProgram } from "@treadle/cli";
    console.log(createProgram().name(), createProgram().version());`,
    /^treadle 0\.1\.0$/,
  ],
  "@treadle/studio": [
    `import { readAsset } from "@treadle/studio";
    console.log((await readAsset("index.html")).includes("<html"), JSON.parse(await readAsset("openapi.json")).openapi);`,
    /^true 3\.1/,
  ],
  "@treadle/react": [
    `import { createClient } from "@treadle/react/client";
    console.log(typeof createClient({ url: "https://x.example" }).thread);`,
    /^function$/,
  ],
  "@treadle/redis-rest": [
    `import { parseRedisUrl } from "@treadle/redis-rest";
    console.log(parseRedisUrl("redis://127.0.0.1:6380").port);`,
    /^6380$/,
  ],
};

for (const { name, peers, isBesideRuntime } of MEMBERS.filter((member) => member !== RUNTIME)) {
  Deno.test(`Q6: ${name} is installed with what it asks for and no more, and works on Node and in Deno`, async (test) => {
    const studio = name === "@treadle/cli" ? ["@treadle/studio"] : [];
    await using project = await install(name, ...peers, ...studio);
    const installed = await listInstalled(`${project.folder}/node_modules`);
    const ours = installed.filter((each) => each.name.startsWith("@treadle/"));
    assert.deepEqual(ours.map((each) => each.name), [...new Set([name, ...peers, ...studio])].sort());
    assert.equal(ours.some((each) => each.name === RUNTIME.name), isBesideRuntime);
    const [text, printed] = USES[name] ?? assert.fail(name);
    for (const program of ["node", Deno.execPath()]) {
      await test.step(program, async () => {
        assert.match((await project.run(program, text)).trim(), printed);
      });
    }
    if (name !== "@treadle/cli") return;
    await test.step("its program makes a project, reads the pages and describes the API", async () => {
      const bin = `${project.folder}/node_modules/.bin/treadle`;
      const run = async (...args: string[]) => {
        const { stdout, stderr } = await new Deno.Command(bin, { args, cwd: project.folder, stdin: "null" })
          .output();
        return new TextDecoder().decode(stdout) + new TextDecoder().decode(stderr);
      };
      assert.match(await run("docs", "package"), /^# The package/);
      assert.match(
        await run("new", "my-agent", "--template", "cloudflare", "--package", "^0.1.0"),
        /npm install/,
      );
      assert.match(await run("openapi"), /"openapi": "3\.1/);
    });
  });
}

Deno.test("Q6: docs/package.md has a row for each package, with the kB of its files within a tenth", async () => {
  const rows = rowsOf((await readPage("docs/package.md")).text, "package");
  const sizes = new Map(
    rows.map(([name = "", , , kB = ""]) => [codeIn(name)[0], Number(kB.replaceAll(",", ""))]),
  );
  assert.deepEqual([...sizes.keys()], MEMBERS.map(({ name }) => name));
  for (const [name, { folder }] of await packAll()) {
    const bytes = await measureFolder(toFileUrl(folder));
    const written = sizes.get(name) ?? 0;
    assert.ok(
      Math.abs(written - bytes / 1_000) < written / 10,
      `${name}: ${bytes} bytes; deno task pack --write`,
    );
  }
});

async function* filesBelow(folder: string): AsyncGenerator<string> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    const path = `${folder.replace(/\/$/, "")}/${name}`;
    if (isDirectory) yield* filesBelow(path);
    else yield path;
  }
}

async function startServer(cwd: string): Promise<AsyncDisposable & { readonly url: string }> {
  const port = freePort();
  const child = new Deno.Command(Deno.execPath(), {
    args: ["serve", "-A", "-q", "--host", "127.0.0.1", "--port", String(port), "server.ts"],
    cwd,
    env: { TREADLE_STORE: "memory", TREADLE_OPEN: "1" },
    stdin: "null",
    stdout: "piped",
    stderr: "piped",
  }).spawn();
  const printed = [child.stdout, child.stderr].map((stream) => new Response(stream).text());
  const url = `http://127.0.0.1:${port}`;
  let ended = false;
  child.status.then(() => ended = true);
  while (!ended) {
    const response = await fetch(`${url}/healthz`).catch(() => undefined);
    await response?.body?.cancel();
    if (response !== undefined) break;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  if (ended) throw new Error(`The server ended:\n${(await Promise.all(printed)).join("")}`);
  return {
    url,
    async [Symbol.asyncDispose]() {
      child.kill("SIGKILL");
      await child.status;
      await Promise.all(printed);
    },
  };
}
