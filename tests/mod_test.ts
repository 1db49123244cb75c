import assert from "node:assert/strict";
import * as surface from "../src/mod.ts";

Deno.test("D2: the public surface (pin)", () => {
  assert.deepEqual(Object.keys(surface).sort(), [
    ...["AgentError", "DEFAULT_LIMITS", "ERROR_CODES", "PROFILES", "ToolError", "agent", "bindAgent"],
    ...["createAnthropicProvider", "createApp", "createAzureProvider", "createBedrockProvider"],
    ...["createCohereProvider", "createCompatibleProvider", "createDeps", "createExecutor"],
    ...["createGeminiProvider", "createLMStudioProvider", "createMemoryStore", "createMistralProvider"],
    ...["createOllamaProvider", "createOpenAIProvider", "createScriptedDriver", "createScriptedProvider"],
    ...["createToolCallingDriver", "createUpstashStore", "createWorkersAIProvider"],
    ...["defineAgent", "defineTool", "isLoopback", "parseToolChoice", "scenario", "startRun", "withRetries"],
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
