// The window of one plan: what its agent's limit of tokens leaves of the history. An agent without one pays a comparison for it.

import type { Agent } from "../../core/agent.ts";
import type { Entry } from "../../core/entry.ts";
import type { Pin, TokenWindow } from "../../core/state.ts";
import type { Usage } from "../../core/usage.ts";
import { writeEntry } from "../../history/codec.ts";
import { type EntrySize, sizeOf } from "../../history/entry_size.ts";
import type { PinnedText } from "../../history/pinned.ts";
import type { ReadHistory } from "../../history/read_history.ts";
import { type Shortening, shorteningOf } from "../../history/shortening.ts";
import { rateOf, ratesAfter, startWithinTokens } from "../../history/token_window.ts";
import type { Draft } from "../draft.ts";
import type { Session } from "../session.ts";

/** The session as its plan reads it, with what the step has made since begin (`seen`). */
export function withPlanWindow(session: Session, seen: readonly Entry[]): Session {
  const { agent } = session;
  const { historyTokens } = agent.limits;
  if (historyTokens === undefined) return session;
  const shortening = shorteningOf(agent);
  const sizes = seen.map((entry) => sizeOf(writeEntry(entry), shortening));
  return { ...session, history: withinTokens(session, sizes, historyTokens, shortening) };
}

function withinTokens(
  { history, state: { window, run, pins }, model }: Session,
  seen: readonly EntrySize[],
  limit: number,
  shortening: Shortening | undefined,
): ReadHistory {
  const sizes = [...history.sizes(shortening), ...seen];
  const rate = rateOf(window?.rates ?? [], model.ref);
  const wanted = startWithinTokens(sizes, rate, limit);
  // The observations of this step belong to the last answer of the history.
  const latest = seen[0]?.begins === false
    ? Math.max(0, sizes.findLastIndex(({ begins }, index) => begins && index < history.texts.length))
    : history.texts.length;
  const start = history.start + Math.min(wanted, latest);
  if (start === history.start) return history;
  const next = history.from(start);
  return next.withTask(history.taskOf(run.input, next)).withPinned(findPinned(next.start, pins, history));
}

/** The texts of the pins before an index; those that `known` does not have are left out. */
export function findPinned(
  start: number,
  pins: readonly Pin[] | undefined,
  known: Pick<ReadHistory, "textAt">,
): readonly PinnedText[] {
  if (pins === undefined) return [];
  return pins.flatMap(([index]) => {
    const text = index < start ? known.textAt(index) : undefined;
    return text === undefined ? [] : [{ index, text }];
  });
}

/** The history as a plan of the next step reads it: with the texts of the entries that the step adds, from where its window begins. */
export function historyAfter(
  { history, header, agent }: Session,
  draft: Pick<Draft, "summary" | "state">,
  texts: readonly string[],
): ReadHistory {
  const base = draft.summary?.base ?? header.base;
  const { run, window, pins } = draft.state;
  const all = history.append(texts);
  const next = all.from(base).within(agent, base).from(window?.start ?? 0);
  return next.withTask(all.taskOf(run.input, next)).withPinned(findPinned(next.start, pins, all));
}

/** A request as it was sent, and the usage that its model reported. */
export interface Report {
  readonly model: string;
  readonly usage: Usage;
  /** UTF-8 bytes of the body; undefined when they are not known, or when the usage is that of several requests. */
  readonly bytes: number | undefined;
}

/** True for an agent whose window or compaction counts tokens. */
export function countsTokens({ limits, compaction }: Agent): boolean {
  return limits.historyTokens !== undefined || compaction?.afterTokens !== undefined ||
    compaction?.keepTokens !== undefined;
}

/** What the state keeps of the window: nothing for an agent that counts no tokens. */
export function toTokenWindow(
  { agent, history: { start }, state: { window } }: Session,
  report: Report | undefined,
): TokenWindow | undefined {
  if (!countsTokens(agent)) return undefined;
  return { start, rates: ratesWith(window?.rates ?? [], report) };
}

function ratesWith(rates: TokenWindow["rates"], report: Report | undefined): TokenWindow["rates"] {
  if (report?.bytes === undefined || report.usage.estimated) return rates;
  const { model, usage: { inputTokens: tokens }, bytes } = report;
  return ratesAfter(rates, model, { tokens, bytes });
}
