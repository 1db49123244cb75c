// Runs one tool of an agent with given arguments. It is a run of the agent in memory whose only plan is the call, so that policies, hooks,
// plugins, approvals, timeouts and redaction are those of any run.

import type { Agent } from "../../core/agent.ts";
import { AgentError } from "../../core/error.ts";
import type { ToolRunView } from "../../core/contract/evaluations.ts";
import type { Clock } from "../../core/ports.ts";
import type { StepEvent } from "../../core/event.ts";
import type { JsonObject } from "../../core/json.ts";
import { createScriptedDriver } from "../../kernel/drivers/scripted.ts";
import type { RunDeps } from "../../kernel/run_deps.ts";
import type { RunResult } from "../../kernel/result.ts";
import { inMemory, readEntries, runInput } from "./run_case.ts";
import {
  findToolAlone,
  TOOL_ALONE,
  toThreadRef,
  whyNotAlone,
  withMatchingSources,
  withNamedTool,
} from "./tools_alone.ts";

/** What is run. */
export interface ToolRun {
  readonly tenant: string;
  /** Whose authorizations of servers count; undefined without one. */
  readonly user: string | undefined;
  readonly agent: Agent;
  /** Name of a tool of the agent, of one of its servers, or of its catalogue. */
  readonly tool: string;
  readonly args: JsonObject;
  /**
   * Who approves the call where it needs that; undefined where no person does. `once`: this person may answer for no other, so a call that
   * further people have to approve does not run.
   */
  readonly approval: { readonly by: string; readonly once: boolean } | undefined;
}

/**
 * Runs the tool. Its effects are real; no thread, no count and no booking is kept.
 *
 * @throws {AgentError} tool_unknown - the agent has no such tool, its caller runs it, or it is a question
 * @throws {AgentError} invalid_request - the arguments do not fit the schema of the tool; its pointers are below `/args`
 * @throws {AgentError} approval_required - the call needs an approval that is not given, or those of further people: nothing has run
 * @throws {AgentError} authorization_required - the user has to authorize the server of the tool
 * @throws {AgentError} tools_unavailable, config_invalid - a server or the catalogue cannot be read
 */
export async function runToolAlone(
  { tenant, user, agent, tool: name, args, approval }: ToolRun,
  deployment: RunDeps,
): Promise<ToolRunView> {
  const ref = toThreadRef(tenant);
  const tool = await findToolAlone(agent, name, { tenant, user }, deployment);
  if (tool === undefined) throw new AgentError("tool_unknown", `Agent ${agent.name} has no tool ${name}.`);
  const why = whyNotAlone(tool);
  if (why !== undefined) throw new AgentError("tool_unknown", why);
  const problems = deployment.executor.check(tool.parameters, args).map(toProblem);
  if (problems.length > 0) {
    throw new AgentError("invalid_request", `The arguments do not fit the schema of ${name}.`, { problems });
  }
  const isOwn = agent.tools.includes(tool);
  const withIts: Agent = isOwn
    ? { ...agent, toolSources: undefined, threadTools: undefined }
    : withNamedTool(withMatchingSources(agent, name), name);
  const alone: Agent = {
    ...withIts,
    driver: TOOL_ALONE,
    model: undefined,
    fallbackModel: undefined,
    toolChoice: undefined,
  };
  const driver = createScriptedDriver([{ calls: [{ tool: name, args }] }], TOOL_ALONE);
  const deps: RunDeps = {
    ...inMemory({ agent: alone }, deployment),
    driver: (asked) => asked === TOOL_ALONE ? driver : deployment.driver(asked),
  };
  const run = {
    agent: alone,
    user,
    execution: "execute",
    until: "done",
    approvals: approval ?? "leave",
  } as const;
  const seen = new Seen(deployment.clock);
  let last: RunResult | undefined;
  const results = runInput(run, ref, `Run ${name}.`, deps, (event) => seen.add(event));
  for await (const result of results) last = result;
  // A detached call has an entry too, which says that its work goes on.
  if (seen.deferred !== undefined) {
    const { ref: work, expiresAt } = seen.deferred;
    const deferred = { ref: work, expiresAt: new Date(expiresAt).toISOString() };
    return { tool: name, outcome: "deferred", output: null, error: null, ms: seen.ms, deferred };
  }
  const entry = (await readEntries(ref, deps)).findLast(({ type }) => type === "tool");
  if (entry?.type === "tool") {
    const { outcome, output, error, ms } = entry;
    return { tool: name, outcome, output, error: error ?? null, ms };
  }
  if (last?.error !== undefined) throw last.error;
  if (seen.authorization !== undefined) {
    const { server, url } = seen.authorization;
    const message =
      `The user has to authorize the server of tools ${server} first. Open the URL of details.url.`;
    throw new AgentError("authorization_required", message, { details: { server, url } });
  }
  const needed = last?.calls.find((each) => each.name === name)?.approval?.needed ?? 1;
  throw new AgentError(
    "approval_required",
    approval === undefined
      ? `The call of ${name} needs an approval: send approve: true to give it.`
      : `The call of ${name} needs the approvals of ${needed} people, and this caller is one of them: call it in a thread.`,
  );
}

/** What the events of the run say of the call. */
class Seen {
  readonly #clock: Clock;
  #startedAt = 0;
  /** Milliseconds until the tool has put its result off. */
  ms = 0;
  deferred: Extract<StepEvent, { type: "call.deferred" }> | undefined;
  authorization: Extract<StepEvent, { type: "authorization.requested" }> | undefined;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  add(event: StepEvent): void {
    if (event.type === "tool.started") this.#startedAt = this.#clock();
    if (event.type === "authorization.requested") this.authorization = event;
    if (event.type !== "call.deferred") return;
    this.deferred = event;
    this.ms = this.#clock() - this.#startedAt;
  }
}

/** A line of the check: a JSON Pointer and what is wrong there. */
function toProblem(line: string): { readonly pointer: string; readonly detail: string } {
  const [, pointer = "", detail = line] = /^(\/.*?)?: ([^]*)$/.exec(line) ?? [];
  return { pointer: `/args${pointer}`, detail };
}
