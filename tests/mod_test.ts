import assert from "node:assert/strict";
import * as surface from "../src/mod.ts";

Deno.test("D2: the public surface (pin)", () => {
  assert.deepEqual(Object.keys(surface).sort(), [
    ...["AgentError", "DEFAULT_LIMITS", "ERROR_CODES", "PROVIDERS", "ToolError", "agent", "bindAgent"],
    ...["createApp", "createDeps", "createExecutor", "createMemoryStore"],
    ...["createScriptedDriver", "createScriptedProvider", "createToolCallingDriver", "createUpstashStore"],
    ...[
      "defineAgent",
      "defineTool",
      "failureFields",
      "parseToolChoice",
      "problemResponse",
      "scenario",
      "startRun",
      "streamRun",
    ],
    "withRetries",
  ]);
});

Deno.test("D2: importing the surface does not load the openai package", async () => {
  const code = `await import("${new URL("../src/mod.ts", import.meta.url)}");
    console.log(performance.getEntriesByType === undefined ? "" : "loaded");`;
  const { stdout, stderr } = await new Deno.Command(Deno.execPath(), {
    args: ["eval", "--log-level=debug", code],
    env: { NO_COLOR: "1" },
  }).output();
  assert.match(new TextDecoder().decode(stdout), /loaded/);
  const log = new TextDecoder().decode(stderr);
  assert.match(log, /mod\.ts/, "the debug log names the modules that are loaded");
  assert.doesNotMatch(log, /node_modules\/openai\/|openai\/index\.mjs/);
});

Deno.test("P6: the surface imports no provider but the scripted one: a model's is loaded when it is first asked", async () => {
  const root = new URL("../src/mod.ts", import.meta.url).href;
  const { stdout } = await new Deno.Command(Deno.execPath(), { args: ["info", "--json", root] }).output();
  const { modules }: { modules: Module[] } = JSON.parse(new TextDecoder().decode(stdout));
  const found = new Set([root]);
  for (const specifier of found) {
    const { dependencies = [] } = modules.find((module) => module.specifier === specifier) ?? {};
    for (const { code, isDynamic } of dependencies) {
      if (code?.specifier && !isDynamic) found.add(code.specifier);
    }
  }
  const files = [...found].map((specifier) => specifier.split("/src/")[1] ?? "");
  assert.ok(files.includes("registry.ts"));
  assert.deepEqual(files.filter((file) => file.startsWith("providers/")).sort(), [
    "providers/scripted/demo_model.ts",
    "providers/scripted/provider.ts",
    "providers/scripted/scenario.ts",
  ]);
});

interface Module {
  readonly specifier: string;
  readonly dependencies?: readonly {
    readonly code?: { readonly specifier?: string };
    readonly isDynamic?: boolean;
  }[];
}
