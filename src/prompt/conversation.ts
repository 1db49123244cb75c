// The conversation of a turn for its provider: what was written before is taken from the turn's memo, what has settled since
// is written and remembered, and only the rest are messages.

import type { Memo, Turn } from "../core/driver.ts";
import { joinItems } from "../core/json.ts";
import type { Dialect, Message, ModelRequest } from "../core/provider.ts";
import { type Place, settledCount, toMessages, toTextMessages } from "./history.ts";

/** All as messages without a dialect, else the older part written in it. */
export function toConversation(
  turn: Pick<Turn, "agent" | "entries" | "entriesFrom" | "memo" | "remember">,
  dialect: Dialect | undefined,
): Pick<ModelRequest, "older" | "messages"> {
  const { historyForm } = turn.agent;
  const form = historyForm === "text" ? toTextMessages : toMessages;
  if (!dialect) return { messages: form(turn.entries) };

  const key = `${historyForm} ${dialect.key}`;
  const known: Memo = turn.memo?.key === key ? turn.memo : { key, count: 0, text: "" };
  const rest = turn.entriesFrom(known.count);
  const settled = settledCount(rest);
  const memo = settled === 0
    ? known
    : extended(known, form(rest.slice(0, settled), placeAfter(known)), settled, dialect);
  if (memo !== turn.memo) turn.remember(memo);
  return {
    ...(memo.count === 0 ? {} : {
      older: { key: dialect.key, text: memo.text, messages: () => form(turn.entries.slice(0, memo.count)) },
    }),
    messages: form(rest.slice(settled), placeAfter(memo)),
  };
}

function extended(known: Memo, messages: readonly Message[], count: number, dialect: Dialect): Memo {
  const { key, count: before, text } = known;
  return { key, count: before + count, text: joinItems(text, dialect.write(messages)) };
}

function placeAfter({ count }: Memo): Place {
  return count === 0 ? "start" : "continues";
}
