// GET /openapi.json: the description that `deno task openapi` makes from the routes. It is read as the files of the page are,
// so that no cold start pays for it.

import { Hono } from "hono/tiny";
import type { ReadAsset } from "../../core/ports.ts";
import { readBasePath } from "../base_path.ts";
import type { HttpEnv } from "../context.ts";

/** The route of the description, which is read on first use and then kept. */
export function openapiRoutes(readAsset: ReadAsset) {
  // The text, not its promise: on Workers one request may not wait for the I/O of another.
  let text: string | undefined;
  return new Hono<HttpEnv>().get("/openapi.json", async (c) => {
    text ??= await readAsset("openapi.json");
    return c.body(withServer(text, readBasePath(c)), 200, { "content-type": "application/json" });
  });
}

/** The description with the base path as the URL of its server. */
function withServer(text: string, base: string): string {
  if (base === "") return text;
  return text.replace('"servers":[{"url":"/"}]', () => `"servers":[{"url":${JSON.stringify(base)}}]`);
}
