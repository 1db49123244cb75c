// The body of POST /v1/messages.

import type Anthropic from "@anthropic-ai/sdk";
import { unreachable } from "../../core/error.ts";
import type { ChoiceRequest, ModelRequest } from "../../core/model/provider.ts";
import { joinItems } from "../../core/json.ts";
import { COMPARED_SINCE, WRITER } from "../../core/record.ts";
import { outputMode } from "../../core/model/output_format.ts";
import { writeMarked } from "../_wire/cache_marks.ts";
import { withList, writeConversation } from "../_wire/history_parts.ts";
import type { WireBody } from "../_wire/protocol_adapter.ts";
import { CACHED, markEnd } from "./cache_marks.ts";
import { beginsWithThinking, createAnthropicWriter, type MessageStyle } from "./messages.ts";
import { toTool } from "./schema.ts";
import { toThinking } from "./thinking.ts";
import { toOutputSchema } from "../_wire/output_schema.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import { beginningOfRun } from "../_wire/run_of_calls.ts";

/** The types of the API have no sampling settings any more; models up to 4.6 still take them. */
type Body = Omit<Anthropic.MessageCreateParamsStreaming, "messages"> & {
  temperature: number | undefined;
  top_p: number | undefined;
  /** BetaCompactionConfig of the beta {@link COMPACTION_BETA}. */
  compaction: { type: "summarize"; instructions: string | undefined } | undefined;
  /** BetaContextManagementConfig of the beta {@link EDITING_BETA}. */
  context_management: { edits: [ClearToolUses] } | undefined;
};

/** BetaClearToolUses20250919Edit of @anthropic-ai/sdk 1.12.0. */
interface ClearToolUses {
  type: "clear_tool_uses_20250919";
  trigger: { type: "input_tokens"; value: number };
  keep: { type: "tool_uses"; value: number } | undefined;
  clear_at_least: { type: "input_tokens"; value: number } | undefined;
  exclude_tools: string[] | undefined;
}

const EDITING_BETA = "context-management-2025-06-27";

/** Goes with each request for a summary, and with each that has one: platform.claude.com, compaction-on-demand, as of 2026-11-26. */
const COMPACTION_BETA = "compact-2026-09-04";

/** The betas that the request needs for what it has besides the conversation. */
export function listBetas({ compact, compacted, clearToolResults }: ModelRequest): readonly string[] {
  return [
    ...compact === undefined && compacted === undefined ? [] : [COMPACTION_BETA],
    ...clearToolResults === undefined || compact !== undefined ? [] : [EDITING_BETA],
  ];
}

/** Also plain JSON, so that it can be reported as it is sent. */
export type AnthropicChoice =
  | { type: "auto" | "any"; disable_parallel_tool_use?: true }
  | { type: "tool"; name: string; disable_parallel_tool_use?: true }
  | { type: "none" };

/**
 * The body as JSON text. Breakpoints for the prompt cache, the four that a request may have, stand on the last tool, on the
 * system prompt, on the end of the request before and on the end of the conversation: block by block, since the one
 * field that marks the end of everything is known to Anthropic alone and not to gateways.
 */
export function toBody(request: ModelRequest, style: MessageStyle): WireBody {
  const { model, system, settings, tools, cacheBreakpoints, compact } = request;
  const { max_tokens, thinking, output_config } = toThinking(model, settings, () => mayThink(request, style));
  const hasTools = tools.length > 0;
  const body: Body = {
    model,
    max_tokens,
    stream: true,
    system: system.trim() === ""
      ? undefined
      : cacheBreakpoints
      ? [{ type: "text", text: system, ...CACHED }]
      : system,
    tools: hasTools ? toTools(request, style) : undefined,
    tool_choice: hasTools ? toChoice(request, style.aliases) : undefined,
    thinking,
    output_config: withFormat(output_config, request),
    temperature: settings.temperature,
    top_p: settings.topP,
    context_management: toContextManagement(request, style.aliases),
    compaction: compact && { type: "summarize", instructions: compact.instructions },
    diagnostics: style.isDiagnosed ? toDiagnostics(request) : undefined,
  };
  return withList("messages", joinItems(toBeginning(request), toConversation(request, style)), body);
}

// The API compares the prompt with that of the last answer. A request for a summary is compared with none.
function toDiagnostics(
  { previousResponse, compact, cacheBreakpoints, writer = WRITER }: ModelRequest,
): Body["diagnostics"] {
  const isCompared = cacheBreakpoints && compact === undefined && writer >= COMPARED_SINCE;
  return isCompared && previousResponse !== undefined ? { previous_message_id: previousResponse } : undefined;
}

// A request for a summary takes none: "Cannot be combined with `context_management`".
function toContextManagement(
  { clearToolResults, compact }: ModelRequest,
  aliases: Aliases,
): Body["context_management"] {
  if (clearToolResults === undefined || compact !== undefined) return undefined;
  const { afterTokens, keepCalls, atLeastTokens, exceptTools } = clearToolResults;
  return {
    edits: [{
      type: "clear_tool_uses_20250919",
      trigger: { type: "input_tokens", value: afterTokens },
      keep: keepCalls === undefined ? undefined : { type: "tool_uses", value: keepCalls },
      clear_at_least: atLeastTokens === undefined
        ? undefined
        : { type: "input_tokens", value: atLeastTokens },
      exclude_tools: exceptTools?.map(aliases.toWire),
    }],
  };
}

// "Put the block first in `messages`, either as an `assistant` message of its own ..." An answer may follow it.
function toBeginning({ compacted }: ModelRequest): string {
  return compacted === undefined ? "" : JSON.stringify({ role: "assistant", content: [compacted] });
}

// A schema with an open object is not sent: the API would take the object for one without properties.
function withFormat(config: Body["output_config"], request: ModelRequest): Body["output_config"] {
  if (request.output === undefined || outputMode(request) !== "json_schema") return config;
  const { schema, isClosed } = toOutputSchema(request.output.schema);
  return isClosed ? { ...config, format: { type: "json_schema", schema } } : config;
}

/** The wire value of the choice; none for `allowed`, which the API does not have. */
export function toChoice({ choice, parallel }: ChoiceRequest, aliases: Aliases): AnthropicChoice | undefined {
  const limit: { disable_parallel_tool_use?: true } = parallel === false
    ? { disable_parallel_tool_use: true }
    : {};
  switch (choice.type) {
    case "auto":
      return { type: "auto", ...limit };
    case "none":
      return { type: "none" };
    case "required":
      return { type: "any", ...limit };
    case "tool":
      return { type: "tool", name: aliases.toWire(choice.name), ...limit };
    case "allowed":
      return undefined;
    default:
      return unreachable(choice);
  }
}

function toTools(
  { tools, cacheBreakpoints }: ModelRequest,
  { aliases, search }: MessageStyle,
): Anthropic.Tool[] {
  return [
    ...tools.map((tool, index) => {
      const isMarked = cacheBreakpoints && index === tools.length - 1;
      return isMarked ? { ...toTool(tool, aliases), ...CACHED } : toTool(tool, aliases);
    }),
    ...(search?.found ?? []).map((tool) => ({ ...toTool(tool, aliases), defer_loading: true })),
  ];
}

function toConversation(request: ModelRequest, style: MessageStyle): string {
  const writer = createAnthropicWriter(style);
  return request.cacheBreakpoints
    ? writeMarked(request, writer, markEnd)
    : writeConversation(request, writer);
}

// See _wire/run_of_calls.ts.
function mayThink(request: ModelRequest, style: MessageStyle): boolean {
  const first = beginningOfRun(request);
  return first === undefined || beginsWithThinking(first, style);
}
