// The tools that searches of a conversation have found, read from its texts.

import { callsOf, type Entry } from "../core/entry.ts";
import { foundTools, type KnownTool } from "../core/tool/found_tools.ts";
import { mayObserve, readEntry } from "./codec.ts";

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
  const searches = new Set(callsIn(texts, search));
  const found = new Map<string, KnownTool>();
  const take = (entry: Entry, place: number) => {
    const isFind = entry.type === "tool" && entry.name === search && entry.outcome === "completed";
    if (!isFind || !searches.has(entry.callId)) return;
    for (const tool of foundTools(entry.output)) {
      if (found.has(tool.name)) continue;
      found.set(tool.name, { ...tool, calledBefore: callsIn(texts.slice(0, place), tool.name) });
    }
  };
  if (searches.size === 0) return [];
  texts.forEach((text, place) => mayObserve(text, search) && take(readEntry(text), place));
  for (const entry of made) take(entry, texts.length);
  return [...found.values()];
}

/** Ids of the calls by this name, through no bridge. */
function callsIn(texts: readonly string[], name: string): readonly string[] {
  const quoted = JSON.stringify(name);
  return texts.filter((text) => text.includes(quoted)).map(readEntry).flatMap((entry) =>
    entry.type === "assistant"
      ? callsOf(entry).flatMap((call) => call.name === name && call.via === undefined ? [call.id] : [])
      : []
  );
}
