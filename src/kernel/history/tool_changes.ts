// How notices change the tools of a conversation behind the place where its prompt begins.

import type { TurnHistory } from "../../core/driver.ts";
import { type Entry, listCalls, type NoticeEntry, type ToolChanges } from "../../core/entry.ts";
import type { Carried, Message } from "../../core/model/provider.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";

/**
 * The tools that notices add, each name once as it was added last, also where it was withdrawn since: an answer may still be about
 * it. Empty for none.
 */
export function findAddedTools(entries: readonly Entry[]): readonly ToolSpec[] {
  const added = new Map<string, ToolSpec>();
  for (const { tools } of entries.filter(isNotice)) {
    for (const tool of tools?.added ?? []) added.set(tool.name, tool);
  }
  return [...added.values()];
}

/**
 * The tools that there are behind these entries, of those that the prompt began with.
 *
 * @example
 * ```ts
 * import { toolsBehind } from "./tool_changes.ts";
 * import assert from "node:assert/strict";
 *
 * const tool = (name: string) => ({ name, description: "", parameters: { type: "object" } });
 * const notice = { type: "notice" as const, id: "n1", at: 1, version: 1, about: "tools" as const, text: "…" };
 * const changes = { ...notice, tools: { added: [tool("c")], withdrawn: ["a"] } };
 * assert.deepEqual(toolsBehind([tool("a"), tool("b")], [changes]), [tool("b"), tool("c")]);
 * ```
 */
export function toolsBehind<Spec extends ToolSpec>(
  tools: readonly Spec[],
  entries: readonly Entry[],
): readonly (Spec | ToolSpec)[] {
  const known = new Map<string, Spec | ToolSpec>(tools.map((tool) => [tool.name, tool]));
  for (const { tools: changes } of entries.filter(isNotice)) {
    for (const name of changes?.withdrawn ?? []) known.delete(name);
    for (const tool of changes?.added ?? []) known.set(tool.name, tool);
    for (const name of changes?.returned ?? []) {
      const tool = tools.find((each) => each.name === name);
      if (tool !== undefined) known.set(name, tool);
    }
  }
  return [...known.values()];
}

/**
 * True for a tool whose definition in these notices still holds, and for one that they may define without a change of what stands before
 * them: they have never defined it, and where results of a search define tools, none has found it and no call names it.
 */
export function isDefinedOnce(
  { name, ...tool }: ToolSpec,
  entries: readonly Entry[],
  { search, history }: { readonly search: string | undefined; readonly history: TurnHistory },
): boolean {
  const textOf = ({ description, parameters }: Omit<ToolSpec, "name">) =>
    JSON.stringify([description, parameters]);
  const there = toolsBehind<ToolSpec>([], entries).find((each) => each.name === name);
  return there === undefined
    ? [...findAddedTools(entries), ...search === undefined ? [] : namedIn(history, search)]
      .every((each) => each.name !== name)
    : textOf(there) === textOf(tool);
}

function namedIn(history: TurnHistory, search: string): readonly { readonly name: string }[] {
  const calls = history.entries.flatMap((entry) => entry.type === "assistant" ? listCalls(entry) : []);
  return [...history.found(search), ...calls];
}

/** What the notices among messages have besides text. */
export function findCarried(messages: readonly Message[]): readonly Carried[] {
  const carried = new Set<Carried>();
  for (const message of messages) {
    if (message.role !== "notice") continue;
    if (has(message.tools, "added")) carried.add("added");
    if (has(message.tools, "withdrawn") || has(message.tools, "returned")) carried.add("withdrawn");
    if (message.until !== undefined) carried.add("until");
  }
  return [...carried];
}

function has(changes: ToolChanges | undefined, kind: keyof ToolChanges): boolean {
  return (changes?.[kind]?.length ?? 0) > 0;
}

function isNotice(entry: Entry): entry is NoticeEntry {
  return entry.type === "notice";
}
