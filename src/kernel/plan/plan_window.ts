// The window of one plan: what the agent's limit of tokens, or the context of the model, leaves of the history.

import type { Entry } from "../../core/entry.ts";
import type { Pin, TokenWindow } from "../../core/state.ts";
import type { Usage } from "../../core/usage.ts";
import { writeEntry } from "../history/codec.ts";
import { measureEntry } from "../history/entry_size.ts";
import type { PinnedText } from "../history/pinned.ts";
import type { ReadHistory } from "../history/read_history.ts";
import { findShortening } from "../history/shortening.ts";
import {
  findRate,
  ratesAfter,
  startOfNewest,
  startWithinTokens,
  sumTokens,
} from "../history/token_window.ts";
import { KEPT } from "../history/window.ts";
import type { Draft } from "../draft.ts";
import type { Session } from "../session.ts";

/** The part of a model's context that a history has where the agent sets no limit: instructions, tools and the answer have the rest. */
const SHARE = 2 / 3;

/** The session as its plan reads it, with what the step has made since begin (`seen`). */
export function withPlanWindow(session: Session, seen: readonly Entry[]): Session {
  const { agent: { limits: { historyTokens } }, history, model: { window = Infinity } } = session;
  const limit = Math.min(historyTokens ?? window * SHARE, window);
  // Most histories: a token of text has more than half a character.
  const isShort = historyTokens === undefined && history.size <= limit / 2;
  return limit === Infinity || isShort ? session : narrow(session, seen, limit);
}

/** The session with half of its window, behind a refusal of its length; undefined where no more can be left out. */
export function withHalfWindow(session: Session, seen: readonly Entry[]): Session | undefined {
  const half = narrow(session, seen, undefined);
  return half === session ? undefined : half;
}

/** `limit` is undefined for half of the window. */
function narrow(session: Session, seen: readonly Entry[], limit: number | undefined): Session {
  const { agent, history, state, model } = session;
  const { window, run, pins } = state;
  const shortening = findShortening(agent);
  const made = seen.map((entry) => measureEntry(writeEntry(entry), shortening));
  const sizes = [...history.sizes(shortening), ...made];
  const rates = window?.rates ?? [];
  const rate = findRate(rates, model.ref);
  const wanted = limit === undefined
    ? startOfNewest(sizes, rate, sumTokens(sizes, rate) * KEPT)
    : startWithinTokens(sizes, rate, limit);
  // The observations of this step belong to the last answer of the history.
  const latest = made[0]?.begins === false
    ? Math.max(0, sizes.findLastIndex(({ begins }, index) => begins && index < history.texts.length))
    : history.texts.length;
  const start = history.start + Math.min(wanted, latest);
  if (start === history.start) return session;
  const next = history.from(start);
  const whole = next.withTask(history.taskOf(run.input, next)).withPinned(findPinned(start, pins, history));
  return { ...session, history: whole, state: { ...state, window: { start, rates } } };
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

/** True for an agent whose window or compaction counts tokens, and for a thread whose window was cut for its model. */
export function countsTokens({ agent: { limits, compaction }, state }: Session): boolean {
  return limits.historyTokens !== undefined || compaction?.afterTokens !== undefined ||
    compaction?.keepTokens !== undefined || state.window !== undefined;
}

/** What the state keeps of the window: nothing where no tokens are counted. */
export function toTokenWindow(session: Session, report: Report | undefined): TokenWindow | undefined {
  const { history: { start }, state: { window } } = session;
  return countsTokens(session) ? { start, rates: ratesWith(window?.rates ?? [], report) } : undefined;
}

function ratesWith(rates: TokenWindow["rates"], report: Report | undefined): TokenWindow["rates"] {
  if (report?.bytes === undefined || report.usage.estimated) return rates;
  const { model, usage: { inputTokens: tokens }, bytes } = report;
  return ratesAfter(rates, model, { tokens, bytes });
}
