// The routes of the door of the AI SDK.

import { Hono } from "hono/tiny";
import * as z from "zod/mini";
import { NAME, THREAD_ID } from "../../core/text/id.ts";
import type { HttpContext, HttpDeps, HttpEnv } from "../../http/context.ts";
import { count, optionalPlace } from "../../http/schemas/requests.ts";
import { param, query } from "../../http/validate.ts";
import type { Busy } from "../../kernel/request.ts";
import { CHAT_MODES } from "../../http/conversation/modes.ts";
import { postChat, readChat, stopChat, streamChat } from "./door.ts";
import { describeFields } from "../../core/text/field_meanings.ts";

const agent = z.string().check(z.regex(NAME, `must match ${NAME.source}`));
const id = z.string().check(z.regex(THREAD_ID, `must match ${THREAD_ID.source}`));

/** How far a request goes. */
export const chatQuery = z.strictObject({
  mode: z._default(z.enum(CHAT_MODES, `must be ${CHAT_MODES.join(" or ")}`), "step"),
});
/* @__PURE__ */ describeFields(chatQuery, {
  mode:
    "`step`: one plan and its calls, and the client goes on; `full`: to an answer; `execute`: the outputs are the answer",
});

/** What the client has of the chat. useChat keeps the query of the address that it sends to, which says more. */
export const chatStreamQuery = z.looseObject({ version: optionalPlace() });
/* @__PURE__ */ describeFields(chatStreamQuery, {
  version:
    "The version that the last message of the page has in its metadata, 0 where it has none: where the thread has a later one, its last message comes again",
});

/** Which messages of a chat are read. */
export const chatMessagesQuery = z.strictObject({
  before: optionalPlace(),
  limit: count(1, 200, 100),
  branch: z.optional(id),
});
/* @__PURE__ */ describeFields(chatMessagesQuery, {
  before: "`next` of the page of newer messages; the newest by default",
  limit: "About how many messages; a question and its answer stay together",
  branch: "Id of the thread of the branch to read, in place of the one that runs or was written last",
});

/** `/api/chat` for the default agent, `/api/chat/:agent` for any. */
export function chatRoutes(deps: HttpDeps, busy: Busy = "steer") {
  const post = (c: HttpContext) => postChat(c, { ...c.req.param(), busy }, deps);
  const stream = (c: HttpContext, { version }: z.infer<typeof chatStreamQuery>) =>
    streamChat(c, c.req.param(), version, deps);
  const messages = (c: HttpContext, page: z.infer<typeof chatMessagesQuery>) =>
    readChat(c, c.req.param(), page, deps);
  const stop = (c: HttpContext) => stopChat(c, c.req.param(), deps);
  const ofAgent = param(z.object({ agent }));
  const ofChat = param(z.object({ id }));
  const ofBoth = param(z.object({ agent, id }));
  const ofStream = query(chatStreamQuery);
  const ofPage = query(chatMessagesQuery);
  return new Hono<HttpEnv>()
    .post("/api/chat", query(chatQuery), post)
    .post("/api/chat/:agent", ofAgent, query(chatQuery), post)
    .get("/api/chat/:id/messages", ofChat, ofPage, (c) => messages(c, c.req.valid("query")))
    .get("/api/chat/:id/stream", ofChat, ofStream, (c) => stream(c, c.req.valid("query")))
    .post("/api/chat/:id/stop", ofChat, stop)
    .get("/api/chat/:agent/:id/messages", ofBoth, ofPage, (c) => messages(c, c.req.valid("query")))
    .get("/api/chat/:agent/:id/stream", ofBoth, ofStream, (c) => stream(c, c.req.valid("query")))
    .post("/api/chat/:agent/:id/stop", ofBoth, stop);
}
