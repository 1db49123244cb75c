// Workers AI over REST and through the binding.
import type { WireCase } from "../case.ts";
import { simulate, type Simulator } from "../simulator.ts";
import { account, simulatedToken, WorkersAIApi } from "./api.ts";
import { SimulatedAi } from "./binding.ts";
import { lintRequest } from "./lint.ts";

export const workersAI: WireCase = {
  name: "workers_ai",
  provider: "workers_ai",
  model: "@cf/zai-org/glm-4.7-flash",
  start: (options) => simulate(new WorkersAIApi("rest"), options),
  env: () => ({ CLOUDFLARE_ACCOUNT_ID: account, CLOUDFLARE_API_TOKEN: simulatedToken }),
  fetch: (server: Simulator): typeof fetch => (input, init) =>
    fetch(String(input).replace("https://api.cloudflare.com", server.url), init),
  lintRequest,
  refuses: [],
};

export const workersAIBinding: WireCase = {
  name: "workers_ai binding",
  provider: "workers_ai",
  model: "@cf/meta/llama-3.3-70b-instruct-fp8-fast",
  objectArgs: true,
  start: (options) => simulate(new WorkersAIApi("binding"), options),
  env: () => ({}),
  bindings: ({ url }) => ({ AI: new SimulatedAi(url) }),
  lintRequest,
  refuses: [],
};
