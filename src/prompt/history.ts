// History as messages: always legal for every dialect. Every call is answered by exactly one tool message, in the order of
// the calls, right behind the message that made them; whatever breaks that (a window cut between a call and its
// observation) is left out or repaired here, once, for all providers.

import { type AssistantEntry, callsOf, type Entry, textOf, type ToolEntry } from "../core/entry.ts";
import type { Message } from "../core/provider.ts";
import { isFailure, observationText } from "./observation.ts";

/** Entries as messages with native calls (row D5). */
export function toMessages(entries: readonly Entry[]): Message[] {
  const messages: Message[] = [];
  for (const turn of turns(entries)) {
    if (turn.type === "user") {
      messages.push({ role: "user", text: turn.text });
      continue;
    }
    messages.push({ role: "assistant", blocks: turn.entry.blocks });
    for (const call of callsOf(turn.entry)) {
      const observation = turn.observations.get(call.id);
      messages.push({
        role: "tool",
        callId: call.id,
        name: call.name,
        text: observation ? observationText(observation) : NO_OBSERVATION,
        failed: observation ? isFailure(observation) : true,
      });
    }
  }
  return messages;
}

/** Entries as messages without native calls, for models that have none (row D5). */
export function toTextMessages(entries: readonly Entry[]): Message[] {
  const messages: Message[] = [];
  for (const turn of turns(entries)) {
    if (turn.type === "user") {
      messages.push({ role: "user", text: turn.text });
      continue;
    }
    const calls = callsOf(turn.entry);
    const lines = [
      textOf(turn.entry.blocks),
      ...calls.map((call) => `[tool call: ${call.name}(${call.args})]`),
    ];
    messages.push({
      role: "assistant",
      blocks: [{ type: "text", text: lines.filter((line) => line !== "").join("\n") }],
    });
    if (calls.length === 0) continue;
    const results = calls.map((call) => {
      const observation = turn.observations.get(call.id);
      return `[tool result: ${call.name}]\n${observation ? observationText(observation) : NO_OBSERVATION}`;
    });
    messages.push({ role: "user", text: results.join("\n\n") });
  }
  return messages;
}

const NO_OBSERVATION = "The outcome of this call was not recorded.";

type HistoryTurn =
  | { readonly type: "user"; readonly text: string }
  | {
    readonly type: "assistant";
    readonly entry: AssistantEntry;
    readonly observations: ReadonlyMap<string, ToolEntry>;
  };

// User messages in a row become one (most dialects alternate); observations join the message whose calls they answer, and
// those without one (the window began behind it) fall away, as do assistant entries that say nothing.
function turns(entries: readonly Entry[]): HistoryTurn[] {
  const result: HistoryTurn[] = [];
  let observations = new Map<string, ToolEntry>();
  for (const entry of readable(entries)) {
    switch (entry.type) {
      case "user": {
        const last = result.at(-1);
        if (last?.type === "user") {
          result[result.length - 1] = { type: "user", text: `${last.text}\n\n${entry.text}` };
        } else result.push({ type: "user", text: entry.text });
        break;
      }
      case "assistant":
        if (!saysSomething(entry)) break;
        observations = new Map();
        result.push({ type: "assistant", entry, observations });
        break;
      case "tool":
        if (!observations.has(entry.callId)) observations.set(entry.callId, entry);
        break;
      case "summary":
        break;
    }
  }
  return result;
}

function saysSomething(entry: AssistantEntry): boolean {
  return entry.blocks.some((block) => block.type === "call" || block.text !== "" || block.meta !== undefined);
}

// A reader begins at a user message if there is one, else at an assistant message, never at an observation whose call has
// left the window (row E13).
function readable(entries: readonly Entry[]): readonly Entry[] {
  const user = entries.findIndex((entry) => entry.type === "user");
  return user >= 0 ? entries.slice(user) : entries;
}
