// Compaction's model call. Its request goes on from that of the last plan, so that what a prompt cache holds of it is read; for another
// model, and where the answers of the plan have a form that the vendor counts to the prompt, it has the old entries as text.

import type { Summary, SummaryForm, Turn } from "../../core/driver.ts";
import { partsInWords } from "../../core/content/new_part.ts";
import {
  type AssistantMessage,
  type Message,
  type ModelRequest,
  type ModelResult,
  responseFacts,
  type UserMessage,
} from "../../core/model/provider.ts";
import { markInPrompt } from "../history/rendered.ts";
import { markNotice } from "../history/notice.ts";
import { findShortening } from "../history/shortening.ts";
import { toTextMessages } from "../history/messages.ts";

/** What a summary keeps, unless the agent's compaction has instructions of its own. */
const KEPT = "for the assistant who will continue it. Keep: what the user wants, decisions, names, " +
  "ids, numbers, results of tools that still matter, and what is unfinished. Leave out greetings and dead ends.";

/** The instructions of a prompt that has the conversation as text. */
const INSTRUCTIONS =
  `Summarise the conversation below ${KEPT} Answer with the summary only, in at most 400 words.`;

/** The same at the end of a conversation. */
const ASK = `Summarise this conversation ${KEPT} Write at most 400 words.`;

const REPLACES = "Include what still matters of EARLIER IN THIS CONVERSATION: your summary takes its place.";

const IN_WORDS =
  "Answer with the summary only, in plain words: call no tool, and use no other form of answers that you were given.";

/** The last message of a request for a summary that goes on from the last plan's. */
function askFor({ agent: { compaction }, summary }: Turn): string {
  const parts = [compaction?.instructions ?? ASK, summary === null ? "" : REPLACES, IN_WORDS];
  return parts.filter((part) => part !== "").join("\n\n");
}

/**
 * Summarises with one request: that of the turn's plan, and the ask for a summary behind it. The tools stay, and none may be called where the API has
 * that choice. A limit of the answers is none of the summary.
 *
 * @throws {ModelError} what the provider throws
 */
export async function summarizeOn(
  turn: Turn,
  form: Exclude<SummaryForm, "alone">,
  toRequest: (turn: Turn) => ModelRequest,
): Promise<Summary> {
  const planned = toRequest(turn);
  const { maxOutputTokens: _, ...settings } = planned.settings;
  const request: ModelRequest = {
    ...planned,
    ...(form === "provider"
      ? { compact: { instructions: turn.agent.compaction?.instructions } }
      : { messages: withAsk(planned.messages, askFor(turn), markInPrompt(turn)) }),
    choice: { type: turn.lacks.none === undefined ? "none" : "auto" },
    settings,
    output: undefined,
  };
  const result = await turn.provider.stream(request, { ...turn.io, emit: () => {} });
  if (form === "continues") return toSummary(result);
  const { compaction } = result;
  const { name: provider } = turn.provider;
  return {
    text: (compaction?.text ?? "").trim().slice(0, LIMIT).toWellFormed(),
    usage: result.usage,
    ...responseFacts(result),
    meta: compaction && { provider, model: turn.model, data: compaction.data },
  };
}

/** As a notice is written: a message of its own, or marked and joined to the user's last. */
function withAsk(messages: readonly Message[], ask: string, mark: string | undefined): readonly Message[] {
  if (mark === undefined) return [...messages, { role: "notice", text: ask }];
  const text = markNotice(mark, ask);
  const last = messages.at(-1);
  return last?.role === "user"
    ? [...messages.slice(0, -1), appendText(last, text)]
    : [...messages, { role: "user", text }];
}

function appendText({ text, parts }: UserMessage, more: string): UserMessage {
  return parts === undefined
    ? { role: "user", text: `${text}\n\n${more}` }
    : { role: "user", text: `${text}\n\n${more}`, parts: [...parts, { type: "text", text: more }] };
}

/** A message in words: a summary says which media there were, and its model need not read them. */
function textWithMedia({ text, ...message }: Exclude<Message, AssistantMessage>): string {
  const parts = "parts" in message ? message.parts : undefined;
  if (parts === undefined) return text;
  return partsInWords(parts);
}

/** Most characters of a summary. */
const LIMIT = 8000;

/**
 * Summarises the turn's entries with one request of its own to its model, without tools.
 *
 * @throws {ModelError} what the provider throws
 */
export async function summarizeWith(turn: Turn): Promise<Summary> {
  // Notices are about answers that came, and the plan is in the system prompt.
  const said = turn.history.entries.filter(({ type }) => type !== "notice");
  const transcript = toTextMessages(said, "start", { shortening: findShortening(turn.agent) }).map((
    message,
  ) =>
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
    settings: { api: turn.agent.settings.api }, // the others are of the agent's answers
    lacks: turn.lacks,
    cacheKey: turn.cacheKey,
    cacheBreakpoints: false,
    continues: false,
  }, { ...turn.io, emit: () => {} });
  return toSummary(result);
}

function toSummary(result: ModelResult): Summary {
  const { blocks, usage } = result;
  const text = blocks.map((block) => block.type === "text" ? block.text : "").join("").trim();
  return { text: text.slice(0, LIMIT).toWellFormed(), usage, ...responseFacts(result) };
}
