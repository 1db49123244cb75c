// Routes of a project, as an app of Hono: one that knows the platform, one that streams, one that fails, a 404 of its own.

import { Hono } from "hono";

export const app = new Hono()
  .use(async (c, next) => {
    await next();
    c.header("x-own", "1");
  })
  .get("/hello/:name", (c) => c.text(`Hello ${c.req.param("name")}.`))
  .get(
    "/platform",
    (c) => c.text(`${typeof Object(c.env).remoteAddr} ${typeof Object(c.env).TREADLE_API_KEYS}`),
  )
  .post("/echo", async (c) => c.text(await c.req.text()))
  .get("/fails", () => {
    throw new Error("the project's own");
  })
  .notFound((c) => c.text("The project has no such page.", 404));
