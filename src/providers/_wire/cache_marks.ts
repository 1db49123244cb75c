// Where a prompt cache is marked in a conversation, for APIs that require marks (Anthropic, Bedrock). A mark finds what
// an earlier request wrote at most about 20 blocks before it, and one step may append more: 11 parallel calls are 22.
// So a request marks two ends: its own, and that of the request before it, which stands before the newest answer.

import type { HistoryWriter, ModelRequest } from "../../core/model/provider.ts";
import { joinItems } from "../../core/json.ts";
import { writeConversation } from "./history_parts.ts";

/**
 * The conversation as {@link writeConversation} writes it, with a mark at both ends; `mark` puts one on the end of a text of
 * messages, which may be "". Both follow from the messages alone, so any isolate marks what the one before it marked.
 */
export function writeMarked(
  request: ModelRequest,
  writer: HistoryWriter,
  mark: (messages: string) => string,
): string {
  if (request.cacheMarks === "end") return mark(writeConversation(request, writer));
  const [before, rest] = splitAtAnswer(request, writer);
  return joinItems(mark(before), mark(rest));
}

/** What the request before had, and what begins with the newest answer; "" before an answer that stands first, and for the first request. */
export function splitAtAnswer(request: ModelRequest, writer: HistoryWriter): [string, string] {
  const { older, messages } = request;
  const answer = messages.findLastIndex(({ role }) => role === "assistant");
  if (answer >= 0) {
    const before = writeConversation({ ...request, messages: messages.slice(0, answer) }, writer);
    return [before, writer.write(messages.slice(answer))];
  }
  const all = [...older?.messages() ?? [], ...messages];
  const last = all.findLastIndex(({ role }) => role === "assistant");
  if (last < 0) return ["", writeConversation(request, writer)];
  return [writer.write(all.slice(0, last)), writer.write(all.slice(last))];
}
