// The conversation of a turn for its provider: what was written before is taken from the turn's memo, what has settled since
// is written and remembered, and only the rest are messages.

import type { RenderedHistory, Turn } from "../core/driver.ts";
import { joinItems } from "../core/json.ts";
import type { HistoryWriter, Message, ModelRequest } from "../core/provider.ts";
import { type Place, settledCount, toMessages, toTextMessages } from "./messages.ts";

/** All as messages without a dialect, else the older part written in it. */
export function toConversation(
  turn: Pick<Turn, "agent" | "entries" | "entriesFrom" | "memo" | "remember">,
  writer: HistoryWriter | undefined,
): Pick<ModelRequest, "older" | "messages"> {
  const { historyForm } = turn.agent;
  const form = historyForm === "text" ? toTextMessages : toMessages;
  if (!writer) return { messages: form(turn.entries) };

  const key = `${historyForm} ${writer.key}`;
  const known: RenderedHistory = turn.memo?.key === key ? turn.memo : { key, count: 0, text: "" };
  const rest = turn.entriesFrom(known.count);
  const settled = settledCount(rest);
  const memo = settled === 0
    ? known
    : extended(known, form(rest.slice(0, settled), placeAfter(known)), settled, writer);
  if (memo !== turn.memo) turn.remember(memo);
  return {
    ...(memo.count === 0 ? {} : {
      older: { key: writer.key, text: memo.text, messages: () => form(turn.entries.slice(0, memo.count)) },
    }),
    messages: form(rest.slice(settled), placeAfter(memo)),
  };
}

function extended(
  known: RenderedHistory,
  messages: readonly Message[],
  count: number,
  writer: HistoryWriter,
): RenderedHistory {
  const { key, count: before, text } = known;
  return { key, count: before + count, text: joinItems(text, writer.write(messages)) };
}

function placeAfter({ count }: RenderedHistory): Place {
  return count === 0 ? "start" : "continues";
}
