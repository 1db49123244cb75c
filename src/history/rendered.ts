// The conversation of a model request. What the thread's last request rendered is taken as text, what has settled since is
// rendered and kept for the next request, and only the rest is messages.

import type { Agent } from "../core/agent.ts";
import type { Turn } from "../core/driver.ts";
import { joinItems } from "../core/json.ts";
import type { HistoryWriter, ModelRequest, RenderedHistory } from "../core/model/provider.ts";
import type { Entry } from "../core/entry.ts";
import { haveMedia, type Place, settledCount, toMessages, toTextMessages } from "./messages.ts";
import { shorteningOf } from "./shortening.ts";

/** What the form of a conversation depends on besides the agent. */
export interface ConversationForm {
  /** That of the agent by default. */
  readonly form?: Agent["historyForm"];
  /** {@link markInPrompt} of the turn. */
  readonly mark?: string | undefined;
}

/** All as messages without a writer; else the settled part rendered by it, and the rest as messages. */
export function toConversation(
  { agent, history, media }: Pick<Turn, "agent" | "history" | "media">,
  writer: HistoryWriter | undefined,
  { form = agent.historyForm, mark }: ConversationForm = {},
): Pick<ModelRequest, "older" | "messages" | "media"> {
  const shortening = shorteningOf(agent);
  const { withoutThinking } = history;
  // `from` is the place of the first entry in the history.
  const convert = (entries: readonly Entry[], from: number, place?: Place) =>
    form === "text" ? toTextMessages(entries, place, { shortening, mark }) : toMessages(entries, place, {
      ...{ shortening, mark },
      withoutThinking: Math.max(0, (withoutThinking ?? 0) - from),
    });
  const reader = (hasMedia: boolean) => hasMedia && media !== undefined ? { media } : undefined;
  if (!writer) {
    const messages = convert(history.entries, 0);
    return { messages, ...reader(haveMedia(messages)) };
  }

  const { key } = writer;
  const last = history.rendered;
  const isSame = last?.key === key && last.form === form && last.shortening === shortening?.key &&
    last.withoutThinking === withoutThinking && last.mark === mark;
  const known: RenderedHistory = isSame
    ? last
    : { form, key, shortening: shortening?.key, withoutThinking, mark, count: 0, text: "" };
  const rest = history.from(known.count);
  const settled = settledCount(rest);
  const more = convert(rest.slice(0, settled), known.count, placeAfter(known));
  const rendered: RenderedHistory = settled === 0 ? known : {
    ...{ form, key, shortening: shortening?.key, withoutThinking, mark, count: known.count + settled },
    text: joinItems(known.text, writer.write(more)),
    ...(known.hasMedia || haveMedia(more) ? { hasMedia: true } : {}),
  };
  if (rendered !== last) history.keep(rendered);
  const { count, text } = rendered;
  const messages = convert(rest.slice(settled), count, placeAfter(rendered));
  return {
    older: count === 0
      ? undefined
      : { key, text, messages: () => convert(history.entries.slice(0, count), 0) },
    messages,
    ...reader(rendered.hasMedia === true || haveMedia(messages)),
  };
}

/** The mark of notices that the model is to know: one where they are messages of the user. */
export function markInPrompt({ lacks, noticeMark }: Pick<Turn, "lacks" | "noticeMark">): string | undefined {
  return lacks.notices === undefined ? undefined : noticeMark;
}

function placeAfter({ count }: RenderedHistory): Place {
  return count === 0 ? "start" : "continues";
}
