// POST /v1/threads/:id/steps: the one route that runs something. The run belongs to the pump; what happens here is reading
// the request and showing the run, as JSON at its end or as a stream while it goes on.

import type { StepEvent } from "../core/event.ts";
import type { JsonObject } from "../core/json.ts";
import type { Shaped } from "../core/shape.ts";
import type { ThreadRef } from "../core/store.ts";
import { failureFields, toAgentError } from "../core/error.ts";
import type { RunResult } from "../runtime/result.ts";
import type { StepRequest } from "../runtime/request.ts";
import { startRun } from "../runtime/run.ts";
import { type Body, readBody, readQuery } from "./body.ts";
import { type App, deferOf, type HttpContext, type HttpDeps, tracedDeps } from "./context.ts";
import { problem } from "./errors.ts";
import { EventStream, streamResponse } from "./event_stream.ts";
import { idempotencyOf } from "./idempotency.ts";
import { negotiate } from "./negotiate.ts";
import { type DrainedRun, drainRun } from "./drain_run.ts";
import { resource, threadOf } from "./resource.ts";
import { stepBody, stepQuery } from "./schemas.ts";

const TOO_SLOW =
  "The reader fell more than 1 MB behind; the run goes on: resume with GET events and Last-Event-ID.";

export function stepRoutes(app: App, deps: HttpDeps): void {
  resource(app, "/v1/threads/:id/steps", { POST: (c) => runSteps(c, tracedDeps(c, deps)) });
}

async function runSteps(c: HttpContext, deps: HttpDeps): Promise<Response> {
  const ref = threadOf(c);
  const { protocols: { events: protocol } } = deps;
  // What the client can read comes first: a request that may not be answered need not be read. So a wrong Accept is 406
  // whatever the body is like.
  const streams =
    negotiate(c.req.header("accept"), ["application/json", protocol.contentType]) !== "application/json";
  const query = readQuery(c.req.url, stepQuery);
  const request = await toStepRequest(c, ref, await readBody(c.req.raw, stepBody, deps), streams);
  return streams ? await streamRun(c, request, deps) : await awaitRun(c, request, query.events, deps);
}

async function toStepRequest(
  c: HttpContext,
  ref: ThreadRef,
  { value: body, json }: Body<Shaped<typeof stepBody>>,
  streams: boolean,
): Promise<StepRequest> {
  const { method, path } = c.req;
  const idempotency = await idempotencyOf(c.req.header("idempotency-key"), { method, path, body: json });
  const execution = body.execution ?? body.toolChoice?.execution;
  return {
    ref,
    inputs: body.input ?? [],
    until: body.until,
    toolResults: body.toolResults,
    busy: body.busy,
    resumable: body.resumable ?? streams,
    ...(body.agent === undefined ? {} : { agent: body.agent }),
    ...(body.toolChoice === undefined ? {} : { toolChoice: body.toolChoice.choice }),
    parallel: body.toolChoice?.parallel,
    ...(body.onUnsupported === undefined ? {} : { onUnsupported: body.onUnsupported }),
    ...(execution === undefined ? {} : { execution }),
    ...(body.expectedVersion === undefined ? {} : { expectedVersion: body.expectedVersion }),
    ...(body.metadata === undefined ? {} : { metadata: body.metadata }),
    ...(body.plan === undefined ? {} : { plan: body.plan }),
    ...(idempotency === undefined ? {} : { idempotency }),
  };
}

// JSON ------------------------------------------------------------------------------------------------------------------

async function awaitRun(
  c: HttpContext,
  request: StepRequest,
  withEvents: boolean,
  deps: HttpDeps,
): Promise<Response> {
  const events: StepEvent[] = [];
  const run = await drainRun(
    startRun(request, deps),
    (event) => withEvents && events.push(event),
    deferOf(c),
  );
  if (run.type === "queued") return queued(c, run);
  const answer = await run.answer;
  for (const [name, value] of Object.entries(replayHeaders(run))) c.header(name, value);
  if (answer.error) return problem(c, answer.error, failureMembers(answer));
  return c.json({ ...answerBody(answer), ...(withEvents ? { events } : {}) });
}

function answerBody({ thread, step, output, calls, choice, outcome, model, warnings, usage }: RunResult) {
  return { thread, step, output, calls, choice, outcome, model, warnings, usage };
}

// What was done before a failure is kept, and what was tried against it is told.
function failureMembers({ thread, step, warnings }: RunResult): JsonObject {
  return {
    ...{ thread: { ...thread }, step },
    ...(warnings.length === 0 ? {} : { warnings: warnings.map(({ code, message }) => ({ code, message })) }),
  };
}

// Stream ----------------------------------------------------------------------------------------------------------------

async function streamRun(c: HttpContext, request: StepRequest, deps: HttpDeps): Promise<Response> {
  const encoder = deps.protocols.events.open({ thread: request.ref.thread, agent: request.agent ?? "" });
  const stream = new EventStream(deps.sleep, deps.heartbeatMs, encoder.close(TOO_SLOW));
  try {
    const watch = (event: StepEvent) => stream.write(encoder.encode(event));
    const run = await drainRun(startRun(request, deps), watch, deferOf(c));
    if (run.type === "queued") {
      stream.end("");
      return queued(c, run);
    }
    run.answer.then(() => stream.end(encoder.close()), (thrown) => {
      const error = toAgentError(thrown);
      deps.log("error", "run broke", { thread: request.ref.thread, ...failureFields(error) });
      stream.end(encoder.close(error.message));
    });
    return streamResponse(stream.body, replayHeaders(run));
  } catch (refusal) {
    stream.end("");
    throw refusal;
  }
}

function replayHeaders({ type }: DrainedRun): Record<string, string> {
  return type === "replayed" ? { "idempotency-replayed": "true" } : {};
}

function queued(c: HttpContext, { thread, waiting }: Extract<DrainedRun, { type: "queued" }>): Response {
  const body: JsonObject = { thread, status: "queued", waiting };
  return c.json(body, 202);
}
