// One isolate of a rolling deployment, of the version whose tree it stands in: it is copied into a folder beside `src` of any
// version, so it uses the public entry points alone. The agent has a tool of each effect; a tool that runs says so to the
// ledger of the program that started the isolate.

import { createApp, createDeps, defineAgent, defineTool, type Effect } from "../../../../src/mod.ts";

const [redisUrl = "", redisToken = "", model = "", ledger = "", key = ""] = Deno.args;

function tool(name: string, effect: Effect, needsApproval = false) {
  return defineTool({
    name,
    description: `Does the work of class ${effect}.`,
    parameters: ["label"],
    effect,
    needsApproval,
    run: async ({ label }, { idempotencyKey }) => {
      const ran = JSON.stringify({ tool: name, label, key: idempotencyKey });
      const response = await fetch(ledger, { method: "POST", body: ran });
      if (!response.ok) throw new Error(`The ledger answered ${response.status}.`);
      return await response.json();
    },
  });
}

const app = createApp(createDeps({
  env: {
    TREADLE_API_KEYS: `acme:${key}`,
    ANTHROPIC_API_KEY: "none",
    ANTHROPIC_BASE_URL: model,
    TREADLE_STORE: "upstash",
    UPSTASH_REDIS_REST_URL: redisUrl,
    UPSTASH_REDIS_REST_TOKEN: redisToken,
  },
  agents: [defineAgent({
    name: "worker",
    model: "anthropic/claude-sonnet-4-5",
    instructions: "Do the job.",
    tools: [tool("pure", "pure"), tool("keyed", "keyed"), tool("once", "once"), tool("remove", "once", true)],
  })],
  log: () => {},
}));

Deno.serve({
  hostname: "127.0.0.1",
  port: 0,
  onListen: ({ port }) => console.log(port),
}, (request) => app.fetch(request, { defer: (promise: Promise<unknown>) => void promise.catch(() => {}) }));
