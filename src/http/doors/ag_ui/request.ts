// A body as the request of the runtime: its mode, its tools, its context, and the key under which its run is known.

import type { Agent } from "../../../core/agent.ts";
import { AgentError } from "../../../core/error.ts";
import { isJsonObject, type JsonObject } from "../../../core/json.ts";
import type { ThreadRef } from "../../../core/store/thread.ts";
import type { AgUiMessage } from "../../../protocols/ag_ui/messages.ts";
import type { BroughtEntry, StepRequest, ToolResult } from "../../../runtime/request.ts";
import { type HttpContext, type HttpDeps, originOf } from "../../context.ts";
import { findProblems } from "../../problems.ts";
import { clientTools } from "../../schemas/client_tools.ts";
import { stepBody } from "../../schemas/requests.ts";
import { toStepRequest } from "../../schemas/step_request.ts";
import { invalidBody } from "../../validate.ts";
import { CHAT_MODES, type ChatMode } from "../conversation/modes.ts";
import { withAdditions } from "../openai/request_agent.ts";
import { textOfContent } from "./content.ts";
import type { AgUiBody } from "./schema.ts";
import { DOOR, type NewInput, ownWords } from "./turn.ts";

/** A body that was read, with what the request says besides. */
export interface Said {
  readonly body: AgUiBody;
  /** The messages of the body as they came. */
  readonly messages: readonly AgUiMessage[];
  readonly agent: Agent;
  readonly mode: ChatMode;
  readonly tools: readonly JsonObject[];
}

/**
 * How far the request goes: by the query, else by `forwardedProps.mode`.
 *
 * @throws {AgentError} invalid_request - forwardedProps has a mode that is none
 */
export function modeOf(c: HttpContext, { forwardedProps }: AgUiBody): ChatMode {
  const named = c.req.query("mode");
  if (named !== undefined) return CHAT_MODES.find((known) => known === named) ?? "full";
  if (forwardedProps === undefined || forwardedProps === null || !isJsonObject(forwardedProps)) return "full";
  const { mode } = forwardedProps;
  if (mode === undefined) return "full";
  const known = CHAT_MODES.find((each) => each === mode);
  if (known !== undefined) return known;
  throw refused("/forwardedProps/mode", `must be ${CHAT_MODES.join(" or ")}`);
}

/**
 * The tools of the page, as client tools of the run. One that the agent has as a client tool is left out: it is the same.
 *
 * @throws {AgentError} invalid_request
 */
export function pageTools({ tools }: AgUiBody, agent: Agent): JsonObject[] {
  const own = new Map(agent.tools.map((tool) => [tool.name, tool]));
  tools.forEach(({ name }, index) => {
    if (own.has(name) && own.get(name)?.client !== true) {
      throw refused(`/tools/${index}/name`, "is the name of a tool that the server runs");
    }
  });
  const asked = tools.map(({ name, description, parameters }): JsonObject => ({
    ...{ name, description },
    ...(parameters === undefined || parameters === null ? {} : { parameters }),
  }));
  const problems = findProblems(clientTools, asked);
  if (problems.length > 0) {
    throw invalidBody(problems.map((problem) => ({ ...problem, path: ["tools", ...problem.path] })));
  }
  return asked.filter(({ name }) => typeof name !== "string" || !own.has(name));
}

/** What a turn brings into the thread. */
export interface TurnFields {
  readonly input?: NewInput | undefined;
  readonly results?: readonly ToolResult[];
  /** The conversation before the input, for a thread that begins with one. */
  readonly history?: readonly BroughtEntry[];
  readonly expectedVersion?: number;
}

/**
 * The request of the runtime.
 *
 * @throws {AgentError} what toStepRequest throws
 */
export async function stepRequest(
  c: HttpContext,
  { body, agent, mode, tools }: Said,
  ref: ThreadRef,
  { input, results = [], history, expectedVersion }: TurnFields,
): Promise<StepRequest> {
  const json: JsonObject = {
    agent: agent.name,
    until: mode === "step" ? "settled" : "done",
    ...(input === undefined
      ? {}
      : { input: input.parts === undefined ? input.text : { parts: [...input.parts] }, busy: "restart" }),
    ...(results.length === 0
      ? {}
      : { toolResults: results.map(({ callId, output, failed }) => ({ callId, output, failed })) }),
    ...(tools.length === 0 ? {} : { clientTools: [...tools] }),
    ...(mode === "execute" ? { execution: "execute" } : {}),
    ...(expectedVersion === undefined ? {} : { expectedVersion }),
  };
  const request = await toStepRequest(stepBody.parse(json), {
    ...{
      ref,
      caller: c.var,
      origin: originOf(c, input?.door ?? DOOR),
      streams: true,
      trace: c.get("caller"),
    },
    idempotency: { key: `${DOOR}:${body.runId}`, body: ownWords(body) },
  });
  // Media of results are read already.
  const toolResults = results.some(({ media }) => media !== undefined) ? { toolResults: results } : {};
  return {
    ...request,
    ...toolResults,
    ...(history === undefined || history.length === 0 ? {} : { history }),
  };
}

/**
 * The deployment with the agent of the request: the context and the instructions of the client stand behind its own.
 *
 * @throws {AgentError} invalid_request - a message that is no text
 */
export function withContext({ body: { messages, context }, agent }: Said, deps: HttpDeps): HttpDeps {
  const said = messages.flatMap((message, index) =>
    message.role === "system" || message.role === "developer"
      ? [textOfContent(message, `/messages/${index}/content`)]
      : []
  );
  const facts = context.map(({ description, value }) => `- ${description}: ${value}`);
  const block = facts.length === 0 ? [] : [`The page that the user sees says:\n${facts.join("\n")}`];
  const instructions = [...said, ...block].filter((text) => text !== "").join("\n\n");
  return withAdditions(agent, { instructions, names: undefined, maxOutputTokens: undefined }, deps);
}

function refused(pointer: string, detail: string): AgentError {
  return new AgentError("invalid_request", `The request cannot be taken: ${pointer} ${detail}.`, {
    problems: [{ pointer, detail }],
  });
}
