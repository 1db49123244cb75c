import assert from "node:assert/strict";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { STARTER_NAMES, STARTER_TEMPLATES } from "../../../src/cli/new/starters.ts";
import { askTemplate, TEMPLATE_NAMES } from "../../../src/cli/new/templates.ts";
import { walkFiles } from "../../support/project.ts";
import { runTreadle } from "../_treadle.ts";

for (const template of TEMPLATE_NAMES) {
  Deno.test(`treadle new: the template ${template} is copied whole, with name and version filled in`, async () => {
    await using folder = await temporary();
    const { code, stdout, stderr } = await runTreadle(
      folder,
      "new",
      "my-agent",
      "--template",
      template,
      "--package",
      "^0.1.0",
      "--json",
    );
    assert.equal(code, 0, stderr);
    const { name, files, next } = JSON.parse(stdout);
    assert.equal(name, "my-agent");
    assert.equal(next[0], "cd my-agent");
    const written = await filesOf(join(folder.cwd, "my-agent"));
    assert.deepEqual(files, written);
    const prefix = `templates/${template}/`;
    const expected = (await Array.fromAsync(walkFiles(`templates/${template}`)))
      .map((path) => path.slice(prefix.length).replace(/(^|\/)_/, "$1."));
    assert.deepEqual(written, expected.sort());
    assert.ok(written.includes(".gitignore"));
    for (const path of written) {
      const text = await Deno.readTextFile(join(folder.cwd, "my-agent", path));
      assert.doesNotMatch(text, /\{\{|\}\}|NAME/, path);
      if (path === "README.md") assert.match(text, /^# my-agent\n/);
    }
    const manifest = template === "deno" ? "deno.json" : "package.json";
    const text = await Deno.readTextFile(join(folder.cwd, "my-agent", manifest));
    assert.match(text, /"@treadle\/treadle": "(?:npm:@treadle\/treadle@)?\^0\.1\.0"/);
    if (template !== "deno") assert.equal(JSON.parse(text).name, "my-agent");
    else assert.equal(JSON.parse(text).tasks.dev, "deno run -A -q 'npm:@treadle/cli@^0.1.0' dev");
  });
}

const LAYOUTS = {
  deno: { agents: "agents/", entry: "main.ts", variables: ".env", manifest: "deno.json" },
  cloudflare: {
    agents: "src/agents/",
    entry: "src/index.ts",
    variables: ".dev.vars",
    manifest: "package.json",
  },
};

for (const starter of STARTER_NAMES) {
  Deno.test(`treadle new: the starter ${starter} takes the place of the agents of a template, on each platform`, async () => {
    await using folder = await temporary();
    for (const template of STARTER_TEMPLATES) {
      const { agents, entry, variables, manifest } = LAYOUTS[template];
      const options = ["--starter", starter, "--template", template, "--package", "^0.1.0", "--json"];
      const { code, stdout, stderr } = await runTreadle(folder, "new", template, ...options);
      assert.equal(code, 0, stderr);
      const printed = JSON.parse(stdout);
      assert.deepEqual([printed.starter, printed.template], [starter, template]);
      const written = await filesOf(join(folder.cwd, template));
      assert.deepEqual(printed.files, written);

      const source = `templates/starters/${starter}/source/agents`;
      const expected = (await Array.fromAsync(walkFiles(source))).map((path) =>
        `${agents}${path.slice(source.length + 1)}`
      );
      assert.deepEqual(written.filter((path) => path.startsWith(agents)), expected.sort());
      assert.ok(expected.some((path) => path.endsWith("_test.ts")));
      assert.ok(expected.some((path) => path.endsWith(".eval.ts")));
      for (
        const path of [entry, "README.md", "start.md", "AGENTS.md", ".gitignore", `${variables}.example`]
      ) {
        assert.ok(written.includes(path), path);
      }
      const read = (path: string) => Deno.readTextFile(join(folder.cwd, template, path));
      for (const path of written) assert.doesNotMatch(await read(path), /\{\{[A-Z_]+\}\}/, path);
      const named = [...(await read("start.md")).matchAll(/`([\w./-]+\.(?:tsx?|mjs|jsonc?))`/g)].map((
        [, path],
      ) => path);
      assert.ok(named.length >= 8, `start.md names ${named.length} files`);
      assert.deepEqual(named.filter((path) => !written.some((each) => `/${each}`.endsWith(`/${path}`))), []);
      const { imports, tasks, dependencies, scripts } = JSON.parse(await read(manifest));
      assert.match((imports ?? dependencies)["@treadle/treadle"], /\^0\.1\.0$/);
      const texts = await read("README.md") + await read("start.md");
      const commands = [...texts.matchAll(/(?:deno task|npm run) (\w+)/g)].map(([, command]) =>
        String(command)
      );
      assert.ok(["dev", "test", "check"].every((command) => commands.includes(command)));
      // The documentation is printed by one command in all texts.
      const printing = [...texts.matchAll(/`([^`\n]* docs) [\w-]+`/g)].map(([, command]) => command);
      const treadle = template === "deno" ? "deno task treadle" : "npx treadle";
      assert.deepEqual([...new Set(printing)], [`${treadle} docs`]);
      assert.deepEqual(commands.filter((command) => !(command in (tasks ?? scripts))), []);
      assert.doesNotMatch(await read(`${variables}.example`), /SECRET=./, "an example has no secret");
    }
  });
}

Deno.test("treadle new: the manifest of a starter is merged, its secrets are of this machine, and what is for the other platform is left out", async () => {
  await using folder = await temporary();
  for (const template of STARTER_TEMPLATES) {
    const options = ["--starter", "support-chat", "--template", template, "--package", "^0.1.0"];
    await runTreadle(folder, "new", template, ...options);
    const read = (path: string) => Deno.readTextFile(join(folder.cwd, template, path));
    const { variables, manifest } = LAYOUTS[template];
    const { imports, tasks, dependencies, devDependencies, scripts } = JSON.parse(await read(manifest));
    assert.ok("react" in (imports ?? dependencies) && "@treadle/studio" in (imports ?? devDependencies));
    assert.match((tasks ?? scripts).dev, /build.* && /);
    assert.match(await read(variables), /^SESSION_SECRET=[0-9a-f]{48}$/m);
    assert.match(await read(`${variables}.example`), /^SESSION_SECRET=$/m);
    assert.doesNotMatch(await read(variables), /TREADLE_OPEN/);
    const files = await filesOf(join(folder.cwd, template));
    assert.deepEqual(files.filter((path) => /^[_.](?:deno|cloudflare)\//.test(path)), []);
    assert.equal(files.includes("page/tsconfig.json"), template === "cloudflare");
    const readme = await read("README.md");
    assert.match(readme, template === "deno" ? /^deno task dev$/m : /^npm install\nnpm run dev$/m);
  }
});

Deno.test("treadle new: a starter that is unknown, or is not made for the template, is refused before a file is written", async () => {
  await using folder = await temporary();
  const refused = async (...options: string[]) => {
    const { code, stderr } = await runTreadle(folder, "new", "my-agent", "--json", ...options);
    assert.equal(code, 1);
    const { error: { code: name, message } } = JSON.parse(stderr);
    return `${name}: ${message}`;
  };
  assert.match(await refused("--starter", "shop"), /^starter_unknown: .*"shop".*--starter webhook-triage/);
  assert.equal(
    await refused("--starter", "webhook-triage", "--template", "hono"),
    "template_unsupported: The starter webhook-triage is not made for the template hono. " +
      "Fix: --template deno or --template cloudflare",
  );
  assert.deepEqual(await filesOf(folder.cwd), []);
});

Deno.test("treadle new: without a starter the JSON names none", async () => {
  await using folder = await temporary();
  const { stdout } = await runTreadle(folder, "new", "my-agent", "--json");
  assert.deepEqual(Object.keys(JSON.parse(stdout)), ["name", "folder", "template", "files", "next"]);
});

Deno.test("treadle new: without a terminal it asks nothing, takes deno and prints the lines to type", async () => {
  await using folder = await temporary();
  const { code, stdout } = await runTreadle(folder, "new", "my-agent");
  assert.equal(code, 0);
  assert.equal(
    stdout,
    "my-agent is made from the template deno. Go on with:\n\n  cd my-agent\n  npx -y deno@2.9.6 task dev\n\n",
  );
});

Deno.test("treadle new: on a terminal it asks for the template until there is one, by number or by name", async () => {
  assert.equal(await answered("4\nhono \n"), "hono");
  assert.equal(await answered("2\n"), "cloudflare");
  assert.equal(await answered("\n"), "deno");
  await assert.rejects(answered("4\n"), { code: "template_unknown" });
  await assert.rejects(answered("3\n", STARTER_TEMPLATES), { code: "template_unknown" });
});

Deno.test("treadle new: a folder that is not empty is refused, and nothing in it changes", async () => {
  await using folder = await temporary();
  await Deno.mkdir(join(folder.cwd, "my-agent"));
  await Deno.writeTextFile(join(folder.cwd, "my-agent/notes.md"), "mine");
  const { code, stderr } = await runTreadle(folder, "new", "my-agent");
  assert.equal(code, 1);
  assert.equal(
    stderr,
    "folder_not_empty: my-agent is there and has notes.md. Fix: name a folder that is new or empty.\nnext: treadle new <another folder>\n",
  );
  assert.deepEqual(await filesOf(join(folder.cwd, "my-agent")), ["notes.md"]);

  await Deno.writeTextFile(join(folder.cwd, "a-file"), "mine");
  assert.match((await runTreadle(folder, "new", "a-file")).stderr, /^folder_not_empty: a-file is there/);
});

Deno.test("treadle new: a folder that has only .git counts as empty", async () => {
  await using folder = await temporary();
  await Deno.mkdir(join(folder.cwd, "my-agent/.git"), { recursive: true });
  assert.equal((await runTreadle(folder, "new", "my-agent")).code, 0);
});

Deno.test("treadle new: a name that npm or Workers do not take is refused with one that they take", async () => {
  await using folder = await temporary();
  for (
    const [name, legal] of [
      ["My Agent", "my-agent"],
      ["1.agent_", "agent"],
      ["a".repeat(64), "a".repeat(63)],
      [
        "..x..",
        "x",
      ],
      ["99", "my-agent"],
    ]
  ) {
    const { code, stderr } = await runTreadle(folder, "new", String(name), "--json");
    assert.equal(code, 1);
    const { error } = JSON.parse(stderr);
    assert.equal(error.code, "name_invalid");
    assert.match(error.message, new RegExp(`Fix: treadle new ${legal}$`));
  }
  assert.deepEqual(await filesOf(folder.cwd), []);
});

Deno.test("treadle new: an unknown template and a tarball that is not there are refused before a file is written", async () => {
  await using folder = await temporary();
  const refused = async (...options: string[]) => {
    const { code, stderr } = await runTreadle(folder, "new", "my-agent", ...options);
    assert.equal(code, 1);
    return stderr;
  };
  assert.match(await refused("--template", "vercel"), /^template_unknown: .*"vercel".*--template cloudflare/);
  const missing = await refused("--template", "hono", "--package", "treadle.tgz");
  assert.match(missing, /^package_missing: There is no tarball .*treadle\.tgz\. Fix: name another path\./);
  assert.match(await refused("--package", "treadle.tgz"), /^package_missing: Deno takes no tarball/);
  assert.deepEqual(await filesOf(folder.cwd), []);
});

Deno.test("treadle new: npm gets each tarball by its path from the project", async () => {
  await using folder = await temporary();
  for (const name of ["treadle", "cli", "evaluation"]) {
    await Deno.writeTextFile(join(folder.cwd, `treadle-${name}-0.1.0.tgz`), "");
  }
  const options = ["--template", "cloudflare", "--package", "treadle-treadle-0.1.0.tgz"];
  const { stderr } = await runTreadle(folder, "new", "apps/my-agent", ...options);
  assert.match(stderr, /^package_missing: There is no tarball .*treadle-studio-0\.1\.0\.tgz/);
  await Deno.writeTextFile(join(folder.cwd, "treadle-studio-0.1.0.tgz"), "");
  assert.equal((await runTreadle(folder, "new", "apps/my-agent", ...options)).code, 0);
  const { dependencies, devDependencies } = JSON.parse(
    await Deno.readTextFile(join(folder.cwd, "apps/my-agent/package.json")),
  );
  assert.equal(dependencies["@treadle/treadle"], "file:../../treadle-treadle-0.1.0.tgz");
  assert.equal(devDependencies["@treadle/cli"], "file:../../treadle-cli-0.1.0.tgz");
});

async function answered(typed: string, offered = TEMPLATE_NAMES): Promise<string> {
  const input = new PassThrough();
  input.end(typed);
  const output = new PassThrough();
  const template = askTemplate(input, output, offered);
  const list = offered.map((name, index) => `  ${index + 1} ${name}: `).join(".*\n");
  assert.match(String(output.read()), new RegExp(list));
  return await template;
}

async function filesOf(folder: string, below = ""): Promise<string[]> {
  const files: string[] = [];
  for await (const { name, isDirectory } of Deno.readDir(join(folder, below))) {
    const path = `${below}${name}`;
    if (isDirectory) files.push(...await filesOf(folder, `${path}/`));
    else files.push(path);
  }
  return files.sort();
}

async function temporary(): Promise<{ cwd: string } & AsyncDisposable> {
  const cwd = await Deno.makeTempDir();
  return { cwd, [Symbol.asyncDispose]: () => Deno.remove(cwd, { recursive: true }) };
}
