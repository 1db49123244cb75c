/**
 * A Worker as a shop has it: an app of Hono with JWT, KV and D1 of its own. It mounts Treadle below /agents. wrangler bundles this
 * file; worker_test.ts boots it.
 */
import { env, waitUntil } from "cloudflare:workers";
import { Hono } from "hono";
import { jwt, verify } from "hono/jwt";
import {
  createScriptedProvider,
  createTreadle,
  defineAgent,
  defineTool,
  type Identity,
  scenario,
} from "@treadle/treadle";

interface Namespace {
  get(key: string): Promise<string | null>;
  put(key: string, value: string): Promise<void>;
}

interface Statement {
  bind(...values: unknown[]): Statement;
  first<T>(): Promise<T | null>;
  run(): Promise<unknown>;
}

interface ShopEnv {
  readonly SHOP_KV: Namespace;
  readonly SHOP_DB: { prepare(query: string): Statement };
  /** A secret: the warehouse asks for it. */
  readonly SHOP_SECRET: string;
  readonly SHOP_WAREHOUSE: string;
  readonly SHOP_JWT_SECRET: string;
  readonly ASSETS: { fetch(url: string): Promise<Response> };
}

declare module "@treadle/treadle" {
  interface Bindings extends ShopEnv {}
}

const lookUp = defineTool({
  name: "look_up_order",
  description: "Finds an order and where it is.",
  parameters: { type: "object", properties: { order: { type: "string" } }, required: ["order"] },
  env: ["SHOP_KV", "SHOP_DB", "SHOP_SECRET", "SHOP_WAREHOUSE"],
  timeoutMs: 20_000,
  async run({ order }, { env: { SHOP_KV, SHOP_DB, SHOP_SECRET, SHOP_WAREHOUSE }, user }) {
    const status = await SHOP_KV?.get(`order:${order}`);
    const row = await SHOP_DB?.prepare("SELECT item FROM orders WHERE id = ?").bind(order).first<
      { item: string }
    >();
    const response = await fetch(`${SHOP_WAREHOUSE}/${order}`, {
      headers: { authorization: `Bearer ${SHOP_SECRET}` },
    });
    return {
      status: status ?? "unknown",
      item: row?.item ?? "unknown",
      place: await response.text(),
      user: user ?? null,
    };
  },
});

const clerk = defineAgent({
  name: "clerk",
  model: "scripted/clerk",
  instructions: "Answer questions about orders.",
  tools: [lookUp],
});

const script = scenario().says("Let me look.").calls("look_up_order", { order: "o1" })
  .next().says("Your order is on its way.");

const common = { agents: [clerk], providers: [createScriptedProvider({ script })] };

/** Without `env`: the bindings are those of each request. */
const treadle = createTreadle({
  ...common,
  authenticate,
  assets: async (name) => await (await shop().ASSETS.fetch(`https://assets.invalid/${name}`)).text(),
});

/** With `env`, for calls outside of the routes. */
const direct = createTreadle({ ...common, env, defer: waitUntil });

async function authenticate({ headers }: Request): Promise<Identity | null> {
  const [, token] = /^Bearer (.+)$/.exec(headers.get("authorization") ?? "") ?? [];
  if (token === undefined) return null;
  try {
    const { org, sub, scope } = await verify(token, shop().SHOP_JWT_SECRET, "HS256");
    return { tenant: String(org), user: String(sub), scopes: String(scope).split(" ") };
  } catch {
    return null;
  }
}

function shop(): ShopEnv {
  return Object(env);
}

const app = new Hono<{ Bindings: ShopEnv }>();
app.use("/orders/*", (c, next) => jwt({ secret: c.env.SHOP_JWT_SECRET, alg: "HS256" })(c, next));
app.put("/orders/:id", async (c) => {
  const { item, status } = await c.req.json();
  const { id } = c.req.param();
  await c.env.SHOP_DB.prepare("CREATE TABLE IF NOT EXISTS orders (id TEXT PRIMARY KEY, item TEXT)").run();
  await c.env.SHOP_DB.prepare("INSERT INTO orders VALUES (?, ?)").bind(id, item).run();
  await c.env.SHOP_KV.put(`order:${id}`, status);
  return c.body(null, 204);
});
app.post("/orders/:id/question", async (c) => {
  const { org, sub } = Object(c.get("jwtPayload"));
  const own = direct.as({ tenant: String(org), user: String(sub) });
  const { output } = await own.run(`order-${c.req.param("id")}`, await c.req.text(), { agent: "clerk" });
  return c.json({ output });
});
app.get(
  "/outside",
  async (c) => c.json(await treadle.threads().catch(({ code, message }) => ({ code, message }))),
);

export default app.route("/agents", treadle.routes());
