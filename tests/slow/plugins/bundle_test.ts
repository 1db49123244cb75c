// What is not named is no byte of a bundle: the source files of Workers of the kernel, by the plugins that they list.
// What stands behind `import()` in the bundle of a Worker: a bundler puts such a module, and each that it imports, into a function that
// is compiled when it is called. What the start needs as well would be compiled twice, which costs more than to evaluate it.

import assert from "node:assert/strict";
import config from "../../../deno.json" with { type: "json" };
import { assertAllowed } from "../../lint/allowed.ts";
import { bootDeno } from "../../support/boot_deno.ts";
import { bootWorker } from "../support/boot_worker.ts";
import { bundlePackages } from "../support/bundles/package.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { STANDARD } from "../../plugins/_standard.ts";
import { KNOWN_PROVIDERS } from "../../../src/deps/provider_names.ts";

/** A Worker of the kernel with these plugins. */
function workerWith(names: readonly string[]): string {
  const plugins = names.map((name) => STANDARD[name] ?? assert.fail(name));
  return [
    `import { defineAgent } from "${config.name}/kernel";`,
    `import { serve } from "${config.name}/kernel/cloudflare";`,
    `import { scripted } from "${config.name}/providers/scripted";`,
    ...plugins.map(({ call, entry }) => `import { ${call} } from "${config.name}/${entry}";`),
    `const agents = [defineAgent({ name: "demo", model: "scripted/demo" })];`,
    `const named = [${plugins.map(({ call }) => `${call}()`).join(", ")}];`,
    `export default serve({ agents, plugins: named, providers: [scripted] });`,
  ].join("\n");
}

Deno.test("E5: a Worker of the kernel has no file of a plugin that it does not list, and no other file less", async () => {
  const names = Object.keys(STANDARD);
  const bundleOf = await bundlePackages({
    all: workerWith(names),
    none: workerWith([]),
    ...Object.fromEntries(names.flatMap((name) => [
      [`without ${name}`, workerWith(names.filter((other) => other !== name))],
      [`${name} alone`, workerWith([name])],
    ])),
  });
  const filesOf = (name: string) => bundleOf(name).files;
  const [all, none] = [filesOf("all"), filesOf("none")];
  const isOfPlugins = (file: string) => file.startsWith("src/plugins/");
  assert.deepEqual([...none].filter(isOfPlugins), []);
  assert.ok(none.has("src/app.ts") && none.has("src/kernel/run.ts"));

  for (const name of names) {
    const { folder, responds, encoder } = STANDARD[name] ?? assert.fail();
    const own = (file: string) => file.startsWith(`${folder}/`);
    const without = filesOf(`without ${name}`);
    assert.deepEqual([...without].filter(own), [], `${name} is left out`);
    assert.ok(all.has(`${folder}/mod.ts`) && all.has(`${folder}/${responds}`), `${name} is listed`);
    assert.ok([...all].some((file) => file.startsWith(`${folder}/${encoder}`)), `${name} is listed`);
    const alone = filesOf(`${name} alone`);
    assert.deepEqual([...none].filter((file) => !alone.has(file)), [], `${name} takes nothing away`);
    // What leaves with it and is not its own, it shares with no plugin that stays.
    for (const file of all) {
      if (!without.has(file) && !own(file)) assert.ok(alone.has(file) && !none.has(file), file);
    }
  }
});

for (
  const [entry, own] of [["kernel", "src/treadle/mod.ts"], ["kernel/deno", "src/deno/serve.ts"]] as const
) {
  Deno.test(`E5: ${entry} reaches no module of a plugin, and its counterpart with the standard set reaches all of them`, async () => {
    const isOfPlugins = (file: string) => file.startsWith("src/plugins/");
    const kernel = await modulesOf(own);
    assert.ok(kernel.includes("src/deps/create_deps.ts"));
    assert.deepEqual(kernel.filter(isOfPlugins), []);
    const standard = await modulesOf(entry === "kernel" ? "src/mod.ts" : "src/deno/mod.ts");
    for (const { folder } of Object.values(STANDARD)) {
      assert.ok(standard.includes(`${folder}/mod.ts`), folder);
    }
  });
}

/** The files of src that run once the module is imported, those behind `import()` included; what is imported as a type is none. */
async function modulesOf(module: string): Promise<string[]> {
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["info", "--json", module],
    cwd: fromFileUrl(projectRoot),
  }).output();
  const { modules }: { modules: readonly Module[] } = JSON.parse(new TextDecoder().decode(stdout));
  const byUrl = new Map(modules.map((each) => [each.specifier, each]));
  const found = new Set([new URL(module, projectRoot).href]);
  for (const specifier of found) {
    for (const { code } of byUrl.get(specifier)?.dependencies ?? []) {
      if (code?.specifier !== undefined) found.add(code.specifier);
    }
  }
  return [...found].map((url) => url.replace(projectRoot.href, "")).filter((path) => path.startsWith("src/"));
}

interface Module {
  readonly specifier: string;
  readonly dependencies?: readonly { readonly code?: { readonly specifier?: string } }[];
}

/** What the plugin of catalogues draws on the page. */
const PAGE_MODULE = "src/plugins/selection/door/page.js";

const RUNTIMES = [
  ["Deno", bootDeno, "tests/slow/plugins/_server.ts"],
  ["workerd", bootWorker, "tests/slow/plugins/_worker.ts"],
] as const;

for (const [runtime, boot, main] of RUNTIMES) {
  Deno.test({
    name: `E1, K1: a deployment of the kernel answers in ${runtime}, by the plugins that it lists`,
    sanitizeOps: false, // Miniflare keeps a child process beyond a test
    sanitizeResources: false,
    fn: async () => {
      await using booted = await boot({ TREADLE_STORE: "memory", TREADLE_OPEN: "1" }, { main });
      const post = (path: string, body: object) =>
        booted.fetch(path, {
          method: "POST",
          headers: { "content-type": "application/json" },
          body: JSON.stringify(body),
        });
      const completion = await post("/v1/chat/completions", {
        model: "demo",
        messages: [{ role: "user", content: "What is the weather in Paris?" }],
      });
      assert.equal(completion.status, 200, await completion.clone().text());
      const { choices: [answer] } = await completion.json();
      assert.ok(answer.message.content.length > 0);
      const step = await post("/v1/threads/t1/steps", { agent: "demo", input: "Hi.", until: "done" });
      assert.equal(step.status, 200, await step.text());
      const input = "What is the weather in Paris?";
      const decided = await post("/v1/threads/t2/steps", { agent: "weather", input, until: "done" });
      const { choice } = await decided.json();
      assert.match(choice.because, /^plugin once-a-run: it was asked for/);
      const module = await booted.fetch("/playground/plugins/catalogues.js");
      assert.equal(module.headers.get("content-type"), "text/javascript; charset=utf-8");
      assert.equal(await module.text(), await Deno.readTextFile(new URL(PAGE_MODULE, projectRoot)));
      for (const path of ["/agui", "/api/chat"]) {
        const left = await post(path, {});
        assert.deepEqual([left.status, (await left.json()).code], [404, "not_found"], path);
      }
    },
  });
}

const PROVIDERS = Object.entries(KNOWN_PROVIDERS).map(([name, known]) => ({
  variable: name,
  entry: name,
  ...known,
}));

/** A Worker of the kernel with the plugins of the standard set and every provider. */
const WORKER = [
  `import { serve } from "${config.name}/kernel/cloudflare";`,
  ...Object.values(STANDARD).map(({ call, entry }) => `import { ${call} } from "${config.name}/${entry}";`),
  ...PROVIDERS.map(({ variable, entry }) =>
    `import { ${variable} } from "${config.name}/providers/${entry}";`
  ),
  `const plugins = [${Object.values(STANDARD).map(({ call }) => `${call}()`).join(", ")}];`,
  `const providers = [${PROVIDERS.map(({ variable }) => variable).join(", ")}];`,
  `export default serve({ agents: [], plugins, providers });`,
].join("\n");

Deno.test("E5: in a Worker with plugins and providers, what is loaded at its first use shares no module with the start", async () => {
  const { inputs } = (await bundlePackages({ worker: WORKER }))("worker");
  assert.ok("src/plugins/chat/door.ts" in inputs && "src/providers/bedrock/provider.ts" in inputs);
  // An agent with a catalogue carries it.
  assert.deepEqual(Object.keys(inputs).filter((file) => file.startsWith("src/plugins/selection/")), []);
  const later = Object.values(inputs).flatMap(({ imports }) =>
    imports.flatMap(({ kind, path }) => kind === "dynamic-import" && path in inputs ? [path] : [])
  );
  assert.ok(later.includes("src/providers/_prices/openai.ts"));
  const sharing = later.filter((path) => inputs[path]?.imports.some((other) => other.path in inputs));
  assert.deepEqual(sharing, []);
});

/** What is not in use costs a step no function. */
Deno.test("Q5: a plain step enters at most so many functions of so many modules", async () => {
  const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--allow-all", "--quiet", "tests/bench/files_run.ts"],
    cwd: projectRoot,
    stdin: "null",
  }).output();
  const text = new TextDecoder().decode(stdout);
  assert.ok(success, text + new TextDecoder().decode(stderr));
  const [, functions, modules] = /enters (\d+) functions of (\d+) modules/.exec(text) ?? assert.fail(text);
  await assertAllowed("plain-step", { functions: Number(functions), modules: Number(modules) });
});

/** What the start of the deployed Worker needs, and what is loaded at its first use as well. */
Deno.test("E5: of the modules that the deployed Worker starts with so many stand behind an import() too", async () => {
  const deployed = fromFileUrl(new URL("functions/cloudflare.ts", projectRoot));
  const { inputs, files } =
    (await bundlePackages({ worker: `export { default } from ${JSON.stringify(deployed)};` }))("worker");
  const reach = (begin: readonly string[]) => {
    const found = new Set(begin);
    for (const file of found) {
      for (const { kind, path } of inputs[file]?.imports ?? []) {
        if (kind === "import-statement" && files.has(path)) found.add(path);
      }
    }
    return found;
  };
  const later = Object.values(inputs).flatMap(({ imports }) =>
    imports.flatMap(({ kind, path }) => kind === "dynamic-import" && files.has(path) ? [path] : [])
  );
  assert.ok(later.includes("src/plugins/mcp/server/dist/package.js"));
  const [start, behind] = [reach(["functions/cloudflare.ts"]), reach(later)];
  assert.ok(start.has("src/kernel/run.ts") && start.has("src/plugins/mcp/server/server.ts"));
  const twice = [...start].filter((file) => behind.has(file));
  await assertAllowed("start-behind-import", { "functions/cloudflare.ts": twice.length });
});

/** What no request has used is not made. */
Deno.test("Q5: a Worker makes at most so many schemas from its start to its first response", async () => {
  const entrypoints = ["functions/cloudflare.ts", "tests/bench/kernel.ts", "tests/bench/kernel_openai.ts"];
  const counts = await Promise.all(entrypoints.map(async (entrypoint) => {
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "--allow-all", "--quiet", "tests/bench/schemas_made.ts", entrypoint],
      cwd: projectRoot,
      stdin: "null",
    }).output();
    const text = new TextDecoder().decode(stdout);
    assert.ok(success, text + new TextDecoder().decode(stderr));
    const [, schemas] = /makes (\d+) schemas/.exec(text) ?? assert.fail(text);
    return [entrypoint, Number(schemas)] as const;
  }));
  await assertAllowed("start-schemas", Object.fromEntries(counts));
});
