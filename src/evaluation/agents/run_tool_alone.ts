// Runs one tool of an agent with given arguments. It is a run of the agent in memory whose only plan is the call, so that policies, hooks,
// plugins, approvals, timeouts and redaction are those of any run.

import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import type { ToolRunView } from "../../core/contract/evaluations.ts";
import type { JsonObject } from "../../core/json.ts";
import { createScriptedDriver } from "../../drivers/scripted.ts";
import type { RuntimeDeps } from "../../runtime/deps.ts";
import { entriesOf, inMemory, resultsOf } from "./run_case.ts";

/** What is run. */
export interface ToolRun {
  readonly tenant: string;
  readonly agent: Agent;
  /** Of a tool of the agent. */
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
 */
export async function runToolAlone(
  { tenant, agent, tool: name, args, approve }: ToolRun,
  deployment: RuntimeDeps,
): Promise<ToolRunView> {
  const tool = agent.tools.find((each) => each.name === name);
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
  const alone: Agent = {
    ...agent,
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
  const ref = { tenant, thread: THREAD };
  const run = {
    agent: alone,
    execution: "execute",
    until: "done",
    approvals: approve ? "approve" : "leave",
  } as const;
  let failure: AgentError | undefined;
  for await (const { error } of resultsOf(run, ref, `Run ${name}.`, deps)) failure = error;
  const entry = (await entriesOf(ref, deps)).findLast(({ type }) => type === "tool");
  if (entry?.type === "tool") {
    const { outcome, output, error, ms } = entry;
    return { tool: name, outcome, output, error: error ?? null, ms };
  }
  if (failure !== undefined) throw failure;
  throw new AgentError(
    "approval_required",
    `The call of ${name} waits: it needs an approval, or its result comes later. Send approve: true to approve it.`,
  );
}

/** A line of the check: a JSON Pointer and what is wrong there. */
function toProblem(line: string): { readonly pointer: string; readonly detail: string } {
  const [, pointer = "", detail = line] = /^(\/.*?)?: ([^]*)$/.exec(line) ?? [];
  return { pointer: `/args${pointer}`, detail };
}
