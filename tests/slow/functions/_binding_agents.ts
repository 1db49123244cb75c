// An agent whose tool reads a secret, KV and D1, in the place of functions/agents/mod.ts.

import { type Agent, defineAgent, defineTool } from "@treadle/treadle";

interface KVNamespace {
  get(key: string): Promise<string | null>;
  put(key: string, value: string): Promise<void>;
}

interface D1Database {
  prepare(sql: string): { first(): Promise<Record<string, number> | null> };
}

declare module "@treadle/treadle" {
  interface Bindings {
    BINDINGS_TEST_KV: KVNamespace;
    BINDINGS_TEST_D1: D1Database;
  }
}

const stock = defineTool({
  name: "stock",
  description: "Reads what it declares.",
  parameters: [],
  effect: "pure",
  env: ["BINDINGS_TEST_KV", "BINDINGS_TEST_D1", "SHOP_SECRET"],
  run: async (_args, { env }) => {
    await env.BINDINGS_TEST_KV?.put("pen", "2 dollars");
    const row = await env.BINDINGS_TEST_D1?.prepare("SELECT 6 * 7 AS answer").first();
    return {
      names: Object.keys(env).sort(),
      price: await env.BINDINGS_TEST_KV?.get("pen") ?? null,
      answer: row?.answer ?? null,
      secretLength: env.SHOP_SECRET?.length ?? null,
    };
  },
});

export const agents: Agent[] = [defineAgent({ name: "shop", tools: [stock], env: ["SHOP_REGION"] })];
