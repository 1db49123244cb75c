// /v1/threads: creates, lists, reads, cancels and removes threads; pages through a history.

import type { ThreadView } from "../../core/contract/threads.ts";
import { Hono } from "hono/tiny";
import type { ThreadRef } from "../../core/store/thread.ts";
import { newId } from "../../core/text/id.ts";
import { assertBoundAgent, assertInRange, assertNoPlan } from "../../kernel/owner.ts";
import { cancelThread, createThread, readHistory, readThread } from "../../kernel/threads/threads.ts";
import { indexThreads } from "../../kernel/threads/index_threads.ts";
import { listThreads } from "../../kernel/threads/list_threads.ts";
import { resolveUser } from "../access/acting_user.ts";
import { readBasePath } from "../base_path.ts";
import type { HttpContext, HttpDeps, HttpEnv } from "../context.ts";
import { changeConversation, removeConversation } from "../conversation/branches.ts";
import { deriveThreadId } from "../idempotency.ts";
import {
  createThreadBody,
  emptyBody,
  historyQuery,
  indexBody,
  threadChanges,
  threadPath,
  threadsQuery,
} from "../schemas/requests.ts";
import { body, optionalBody, param, query } from "../validate.ts";

/** The routes of threads and their histories. */
export function threadRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>()
    .post(
      "/v1/threads",
      body(createThreadBody, deps),
      async (c) => {
        const { id, agent, metadata, plan, user: named } = c.req.valid("json");
        const { tenant, bound } = c.var;
        const user = resolveUser(c.var, named);
        assertBoundAgent(bound, agent);
        assertNoPlan(bound, plan);
        const keyed = await deriveThreadId(c.var, c.req.header("idempotency-key"));
        const idempotent = keyed !== undefined;
        const thread = newThreadId(c, id, keyed, deps);
        const request = { tenant, thread, agent, metadata, plan, user, bound, idempotent };
        const made = await createThread(request, deps);
        return respondCreated(c, made.thread, made.replayed);
      },
    )
    .get(
      "/v1/threads",
      query(threadsQuery),
      async (c) => c.json(await listThreads(c.var, c.req.valid("query"), deps)),
    )
    .post(
      "/v1/threads/index",
      optionalBody(indexBody, deps),
      async (c) => c.json(await indexThreads(c.var, c.req.valid("json"), deps)),
    )
    .get(
      "/v1/threads/:id",
      param(threadPath),
      async (c) => c.json(await readThread(toThreadRef(c, c.req.valid("param")), deps)),
    )
    .patch(
      "/v1/threads/:id",
      param(threadPath),
      body(threadChanges, deps),
      async (c) =>
        c.json(
          await changeConversation(toThreadRef(c, c.req.valid("param")), c.req.valid("json"), c.var, deps),
        ),
    )
    .delete(
      "/v1/threads/:id",
      param(threadPath),
      async (c) => {
        await removeConversation(toThreadRef(c, c.req.valid("param")), c.var, deps);
        return c.body(null, 204);
      },
    )
    .get(
      "/v1/threads/:id/history",
      param(threadPath),
      query(historyQuery),
      async (c) =>
        c.json(await readHistory(toThreadRef(c, c.req.valid("param")), c.req.valid("query"), deps)),
    )
    .post(
      "/v1/threads/:id/cancel",
      param(threadPath),
      optionalBody(emptyBody, deps),
      async (c) => c.json(await cancelThread(toThreadRef(c, c.req.valid("param")), deps)),
    );
}

/** The thread of a path, for the tenant of the request. */
export function toThreadRef(c: HttpContext, { id }: { readonly id: string }): ThreadRef {
  return { tenant: c.get("tenant"), thread: id };
}

/**
 * The id of a new thread: that of the request, else that of its key, else undefined for a minted one. Those that are not of the
 * request begin with the prefix of the caller's token.
 *
 * @throws {AgentError} forbidden - the caller's token is not for the id
 */
export function newThreadId(
  c: HttpContext,
  named: string | undefined,
  keyed: string | undefined,
  { random }: Pick<HttpDeps, "random">,
): string | undefined {
  const { bound } = c.var;
  const threads = bound?.threads;
  if (threads === undefined) return named ?? keyed;
  const own = threads.type === "prefix" ? threads.prefix + (keyed ?? newId("thread", random)) : threads.id;
  assertInRange(bound, named ?? own);
  return named ?? own;
}

/** The response to a request that creates a thread; 200 when the same request created it before. */
export function respondCreated(c: HttpContext, thread: ThreadView, replayed: boolean) {
  const location = `${readBasePath(c)}/v1/threads/${thread.id}`;
  return replayed
    ? c.json(thread, 200, { location, "idempotency-replayed": "true" })
    : c.json(thread, 201, { location });
}
