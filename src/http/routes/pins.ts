// Pins: entries of a thread that every request to its model has, wherever the window begins.

import { Hono } from "hono/tiny";
import { setPin } from "../../runtime/threads/pins.ts";
import type { HttpDeps, HttpEnv } from "../context.ts";
import { pinPath } from "../schemas/requests.ts";
import { param } from "../validate.ts";
import { refOf } from "./threads.ts";

/** The routes that pin and unpin an entry. */
export function pinRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .put("/v1/threads/:id/pins/:index", param(pinPath), async (c) => {
      const path = c.req.valid("param");
      return c.json(await setPin(refOf(c, path), path.index, true, deps));
    })
    .delete("/v1/threads/:id/pins/:index", param(pinPath), async (c) => {
      const path = c.req.valid("param");
      return c.json(await setPin(refOf(c, path), path.index, false, deps));
    });
}
