// The routes of apps. An app has no address of its own here: what it shows, and what it may call, follows from the call that it shows.

import { Hono } from "hono/tiny";
import * as z from "zod/mini";
import { readThread } from "../../../kernel/threads/threads.ts";
import type { HttpDeps, HttpEnv } from "../../../http/context.ts";
import { acceptable, listContentTypes } from "../../../http/negotiate.ts";
import { toThreadRef } from "../../../http/routes/threads.ts";
import { anyJson } from "../../../http/schemas/any_json.ts";
import { callPath } from "../../../http/schemas/requests.ts";
import { body, param } from "../../../http/validate.ts";
import { serveCall } from "./app_call.ts";
import { approveDomains, contentPolicy, withPolicy } from "./content_policy.ts";
import { findCall, type ToolOutcome } from "./find_call.ts";
import { FRAME_PATH, respondFrame } from "./frame.ts";
import { findServer } from "./server.ts";
import { isJsonObject, type Json, type JsonObject } from "../../../core/json.ts";

/** A call of a tool: `name` is the server's, as apps know it. */
export const appCallBody = z.strictObject({
  name: z.string().check(z.minLength(1), z.maxLength(256)),
  arguments: z.optional(z.record(z.string(), anyJson)),
});

/** The frame, the app of a call, and the calls that it makes. */
export function appRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .get(FRAME_PATH, (c) => respondFrame(c, deps))
    .get("/v1/threads/:id/apps/:callId", param(callPath), async (c) => {
      const { callId } = c.req.valid("param");
      const ref = toThreadRef(c, c.req.valid("param"));
      const thread = await readThread(ref, deps);
      const { app, name, args, outcome } = await findCall(ref, callId, thread, deps);
      const request = { tenant: ref.tenant, user: thread.user ?? c.var.user, thread: ref.thread };
      const resource = await findServer(app, thread, deps).readApp(app.uri, request, deps.sources);
      const domains = approveDomains(resource.csp);
      return c.json(
        {
          callId,
          ...app,
          name,
          args,
          result: outcome && toToolResult(outcome),
          html: withPolicy(resource, contentPolicy(domains)),
          domains,
          prefersBorder: resource.prefersBorder,
        },
        200,
        { "cache-control": "no-store" },
      );
    })
    .post(
      "/v1/threads/:id/apps/:callId/calls",
      param(callPath),
      acceptable("application/json", ...listContentTypes(deps)),
      body(appCallBody, deps),
      async (c) => {
        const { callId } = c.req.valid("param");
        const { name, arguments: args = {} } = c.req.valid("json");
        return await serveCall(c, toThreadRef(c, c.req.valid("param")), { callId, tool: name, args }, deps);
      },
    );
}

/**
 * A result of tools/call. The history has the structured content of a result, else its words, so `content` has the one or the other as
 * text, and `_meta` of the server is not kept.
 */
function toToolResult(
  { outcome, output, error }: Pick<ToolOutcome, "outcome" | "output" | "error">,
): JsonObject {
  if (outcome !== "completed") {
    return { content: textContent(error?.message ?? toText(output)), isError: true };
  }
  const content = output === null ? [] : textContent(toText(output));
  return isJsonObject(output) ? { content, structuredContent: output } : { content };
}

function textContent(text: string): Json[] {
  return [{ type: "text", text }];
}

function toText(output: Json): string {
  return typeof output === "string" ? output : JSON.stringify(output);
}
