// functions/_library_worker.ts
import { env, waitUntil } from "cloudflare:workers";
import { Hono } from "hono";
import { createTreadle } from "@treadle/treadle";
import { agents } from "./agents/mod.ts";

const treadle = createTreadle({ agents, env, defer: waitUntil });

const app = new Hono().post("/questions/:user", async (c) => {
  const { output } = await treadle
    .as({ tenant: "acme", user: c.req.param("user") })
    .run("questions", await c.req.text(), { agent: "demo" });
  return c.text(output ?? "A person has to answer first.");
});

export default app.route("/agents", treadle.routes());
