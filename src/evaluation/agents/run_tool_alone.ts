// Runs one tool of an agent with given arguments. It is a run of the agent in memory whose only plan is the call, so that policies, hooks,
// plugins, approvals, timeouts and redaction are those of any run.

import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import type { ToolRunView } from "../../core/contract/evaluations.ts";
import type { JsonObject } from "../../core/json.ts";
import { createScriptedDriver } from "../../drivers/scripted.ts";
import type { RuntimeDeps } from "../../runtime/deps.ts";
import type { RunResult } from "../../runtime/result.ts";
import { entriesOf, inMemory, resultsOf } from "./run_case.ts";
import { findTool, withNamedTool } from "./tools_alone.ts";

/** What is run. */
export interface ToolRun {
  readonly tenant: string;
  /** Whose authorizations of servers count; undefined without one. */
  readonly user: string | undefined;
  readonly agent: Agent;
  /** Name of a tool of the agent, of one of its servers, or of its catalogue. */
  readonly tool: string;
  readonly args: JsonObject;
  /** In place of the people who would have to approve the call. */
  readonly approve: boolean;
}

const DRIVER = "tool_alone";

const THREAD = "tool_alone";

/**
 * Runs the tool. Its effects are real; no thread, no count and no booking is kept.
 *
 * @throws {AgentError} tool_unknown - the agent has no such tool, or its caller runs it
 * @throws {AgentError} invalid_request - the arguments do not fit the schema of the tool; its pointers are below `/args`
 * @throws {AgentError} approval_required - the call needs an approval and `approve` is false: nothing has run
 * @throws {AgentError} authorization_required - the user has to authorize the server of the tool
 * @throws {AgentError} tools_unavailable, config_invalid - a server or the catalogue cannot be read
 */
export async function runToolAlone(
  { tenant, user, agent, tool: name, args, approve }: ToolRun,
  deployment: RuntimeDeps,
): Promise<ToolRunView> {
  const ref = { tenant, thread: THREAD };
  const tool = await findTool(agent, name, { ref, user }, deployment);
  if (tool === undefined) throw new AgentError("tool_unknown", `Agent ${agent.name} has no tool ${name}.`);
  if (tool.client) {
    throw new AgentError(
      "tool_unknown",
      `Tool ${name} is run by the client; the deployment has no code of it.`,
    );
  }
  const problems = deployment.executor.check(tool.parameters, args).map(toProblem);
  if (problems.length > 0) {
    throw new AgentError("invalid_request", `The arguments do not fit the schema of ${name}.`, { problems });
  }
  const isOwn = agent.tools.includes(tool);
  const alone: Agent = {
    ...(isOwn ? { ...agent, toolSources: undefined, selection: undefined } : withNamedTool(agent, name)),
    driver: DRIVER,
    model: undefined,
    fallbackModel: undefined,
    toolChoice: undefined,
  };
  const driver = createScriptedDriver([{ calls: [{ tool: name, args }] }], DRIVER);
  const deps: RuntimeDeps = {
    ...inMemory({ agent: alone }, deployment),
    driver: (asked) => asked === DRIVER ? driver : deployment.driver(asked),
  };
  const run = {
    agent: alone,
    user,
    execution: "execute",
    until: "done",
    approvals: approve ? "approve" : "leave",
  } as const;
  const begun = deployment.clock();
  let last: RunResult | undefined;
  for await (const result of resultsOf(run, ref, `Run ${name}.`, deps)) last = result;
  const entry = (await entriesOf(ref, deps)).findLast(({ type }) => type === "tool");
  if (entry?.type === "tool") {
    const { outcome, output, error, ms } = entry;
    return { tool: name, outcome, output, error: error ?? null, ms };
  }
  if (last?.error !== undefined) throw last.error;
  const call = last?.calls.find((each) => each.name === name);
  if (call?.deferred !== undefined) {
    const { ref: work, expiresAt } = call.deferred;
    const ms = deployment.clock() - begun;
    return {
      tool: name,
      outcome: "deferred",
      output: null,
      error: null,
      ms,
      deferred: { ref: work, expiresAt },
    };
  }
  if (call?.authorization !== undefined) {
    const { server } = call.authorization;
    const message = `The user has to authorize the server of tools ${server} first.`;
    throw new AgentError("authorization_required", message, { details: { server } });
  }
  throw new AgentError(
    "approval_required",
    `The call of ${name} needs an approval: send approve: true to give it.`,
  );
}

/** A line of the check: a JSON Pointer and what is wrong there. */
function toProblem(line: string): { readonly pointer: string; readonly detail: string } {
  const [, pointer = "", detail = line] = /^(\/.*?)?: ([^]*)$/.exec(line) ?? [];
  return { pointer: `/args${pointer}`, detail };
}
