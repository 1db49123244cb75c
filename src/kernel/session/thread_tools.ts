// The agent of a step with the tools that its thread has beside those of the definition. An agent without a source of them is not looked at.

import type { Agent } from "../../core/agent.ts";
import { type Block, type CallBlock, type Entry, listCalls, type ToolEntry } from "../../core/entry.ts";
import { changesInNotices } from "../../core/model/capability.ts";
import type { AgentState, ThreadMeta } from "../../core/state.ts";
import type { Tool } from "../../core/tool.ts";
import { remembered } from "../../core/lru.ts";
import type { OpenedTools, RunToPlan, ThreadToolSource } from "../../core/tool/thread_tools.ts";
import { namesIn } from "../../core/tool_choice.ts";
import type { RuntimeDeps } from "../deps.ts";
import { openEntry } from "../history/lazy_entry.ts";
import { lastFrame } from "../log/open_frame.ts";
import type { PlanChoice } from "../plan/plan_choice.ts";
import type { StepRequest } from "../request.ts";
import type { Session } from "../session.ts";

/**
 * The agent before the thread is known: with those tools of its source that the choice of the request names.
 *
 * @throws {AgentError} tools_unavailable, plugin_failed
 */
export async function withNamedTools(
  agent: Agent,
  source: ThreadToolSource,
  { ref, user, toolChoice }: Pick<StepRequest, "ref" | "user" | "toolChoice">,
  { sources }: Pick<RuntimeDeps, "sources">,
): Promise<Agent> {
  const named = toolChoice === undefined ? [] : namesIn(toolChoice);
  const { tools } = await source.open(agent.tools, { ref, user, named, thread: undefined }, sources);
  return withTools(agent, tools);
}

/** A thread whose tools are opened. */
export interface OpeningThread {
  readonly request: Pick<StepRequest, "ref" | "toolChoice"> & Partial<Pick<StepRequest, "user">>;
  readonly meta: ThreadMeta;
  readonly state: AgentState;
  /** What a run begins with: its inputs, or the end of an imported history. */
  readonly begun: readonly Entry[];
  /** Tools that the decisions of plugins name. */
  readonly named: readonly string[];
  /** Calls that have no result yet. */
  readonly pending: readonly Pick<CallBlock, "name">[];
}

/**
 * The tools of the thread. `agent` is the one with its own tools alone.
 *
 * @throws {AgentError} tools_unavailable, plugin_failed
 */
export async function openThreadTools(
  { tools, toolChoice: own, gatewayToolChoice: gateway }: Agent,
  source: ThreadToolSource,
  { request: { ref, user, toolChoice }, meta, state, begun, named, pending }: OpeningThread,
  { sources }: Pick<RuntimeDeps, "sources">,
): Promise<OpenedTools> {
  const choices = [toolChoice ?? state.run.choice, own, gateway].filter((choice) => choice !== undefined);
  const inputs = begun.flatMap((entry) => entry.type === "user" ? [entry.text] : []);
  return await source.open(tools, {
    ref,
    user: meta.user ?? user,
    named: [...new Set(choices.flatMap(namesIn))],
    callable: [...named, ...pending.map(({ name }) => name)],
    taken: state.run.clientTools?.map(({ name }) => name) ?? [],
    thread: {
      metadata: meta.metadata,
      state: state.selection,
      query: inputs.length === 0 ? undefined : inputs.join("\n").trim(),
    },
  }, sources);
}

/** The session with the tools that a plan has called through the bridge, or by the names that a search has returned. */
export function withCalled<S extends Pick<Session, "agent" | "opened">>(
  session: S,
  blocks: readonly Block[],
): S {
  const names = listCalls({ blocks }).map(({ name }) => name);
  return names.length === 0 ? session : withOpened(session, session.opened?.called?.(names));
}

/** The session with the tools of the next plan, once its calls have run. The frame is that of the agent before. */
export async function withToolsOfPlan(
  session: Session,
  observations: readonly ToolEntry[],
  { toolForm, lacks }: Pick<PlanChoice, "toolForm" | "lacks">,
): Promise<Session> {
  const { opened } = session;
  const takesDefinitions = toolForm === "native" && lacks.tools === undefined && changesInNotices(lacks);
  const next = await opened?.observed?.({ observations, takesDefinitions, ...toRun(session) });
  if (next === undefined || next === opened) return session;
  const last = session.frame ?? await lastFrame(session);
  return last === undefined ? session : { ...withOpened(session, next), frame: last };
}

/** What is logged of a run is redacted also where the run is older than the redaction. */
function toRun(
  { history, inbox, header, state, plugins }: Session,
): Pick<RunToPlan, "entries" | "redact"> {
  const redactor = plugins?.compiled.redactor;
  const start = Math.max(0, (state.run.input ?? header.length) - history.start);
  return {
    entries: () => [...history.texts.slice(start).map(openEntry), ...inbox],
    redact: (text) => redactor === undefined ? text : redactor.show(text),
  };
}

/** The session with these tools of its thread in place of those that it has. Its client tools stay behind them. */
export function withOpened<S extends Pick<Session, "agent" | "opened">>(
  session: S,
  next: OpenedTools | undefined,
): S {
  const { opened, agent } = session;
  if (opened === undefined || next === undefined || next === opened) return session;
  const ofRun = agent.tools.slice(opened.tools.length);
  const tools = ofRun.length === 0 ? next.tools : [...next.tools, ...ofRun];
  return { ...session, opened: next, agent: withTools(agent, tools) };
}

/** By the agent and the list of its tools. */
const made = remembered((agent: Agent) =>
  remembered((tools: readonly Tool[]): Agent => ({ ...agent, tools }))
);

/** The agent with these tools in place of its own; the same for the same list. */
export function withTools(agent: Agent, tools: readonly Tool[]): Agent {
  return tools === agent.tools ? agent : made(agent)(tools);
}
