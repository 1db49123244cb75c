// The conversation of a model request. What the thread's last request rendered is taken as text, what has settled since is
// rendered and kept for the next request, and only the rest is messages.

import type { Agent } from "../../core/agent.ts";
import type { Turn } from "../../core/driver.ts";
import { joinItems } from "../../core/json.ts";
import type { HistoryWriter, ModelRequest, RenderedHistory } from "../../core/model/provider.ts";
import type { Entry } from "../../core/entry.ts";
import { findCarried } from "./tool_changes.ts";
import { countSettled, haveMedia, type Place, toMessages, toTextMessages } from "./messages.ts";
import { findShortening } from "./shortening.ts";

/** What the form of a conversation depends on besides the agent. */
export interface ConversationForm {
  /** That of the agent by default. */
  readonly form?: Agent["historyForm"];
  /** {@link markInPrompt} of the turn. */
  readonly mark?: string | undefined;
  /** See {@link HistoryWriter.nameOf}; absent where the request has no tools of its own. */
  readonly nameOf?: HistoryWriter["nameOf"];
}

/** All as messages without a writer; else the settled part rendered by it, and the rest as messages. */
export function toConversation(
  { agent, history, media, compacted }: Pick<Turn, "agent" | "history" | "media" | "compacted">,
  writer: HistoryWriter | undefined,
  { form = agent.historyForm, mark, nameOf }: ConversationForm = {},
): Pick<ModelRequest, "older" | "messages" | "media"> {
  const shortening = findShortening(agent);
  const { withoutThinking, withoutTools, recall } = history;
  const isCompacted: true | undefined = compacted === undefined ? undefined : true;
  const first: Place = isCompacted ? "continues" : "start"; // behind a summary of the provider's nothing is missing
  // `from` is the place of the first entry in the history.
  const convert = (entries: readonly Entry[], from: number, place = first) =>
    (form === "text" ? toTextMessages : toMessages)(entries, place, {
      shortening,
      mark,
      nameOf,
      withoutThinking: Math.max(0, (withoutThinking ?? 0) - from),
      withoutTools: Math.max(0, (withoutTools ?? 0) - from),
    });
  const reader = (hasMedia: boolean) => hasMedia && media !== undefined ? { media } : undefined;
  if (!writer) {
    const messages = convert(history.entries, 0);
    return { messages, ...reader(haveMedia(messages)) };
  }

  const { key } = writer;
  const last = history.rendered;
  const facts = {
    form,
    key,
    shortening: shortening?.key,
    withoutThinking,
    withoutTools,
    recall,
    mark,
    compacted: isCompacted,
  };
  const isSame = last?.key === key && last.form === form && last.shortening === facts.shortening &&
    last.withoutThinking === withoutThinking && last.withoutTools === withoutTools &&
    last.recall === recall && last.mark === mark && last.compacted === isCompacted;
  const known: RenderedHistory = isSame ? last : { ...facts, count: 0, text: "" };
  const rest = history.from(known.count);
  const settled = countSettled(rest);
  const more = convert(rest.slice(0, settled), known.count, placeAfter(known, first));
  const rendered: RenderedHistory = settled === 0 ? known : {
    ...facts,
    count: known.count + settled,
    text: joinItems(known.text, writer.write(more)),
    hasMedia: known.hasMedia || haveMedia(more) || undefined,
    carried: [...new Set([...known.carried ?? [], ...findCarried(more)])],
  };
  if (rendered !== last) history.keep(rendered);
  const { count, text, carried } = rendered;
  const messages = convert(rest.slice(settled), count, placeAfter(rendered, first));
  return {
    older: count === 0
      ? undefined
      : { key, text, carried, messages: () => convert(history.entries.slice(0, count), 0) },
    messages,
    ...reader(rendered.hasMedia === true || haveMedia(messages)),
  };
}

/** The mark of notices that the model is to know: one where they are messages of the user. */
export function markInPrompt({ lacks, noticeMark }: Pick<Turn, "lacks" | "noticeMark">): string | undefined {
  return lacks.notices === undefined ? undefined : noticeMark;
}

function placeAfter({ count }: RenderedHistory, first: Place): Place {
  return count === 0 ? first : "continues";
}
