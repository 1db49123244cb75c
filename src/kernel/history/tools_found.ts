// The tools that searches of a conversation have found, read from its texts.

import { type Entry, listCalls } from "../../core/entry.ts";
import { type KnownTool, readFoundTools } from "../../core/tool/found_tools.ts";
import { mayAnswer, mayObserve, readEntry } from "./codec.ts";

/**
 * The tools that results of these searches name, each once as it was found first. `texts` are the entries that a plan reads, `made` those
 * of its step behind them. A result whose call is not among them, and one of a search through a bridge, has no message that could define a
 * tool: it counts for nothing.
 */
export function toolsFoundIn(
  texts: readonly string[],
  made: readonly Entry[],
  search: string,
): readonly KnownTool[] {
  const isFind = (entry: Entry) =>
    entry.type === "tool" && entry.name === search && entry.outcome === "completed";
  const end = made.some(isFind) ? texts.length : texts.findLastIndex((text) => mayObserve(text, search)) + 1;
  const calls = new Map<string, string[]>();
  const found = new Map<string, KnownTool>();
  const take = (entry: Entry) => {
    if (entry.type === "assistant") {
      for (const { id, name, via } of listCalls(entry)) {
        if (via === undefined) calls.set(name, [...calls.get(name) ?? [], id]);
      }
    }
    if (entry.type !== "tool" || !isFind(entry) || !calls.get(search)?.includes(entry.callId)) return;
    for (const tool of readFoundTools(entry.output)) {
      if (found.has(tool.name)) continue;
      found.set(tool.name, { ...tool, calledBefore: calls.get(tool.name) ?? [] });
    }
  };
  for (const text of texts.slice(0, end)) {
    if (mayAnswer(text) || mayObserve(text, search)) take(readEntry(text));
  }
  made.forEach(take);
  return [...found.values()];
}
