// functions/_library_mount.ts
import { Hono } from "hono";
import { verify } from "hono/jwt";
import { createTreadle } from "@treadle/treadle";
import { readAsset } from "@treadle/treadle/playground";
import { agents } from "./agents/mod.ts";

const secret = Deno.env.get("JWT_SECRET") ?? "";

const treadle = createTreadle({
  agents,
  assets: readAsset,
  authenticate: async ({ headers }) => {
    const token = headers.get("authorization")?.replace(/^Bearer /, "") ?? "";
    const claims = await verify(token, secret, "HS256").catch(() => undefined);
    return typeof claims?.sub === "string" ? { tenant: "acme", user: claims.sub } : null;
  },
});

const app = new Hono()
  .get("/", (c) => c.text("The app itself."))
  .route("/agents", treadle.routes());

export type App = typeof app;
Deno.serve(app.fetch);
