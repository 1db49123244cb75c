// What the command line loads when it starts, and what a command loads only where it needs it.

import assert from "node:assert/strict";
import config from "../../../deno.json" with { type: "json" };
import { fromFileUrl, projectRoot } from "../../support/project.ts";
import { bundlePackages } from "../support/bundles/package.ts";

/** The map of the project in which the client of MCP is a module that cannot be loaded. */
const IMPORTS = {
  ...Object.fromEntries(
    Object.entries(config.imports).map(([name, target]) => [
      name,
      target.startsWith("./") ? new URL(target, projectRoot).href : target,
    ]),
  ),
  "@modelcontextprotocol/client": `data:text/javascript,throw new Error("the client of MCP was loaded")`,
};

async function compile(mcp: string): Promise<{ readonly success: boolean; readonly text: string }> {
  const folder = await Deno.makeTempDir({ prefix: "agents_" });
  try {
    await Deno.writeTextFile(`${folder}/imports.json`, JSON.stringify({ imports: IMPORTS }));
    await Deno.writeTextFile(`${folder}/tools.ts`, "export {};\n");
    await Deno.writeTextFile(
      `${folder}/desk.yaml`,
      `metadata: { name: desk }\nspec:\n  planner: { type: tool_calling }\n${mcp}`,
    );
    const { success, stdout, stderr } = await new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "-q", "--no-check", "--import-map", `${folder}/imports.json`, "src/cli/main.ts"]
        .concat(["agents", folder]),
      cwd: fromFileUrl(projectRoot),
    }).output();
    const text = new TextDecoder();
    return { success, text: text.decode(stdout) + text.decode(stderr) };
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

Deno.test("D2: treadle agents loads the client of MCP for agents with servers alone", async () => {
  const without = await compile("");
  assert.ok(without.success, without.text);
  const { success, text } = await compile("  mcp:\n    - { name: desk, url: https://example.com/mcp }\n");
  assert.ok(!success, text);
  assert.match(text, /client/);
});

Deno.test("E17: the command line begins without the runtime, drivers, providers and stores", async () => {
  const program = "src/cli/main.ts";
  const { inputs } = (await bundlePackages({ program: `import "./${program}";` }))("program");
  const loaded = new Set([program]);
  for (const path of loaded) {
    for (const { kind, path: imported } of inputs[path]?.imports ?? []) {
      if (kind === "import-statement" && imported in inputs) loaded.add(imported);
    }
  }
  assert.ok(loaded.has("src/cli/commands/eval.ts") && "src/kernel/run.ts" in inputs);
  const heavy = /^src\/(?:kernel|providers|stores|deps|http)\//;
  assert.deepEqual([...loaded].filter((path) => heavy.test(path)), []);
});
