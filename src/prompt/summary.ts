// Compaction's model call: the old entries as text in, one summary out.

import type { Summary, Turn } from "../core/driver.ts";
import { partsInWords } from "../core/content/new_part.ts";
import { type AssistantMessage, type Message, responseFacts } from "../core/model/provider.ts";
import { shorteningOf } from "../history/shortening.ts";
import { toTextMessages } from "../history/messages.ts";

/** What a summary keeps, unless the agent's compaction has instructions of its own. */
const INSTRUCTIONS =
  "Summarise the conversation below for the assistant who will continue it. Keep: what the user wants, decisions, names, " +
  "ids, numbers, results of tools that still matter, and what is unfinished. Leave out greetings and dead ends. " +
  "Answer with the summary only, in at most 400 words.";

/** A message in words: a summary says which media there were, and its model need not read them. */
function textWithMedia({ text, ...message }: Exclude<Message, AssistantMessage>): string {
  const parts = "parts" in message ? message.parts : undefined;
  if (parts === undefined) return text;
  return partsInWords(parts);
}

/** Most characters of a summary. */
const LIMIT = 8000;

/**
 * Summarises the turn's entries with one request to its model, without tools.
 *
 * @throws {ModelError} what the provider throws
 */
export async function summarizeWith(turn: Turn): Promise<Summary> {
  // Notices are about answers that came, and the plan is in the system prompt.
  const said = turn.history.entries.filter(({ type }) => type !== "notice");
  const transcript = toTextMessages(said, "start", { shortening: shorteningOf(turn.agent) }).map((message) =>
    message.role === "assistant"
      ? `Assistant: ${message.blocks.map((block) => block.type === "text" ? block.text : "").join("")}`
      : `User: ${textWithMedia(message)}`
  );
  if (turn.summary !== null) transcript.unshift(`Earlier summary: ${turn.summary}`);
  const result = await turn.provider.stream({
    model: turn.model,
    system: turn.agent.compaction?.instructions ?? INSTRUCTIONS,
    messages: [{ role: "user", text: transcript.join("\n\n") }],
    tools: [],
    choice: { type: "auto" },
    parallel: undefined,
    settings: {},
    lacks: turn.lacks,
    cacheKey: turn.cacheKey,
    cacheBreakpoints: false,
  }, { ...turn.io, emit: () => {} });
  const { blocks, usage } = result;
  const text = blocks.map((block) => block.type === "text" ? block.text : "").join("").trim();
  return { text: text.slice(0, LIMIT).toWellFormed(), usage, ...responseFacts(result) };
}
