// POST /v1/threads/:id/steps: the one route that runs steps. drain_run.ts owns the run; this file reads the request
// and writes the run to the response, as JSON at its end or as a stream while it goes on.

import { Hono } from "hono/tiny";
import type * as z from "zod/mini";
import { failureFields, toAgentError } from "../../core/error.ts";
import type { StepEvent } from "../../core/event.ts";
import type { JsonObject } from "../../core/json.ts";
import type { ThreadRef } from "../../core/store/thread.ts";
import type { Protocol } from "../../protocols/protocol.ts";
import type { RunResult } from "../../kernel/result.ts";
import type { StepRequest } from "../../kernel/request.ts";
import { startRun } from "../../kernel/run.ts";
import { bodyLimit } from "../body.ts";
import {
  type HttpContext,
  type HttpDeps,
  type HttpEnv,
  readOrigin,
  resolveDefer,
  tracedLog,
} from "../context.ts";
import { problem } from "../errors.ts";
import { EventStream, streamResponse } from "../event_stream.ts";
import { acceptable, findProtocol, listContentTypes } from "../negotiate.ts";
import { type DrainedRun, drainRun } from "../drain_run.ts";
import { stepBody, stepQuery, threadPath } from "../schemas/requests.ts";
import { toStepRequest } from "../step_request.ts";
import { toThreadRef } from "./threads.ts";
import { optionalBody, param, query } from "../validate.ts";

const TOO_SLOW = "The reader fell 1 MB behind; the run goes on: GET its events with Last-Event-ID.";

/** The route that runs steps. */
export function stepRoutes(deps: HttpDeps) {
  return new Hono<HttpEnv>().post(
    "/v1/threads/:id/steps",
    param(threadPath),
    acceptable("application/json", ...listContentTypes(deps)),
    query(stepQuery),
    optionalBody(stepBody, { sleep: deps.sleep, limit: bodyLimit(deps.mediaLimits.bytes) }),
    async (c) => {
      const request = await readRequest(c, toThreadRef(c, c.req.valid("param")), c.req.valid("json"));
      return await serveRun(c, request, c.req.valid("query").events, deps);
    },
  );
}

/** Runs the steps, and responds as the caller accepts it: with JSON at the end of the run, or with its events. */
export async function serveRun(
  c: HttpContext,
  request: StepRequest,
  withEvents: boolean,
  deps: HttpDeps,
): Promise<Response> {
  const log = tracedLog(c, deps.log);
  const protocol = findProtocol(c, deps);
  if (protocol !== undefined) return await streamRun(c, request, protocol, { ...deps, log });
  return await awaitRun(c, request, withEvents, { ...deps, log });
}

async function readRequest(
  c: HttpContext,
  ref: ThreadRef,
  body: z.infer<typeof stepBody>,
): Promise<StepRequest> {
  const key = c.req.header("idempotency-key");
  return await toStepRequest(body, {
    ref,
    caller: c.var,
    origin: readOrigin(c, "steps"),
    streams: c.get("accepted") !== "application/json",
    trace: c.get("caller"),
    idempotency: key === undefined ? undefined : { key, body: await c.req.json() },
  });
}

// JSON
// ------------------------------------------------------------------------------------------------------------------

async function awaitRun(
  c: HttpContext,
  request: StepRequest,
  withEvents: boolean,
  deps: HttpDeps,
): Promise<Response> {
  const events: StepEvent[] = [];
  const run = await drainRun(
    startRun(request, deps),
    withEvents ? (event) => events.push(event) : undefined,
    resolveDefer(c),
  );
  if (run.type === "queued") return respondQueued(c, run);
  if (run.trace !== undefined) c.set("trace", run.trace);
  const result = await run.result;
  for (const [name, value] of Object.entries(replayHeaders(run))) c.header(name, value);
  if (result.error) return problem(c, result.error, failureMembers(result));
  return c.json({ ...resultBody(result), events: withEvents ? events : undefined });
}

function resultBody(
  { thread, step, output, calls, choice, outcome, model, steps, warnings, usage }: RunResult,
) {
  return { thread, step, output, calls, choice, outcome, model, steps, warnings, usage };
}

// The thread has what was committed before the failure; the warnings name the attempts to avoid it.
function failureMembers({ thread, step, warnings }: RunResult) {
  const named = warnings.map(({ code, message }) => ({ code, message }));
  return { thread, step, warnings: named.length === 0 ? undefined : named };
}

// Stream
// ----------------------------------------------------------------------------------------------------------------

async function streamRun(
  c: HttpContext,
  request: StepRequest,
  protocol: Protocol,
  deps: HttpDeps,
): Promise<Response> {
  const encoder = protocol.open({ thread: request.ref.thread, agent: request.agent ?? "" });
  const stream = new EventStream(
    deps.sleep,
    deps.heartbeatMs,
    encoder.close(TOO_SLOW),
    protocol.heartbeat ?? "",
  );
  try {
    const onEvent = (event: StepEvent) => stream.write(encoder.encode(event));
    const run = await drainRun(startRun(request, deps), onEvent, resolveDefer(c));
    if (run.type === "queued") {
      stream.end("");
      return respondQueued(c, run);
    }
    if (run.trace !== undefined) c.set("trace", run.trace);
    run.result.then(() => stream.end(encoder.close()), (thrown) => {
      const error = toAgentError(thrown);
      deps.log("error", "run broke", { thread: request.ref.thread, ...failureFields(error) });
      stream.end(encoder.close(error.message));
    });
    return streamResponse(stream.body, protocol.contentType, replayHeaders(run));
  } catch (refusal) {
    stream.end("");
    throw refusal;
  }
}

function replayHeaders({ type }: DrainedRun): Record<string, string> {
  return type === "replayed" ? { "idempotency-replayed": "true" } : {};
}

function respondQueued(
  c: HttpContext,
  { thread, waiting }: Extract<DrainedRun, { type: "queued" }>,
): Response {
  const body: JsonObject = { thread, status: "queued", waiting };
  return c.json(body, 202);
}
