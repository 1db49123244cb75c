// The paths of OpenAI's API. What serves them is loaded at the first request, so that a deployment without such clients starts
// without it.

import { Hono } from "hono/tiny";
import * as z from "zod/mini";
import type { HttpDeps, HttpEnv } from "../../context.ts";
import { param } from "../../validate.ts";
import type { OpenAIDoor } from "./door.ts";

/** The routes of OpenAI's API. */
export function openaiRoutes(deps: HttpDeps) {
  let loading: Promise<OpenAIDoor> | undefined;
  const door = () => loading ??= import("./door.ts").then(({ createOpenAIDoor }) => createOpenAIDoor(deps));
  return new Hono<HttpEnv>()
    .post("/v1/chat/completions", async (c) => (await door()).chat(c))
    .post("/v1/responses", async (c) => (await door()).responses(c))
    .get("/v1/models", async (c) => (await door()).models(c))
    .get(
      "/v1/models/:model",
      param(z.object({ model: z.string().check(z.maxLength(80)) })),
      async (c) => (await door()).model(c),
    );
}
