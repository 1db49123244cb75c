// The body of POST /v1/messages.

import type Anthropic from "@anthropic-ai/sdk";
import { unreachable } from "../../core/error.ts";
import { joinItems } from "../../core/json.ts";
import type { ChoiceRequest, ModelRequest } from "../../core/model/provider.ts";
import { outputMode } from "../../core/model/output_format.ts";
import type { ToolSpec } from "../../core/tool.ts";
import { withList } from "../_wire/history_parts.ts";
import {
  beginsWithThinking,
  CACHED,
  createAnthropicWriter,
  type MessageStyle,
  writeMessages,
} from "./messages.ts";
import { toObjectSchema } from "./schema.ts";
import { toThinking } from "./thinking.ts";
import { toOutputSchema } from "../_wire/output_schema.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import { beginningOfRun } from "../_wire/run_of_calls.ts";

/** The types of the API have no sampling settings any more; models up to 4.6 still take them. */
type Body = Omit<Anthropic.MessageCreateParamsStreaming, "messages"> & {
  temperature: number | undefined;
  top_p: number | undefined;
};

/** Also plain JSON, so that it can be reported as it is sent. */
export type AnthropicChoice =
  | { type: "auto" | "any"; disable_parallel_tool_use?: true }
  | { type: "tool"; name: string; disable_parallel_tool_use?: true }
  | { type: "none" };

/**
 * The body as JSON text. Breakpoints for the prompt cache, three of the four that a request may have, stand on the
 * last tool, on the system prompt and on the end of the conversation: block by block, since the one field that marks
 * the end of everything is known to Anthropic alone and not to gateways.
 */
export function toBody(request: ModelRequest, style: MessageStyle): string {
  const { model, system, settings, tools, cacheBreakpoints } = request;
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
    tools: hasTools ? toTools(tools, style.aliases, cacheBreakpoints) : undefined,
    tool_choice: hasTools ? toChoice(request, style.aliases) : undefined,
    thinking,
    output_config: withFormat(output_config, request),
    temperature: settings.temperature,
    top_p: settings.topP,
  };
  return withList("messages", toConversation(request, style), body);
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

function toTools(tools: readonly ToolSpec[], aliases: Aliases, cached: boolean): Anthropic.Tool[] {
  return tools.map((tool, index) => {
    const { schema, remark } = toObjectSchema(tool);
    const description = [tool.description.trim(), remark].filter((text) => text !== "").join("\n\n");
    return {
      name: aliases.toWire(tool.name),
      description: description === "" ? undefined : description,
      input_schema: schema,
      ...(cached && index === tools.length - 1 ? CACHED : {}),
    };
  });
}

function toConversation({ older, messages, cacheBreakpoints }: ModelRequest, style: MessageStyle): string {
  const writer = createAnthropicWriter(style);
  const isKept = older?.key === writer.key;
  const all = older && !isKept ? [...older.messages(), ...messages] : messages;
  return joinItems(isKept ? older.text : "", writeMessages(all, style, cacheBreakpoints));
}

// See _wire/run_of_calls.ts.
function mayThink(request: ModelRequest, style: MessageStyle): boolean {
  const first = beginningOfRun(request);
  return first === undefined || beginsWithThinking(first, style);
}
