// OpenAI Chat Completions, POST /chat/completions: the body, as OpenAI takes it and the many servers that
// imitate it.

import type OpenAI from "openai";
import type { Block, Opaque } from "../core/entry.ts";
import { unreachable } from "../core/error.ts";
import { isJsonObject, type JsonObject, parseJson } from "../core/json.ts";
import type { Message } from "../core/provider.ts";
import type { ToolSpec } from "../core/tool.ts";
import type { ToolChoice } from "../core/tool_choice.ts";
import { toCacheKey, toToolOutput, type WireRequest } from "./_openai_dialect.ts";
import type { Aliases } from "./_prompt_alias.ts";
import { toObjects } from "./_wire.ts";

export type ChatBody = OpenAI.ChatCompletionCreateParamsStreaming;
type ChatMessage = OpenAI.ChatCompletionMessageParam;
type ChatAssistant = OpenAI.ChatCompletionAssistantMessageParam & {
  /** Not OpenAI's: DeepSeek answers 400 in thinking mode when it does not get its reasoning back. */
  reasoning_content?: string;
  /** Not OpenAI's: OpenRouter wants signed and encrypted reasoning back as it came. */
  reasoning_details?: JsonObject[];
};

/** Also plain JSON, so that it can be reported as it is sent. */
export type ChatChoice =
  | "auto"
  | "none"
  | "required"
  | { type: "function"; function: { name: string } }
  | {
    type: "allowed_tools";
    allowed_tools: { mode: "auto" | "required"; tools: { type: "function"; function: { name: string } }[] };
  };

export function toChatBody({ request, plan, aliases, provider, official, sampling }: WireRequest): ChatBody {
  const { settings } = request;
  return {
    model: request.model,
    messages: toMessages(request.system, request.messages, {
      aliases,
      imitator: official ? undefined : { provider, model: request.model },
    }),
    stream: true,
    stream_options: { include_usage: true },
    tools: plan.tools.length === 0 ? undefined : plan.tools.map((tool) => toTool(tool, aliases)),
    tool_choice: plan.choice && toChatChoice(plan.choice, aliases),
    parallel_tool_calls: plan.parallel,
    max_completion_tokens: settings.maxOutputTokens,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    reasoning_effort: sampling.reasoningEffort,
    prompt_cache_key: official ? toCacheKey(request.cacheKey) : undefined,
  };
}

export function toChatChoice(choice: ToolChoice, aliases: Aliases): ChatChoice {
  const named = (name: string) => ({ type: "function" as const, function: { name: aliases.toWire(name) } });
  switch (choice.type) {
    case "auto":
    case "none":
    case "required":
      return choice.type;
    case "tool":
      return named(choice.name);
    case "allowed":
      return { type: "allowed_tools", allowed_tools: { mode: choice.mode, tools: choice.names.map(named) } };
    default:
      return unreachable(choice);
  }
}

function toTool(tool: ToolSpec, aliases: Aliases): OpenAI.ChatCompletionFunctionTool {
  return {
    type: "function",
    function: {
      name: aliases.toWire(tool.name),
      description: tool.description,
      parameters: tool.parameters,
    },
  };
}

/** How messages are written. OpenAI takes no reasoning and only keeps arguments; its imitators want one and parse the other. */
interface Style {
  readonly aliases: Aliases;
  readonly imitator: { readonly provider: string; readonly model: string } | undefined;
}

function toMessages(system: string, messages: readonly Message[], style: Style): ChatMessage[] {
  const wire: ChatMessage[] = system === "" ? [] : [{ role: "system", content: system }];
  for (const message of messages) {
    switch (message.role) {
      case "user":
        wire.push({ role: "user", content: message.text });
        break;
      case "assistant": {
        const assistant = toAssistant(message.blocks, style);
        if (assistant) wire.push(assistant);
        break;
      }
      case "tool": {
        const content = toToolOutput(message.text, message.failed);
        wire.push({ role: "tool", tool_call_id: message.callId, content });
        break;
      }
      default:
        unreachable(message);
    }
  }
  return wire;
}

// Undefined when nothing of the message can be said in this dialect: neither text nor calls is a 400.
function toAssistant(blocks: readonly Block[], style: Style): ChatAssistant | undefined {
  let text = "";
  let reasoning = "";
  const details: JsonObject[] = [];
  const calls: OpenAI.ChatCompletionMessageFunctionToolCall[] = [];
  for (const block of blocks) {
    switch (block.type) {
      case "text":
        text += block.text;
        break;
      case "reasoning":
        if (isReasoningContent(block.meta, style)) reasoning += block.text;
        details.push(...reasoningDetails(block.meta, style));
        break;
      case "call":
        calls.push({
          id: block.id,
          type: "function",
          function: {
            name: style.aliases.toWire(block.name),
            arguments: style.imitator ? toValidArgs(block.args) : block.args,
          },
        });
        break;
      default:
        unreachable(block);
    }
  }
  if (text === "" && calls.length === 0) return undefined;
  return {
    role: "assistant",
    content: text === "" ? null : text,
    tool_calls: calls.length === 0 ? undefined : calls,
    reasoning_content: reasoning === "" ? undefined : reasoning,
    reasoning_details: details.length === 0 ? undefined : details,
  };
}

/** Kept with reasoning that came as `reasoning_content` and goes back as that. */
export const REASONING_CONTENT = { type: "reasoning_content" };

/** Kept with reasoning that came as `reasoning_details`: what goes back, unchanged. */
export type ReasoningDetails = { type: "reasoning_details"; details: JsonObject[] };

function isReasoningContent(meta: Opaque | undefined, { imitator }: Style): boolean {
  return imitator !== undefined && meta?.provider === imitator.provider && isJsonObject(meta.data) &&
    meta.data.type === REASONING_CONTENT.type;
}

// Signatures mean nothing to another model.
function reasoningDetails(meta: Opaque | undefined, { imitator }: Style): JsonObject[] {
  if (!imitator || meta?.provider !== imitator.provider || meta.model !== imitator.model) return [];
  return isJsonObject(meta.data) && meta.data.type === "reasoning_details"
    ? toObjects(meta.data.details)
    : [];
}

// Chat templates parse the arguments in the history, and a server answers 500 to those that are no JSON object.
function toValidArgs(args: string): string {
  return isJsonObject(parseJson(args)) ? args : JSON.stringify({ rawInvalidInput: args });
}
