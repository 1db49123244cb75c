// OpenAI Responses, POST /responses: the body. Nothing is stored at OpenAI: what a later request needs of an answer
// (encrypted reasoning, phases of messages) is kept with our blocks and sent back exactly.

import type OpenAI from "openai";
import type { Block, Opaque } from "../core/entry.ts";
import { unreachable } from "../core/error.ts";
import { isJsonObject, type Json } from "../core/json.ts";
import type { Message } from "../core/provider.ts";
import type { ToolSpec } from "../core/tool.ts";
import type { ToolChoice } from "../core/tool_choice.ts";
import { toCacheKey, toToolOutput, type WireRequest } from "./_openai_dialect.ts";
import { reasons } from "./_openai_model.ts";
import type { Aliases } from "./_prompt_alias.ts";
import { toName, toObjects, toText } from "./_wire.ts";

export type ResponsesBody = OpenAI.Responses.ResponseCreateParamsStreaming;
type InputItem = OpenAI.Responses.ResponseInputItem;

/** Also plain JSON, so that it can be reported as it is sent. */
export type ResponsesChoice =
  | "auto"
  | "none"
  | "required"
  | { type: "function"; name: string }
  | { type: "allowed_tools"; mode: "auto" | "required"; tools: { type: "function"; name: string }[] };

/** A reasoning item as it is kept and replayed. */
export type ReasoningItem = {
  type: "reasoning";
  id: string;
  summary: { type: "summary_text"; text: string }[];
  content?: { type: "reasoning_text"; text: string }[];
  encrypted_content: string;
};

/** The phase of a message; dropping it makes codex models worse. */
export type MessagePhase = { type: "message"; phase: "commentary" | "final_answer" };

export function toResponsesBody(
  { request, plan, aliases, provider, official, sampling }: WireRequest,
): ResponsesBody {
  const { settings } = request;
  const isOurs = (meta: Opaque | undefined) => meta?.provider === provider && meta.model === request.model;
  return {
    model: request.model,
    instructions: request.system === "" ? undefined : request.system,
    input: request.messages.flatMap((message) => toItems(message, aliases, isOurs)),
    stream: true,
    store: false,
    include: reasons(request.model) ? ["reasoning.encrypted_content"] : undefined,
    tools: plan.tools.length === 0 ? undefined : plan.tools.map((tool) => toTool(tool, aliases)),
    tool_choice: plan.choice && toResponsesChoice(plan.choice, aliases),
    parallel_tool_calls: plan.parallel,
    max_output_tokens: settings.maxOutputTokens,
    temperature: sampling.temperature,
    top_p: sampling.topP,
    reasoning: sampling.reasoningEffort === undefined ? undefined : { effort: sampling.reasoningEffort },
    prompt_cache_key: official ? toCacheKey(request.cacheKey) : undefined,
  };
}

export function toResponsesChoice(choice: ToolChoice, aliases: Aliases): ResponsesChoice {
  const named = (name: string) => ({ type: "function" as const, name: aliases.toWire(name) });
  switch (choice.type) {
    case "auto":
    case "none":
    case "required":
      return choice.type;
    case "tool":
      return named(choice.name);
    case "allowed":
      return { type: "allowed_tools", mode: choice.mode, tools: choice.names.map(named) };
    default:
      return unreachable(choice);
  }
}

function toTool(tool: ToolSpec, aliases: Aliases): OpenAI.Responses.FunctionTool {
  return {
    type: "function",
    name: aliases.toWire(tool.name),
    description: tool.description,
    parameters: tool.parameters,
    // Unlike in chat, the default is true, and most schemas do not meet its conditions.
    strict: false,
  };
}

function toItems(
  message: Message,
  aliases: Aliases,
  isOurs: (meta: Opaque | undefined) => boolean,
): InputItem[] {
  switch (message.role) {
    case "user":
      return [{ type: "message", role: "user", content: message.text }];
    case "assistant":
      return withFollowers(message.blocks.flatMap((block) => toItem(block, aliases, isOurs)));
    case "tool": {
      const output = toToolOutput(message.text, message.failed);
      return [{ type: "function_call_output", call_id: message.callId, output }];
    }
    default:
      return unreachable(message);
  }
}

function toItem(block: Block, aliases: Aliases, isOurs: (meta: Opaque | undefined) => boolean): InputItem[] {
  const data = isOurs(block.meta) ? block.meta?.data : undefined;
  switch (block.type) {
    case "text":
      if (block.text === "") return [];
      return [{ type: "message", role: "assistant", content: block.text, phase: toPhase(data)?.phase }];
    case "reasoning": {
      const item = toReasoningItem(data);
      return item ? [item] : [];
    }
    case "call":
      // The item's own id may be left out, and GitHub Copilot gives a new one with every event.
      return [{
        type: "function_call",
        call_id: block.id,
        name: aliases.toWire(block.name),
        arguments: block.args,
      }];
    default:
      return unreachable(block);
  }
}

// "Item 'rs_...' of type 'reasoning' was provided without its required following item": an interrupted answer ends in
// reasoning alone.
function withFollowers(items: InputItem[]): InputItem[] {
  const last = items.findLastIndex((item) => item.type !== "reasoning");
  return items.slice(0, last + 1);
}

/**
 * The item to replay, from the wire or from our history. Undefined without its encrypted part: an item that is neither
 * stored nor encrypted is unknown to the API, and naming it is a 404.
 */
export function toReasoningItem(data: Json | undefined): ReasoningItem | undefined {
  if (!isJsonObject(data) || data.type !== "reasoning") return undefined;
  const id = toName(data.id);
  const encrypted = toName(data.encrypted_content);
  if (id === undefined || encrypted === undefined) return undefined;
  const content = toObjects(data.content).map((part) => ({
    type: "reasoning_text" as const,
    text: toText(part.text),
  }));
  return {
    type: "reasoning",
    id,
    summary: toObjects(data.summary).map((part) => ({ type: "summary_text", text: toText(part.text) })),
    ...(content.length === 0 ? {} : { content }),
    encrypted_content: encrypted,
  };
}

export function toPhase(data: Json | undefined): MessagePhase | undefined {
  if (!isJsonObject(data) || data.type !== "message") return undefined;
  const { phase } = data;
  return phase === "commentary" || phase === "final_answer" ? { type: "message", phase } : undefined;
}
