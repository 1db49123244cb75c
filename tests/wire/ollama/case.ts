// Ollama's native API.
import type { WireCase } from "../case.ts";
import { simulate } from "../simulator.ts";
import { OllamaApi, simulatedKey } from "./api.ts";
import { lintRequest } from "./lint.ts";

export const ollama: WireCase = {
  name: "ollama",
  provider: "ollama",
  objectArgs: true,
  model: "qwen3",
  start: (options) => simulate(new OllamaApi(), options),
  // As the official tools take it: without a scheme.
  env: ({ url }) => ({ OLLAMA_HOST: url.replace("http://", ""), OLLAMA_API_KEY: simulatedKey }),
  lintRequest,
  refuses: [
    { feature: "tools", model: "gemma" },
    { feature: "effort", model: "llama3.2", settings: { reasoningEffort: "low" } },
  ],
};
