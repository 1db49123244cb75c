// functions/agents/stock.ts
import { defineTool } from "@treadle/treadle";

interface KVNamespace {
  get(key: string): Promise<string | null>;
}

interface D1Database {
  prepare(sql: string): { bind(...values: unknown[]): { first(): Promise<Record<string, string> | null> } };
}

declare module "@treadle/treadle" {
  interface Bindings {
    PRICES: KVNamespace;
    DB: D1Database;
  }
}

export const lookUpItem = defineTool({
  name: "look_up_item",
  description: "Price and shelf of an item.",
  parameters: ["item"],
  effect: "pure",
  env: ["PRICES", "DB", "STOCK_KEY"],
  run: async ({ item }, { env }) => {
    const price = await env.PRICES?.get(item) ?? null;
    const row = await env.DB?.prepare("SELECT shelf FROM stock WHERE item = ?").bind(item).first();
    return { price, shelf: row?.shelf ?? null, isLive: env.STOCK_KEY !== undefined };
  },
});
