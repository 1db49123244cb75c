// Compaction: when the window has grown long, a summary takes the place of its older part. The entries stay in the
// history; only the start of the prompt moves.

import type { Agent } from "../../core/agent.ts";
import { priced } from "../../core/budget/price.ts";
import type { Summary } from "../../core/driver.ts";
import type { Entry, SummaryEntry } from "../../core/entry.ts";
import { AgentError, failureFields, toAgentError } from "../../core/error.ts";
import type { Compaction, Summarize } from "../../core/history/compaction.ts";
import { newId } from "../../core/text/id.ts";
import { writeEntry } from "../../history/codec.ts";
import { type EntrySize, sizeOf } from "../../history/entry_size.ts";
import { shorteningOf } from "../../history/shortening.ts";
import { rateOf, startOfNewest, type TokenRate, tokensOf } from "../../history/token_window.ts";
import { addUsage } from "../../core/usage.ts";
import { withAbortGrace } from "./abort_grace.ts";
import { ReadHistory } from "../../history/read_history.ts";
import type { ResolvedModel, RuntimeDeps } from "../request.ts";
import { pricedFor } from "../session/resolve_agent.ts";
import type { Session } from "../session/session.ts";
import type { Draft } from "./draft.ts";
import { choiceWithoutTools } from "../choice/plan_choice.ts";
import { SentRequest, toSummaryRecord } from "../record/request_record.ts";
import { turnOf } from "./plan.ts";
import type { RunningStep } from "./running_step.ts";

/**
 * The draft, with a summary when the agent's compaction is due. It costs one more model call, or a call of the agent's function. A
 * summary that fails is a warning and the next step tries it again: the step itself has succeeded.
 */
export async function compact(
  session: Session,
  draft: Draft,
  running: RunningStep,
  deps: RuntimeDeps,
): Promise<Draft> {
  const { agent: { compaction }, history } = session;
  if (compaction === undefined || draft.error || draft.isUnfinished || running.signal.aborted) return draft;
  const kept = keptOf(compaction, session, draft);
  if (kept === undefined) return draft;
  const entries = [...history.entries, ...draft.entries];
  const cut = cutBefore(entries, entries.length - kept);
  if (cut === undefined) return draft;
  const through = history.start + cut;
  try {
    const made = await summarize(session, draft, entries.slice(0, cut), running, deps);
    const { text, usage, record } = made;
    const spent = usage === undefined ? draft : { ...draft, usage: addUsage(draft.usage, usage) };
    if (text === "") return failed(spent, "The model gave an empty summary.", running);
    const entry: SummaryEntry = {
      type: "summary",
      id: newId("entry", deps.random),
      at: deps.clock(),
      version: session.header.version + 1,
      text,
      through,
      ...(usage === undefined ? {} : { usage }),
      record,
    };
    return {
      ...spent,
      entries: [...draft.entries, entry],
      summary: { text, base: through },
    };
  } catch (thrown) {
    deps.log("warn", "compaction failed", { thread: session.ref.thread, ...failureFields(thrown) });
    return failed(draft, toAgentError(thrown).message, running);
  }
}

function failed(draft: Draft, message: string, { emit }: RunningStep): Draft {
  const warning = { code: "compaction_failed", message };
  emit({ type: "warning", ...warning });
  return { ...draft, warnings: [...draft.warnings, warning] };
}

/**
 * How many of the newest entries are kept; undefined when nothing is to be compacted yet. An entry that leaves the window is to have
 * its summary, so a limit of the window counts where the compaction has none of that kind. What was reached without a part that is
 * kept is halved: a summary that made room for one entry would be due again with the next.
 */
function keptOf(compaction: Compaction, session: Session, draft: Draft): number | undefined {
  const { historyEntries, historyTokens } = session.agent.limits;
  const { afterEntries = historyEntries, afterTokens = historyTokens, keepEntries, keepTokens } = compaction;
  const count = session.history.texts.length + draft.entries.length;
  const isLong = count > afterEntries;
  if (!isLong && afterTokens === undefined) return undefined;
  const mostEntries = keepEntries ?? (isLong ? Math.floor(afterEntries / 2) : Infinity);
  if (afterTokens === undefined && keepTokens === undefined) return mostEntries;
  const { sizes, rate } = sizesOf(session, draft);
  const isLarge = afterTokens !== undefined && tokensOf(sizes, rate) > afterTokens;
  if (!isLong && !isLarge) return undefined;
  const mostTokens = keepTokens ?? (isLarge ? afterTokens / 2 : Infinity);
  const start = mostTokens === Infinity ? 0 : startOfNewest(sizes, rate, mostTokens);
  return Math.min(mostEntries, count - start);
}

function sizesOf(
  { agent, history, state: { window }, model }: Session,
  { entries, state }: Draft,
): { readonly sizes: readonly EntrySize[]; readonly rate: TokenRate } {
  const shortening = shorteningOf(agent);
  const made = entries.map((entry) => sizeOf(writeEntry(entry), shortening));
  const rate = rateOf((state.window ?? window)?.rates ?? [], model.ref);
  return { sizes: [...history.sizes(shortening), ...made], rate };
}

/** A summary before it is an entry. */
interface Made extends Pick<SummaryEntry, "text" | "usage" | "record"> {}

async function summarize(
  session: Session,
  draft: Draft,
  entries: readonly Entry[],
  { signal }: RunningStep,
  deps: RuntimeDeps,
): Promise<Made> {
  const { agent, history: { start, task } } = session;
  const { compaction } = agent;
  if (compaction?.summarize !== undefined) {
    const text = await byFunction(compaction.summarize, session, entries, signal, deps);
    return { text, record: { start } };
  }
  const model = await modelOf(agent, draft, session, deps);
  const choice = choiceWithoutTools(session, model, deps);
  const old = new ReadHistory(start, entries.map(writeEntry), task);
  const sent = new SentRequest(deps);
  const turn = turnOf({ ...session, history: old, state: draft.state }, [], choice, { signal, sent }, deps);
  const making: Promise<Summary> = deps.driver(agent.driver).summarize(turn);
  const { text, usage, response } = await withAbortGrace(making, signal, deps);
  return {
    text,
    usage: priced(usage, model.price),
    record: await toSummaryRecord(choice, { sent, start, response }),
  };
}

/** Most characters of a summary. */
const LIMIT = 8000;

async function byFunction(
  summarize: Summarize,
  { ref, agent, header: { summary } }: Session,
  entries: readonly Entry[],
  signal: AbortSignal,
  deps: RuntimeDeps,
): Promise<string> {
  const context = { ...ref, agent: agent.name, summary, signal };
  const made = (async () => await summarize(entries.map((entry) => structuredClone(entry)), context))();
  const text: unknown = await withAbortGrace(made, signal, deps).catch((cause: unknown) => {
    if (cause instanceof AgentError) throw cause;
    throw new AgentError("agent_invalid", `The function summarize of agent ${agent.name} failed.`, { cause });
  });
  if (typeof text === "string" && text.trim() !== "") return text.trim().slice(0, LIMIT).toWellFormed();
  throw new AgentError("agent_invalid", `The function summarize of agent ${agent.name} gave no text.`);
}

// The compaction's own model (the agent's has the agent's price), else the one that made the plan: one that has just failed is not used for a summary either.
async function modelOf(
  agent: Agent,
  { plan }: Draft,
  { model, fallback }: Session,
  deps: RuntimeDeps,
): Promise<ResolvedModel> {
  const { compaction } = agent;
  if (compaction?.model === model.ref) return model;
  if (compaction?.model !== undefined) {
    return pricedFor(agent, compaction.model, await deps.model(compaction.model));
  }
  return fallback !== undefined && plan?.model === fallback.ref ? fallback : model;
}

// The first place at or after `wanted` where a reader can begin: never between a call and its observation.
function cutBefore(entries: readonly Entry[], wanted: number): number | undefined {
  const cut = entries.findIndex((entry, index) =>
    index >= Math.max(1, wanted) && (entry.type === "user" || entry.type === "assistant")
  );
  return cut > 0 ? cut : undefined;
}
