// When a summary is due, and of which entries.

import type { Entry } from "../../core/entry.ts";
import type { Compaction } from "../../core/history/compaction.ts";
import { writeEntry } from "../../kernel/history/codec.ts";
import { type EntrySize, measureEntry } from "../../kernel/history/entry_size.ts";
import { findShortening } from "../../kernel/history/shortening.ts";
import { findRate, startOfNewest, sumTokens, type TokenRate } from "../../kernel/history/token_window.ts";
import type { Session } from "../../kernel/session.ts";
import type { Draft } from "../../kernel/draft.ts";

/**
 * How many of the newest entries are kept; undefined when nothing is to be compacted yet. An entry that leaves the window is to have
 * its summary, so a limit of the window counts where the compaction has none of that kind, and so does what the step has left out for
 * the context of its model. What was reached without a part that is kept is halved: a summary that made room for one entry would be due again with the next.
 */
export function countKept(compaction: Compaction, session: Session, draft: Draft): number | undefined {
  const { historyEntries, historyTokens } = session.agent.limits;
  const { afterEntries = historyEntries, afterTokens = historyTokens, keepEntries, keepTokens } = compaction;
  const count = session.history.texts.length + draft.entries.length;
  const left = Math.max(0, (draft.state.window?.start ?? 0) - session.history.start);
  const isLong = count > afterEntries;
  if (!isLong && left === 0 && afterTokens === undefined) return undefined;
  const mostEntries = keepEntries ?? (isLong ? Math.floor(afterEntries / 2) : Infinity);
  if (afterTokens === undefined && keepTokens === undefined) return Math.min(mostEntries, count - left);
  const { sizes, rate } = measureEntries(session, draft);
  const isLarge = afterTokens !== undefined && sumTokens(sizes, rate) > afterTokens;
  if (!isLong && !isLarge && left === 0) return undefined;
  const mostTokens = keepTokens ?? (isLarge ? afterTokens / 2 : Infinity);
  const start = mostTokens === Infinity ? 0 : startOfNewest(sizes, rate, mostTokens);
  return Math.min(mostEntries, count - Math.max(start, left));
}

function measureEntries(
  { agent, history, state: { window }, model }: Session,
  { entries, state }: Draft,
): { readonly sizes: readonly EntrySize[]; readonly rate: TokenRate } {
  const shortening = findShortening(agent);
  const made = entries.map((entry) => measureEntry(writeEntry(entry), shortening));
  const rate = findRate((state.window ?? window)?.rates ?? [], model.ref);
  return { sizes: [...history.sizes(shortening), ...made], rate };
}

/** The first place at or after `wanted` where a reader can begin: never between a call and its observation. */
export function cutBefore(entries: readonly Entry[], wanted: number): number | undefined {
  const cut = entries.findIndex((entry, index) =>
    index >= Math.max(1, wanted) && (entry.type === "user" || entry.type === "assistant")
  );
  return cut > 0 ? cut : undefined;
}
