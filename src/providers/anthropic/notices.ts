// Notices as messages of the system in the middle of a conversation, with what they change about the tools. Source:
// platform.claude.com/docs/en/build-with-claude/mid-conversation-system-messages, as of 2026-11-26, and BetaSystemMessageParam of
// @anthropic-ai/sdk 1.12.0: several in a row are judged as one, behind a user's message and before an answer or at the end.

import type Anthropic from "@anthropic-ai/sdk";
import type { ToolChanges } from "../../core/entry.ts";
import { changesInNotices, type Lacks } from "../../core/model/capability.ts";
import type { Carried, ChoiceRequest, ModelRequest, NoticeMessage } from "../../core/model/provider.ts";
import type { ToolSpec } from "../../core/tool/tool_spec.ts";
import { findCarried } from "../../kernel/history/tool_changes.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import { toTool } from "./schema.ts";

/** A message of the system; `clear_at` stands after the content, where `markEnd` of cache_marks.ts expects it. */
export interface SystemMessage
  extends Pick<Anthropic.Beta.Messages.BetaSystemMessageParam, "role" | "clear_at"> {
  readonly content: SystemBlock[];
}

type SystemBlock =
  | Anthropic.Beta.Messages.BetaTextBlockParam
  | Anthropic.Beta.Messages.BetaRequestToolAdditionBlock
  | Anthropic.Beta.Messages.BetaRequestToolRemovalBlock;

/** What a notice may have besides text. */
export interface NoticeStyle {
  /** The names of tools in `tools`, with their definitions; undefined where the tools change in no message. */
  readonly declared: ReadonlyMap<string, string> | undefined;
  /** A tool may be defined in a message. */
  readonly defines: boolean;
  /** A message may count for one turn. */
  readonly clears: boolean;
}

/** The style of a request. Without tools of its own it has no place for changes: the first definition would change its beginning. */
export function noticeStyle({ tools, lacks }: Pick<ChoiceRequest, "tools" | "lacks">): NoticeStyle {
  const changes = lacks.tool_changes === undefined && tools.length > 0;
  return {
    declared: changes ? new Map(tools.map((tool) => [tool.name, serializeTool(tool)])) : undefined,
    defines: changes && changesInNotices(lacks),
    clears: lacks.clear_at === undefined,
  };
}

/** What the text of notices depends on, for the key of a writer. */
export function noticeFacts({ declared, defines, clears }: NoticeStyle): string {
  const changes = defines ? "defines" : declared === undefined ? "" : [...declared.keys()].join();
  return JSON.stringify([changes, clears]);
}

/**
 * The messages of a notice: one, or two where it changes the tools and its text counts for one turn, since such a message has text
 * alone.
 */
export function toSystemMessages(
  { text, tools, until }: NoticeMessage,
  style: NoticeStyle,
  aliases: Aliases,
): readonly SystemMessage[] {
  const changes = toBlocks(tools, style, aliases);
  const words: SystemBlock = { type: "text", text };
  if (until === undefined || !style.clears) return [{ role: "system", content: [...changes, words] }];
  const brief: SystemMessage = { role: "system", content: [words], clear_at: "next_user_message" };
  return changes.length === 0 ? [brief] : [{ role: "system", content: changes }, brief];
}

// A definition stands wherever the API takes one: a reference would offer what was defined last under the name, and an identical
// definition changes nothing. A tool that returns has had no other definition than that of the request.
function toBlocks(changes: ToolChanges | undefined, style: NoticeStyle, aliases: Aliases): SystemBlock[] {
  const { declared, defines } = style;
  if (declared === undefined) return [];
  const reference = (name: string) => ({ type: "tool_reference" as const, name: aliases.toWire(name) });
  const removals = (changes?.withdrawn ?? []).flatMap((name): SystemBlock[] =>
    defines || declared.has(name) ? [{ type: "tool_removal", tool: reference(name) }] : []
  );
  const additions = (changes?.added ?? []).flatMap((tool): SystemBlock[] => {
    if (defines) {
      const definition = toTool(tool, aliases);
      return [{ type: "tool_addition", tool: { type: "tool_definition", definition } }];
    }
    const isDeclared = declared.get(tool.name) === serializeTool(tool);
    return isDeclared ? [{ type: "tool_addition", tool: reference(tool.name) }] : [];
  });
  const returned = (changes?.returned ?? []).flatMap((name): SystemBlock[] =>
    declared.has(name) ? [{ type: "tool_addition", tool: reference(name) }] : []
  );
  return [...removals, ...additions, ...returned];
}

function serializeTool({ description, parameters }: ToolSpec): string {
  return JSON.stringify([description, parameters]);
}

/** The headers with the betas that the notices of a request need, and `more`; the same where there are none. */
export function withBetas(
  headers: Readonly<Record<string, string>>,
  request: Pick<ModelRequest, "older" | "messages" | "tools" | "lacks">,
  more: readonly string[] = [],
): Readonly<Record<string, string>> {
  const { lacks, tools } = request;
  const carried = new Set<Carried>([...request.older?.carried ?? [], ...findCarried(request.messages)]);
  const changes = tools.length > 0 && (carried.has("added") || carried.has("withdrawn"));
  const betas = [
    ...(changes ? toolBetas(carried, lacks) : []),
    ...(carried.has("until") && lacks.clear_at === undefined ? [CLEAR_AT] : []),
    ...more,
  ];
  if (betas.length === 0) return headers;
  const own = headers[BETA] === undefined ? [] : [headers[BETA]];
  return { ...headers, [BETA]: [...own, ...betas].join(",") };
}

// The newer beta covers the changes by reference as well.
function toolBetas(carried: ReadonlySet<Carried>, lacks: Lacks): readonly string[] {
  if (lacks.tool_changes !== undefined) return [];
  return [carried.has("added") && changesInNotices(lacks) ? INLINE_TOOLS : TOOL_CHANGES];
}

const BETA = "anthropic-beta";
const TOOL_CHANGES = "mid-conversation-tool-changes-2026-07-01";
const INLINE_TOOLS = "inline-tools-2026-09-15";
const CLEAR_AT = "mid-conversation-system-clear-at-2026-08-21";
