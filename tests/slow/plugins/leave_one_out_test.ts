// K4: every plugin can be left out: what is left type-checks, starts on Deno and in workerd, steps, and is smaller by it.
// C11: with doors and sources of tools beside each other, a choice means the same in each.

import assert from "node:assert/strict";
import config from "../../../deno.json" with { type: "json" };
import { scripted } from "../../../src/providers/scripted/provider.ts";
import { createTreadle } from "../../../src/treadle/create_treadle.ts";
import { bootWorker } from "../support/boot_worker.ts";
import { bundlePackages } from "../support/bundles/package.ts";
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { typeErrors } from "../support/types/type_check.ts";
import { agents } from "./_agents.ts";
import { tryBoundaries } from "./_boundaries.ts";
import { tryChannels } from "./channels/_boundaries.ts";
import { everyPluginBut, namedPluginsBut, PLUGINS } from "./_every_plugin.ts";
import { assertChoices, ORIGINS } from "./doors/_origins.ts";

const ENV = { TREADLE_OPEN: "1", TREADLE_TOKEN_SECRETS: "a-secret-of-tokens-with-32-bytes-or-more" };

/** A Worker of the kernel with every plugin but one, as a project has it. */
function workerWithout(name?: string): string {
  const named = namedPluginsBut(name).map(([, plugin]) => plugin);
  return [
    `import { defineAgent } from "${config.name}/kernel";`,
    `import { serve } from "${config.name}/kernel/cloudflare";`,
    `import { scripted } from "${config.name}/providers/scripted";`,
    ...named.map(({ call, entry }) => `import { ${call.split("(")[0]} } from "${config.name}/${entry}";`),
    `const agents = [defineAgent({ name: "demo", model: "scripted/demo" })];`,
    `const plugins = [${named.map(({ call }) => call).join(", ")}];`,
    `export default serve({ agents, plugins, providers: [scripted] });`,
  ].join("\n");
}

const json = { "content-type": "application/json" };

/** Status and code of a request to a deployment, at a path that begins so. */
async function outcomeOf(
  fetch: (path: string, init: RequestInit) => Response | Promise<Response>,
  request: string,
): Promise<string> {
  const [method = "", path = ""] = request.split(" ");
  const response = await fetch(path, { method, ...(method === "POST" ? { headers: json, body: "{}" } : {}) });
  const text = await response.text();
  const body = response.headers.get("content-type")?.includes("json") ? JSON.parse(text) : {};
  return `${response.status} ${body.code ?? body.error?.code ?? ""}`.trimEnd();
}

const STEP = {
  method: "POST",
  headers: json,
  body: JSON.stringify({ agent: "demo", input: "Hi.", until: "done" }),
};

for (const [name, { request }] of Object.entries(PLUGINS)) {
  Deno.test(`K4: without ${name} a deployment steps, and has all routes but those of ${name}`, async () => {
    const treadle = createTreadle({
      agents,
      plugins: everyPluginBut(name),
      providers: [scripted],
      store: "memory",
      env: ENV,
      log: () => {},
    });
    const fetch = async (path: string, init: RequestInit) =>
      await treadle.fetch(new Request(`http://localhost${path}`, init));
    assert.equal((await fetch("/v1/threads/t1/steps", STEP)).status, 200);
    if (request !== undefined) assert.equal(await outcomeOf(fetch, request), "404 not_found");
    for (const [other, { request }] of namedPluginsBut(name)) {
      if (request === undefined) continue;
      assert.doesNotMatch(await outcomeOf(fetch, request), / not_found$/, `${other} without ${name}`);
    }
    await treadle.close();
  });
}

Deno.test("K4: every plugin that the package exports is in the table", () => {
  const tools = ["./mcp/client", "./mcp/on_demand", "./tools/http", "./selection"];
  const entries = Object.entries(config.exports).flatMap(([entry, file]) =>
    /^\.\/src\/(?:plugins|evaluation)\//.test(file) && !tools.includes(entry) ? [entry.slice(2)] : []
  );
  assert.deepEqual(Object.values(PLUGINS).map(({ entry }) => entry).toSorted(), entries.toSorted());
});

Deno.test("K4: without any one plugin the others type-check", async () => {
  const folder = await Deno.makeTempDir({ dir: fromFileUrl(projectRoot), prefix: ".without_" });
  try {
    const files = Object.keys(PLUGINS).map((name) => `${folder}/${name}.ts`);
    await Promise.all(
      Object.keys(PLUGINS).map((name, index) => Deno.writeTextFile(files[index] ?? "", workerWithout(name))),
    );
    assert.equal(await typeErrors(files), "");
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
});

Deno.test("K4: a Worker without a plugin has no module of it, and fewer bytes", async () => {
  const smaller = Object.keys(PLUGINS).map((name) => [name, workerWithout(name)]);
  const bundleOf = await bundlePackages({
    whole: workerWithout(),
    ...Object.fromEntries(smaller),
  });
  const whole = bundleOf("whole");
  for (const [name, { module }] of Object.entries(PLUGINS)) {
    const without = bundleOf(name);
    assert.ok(whole.files.has(module), module);
    assert.ok(!without.files.has(module), `${module} without ${name}`);
    assert.ok(without.bytes < whole.bytes, `${name}: ${without.bytes} of ${whole.bytes} bytes`);
    assert.deepEqual([...without.files].filter((file) => !whole.files.has(file)), [], name);
  }
});

Deno.test({
  name: "K4, E1: in workerd a deployment starts and steps without any one plugin",
  sanitizeOps: false, // Miniflare keeps a child process beyond a test
  sanitizeResources: false,
  fn: async () => {
    await using booted = await bootWorker({}, { main: "tests/slow/plugins/_without_worker.ts" });
    for (const [name, { request }] of Object.entries(PLUGINS)) {
      const fetch = (path: string, init: RequestInit) => booted.fetch(`/without/${name}${path}`, init);
      const step = await fetch("/v1/threads/t1/steps", STEP);
      assert.equal(step.status, 200, `${name}: ${await step.text()}`);
      if (request !== undefined) assert.equal(await outcomeOf(fetch, request), "404 not_found", name);
    }
  },
});

for (const origin of ORIGINS) {
  Deno.test(`C11, S6: six choices and four executions mean the same in seven doors with a tool of origin ${origin}`, async () => {
    await assertChoices(origin);
  });
}

Deno.test({
  name:
    "E14: with every plugin no route shows or changes what is another tenant's, another user's, or beyond a token, whatever is asked",
  sanitizeOps: false,
  sanitizeResources: false, // streams of routes that follow a thread
  fn: tryBoundaries,
});

Deno.test("E14, V3: no request that a platform has not signed for a channel, and no person who may not decide, changes what is there", async () => {
  const tries = await tryChannels();
  assert.ok(tries >= 400, `${tries} tries`);
});
