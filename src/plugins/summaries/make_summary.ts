// How a summary is made: by the agent's function, by the API of the provider, or by a model, whose request goes on from that of the plan
// where it can.

import type { Agent } from "../../core/agent.ts";
import { withCost } from "../../core/budget/price.ts";
import type { SummaryForm } from "../../core/driver.ts";
import { type Entry, listCalls, type SummaryEntry } from "../../core/entry.ts";
import { AgentError } from "../../core/error.ts";
import type { Summarize } from "../../core/history/compaction.ts";
import type { Lack } from "../../core/model/capability.ts";
import { outputMode } from "../../core/model/output_format.ts";
import type { EarlierRequest, RequestRecord } from "../../core/record.ts";
import { readEntry, writeEntry } from "../../kernel/history/codec.ts";
import { ReadHistory } from "../../kernel/history/read_history.ts";
import { choiceWithoutTools, type PlanChoice } from "../../kernel/plan/plan_choice.ts";
import { blobsOfMedia } from "../../kernel/history/media.ts";
import { redactSummary } from "../../kernel/redaction/redact_entries.ts";
import { requestsOfSeal, toEarlierOfSummary } from "../../kernel/log/earlier_requests.ts";
import { SentRequest, toSummaryRecord } from "../../kernel/log/request_record.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import type { ResolvedModel } from "../../kernel/resolved_model.ts";
import { withPrice } from "../../kernel/session/resolve_agent.ts";
import type { Session } from "../../kernel/session.ts";
import { withAbortGrace } from "../../kernel/step/abort_grace.ts";
import type { Draft, PlannedFrom } from "../../kernel/draft.ts";
import { createFreshRequests } from "../../kernel/log/prefix_watch.ts";
import { createTurn } from "../../kernel/step/turn.ts";

/** Who makes a summary, and from what. */
export type Way =
  | { readonly type: "function"; readonly summarize: Summarize }
  /** In a prompt of its own. `because`: why the API of the provider does not make it, where the agent wants that. */
  | { readonly type: "alone"; readonly model: ResolvedModel; readonly because: string | undefined }
  /** By a request that goes on from that of the plan. */
  | {
    readonly type: Exclude<SummaryForm, "alone">;
    readonly model: ResolvedModel;
    readonly planned: PlannedFrom;
    readonly because: string | undefined;
  };

/** The way that the agent wants, or the next best. */
export async function chooseWay(session: Session, draft: Draft, deps: RuntimeDeps): Promise<Way> {
  const { agent, agent: { compaction } } = session;
  if (compaction?.summarize !== undefined) return { type: "function", summarize: compaction.summarize };
  const model = await resolveModel(agent, draft, session, deps);
  const planned = findPlanned(model, draft, session);
  if (compaction?.by !== "provider" || planned === undefined) {
    return byModel(agent, model, planned, undefined);
  }
  const { lacks, sealsSummaries } = planned.choice;
  const because = lacks.compaction ??
    (sealsSummaries ? hindersSeal(planned, draft) : hindersSignature(planned, draft));
  return because === undefined
    ? { type: "provider", model, planned, because }
    : byModel(agent, model, planned, because);
}

/**
 * What the API signs has the changes of tools as well, to be applied to the tools of the request: behind the cut these are the agent's
 * as they are now, and no longer those that the changes are of.
 */
function hindersSignature(
  { choice, session: { history } }: PlannedFrom,
  { entries }: Draft,
): string | undefined {
  const changes = choice.framed !== undefined || history.hasToolChanges ||
    entries.some((entry) => entry.type === "notice" && entry.tools !== undefined);
  return changes ? "its tools have changed" : undefined;
}

/** An encrypted summary has the user's messages beside it as they were: with media each entry and each request would have these whole. */
function hindersSeal({ session: { history } }: PlannedFrom, { entries }: Draft): string | undefined {
  const pinned = history.pinned.map(({ text }) => readEntry(text));
  return blobsOfMedia([...pinned, ...history.entries, ...entries]).length > 0 ? "it has media" : undefined;
}

/** The way after a refusal; undefined where there is none, and for another failure. */
export function wayAfter(way: Way, lacks: readonly Lack[], { agent }: Session): Way | undefined {
  // Where the API proves to write no summaries, its model writes them.
  if (way.type === "provider" && lacks.includes("compaction")) {
    return byModel(agent, way.model, way.planned, "the provider has refused it");
  }
  // The request is sent to the other API. Only the first refusal names one.
  return way.type === "alone" && lacks.some((lack) => lack === "responses" || lack === "chat")
    ? way
    : undefined;
}

function byModel(
  agent: Agent,
  model: ResolvedModel,
  planned: PlannedFrom | undefined,
  because: string | undefined,
): Way {
  return planned !== undefined && isFreeIn(agent, planned)
    ? { type: "continues", model, planned, because }
    : { type: "alone", model, because };
}

/**
 * The plan whose request that of the summary may go on from; undefined for another model, and behind a step that has sent no request for
 * a plan, whose plan had a later window (what left it is to have its summary), or whose request had a message of the dialect's own
 * behind an answer, in whose place the question would stand.
 */
function findPlanned(
  { ref }: ResolvedModel,
  { planned, entries }: Draft,
  { history }: Session,
): PlannedFrom | undefined {
  if (planned === undefined || !planned.isSent || planned.choice.model.ref !== ref) return undefined;
  if (planned.session.history.start !== history.start) return undefined;
  const read = entries.slice(0, -1).findLast(isRead) ?? history.newest().findLast(isRead);
  return read?.type === "assistant" && listCalls(read).length === 0 ? undefined : planned;
}

/** A model reads the entry. */
function isRead({ type }: Entry): boolean {
  return type === "user" || type === "assistant" || type === "tool" || type === "notice";
}

/** The answer to such a request may be words: no schema of answers is a part of the prompt. */
function isFreeIn(agent: Agent, { choice }: PlannedFrom): boolean {
  const { schemaInPrompt, toolForm, lacks, enforced } = choice;
  const tools = toolForm === "native" ? enforced.tools : [];
  const hasForm = agent.output !== undefined || toolForm === "prompt";
  return !schemaInPrompt || !hasForm || outputMode({ lacks, tools }) === "prompted";
}

/** A summary before it is an entry. */
export interface Made extends Pick<SummaryEntry, "text" | "usage" | "record" | "meta"> {}

/** What the API has made of a summary, where it alone can read that. */
export interface Seal extends Pick<SummaryEntry, "usage" | "meta"> {
  readonly requests: readonly EarlierRequest[];
}

/** What a summary is made from: `entries` are those that it is to stand for, the first of them that of the window. */
export interface Material {
  readonly session: Session;
  readonly draft: Draft;
  readonly entries: readonly Entry[];
  readonly signal: AbortSignal;
}

/** The requests for a summary so far. */
export interface SummaryRequest {
  readonly sent: SentRequest;
  /** What the request is made under; undefined for a function, which has no requests. */
  readonly choice: PlanChoice | undefined;
  /** See {@link RequestRecord.continues}. */
  readonly continues: RequestRecord["continues"];
  /** Index behind the last entry that is to be summarised. */
  readonly through: number;
  /** What the API has made before: a request for the text of the same summary follows. */
  readonly seal: Seal | undefined;
}

/** The request for a summary. */
export function toSummaryRequest(
  way: Way,
  session: Session,
  { through, seal }: Pick<SummaryRequest, "through" | "seal">,
  deps: RuntimeDeps,
): SummaryRequest {
  return {
    sent: new SentRequest(deps),
    choice: findChoice(way, session, deps),
    continues: CONTINUES[way.type],
    through,
    seal,
  };
}

function findChoice(way: Way, session: Session, deps: RuntimeDeps): PlanChoice | undefined {
  if (way.type === "function") return undefined;
  return way.type === "alone" ? choiceWithoutTools(session, way.model, deps) : way.planned.choice;
}

const CONTINUES: Readonly<Record<Way["type"], RequestRecord["continues"]>> = {
  function: undefined,
  alone: undefined,
  continues: "model",
  provider: "provider",
};

/** What the API has made, where it alone can read that, and who writes the text; undefined for a whole summary. */
export async function readSeal(
  way: Way,
  { usage, meta }: Made,
  { sent, choice }: SummaryRequest,
  { agent }: Session,
): Promise<{ readonly seal: Seal; readonly way: Way } | undefined> {
  if (way.type !== "provider" || choice?.sealsSummaries !== true || meta === undefined) return undefined;
  return {
    seal: { usage, meta, requests: await requestsOfSeal(choice, sent) },
    way: byModel(agent, way.model, way.planned, undefined),
  };
}

/**
 * Makes the summary; its text may be empty, and has cost what it has cost.
 *
 * @throws {AgentError} agent_invalid, for a function that fails; plugin_failed; what the model's provider throws
 */
export async function makeSummary(
  way: Way,
  material: Material,
  request: SummaryRequest,
  deps: RuntimeDeps,
): Promise<Made> {
  const made = await make(way, material, request, deps);
  const redactor = material.session.plugins?.compiled.redactor;
  return redactor === undefined ? made : redactSummary(made, redactor);
}

async function make(
  way: Way,
  material: Material,
  { sent, choice, continues, seal }: SummaryRequest,
  deps: RuntimeDeps,
): Promise<Made> {
  const { session, draft, entries, signal } = material;
  const { agent, history: { start } } = session;
  if (way.type === "function") {
    return { text: await byFunction(way.summarize, material, deps), record: { start } };
  }
  if (choice === undefined) throw new AgentError("internal", "A summary by a model has no choice.");
  const from = way.type === "alone" ? session : way.planned.session;
  const fresh = createFreshRequests(from, deps);
  const turn = way.type === "alone"
    ? createTurn(only(entries, session, draft), [], choice, {
      signal,
      sent,
      fresh,
      summarises: { form: way.type, made: draft.entries, count: entries.length },
    }, deps)
    : createTurn(stateAfter(way.planned, draft), draft.entries.slice(0, -1), choice, {
      signal,
      sent,
      fresh,
      summarises: { form: way.type },
    }, deps);
  const making = deps.driver(agent.driver).summarize(turn, way.type);
  const { text, usage, response, meta = seal?.meta } = await withAbortGrace(making, signal, deps);
  await Promise.all(fresh?.comparing ?? []);
  return {
    text,
    usage: withCost(usage, way.model.price),
    record: await toSummaryRecord(choice, {
      sent,
      start,
      response,
      continues,
      earlier: await toEarlierOfSummary(choice, sent, undefined, seal?.requests),
    }),
    meta,
  };
}

function only(entries: readonly Entry[], session: Session, { state }: Draft): Session {
  const { start, knownTask } = session.history;
  return { ...session, history: new ReadHistory(start, entries.map(writeEntry), knownTask), state };
}

/** The session of the plan, with the thinking that its request had. */
function stateAfter({ session }: PlannedFrom, { state: { thinkingFrom } }: Draft): Session {
  const { thinkingFrom: _, ...state } = session.state;
  return { ...session, state: thinkingFrom === undefined ? state : { ...state, thinkingFrom } };
}

/** Most characters of a summary. */
const LIMIT = 8000;

async function byFunction(
  summarize: Summarize,
  { session: { ref, agent, header: { summary }, plugins }, entries, signal }: Material,
  deps: RuntimeDeps,
): Promise<string> {
  const context = { ...ref, agent: agent.name, summary, signal };
  const made = (async () => await summarize(entries.map((entry) => structuredClone(entry)), context))();
  const text: unknown = await withAbortGrace(made, signal, deps).catch((cause: unknown) => {
    if (cause instanceof AgentError) throw cause;
    throw new AgentError("agent_invalid", `The function summarize of agent ${agent.name} failed.`, { cause });
  });
  if (typeof text === "string" && text.trim() !== "") {
    const redactor = plugins?.compiled.redactor;
    const left = redactor === undefined ? text.trim() : redactor.text(text.trim()); // before a cut within a match
    return left.slice(0, LIMIT).toWellFormed();
  }
  throw new AgentError("agent_invalid", `The function summarize of agent ${agent.name} gave no text.`);
}

// The compaction's own model (the agent's has the agent's price), else the one that made the plan: one that has just failed is not used for a summary either.
async function resolveModel(
  agent: Agent,
  { plan }: Draft,
  { model, fallback }: Session,
  deps: RuntimeDeps,
): Promise<ResolvedModel> {
  const { compaction } = agent;
  if (compaction?.model === model.ref) return model;
  if (compaction?.model !== undefined) {
    return withPrice(agent, compaction.model, await deps.model(compaction.model));
  }
  return fallback !== undefined && plan?.model === fallback.ref ? fallback : model;
}
