// /v1/responses/:response: a response is read, stopped and removed, and what it was answered from is listed.

import { AgentError } from "../../../core/error.ts";
import { cancelThread, removeThread } from "../../../kernel/threads/threads.ts";
import type { HttpContext, HttpDeps } from "../../../http/context.ts";
import { findPage, inputItems } from "./input_items.ts";
import { refuse } from "../../../http/conversation/refuse.ts";
import { findResponse, writeBody, writeFrames } from "./stored_response.ts";

/** The requests of a client about a stored response. */
export interface ResponseQuery {
  readonly stream?: string | undefined;
  readonly starting_after?: string | undefined;
}

/**
 * GET: the response as it stands, or the events of one that has ended.
 *
 * @throws {AgentError} thread_unknown; thread_busy - a stream of a response in progress; invalid_request - starting_after
 */
export async function readResponse(
  c: HttpContext,
  { stream, starting_after: behind }: ResponseQuery,
  deps: HttpDeps,
): Promise<Response> {
  const after = behind === undefined ? undefined : Number(behind);
  const found = await findResponse(c, readId(c), deps);
  if (stream !== "true") {
    if (after !== undefined) throw refuse(["starting_after"], "goes with stream only");
    return c.json(writeBody(found, deps));
  }
  const frames = writeFrames(found, deps);
  if (frames === undefined) {
    throw new AgentError("thread_busy", `Response ${found.id} is in progress; retry after 1000 ms.`, {
      retryAfterMs: 1000,
    });
  }
  if (after !== undefined && after >= frames.length - 1) {
    throw refuse(["starting_after"], `must be below ${frames.length - 1}, the last event of this response`);
  }
  const headers = { "content-type": "text/event-stream", "cache-control": "no-store" };
  return c.body(frames.slice((after ?? -1) + 1).join(""), 200, headers);
}

/** DELETE: with everything that its thread has. */
export async function removeResponse(c: HttpContext, deps: HttpDeps): Promise<Response> {
  const found = await findResponse(c, readId(c), deps);
  const { ref, id } = found;
  await removeThread(ref, deps, found);
  return c.json({ id, object: "response", deleted: true });
}

/** POST cancel: what runs is stopped, and calls that wait never run. One that has ended stays as it is. */
export async function cancelResponse(c: HttpContext, deps: HttpDeps): Promise<Response> {
  const { ref, id } = await findResponse(c, readId(c), deps);
  await cancelThread(ref, deps);
  return c.json(writeBody(await findResponse(c, id, deps), deps));
}

/**
 * GET input_items: a page of them.
 *
 * @throws {AgentError} thread_unknown; invalid_request - `after` is no item of the list
 */
export async function listInputItems(
  c: HttpContext,
  query: Parameters<typeof findPage>[1],
  deps: HttpDeps,
): Promise<Response> {
  const page = findPage(inputItems(await findResponse(c, readId(c), deps)), query);
  if (page === undefined) throw refuse(["after"], "is no item of this response");
  return c.json({ ...page });
}

function readId(c: HttpContext): string {
  return c.req.param("response") ?? "";
}
