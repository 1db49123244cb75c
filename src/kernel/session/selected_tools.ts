// The agent of a step with the tools that its thread has of a catalogue. An agent without one is not looked at.

import type { Agent } from "../../core/agent.ts";
import { type Block, type CallBlock, type Entry, listCalls, type ToolEntry } from "../../core/entry.ts";
import { changesInNotices } from "../../core/model/capability.ts";
import type { ThreadMeta } from "../../core/state.ts";
import type { AgentState } from "../../core/state.ts";
import type { Tool } from "../../core/tool.ts";
import type { RunSoFar, SelectedTools, SelectionRequest } from "../../core/tool/tool_selection.ts";
import { openEntry } from "../history/lazy_entry.ts";
import { observationText } from "../history/observation.ts";
import { namesIn } from "../../core/tool_choice.ts";
import type { PlanChoice } from "../plan/plan_choice.ts";
import { lastFrame } from "../log/open_frame.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { StepRequest } from "../request.ts";
import type { Session } from "../session.ts";

/**
 * The agent before the thread is known: with those tools of its catalogue that the choice of the request names.
 *
 * @throws {AgentError} tools_unavailable
 */
export async function withNamedTools(
  agent: Agent,
  { ref, user, toolChoice }: Pick<StepRequest, "ref" | "user" | "toolChoice">,
  deps: Pick<RuntimeDeps, "sources">,
): Promise<Agent> {
  const named = toolChoice === undefined ? [] : namesIn(toolChoice);
  const request = { ref, user, named, thread: undefined };
  return agent.selection === undefined
    ? agent
    : withTools(agent, (await agent.selection.open(agent.tools, request, deps.sources)).tools);
}

/** A thread whose tools are selected. */
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
 * The tools of the thread; undefined for an agent without a catalogue. `own` is the agent with its own tools alone.
 *
 * @throws {AgentError} tools_unavailable
 */
export async function selectTools(
  { selection, tools, toolChoice: own, gatewayToolChoice: gateway }: Agent,
  { request: { ref, user, toolChoice }, meta, state, begun, named, pending }: OpeningThread,
  { sources }: Pick<RuntimeDeps, "sources">,
): Promise<SelectedTools | undefined> {
  if (selection === undefined) return undefined;
  const choices = [toolChoice ?? state.run.choice, own, gateway].filter((choice) => choice !== undefined);
  const inputs = begun.flatMap((entry) => entry.type === "user" ? [entry.text] : []);
  const asked: SelectionRequest = {
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
  };
  return await selection.open(tools, asked, sources);
}

/** The session with the tools that a plan has called through the bridge, or by their names as a search has told them. */
export function withReached<S extends Pick<Session, "agent" | "selected">>(
  session: S,
  blocks: readonly Block[],
): S {
  const { selected } = session;
  if (selected === undefined) return session;
  const names = listCalls({ blocks }).map(({ name }) => name);
  const next = names.length === 0 ? selected : selected.reach(names);
  return withSelected(session, next);
}

/**
 * The session with the tools of the next plan: those that its calls have found as tools of its own, where its prompt can go on with a
 * notice of them, and those that are selected anew where the agent wants that at each step. The frame is that of the agent before.
 */
export async function withToolsOfPlan(
  session: Session,
  observations: readonly ToolEntry[],
  { toolForm, lacks }: Pick<PlanChoice, "toolForm" | "lacks">,
): Promise<Session> {
  const { selected } = session;
  const takesDefinitions = toolForm === "native" && lacks.tools === undefined && changesInNotices(lacks);
  if (selected === undefined) return session;
  const anew = observations.length === 0
    ? selected
    : await selected.reselect(() => soFar(session, observations));
  const next = takesDefinitions ? anew.disclose(observations) : anew;
  if (next === selected) return session;
  const last = session.frame ?? await lastFrame(session);
  return last === undefined ? session : { ...withSelected(session, next), frame: last };
}

/** Characters of an observation that count for a selection. */
const MOST_WORDS = 500;

/** What the run has said, which the log keeps with the selection: redacted also where the run is older than that. */
function soFar(
  { history, inbox, header, state, plugins }: Session,
  observations: readonly ToolEntry[],
): RunSoFar {
  const redactor = plugins?.compiled.redactor;
  const ofRun = history.texts.slice(Math.max(0, (state.run.input ?? header.length) - history.start)).map(
    openEntry,
  );
  const asked = [...ofRun, ...inbox].flatMap((entry) => entry.type === "user" ? [entry.text] : []);
  const seen = observations.map((each) => observationText(each).slice(0, MOST_WORDS));
  const words = [...asked, ...seen].join("\n").trim();
  return {
    words: redactor === undefined ? words : redactor.show(words),
    called: [...ofRun, ...observations].flatMap((entry) => entry.type === "tool" ? [entry.name] : []),
  };
}

/** The session with these tools of a catalogue in place of those that it has. */
export function withSelected<S extends Pick<Session, "agent" | "selected">>(
  session: S,
  next: SelectedTools | undefined,
): S {
  const { selected, agent } = session;
  if (selected === undefined || next === undefined || next === selected) return session;
  return { ...session, selected: next, agent: withReachedTools(agent, selected, next) };
}

/** The agent of a session after a step, whose client tools stand behind those of the catalogue. */
function withReachedTools(agent: Agent, before: SelectedTools, { tools }: SelectedTools): Agent {
  const ofRun = agent.tools.slice(before.tools.length);
  return withTools(agent, ofRun.length === 0 ? tools : [...tools, ...ofRun]);
}

/** By the agent and the list of its tools. */
const made = new WeakMap<Agent, WeakMap<readonly Tool[], Agent>>();

/** The agent with these tools in place of its own; the same for the same list. */
export function withTools(agent: Agent, tools: readonly Tool[]): Agent {
  if (tools === agent.tools) return agent;
  let byTools = made.get(agent);
  if (byTools === undefined) made.set(agent, byTools = new WeakMap());
  let next = byTools.get(tools);
  if (next === undefined) byTools.set(tools, next = { ...agent, tools });
  return next;
}
