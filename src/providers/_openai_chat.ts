// OpenAI Chat Completions, POST /chat/completions: the body, and the decoder of what comes back. Also the dialect of the
// many servers that imitate it.

import type OpenAI from "openai";
import type { Block } from "../core/entry.ts";
import { unreachable } from "../core/error.ts";
import { isJsonObject, type Json, type JsonObject, parseJson } from "../core/json.ts";
import type { Message, ModelEvent, ModelResult } from "../core/provider.ts";
import type { ToolSpec } from "../core/tool.ts";
import type { ToolChoice } from "../core/tool_choice.ts";
import type { Usage } from "../core/usage.ts";
import type { SpokenDraft } from "./_answer.ts";
import { CallTracker } from "./_call_tracker.ts";
import { Fault, toFault } from "./_errors.ts";
import {
  type Decoder,
  type DecoderContext,
  toCacheKey,
  toToolOutput,
  type WireRequest,
} from "./_openai_dialect.ts";
import type { Aliases } from "./_prompt_alias.ts";
import { toCount, toName, toObject, toObjects, toText } from "./_wire.ts";

export type ChatBody = OpenAI.ChatCompletionCreateParamsStreaming;
type ChatMessage = OpenAI.ChatCompletionMessageParam;
type ChatAssistant = OpenAI.ChatCompletionAssistantMessageParam & {
  /** Not OpenAI's: DeepSeek answers 400 in thinking mode when it does not get its reasoning back. */
  reasoning_content?: string;
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
    messages: toMessages(request.system, request.messages, aliases, official ? undefined : provider),
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

function toMessages(
  system: string,
  messages: readonly Message[],
  aliases: Aliases,
  replayReasoningOf: string | undefined,
): ChatMessage[] {
  const wire: ChatMessage[] = system === "" ? [] : [{ role: "system", content: system }];
  for (const message of messages) {
    switch (message.role) {
      case "user":
        wire.push({ role: "user", content: message.text });
        break;
      case "assistant": {
        const assistant = toAssistant(message.blocks, aliases, replayReasoningOf);
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
function toAssistant(
  blocks: readonly Block[],
  aliases: Aliases,
  replayReasoningOf: string | undefined,
): ChatAssistant | undefined {
  let text = "";
  let reasoning = "";
  const calls: OpenAI.ChatCompletionMessageFunctionToolCall[] = [];
  for (const block of blocks) {
    switch (block.type) {
      case "text":
        text += block.text;
        break;
      case "reasoning":
        if (block.meta && block.meta.provider === replayReasoningOf && isReasoningContent(block.meta.data)) {
          reasoning += block.text;
        }
        break;
      case "call":
        calls.push({
          id: block.id,
          type: "function",
          function: { name: aliases.toWire(block.name), arguments: block.args },
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
  };
}

const REASONING_CONTENT = { type: "reasoning_content" };

function isReasoningContent(data: Json): boolean {
  return isJsonObject(data) && data.type === REASONING_CONTENT.type;
}

export function createChatDecoder(context: DecoderContext): Decoder {
  return new ChatDecoder(context);
}

class ChatDecoder implements Decoder {
  readonly #context: DecoderContext;
  readonly #calls: CallTracker;
  #open: SpokenDraft | undefined;
  /** The field that the open reasoning came in. */
  #reasoningField: "reasoning_content" | "reasoning" = "reasoning_content";
  #rawFinish: string | undefined;
  #done = false;
  #refused = false;
  #usage: Usage = { inputTokens: 0, outputTokens: 0 };
  #model: string | undefined;

  constructor(context: DecoderContext) {
    this.#context = context;
    this.#calls = new CallTracker(context.answer, context.offered);
  }

  read(event: string | undefined, data: string): boolean {
    if (data.trim() === "[DONE]") return this.#done = true;
    const chunk = parseJson(data);
    if (!isJsonObject(chunk)) throw new Fault("model_protocol", "A piece of the answer is not JSON.");
    if (event === "error") throw toFault(chunk.error ?? chunk, {}, "The provider reported an error.");
    this.#readChunk(chunk);
    return false;
  }

  readBody(body: Json): void {
    if (!isJsonObject(body)) throw new Fault("model_protocol", "The answer is not a JSON object.");
    this.#readChunk(body);
  }

  close(): ModelResult {
    if (this.#rawFinish === undefined && !this.#done) {
      throw new Fault("model_protocol", "The stream ended in the middle of the answer.");
    }
    const { answer, model } = this.#context;
    this.#endOpen();
    this.#calls.end();
    return {
      blocks: answer.blocks(),
      finish: answer.finish(LIMITS.get(this.#rawFinish ?? ""), this.#refused),
      ...(this.#rawFinish === undefined ? {} : { rawFinish: this.#rawFinish }),
      usage: this.#usage,
      model: this.#model ?? model,
    };
  }

  take(): ModelEvent[] {
    return this.#context.answer.take();
  }

  #readChunk(chunk: JsonObject): void {
    if (chunk.error) throw toFault(chunk.error, {}, "The provider reported an error.");
    this.#model ??= toName(chunk.model);
    const usage = chunk.usage ?? toObject(chunk.x_groq).usage;
    if (isJsonObject(usage)) this.#usage = toUsage(usage);
    for (const choice of toObjects(chunk.choices)) {
      if ((choice.index ?? 0) !== 0) continue;
      this.#readDelta(toObject(choice.delta ?? choice.message));
      const finish = toName(choice.finish_reason);
      // OpenRouter: {"finish_reason":"error"}, at times without an error object.
      if (finish === "error") throw toFault(choice.error, {}, "The provider broke the answer off.");
      this.#rawFinish = finish ?? this.#rawFinish;
    }
  }

  #readDelta(delta: JsonObject): void {
    const field = typeof delta.reasoning_content === "string" ? "reasoning_content" : "reasoning";
    const reasoning = toText(delta[field]);
    if (reasoning !== "") {
      this.#reasoningField = field;
      this.#speak("reasoning", reasoning);
    }
    this.#speak("text", toText(delta.content));
    const refusal = toText(delta.refusal);
    if (refusal !== "") this.#refused = true;
    this.#speak("text", refusal);
    for (const call of toObjects(delta.tool_calls)) {
      this.#endOpen();
      const { name, arguments: args } = toObject(call.function);
      this.#calls.push({
        index: toCount(call.index),
        id: toName(call.id),
        name: toName(name),
        args: typeof args === "string" || isJsonObject(args) ? args : undefined,
      });
    }
  }

  #speak(type: SpokenDraft["type"], text: string): void {
    if (text === "") return;
    if (this.#open?.type !== type) {
      this.#endOpen();
      this.#calls.settle();
      this.#open = this.#context.answer.begin(type);
    }
    this.#context.answer.write(this.#open, text);
  }

  #endOpen(): void {
    if (!this.#open) return;
    const { answer, provider, model, official } = this.#context;
    const isReplayed = this.#open.type === "reasoning" && this.#reasoningField === "reasoning_content" &&
      !official;
    answer.end(this.#open, isReplayed ? { provider, model, data: REASONING_CONTENT } : undefined);
    this.#open = undefined;
  }
}

// The finish reasons that cut an answer; all others follow from the content. "model_length" is Mistral's.
const LIMITS: ReadonlyMap<string, "length" | "content_filter"> = new Map([
  ["length", "length"],
  ["model_length", "length"],
  ["content_filter", "content_filter"],
]);

function toUsage(usage: JsonObject): Usage {
  const input = toObject(usage.prompt_tokens_details);
  const output = toObject(usage.completion_tokens_details);
  // DeepSeek had a name of its own before it took over OpenAI's.
  const cachedTokens = toCount(input.cached_tokens) ?? toCount(usage.prompt_cache_hit_tokens);
  const cacheWriteTokens = toCount(input.cache_write_tokens);
  const reasoningTokens = toCount(output.reasoning_tokens) ?? toCount(usage.reasoning_tokens);
  return {
    inputTokens: toCount(usage.prompt_tokens) ?? 0,
    outputTokens: toCount(usage.completion_tokens) ?? 0,
    ...(cachedTokens === undefined ? {} : { cachedTokens }),
    ...(cacheWriteTokens === undefined ? {} : { cacheWriteTokens }),
    ...(reasoningTokens === undefined ? {} : { reasoningTokens }),
  };
}
