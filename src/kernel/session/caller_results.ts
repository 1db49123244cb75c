// Results of calls that a caller says happened: what it brings for a tool of the server is marked, and most callers may not bring it.

import type { Agent } from "../../core/agent.ts";
import { isForCaller, type PlannedCall } from "../../core/call.ts";
import type { Entry } from "../../core/entry.ts";
import { AgentError, type Problem } from "../../core/error.ts";
import type { RunState } from "../../core/state.ts";
import { permits } from "../../core/tool_choice.ts";
import type { StepRequest } from "../request.ts";
import { isNameOfServer } from "./resolve_agent.ts";

/** An imported history in the thread of an agent: a result of a client tool is the caller's to bring, whenever it does. */
export function markImported(entries: readonly Entry[], agent: Agent): readonly Entry[] {
  return entries.map((entry) => {
    if (entry.type !== "tool" || !entry.brought || !isClientTool(agent, entry.name)) return entry;
    const { brought: _brought, ...own } = entry;
    return own;
  });
}

/** What a step would take from its caller. */
export interface TakenResults {
  /** With the client tools of the run. */
  readonly agent: Agent;
  readonly pending: readonly PlannedCall[];
  /** The run that the step begins or goes on with. */
  readonly run: Pick<RunState, "execution">;
}

/**
 * Refuses results of the server's tools from a caller that may not bring them, and from one with a token a run that would ask it
 * for some.
 *
 * | caller | results for a tool of the server | `predict` with a tool of the server |
 * |---|---|---|
 * | with a token | refused | refused |
 * | without the scope `decide` | refused | planned; the server may run the calls later |
 * | any other | taken, and marked as brought | planned |
 *
 * @throws {AgentError} forbidden
 */
export function assertMayBring(request: StepRequest, taken: TakenResults): void {
  if (!request.onlyClientResults) return;
  const problems = [...givenProblems(request, taken), ...historyProblems(request, taken)].slice(0, 20);
  if (problems.length > 0) {
    throw new AgentError(
      "forbidden",
      "This caller brings results of client tools alone.",
      { problems, details: { scope: "decide" } },
    );
  }
  if (request.bound === undefined || taken.run.execution !== "predict" || !offersOwnTool(request, taken)) {
    return;
  }
  throw new AgentError(
    "forbidden",
    "A token does not predict calls of the server's tools, since it may bring no results for them.",
    { problems: [{ pointer: "/execution", detail: "must be another one for a caller with a token" }] },
  );
}

function givenProblems({ toolResults }: StepRequest, { pending }: TakenResults): Problem[] {
  return toolResults.flatMap(({ callId }, index) => {
    const call = pending.find(({ id }) => id === callId);
    if (call === undefined || isForCaller(call)) return [];
    const detail = `is a call of ${call.name}, a tool of the server`;
    return [{ pointer: `/toolResults/${index}/callId`, detail }];
  });
}

function historyProblems({ history = [] }: StepRequest, { agent }: TakenResults): Problem[] {
  const names = new Set(
    history.flatMap((entry) =>
      entry.type === "tool" && entry.brought && isServerTool(agent, entry.name) ? entry.name : []
    ),
  );
  return [...names].map((name) => ({ pointer: "", detail: `has a result of ${name}, a tool of the server` }));
}

function offersOwnTool({ toolChoice }: StepRequest, { agent: { tools } }: TakenResults): boolean {
  return tools.some(({ name, client }) =>
    client !== true && (toolChoice === undefined || permits(toolChoice, name))
  );
}

function isServerTool(agent: Agent, name: string): boolean {
  return isNameOfServer(agent, name) && !isClientTool(agent, name);
}

function isClientTool({ tools }: Agent, name: string): boolean {
  return tools.some((tool) => tool.name === name && tool.client === true);
}
