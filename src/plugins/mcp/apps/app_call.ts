// A call that an app makes: a run of its thread whose plan is that call. Policy, approvals, hooks, budgets, limits, ledger and history
// hold as for the call of a model; in the history its model is `caller/app`, and its input is from the door `app`.

import type { Agent } from "../../../core/agent.ts";
import type { ThreadDetail } from "../../../core/contract/threads.ts";
import { AgentError } from "../../../core/error.ts";
import type { JsonObject } from "../../../core/json.ts";
import type { ThreadRef } from "../../../core/store/thread.ts";
import type { Tool } from "../../../core/tool.ts";
import type { CallApp } from "../../../core/tool/tool_app.ts";
import { withoutShownApp } from "../../../core/tool/with_app_tools.ts";
import type { RemoteToolSource, SourceRequest } from "../../../core/tool/tool_source.ts";
import { readThread } from "../../../kernel/threads/threads.ts";
import { withCall } from "../../../http/caller_call.ts";
import { type HttpContext, type HttpDeps, readOrigin } from "../../../http/context.ts";
import { serveRun } from "../../../http/routes/steps.ts";
import { toStepRequest } from "../../../http/step_request.ts";
import { findCall } from "./find_call.ts";
import { findServer } from "./server.ts";

/** A call as an app makes it. */
export interface AppCall {
  /** The call that the app shows. */
  readonly callId: string;
  /** The server's name of the tool. */
  readonly tool: string;
  readonly args: JsonObject;
}

/**
 * Runs the call and responds as `POST /v1/threads/:id/steps` does.
 *
 * @throws {AgentError} call_unknown, not_found - no app shows the call, or its server has no such tool for apps; invalid_request - the arguments do not fit
 * @throws {AgentError} thread_busy - the thread runs, or waits for people or results: an app ends no wait
 */
export async function serveCall(
  c: HttpContext,
  ref: ThreadRef,
  { callId, tool: toolName, args }: AppCall,
  deps: HttpDeps,
): Promise<Response> {
  const thread = await readThread(ref, deps);
  const { app } = await findCall(ref, callId, thread, deps);
  const server = findServer(app, thread, deps);
  const request = { tenant: ref.tenant, user: thread.user ?? c.var.user, thread: ref.thread };
  const tool = await findTool(toolName, { app, server, agent: deps.agents.get(thread.agent) }, request, deps);
  if (JSON.stringify(args).length > ARGUMENT_CHARS) {
    throw new AgentError("invalid_request", `The arguments have more than ${ARGUMENT_CHARS} characters.`);
  }
  const problems = deps.executor.check(tool.parameters, args);
  if (problems.length > 0) {
    throw new AgentError("invalid_request", `The arguments do not fit ${tool.name}: ${problems.join(" ")}`);
  }
  assertRests(thread);
  const key = c.req.header("idempotency-key");
  const step = await toStepRequest({
    agent: thread.agent,
    input: [`Call ${tool.name}, as the app ${app.uri} of the server ${app.server} asks.`],
    until: "done",
    busy: "reject",
    toolResults: [],
    execution: "execute",
    toolChoice: { choice: { type: "tool", name: tool.name } },
    // An idempotency key that is known is answered before the version is compared.
    expectedVersion: thread.version,
  }, {
    ref,
    caller: c.var,
    origin: readOrigin(c, "app"),
    streams: c.get("accepted") !== "application/json",
    trace: c.get("caller"),
    idempotency: key === undefined ? undefined : { key, body: { app: callId, tool: toolName, args } },
  });
  const withTool = withSource(deps, thread.agent, withTools(server, tool));
  return await serveRun(
    c,
    { ...step, isolated: true },
    false,
    withCall({ tool: tool.name, args }, "app", withTool),
  );
}

/** Most characters of arguments as JSON: they are part of every later request to the model. */
const ARGUMENT_CHARS = 65_536;

/** An input would end the waits of a thread; that of an app is none of a person. */
function assertRests({ id, status, running, waiting }: ThreadDetail): void {
  if (!running && waiting === 0 && RESTS.includes(status)) return;
  throw new AgentError(
    "thread_busy",
    `Thread ${id} is ${status}: an app calls tools when its run has ended.`,
    {
      retryAfterMs: 1_000,
    },
  );
}

const RESTS: readonly string[] = ["done", "failed", "cancelled"];

async function findTool(
  name: string,
  { app, server, agent }: {
    readonly app: CallApp;
    readonly server: RemoteToolSource;
    readonly agent: Agent | undefined;
  },
  request: SourceRequest,
  { sources }: Pick<HttpDeps, "sources">,
): Promise<Tool> {
  const { tools, appTools = [] } = await server.tools(request, sources);
  const tool = [...tools, ...appTools].find((each) => each.app?.tool === name);
  if (tool?.app?.callable) {
    const isPlannedWith = tools.includes(tool);
    if (!await isHidden(tool, isPlannedWith, { server, agent }, request, sources)) return tool;
  }
  throw new AgentError("not_found", `The server ${app.server} has no tool of this name for its apps.`);
}

/**
 * True where the name of the tool is that of another one for a step of the agent: the prefixes of two servers may meet. The agent's own
 * tools stand before those of servers, the servers stand in their order, and what is planned with stands before what apps alone call.
 */
async function isHidden(
  { name }: Tool,
  isPlannedWith: boolean,
  { server, agent }: { readonly server: RemoteToolSource; readonly agent: Agent | undefined },
  request: SourceRequest,
  sources: HttpDeps["sources"],
): Promise<boolean> {
  if (agent === undefined) return true;
  const isIt = (each: Tool) => each.name === name;
  if (agent.tools.some(isIt)) return true;
  let isBefore = true;
  for (const source of agent.toolSources ?? []) {
    if (source.name === server.name) {
      isBefore = false;
      continue;
    }
    const { tools, appTools = [] } = await source.tools(request, sources);
    if ((isBefore || !isPlannedWith) && tools.some(isIt) || isBefore && appTools.some(isIt)) return true;
  }
  return false;
}

/** The server with this tool among those that are planned with. The app that calls it shows its result: no other app does. */
function withTools(server: RemoteToolSource, tool: Tool): RemoteToolSource {
  return {
    ...server,
    async tools(request, ports) {
      const { tools, warnings } = await server.tools(request, ports);
      const others = tools.filter(({ name }) => name !== tool.name);
      return { tools: [...others, withoutShownApp(tool)], warnings };
    },
  };
}

function withSource(deps: HttpDeps, agentName: string, source: RemoteToolSource): HttpDeps {
  const agent = deps.agents.get(agentName);
  if (agent === undefined) return deps;
  const toolSources = agent.toolSources?.map((each) => each.name === source.name ? source : each);
  return { ...deps, agents: new Map(deps.agents).set(agentName, { ...agent, toolSources }) };
}
