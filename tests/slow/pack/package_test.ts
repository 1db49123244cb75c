// The npm packages: the exports of their deno.json are the one list of their entries, each of which imports where it can run.

import assert from "node:assert/strict";
import { pathToFileURL as toFileUrl } from "node:url";
import config from "../../../deno.json" with { type: "json" };
import { codeIn, readPage, rowsOf } from "../../support/docs/markdown.ts";
import cli from "../../../src/cli/deno.json" with { type: "json" };
import { findRange, MEMBERS, MOVED, RUNTIME } from "../../../src/tasks/pack/members.ts";
import { measureFolder } from "../../../src/tasks/pack/sizes.ts";
import { listInstalled } from "../../../src/tasks/release/installed.ts";
import { freePort } from "../../support/requires.ts";
import { installedPackage, installInto, packAll, packed, packedTarball } from "../support/packed.ts";
import { projectRoot, walkFiles } from "../../support/project.ts";
import { makeProject, runTool } from "./_project.ts";

const ENTRIES = Object.entries(config.exports);

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly license: string;
  readonly type: string;
  readonly bin?: Record<string, string>;
  readonly exports: Record<string, string | { readonly types: string; readonly default: string }>;
  readonly dependencies: Record<string, string>;
  readonly peerDependencies: Record<string, string>;
  readonly peerDependenciesMeta: Record<string, { readonly optional: boolean }>;
  readonly engines: { readonly node: string };
}

async function readManifest(name: string = RUNTIME.name): Promise<Manifest> {
  return JSON.parse(await Deno.readTextFile(`${(await packed(name)).folder}package.json`));
}

async function filesOfTarball(name: string = RUNTIME.name): Promise<Set<string>> {
  const { stdout } = await new Deno.Command("tar", { args: ["-tzf", await packedTarball(name)] }).output();
  return new Set(
    new TextDecoder().decode(stdout).trimEnd().split("\n").map((path) => path.replace(/^package/, ".")),
  );
}

/** The entry by which members of one version share modules. */
const INTERNAL = "./internal/*.js";

for (const member of MEMBERS) {
  Deno.test(`D2, Q6: every entry of the deno.json of ${member.name} is one of its package, with its module and its declarations`, async () => {
    const manifest: { readonly name: string; readonly version: string; readonly exports: object } = JSON
      .parse(
        await Deno.readTextFile(new URL(`${member.folder}deno.json`, projectRoot)),
      );
    const { exports, name, version, license, type } = await readManifest(member.name);
    assert.deepEqual([name, version, license, type], [
      manifest.name,
      config.version,
      config.license,
      "module",
    ]);
    assert.equal(manifest.version, config.version, "all members have one version");
    const shared = member === RUNTIME || name === "@treadle/evaluation" ? [INTERNAL] : [];
    assert.deepEqual(Object.keys(exports), [...Object.keys(manifest.exports), ...shared, "./package.json"]);
    const files = await filesOfTarball(name);
    for (const [entry, target] of Object.entries(exports)) {
      const paths = typeof target === "string" ? [target] : [target.types, target.default];
      if (typeof target === "object") assert.match(target.types, /\.d\.ts$/);
      if (entry === INTERNAL) continue;
      for (const path of paths) assert.ok(files.has(path), `${entry}: the tarball has no ${path}`);
    }
    for (const text of ["README.md", "LICENSE"]) assert.ok(files.has(`./${text}`), `${name} has no ${text}`);
  });
}

Deno.test("Q6: what a member imports of another is there, in its modules and in its declarations", async () => {
  const known = new Map<string, ReadonlySet<string>>();
  for (const { name } of MEMBERS) known.set(name, await filesOfTarball(name));
  let count = 0;
  for (const [name, files] of known) {
    const { folder } = await packed(name);
    for (const path of files) {
      if (!/^\.\/lib\/.*\.(?:js|d\.ts)$/.test(path)) continue;
      const text = await Deno.readTextFile(`${folder}${path}`);
      for (const [, other = "", file] of text.matchAll(/"(@treadle\/[\w-]+)\/internal\/([^"]+)\.js"/g)) {
        const target = path.endsWith(".js") ? `./lib/chunks/${file}.js` : `./lib/${file}.d.ts`;
        assert.ok(known.get(other)?.has(target), `${name} ${path} imports ${file} of ${other}`);
        count++;
      }
    }
  }
  assert.ok(count > 100, `${count} imports are read`);
});

Deno.test("D2: every package that npm installs with it runs on the oldest Node that the package promises", async () => {
  const { engines } = await readManifest();
  const oldest = /^>=(\d+\.\d+\.\d+)$/.exec(engines.node)?.[1] ?? assert.fail(engines.node);
  assert.match(
    (await readPage("docs/package.md")).text,
    new RegExp(`Node ${oldest.replace(/\.0$/, "")} is the oldest`),
  );
  let count = 0;
  for await (const [name, range] of enginesIn(await installedPackage())) {
    count++;
    assert.ok(isInRange(oldest, range), `${name} asks for Node ${range}`);
  }
  assert.ok(count > 5, `${count} packages name their engines`);
  assert.deepEqual(
    ["*", ">= 20", ">=18.0.0", "^18.19.0 || >=20.6.0", "20 || >=22", ">=22.12", "^18 || ^22", ">20.19.0"].map(
      (range) => isInRange("20.19.0", range),
    ),
    [true, true, true, true, true, false, false, false],
  );
});

/** What the packages of a `node_modules`, and of those within, say of Node. */
async function* enginesIn(folder: string): AsyncGenerator<readonly [name: string, range: string]> {
  for await (const { name, isDirectory } of Deno.readDir(folder)) {
    if (!isDirectory || name.startsWith(".")) continue;
    if (name.startsWith("@")) {
      yield* enginesIn(`${folder}/${name}`);
      continue;
    }
    const text = await Deno.readTextFile(`${folder}/${name}/package.json`).catch(() => "{}");
    const { engines }: { engines?: { node?: string } } = JSON.parse(text);
    if (engines?.node !== undefined) yield [name, engines.node];
    const within = `${folder}/${name}/node_modules`;
    if ((await Deno.stat(within).catch(() => undefined))?.isDirectory) yield* enginesIn(within);
  }
}

/** For the ranges that packages write for Node: alternatives of `>=`, `>`, `^`, `~` or a version, and all of a line together. */
function isInRange(version: string, range: string): boolean {
  return range.split("||").some((part) =>
    part.trim().replaceAll(/([<>=^~]+)\s+/g, "$1").split(/\s+/).every((comparator) => {
      const [, sign = "", text = ""] = /^([<>=^~]*)v?([\d.x*]*)$/.exec(comparator) ?? assert.fail(range);
      const own = version.split(".").map(Number);
      const other = text.split(".").filter((digits) => /^\d+$/.test(digits)).map(Number);
      const difference = other.map((digits, index) =>
        (own[index] ?? 0) - digits
      ).find((each) => each !== 0) ?? 0;
      if (sign === ">=") return difference >= 0;
      if (sign === ">") return difference > 0;
      if (sign === "<") return difference < 0;
      if (sign === "<=") return difference <= 0;
      if (sign === "^") return own[0] === other[0] && difference >= 0;
      if (sign === "~") return own[0] === other[0] && own[1] === (other[1] ?? own[1]) && difference >= 0;
      return difference === 0;
    })
  );
}

Deno.test("D2: docs/package.md has a row for every entry", async () => {
  const rows = rowsOf((await readPage("docs/package.md")).text, "entry").flatMap(([entry = ""]) =>
    codeIn(entry)
  );
  const folded = ENTRIES.map(([entry]) => entry.replace(/^\.\/providers\/.*/, "./providers/*"));
  assert.deepEqual(rows, [...new Set(folded)].map((entry) => `${config.name}${entry.slice(1)}`));
});

/** What stands in every package, and what stands in one of them besides. */
const IN_EACH = ["LICENSE", "README.md", "lib", "package.json"];
const IN_ONE: Readonly<Record<string, readonly string[]>> = {
  [RUNTIME.name]: ["CHANGELOG.md", "agent.schema.json", "docs", "licenses.txt", "llms.txt", "skills"],
  "@treadle/cli": ["templates"],
  "@treadle/studio": ["page"],
};

Deno.test("D2, Q6: the runtime has the texts, the command line its templates, the studio the page, and no package anything besides", async () => {
  for (const { name } of MEMBERS) {
    const files = await filesOfTarball(name);
    const folders = new Set(Array.from(files, (path) => path.split("/")[1]));
    assert.deepEqual([...folders].sort(), [...IN_EACH, ...IN_ONE[name] ?? []].sort(), name);
    const sources = [...files].filter((path) => path.startsWith("./lib/") && !/\.(?:js|d\.ts)$/.test(path));
    assert.deepEqual(sources, []);
  }
  const page = await filesOfTarball("@treadle/studio");
  for (const name of ["app.css", "app.js", "index.html", "licenses.txt", "markdown.js", "openapi.json"]) {
    assert.ok(page.has(`./page/${name}`));
  }
  const { bin = {} } = await readManifest(cli.name);
  assert.deepEqual(Object.keys(bin), ["treadle"]);
  assert.ok((await filesOfTarball(cli.name)).has(bin.treadle ?? ""));
});

Deno.test("V4: llms.txt of the package names pages that are in it, and the skill does", async () => {
  const files = await filesOfTarball();
  const { folder } = await packed();
  const list = await Deno.readTextFile(`${folder}llms.txt`);
  const pages = [...list.matchAll(/\]\(([^)]+\.md)\)/g)].map(([, path = ""]) => `./${path}`);
  assert.ok(pages.length > 40, `llms.txt names ${pages.length} pages`);
  const skill = await Deno.readTextFile(`${folder}skills/build-agent/SKILL.md`);
  pages.push(...[...skill.matchAll(/\]\(\.\.\/\.\.\/([^)#]+)/g)].map(([, path = ""]) => `./${path}`));
  assert.deepEqual(pages.filter((path) => !files.has(path)), []);
});

Deno.test("D2: the texts of the package have the licence of each package that a module contains", async () => {
  const { folder } = await packed();
  const texts = [await Deno.readTextFile(`${folder}licenses.txt`)];
  const contained = new Set<string>();
  for (const path of await filesOfTarball()) {
    if (!path.startsWith("./lib/") || !path.endsWith(".js")) continue;
    const text = await Deno.readTextFile(`${folder}${path.slice("./".length)}`);
    for (const [, list = ""] of text.matchAll(/\/\*! (.*): licenses\.txt \*\//g)) {
      for (const name of list.split(", ")) contained.add(name);
    }
  }
  for (const name of ["@modelcontextprotocol/server", "@smithy/eventstream-codec"]) {
    assert.ok([...contained].some((each) => each.startsWith(`${name} `)), name);
  }
  for (const name of contained) assert.ok(texts.some((text) => text.includes(`${name}\n\n`)), name);
});

/** Of each package: what npm installs with it, what its users' modules share with it, and what some of its users add. */
const DEPENDENCIES: Readonly<
  Record<string, readonly [dependencies: string, peers: string, optional: string]>
> = {
  [RUNTIME.name]: [
    "@hono/zod-validator @noble/hashes @opentelemetry/api @orama/stopwords @upstash/ratelimit @upstash/redis aws4fetch croner eventsource-parser hono ipaddr.js leven openai porter2 zod",
    "",
    "@modelcontextprotocol/client @upstash/qstash @treadle/evaluation @treadle/channels @treadle/studio @treadle/react @treadle/redis-rest",
  ],
  "@treadle/evaluation": ["hono zod", RUNTIME.name, ""],
  "@treadle/channels": ["hono zod", RUNTIME.name, ""],
  "@treadle/cli": [
    "@treadle/evaluation @treadle/studio @treadle/treadle commander jsonc-parser smol-toml string-width yaml zod",
    `${RUNTIME.name} @treadle/evaluation`,
    "@redis/client",
  ],
  "@treadle/studio": ["", "", ""],
  "@treadle/react": ["", "", "react ai @ai-sdk/react"],
  "@treadle/redis-rest": ["@redis/client", "", ""],
};

/** Peers that work in more versions than the project has. */
const WIDER: Readonly<Record<string, string>> = { "react": ">=18", "ai": ">=6", "@ai-sdk/react": ">=3" };

Deno.test("D2, Q6: the packages depend on what their modules import, in the ranges of the manifests, and on each other in one version (pin)", async () => {
  for (const { name } of MEMBERS) {
    const { dependencies, peerDependencies, peerDependenciesMeta } = await readManifest(name);
    const optional = Object.keys(peerDependenciesMeta);
    assert.deepEqual(
      [
        Object.keys(dependencies).join(" "),
        Object.keys(peerDependencies).filter((each) => !optional.includes(each)).join(" "),
        optional.join(" "),
      ],
      DEPENDENCIES[name],
      name,
    );
    for (const each of optional) assert.deepEqual(peerDependenciesMeta[each], { optional: true }, each);
    for (const [each, range] of Object.entries({ ...dependencies, ...peerDependencies })) {
      const known = WIDER[each] ?? (each.startsWith("@treadle/") ? config.version : findRange(each));
      assert.equal(range, known, `${name}: ${each}`);
    }
  }
});

Deno.test("Q4, P6: the modules that @treadle/treadle loads at its start import neither openai nor the page nor a model's provider", async () => {
  const { folder } = await packed();
  const found = new Set(["mod.js"]);
  const packages = new Set<string>();
  const sources: string[] = [];
  for (const file of found) {
    const text = await Deno.readTextFile(`${folder}lib/${file}`);
    sources.push(...Array.from(text.matchAll(/^\/\/ (src\/\S+)$/gm), ([, source = ""]) => source));
    for (const [, from = ""] of text.matchAll(/^(?:import|export|\}) ?(?:[^"']*? from )?"([^"]+)";$/gm)) {
      if (from.startsWith(".")) found.add(new URL(from, `file:///${file}`).pathname.slice(1));
      else packages.add(from);
    }
  }
  assert.ok(sources.includes("src/provider_registry.ts"), "the modules are read");
  assert.ok(packages.has("zod/mini"), "the imports are read");
  assert.deepEqual(
    [...packages].filter((name) =>
      /^(?:openai|node:|commander|@smithy|aws4fetch|@upstash\/ratelimit)/.test(name)
    ),
    [],
  );
  assert.deepEqual(
    sources.filter((source) => /^src\/(?:providers\/(?!scripted)|playground|cli|deno)/.test(source)),
    [],
  );
});

Deno.test("D2: functions/ imports the package by names that wrangler.toml knows", async () => {
  const toml = await Deno.readTextFile(new URL("wrangler.toml", projectRoot));
  const aliases = new Map(
    Array.from(toml.matchAll(/^"(@treadle\/[^"]+)" = "([^"]+)"$/gm), ([, name, file]) => [name, file]),
  );
  for (const [name = "", file] of aliases) {
    assert.equal(file, new Map(ENTRIES).get(`.${name.slice(config.name.length)}`), name);
  }
  const imported = new Set<string>();
  for await (const path of walkFiles("functions")) {
    if (!path.endsWith(".ts") || path === "functions/deno.ts") continue;
    if (/\/_(?:docs|readme)_/.test(path)) continue; // an example of a page, while another process checks it
    const text = await Deno.readTextFile(new URL(path, projectRoot));
    for (const [, name = ""] of text.matchAll(/ from "(@treadle\/[^"]+)"/g)) imported.add(name);
  }
  assert.ok(imported.has(config.name));
  for (const name of imported) assert.ok(aliases.has(name), `wrangler.toml has no alias for ${name}`);
});

Deno.test("D2: every entry imports in Deno, with the names that its source has, and on Node", async (test) => {
  await using project = await makeProject();
  const names = Object.fromEntries(
    await Promise.all(ENTRIES.map(async ([entry, file]) => [
      entry,
      Object.keys(await import(new URL(file, projectRoot).href)).sort(),
    ])),
  );
  await project.write(
    "import_all.mjs",
    `
    const names = {};
    for (const entry of ${JSON.stringify(ENTRIES.map(([entry]) => entry))}) {
      names[entry] = await import("${config.name}" + entry.slice(1)).then((all) => Object.keys(all).sort(), (error) => error.message);
    }
    console.log(JSON.stringify(names));
  `,
  );

  await test.step("Deno", async () => {
    assert.deepEqual(JSON.parse(await project.run(Deno.execPath(), "run", "-A", "import_all.mjs")), names);
  });

  await test.step("Node", async () => {
    assert.deepEqual(JSON.parse(await project.run("node", "import_all.mjs")), names);
  });

  await test.step("the store sqlite, on a Node that has it and on one that has not", async () => {
    await project.write(
      "open_sqlite.mjs",
      `import { createSqliteStore } from "${config.name}/stores/sqlite";
      try {
        await createSqliteStore({ path: ":memory:" }).close();
        console.log("opened");
      } catch ({ code, message }) {
        console.log(code, message);
      }`,
    );
    const printed = await project.run("node", "open_sqlite.mjs");
    const version = (await project.run("node", "--print", "process.versions.node")).trim();
    const hasSqlite = (await project.run("node", "--print", "!!process.getBuiltinModule?.('node:sqlite')"))
      .trim();
    if (hasSqlite === "true") assert.match(printed, /opened/);
    else {assert.match(
        printed,
        new RegExp(`^config_invalid .*from 22\\.13 on; this is Node ${version.replaceAll(".", "\\.")}\\.`),
      );}
  });

  await test.step("a run with a tool, and its page over HTTP, on Node", async () => {
    const ran = JSON.parse(await project.run("node", "run_on_node.mjs"));
    assert.deepEqual(ran.calls, [["get_weather", "completed"]]);
    assert.match(ran.output, /Paris/);
    assert.deepEqual(ran.entries, ["user", "assistant", "tool", "assistant"]);
    assert.deepEqual(ran.page, [200, true]);
    for (const type of ["tool.finished", "text.delta", "step.finished"]) {
      assert.ok(ran.events.includes(type), type);
    }
  });

  await test.step("the command line, on Node and in Deno", async () => {
    assert.equal((await project.run("node_modules/.bin/treadle", "--version")).trim(), config.version);
    const printed = await project.run(Deno.execPath(), "run", "-A", `npm:${cli.name}`, "--version");
    assert.equal(printed.trim(), config.version);
  });

  await test.step("evaluations on Node, in TypeScript where it or tsx of the project loads that", async () => {
    const evaluation = (name: string) => `
      import { defineAgent } from "${config.name}";
      import { defineEvaluation } from "${
      name === "plain" ? "@treadle/evaluation" : `${config.name}/evaluation`
    }";
      const agent = defineAgent({ name: "helper", model: "scripted/demo", instructions: "Help." });
      export default defineEvaluation({ name: "${name}", agent, cases: [{ id: "hello", input: "Hello" }] });`;
    const bin = `${project.folder}/node_modules/.bin/treadle`;
    await project.write("plain.eval.mjs", evaluation("plain"));
    assert.match(await project.run(bin, "eval", "plain.eval.mjs"), /^plain: passed /);
    await project.write("typed.eval.ts", evaluation("typed"));
    const strips = await project.run("node", "--print", "Boolean(process.features.typescript)");
    if (strips.trim() === "true") {
      assert.match(await project.run(bin, "eval", "typed.eval.ts"), /^typed: passed /);
      await project.write("kinds.ts", "export enum Kind { A }\n");
      await project.write("kinds.eval.ts", 'import "./kinds.ts";\n');
      await assert.rejects(
        () => project.run(bin, "eval", "kinds.eval.ts"),
        /kinds\.eval\.ts cannot be loaded: kinds\.ts:1: TypeScript enum .+\. Fix: Node removes types alone: /,
      );
      return;
    }
    await assert.rejects(
      () => project.run(bin, "eval", "typed.eval.ts"),
      /typed\.eval\.ts cannot be loaded: Node [\d.]+ loads no TypeScript\. Fix: npm install --save-dev tsx, or Node 22\.18/,
    );
    await Deno.mkdir(`${project.folder}/with_tsx/node_modules/tsx`, { recursive: true });
    await project.write("with_tsx/package.json", "{}");
    await project.write(
      "with_tsx/node_modules/tsx/package.json",
      JSON.stringify({ name: "tsx", type: "module", exports: { "./esm": "./esm.mjs" } }),
    );
    // In place of tsx: what it is loaded for, for a file whose TypeScript is JavaScript.
    const hooks = `import { readFileSync } from "node:fs";
      export const load = (url, context, next) => url.endsWith(".ts")
        ? { format: "module", source: readFileSync(new URL(url), "utf8"), shortCircuit: true }
        : next(url, context);`;
    await project.write(
      "with_tsx/node_modules/tsx/esm.mjs",
      `import { register } from "node:module";
      register("data:text/javascript," + encodeURIComponent(${JSON.stringify(hooks)}));`,
    );
    await project.write("with_tsx/typed.eval.ts", evaluation("typed"));
    const printed = await project.run("sh", "-c", `cd with_tsx && ${bin} eval typed.eval.ts`);
    assert.match(printed, /^typed: passed /);
  });

  await test.step("a command that needs Deno says so on Node, with the line to run", async () => {
    await project.write("main.ts", "");
    const node = (await project.run("node", "--print", "process.execPath")).trim();
    for (const command of ["redis-rest", "dev", "run", "doctor"]) {
      const bin = "node_modules/.bin/treadle";
      await assert.rejects(
        () => project.run("env", "PATH=/nonexistent", "PORT=1", node, bin, command),
        /(?:on|by) Deno.*: npx -y deno@2\.9\.6 run -A npm:@treadle\/cli/s,
        command,
      );
    }
  });
});

for (const { name, entries } of MEMBERS) {
  Deno.test(`D2, Q6: publint and attw find no error in the tarball of ${name}`, async () => {
    const tarball = await packedTarball(name);
    assert.match(await runTool("publint", "run", tarball, "--strict"), /All good!/);
    const args = ["--profile", "esm-only", "--no-definitely-typed", "--format", "json"];
    const { analysis: { entrypoints } }: Analysis = JSON.parse(
      await runTool("@arethetypeswrong/cli/attw", tarball, ...args),
    );
    for (const entry of name === RUNTIME.name ? Object.keys(config.exports) : Object.keys(entries)) {
      for (const mode of ["node16-esm", "bundler"] as const) {
        const { resolution, visibleProblems } = entrypoints[entry]?.resolutions[mode] ?? {};
        assert.ok(resolution?.isTypeScript, `${entry} has types, ${mode}`);
        assert.deepEqual(visibleProblems ?? [], [], `${entry}, ${mode}`);
      }
    }
  });
}

/** The part of attw's report that is read. */
interface Analysis {
  readonly analysis: {
    readonly entrypoints: Readonly<
      Record<string, { readonly resolutions: Readonly<Record<string, Resolution>> }>
    >;
  };
}

interface Resolution {
  readonly resolution?: { readonly isTypeScript: boolean };
  readonly visibleProblems?: readonly number[];
}

// Q6: the packages as npm installs them, each by itself: the runtime without the others, and each member with what it asks for.

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
