// What a model of Workers AI is run with: the inputs of the binding, and the body over REST, which names the model as well.

import type OpenAI from "openai";
import type { ModelSettings } from "../../core/model_settings.ts";
import { fnv64 } from "../../core/text/hash.ts";
import { joinItems } from "../../core/json.ts";
import type { ModelRequest } from "../../core/provider.ts";
import { withList, writeConversation } from "../_wire/dialect.ts";
import { type ChatChoice, toChatChoice } from "../openai/chat/body.ts";
import type { Aliases } from "../_wire/tool_names.ts";
import { createWorkersAIWriter } from "./messages.ts";

/** What models of both generations take: ChatCompletionsInput and AiTextGenerationInput of workers-types. */
interface WorkersAIBody {
  model: string | undefined;
  stream: true;
  tools: OpenAI.ChatCompletionFunctionTool[] | undefined;
  tool_choice: ChatChoice | undefined;
  max_tokens: number | undefined;
  temperature: number | undefined;
  top_p: number | undefined;
  reasoning_effort: "low" | "medium" | "high" | null | undefined;
}

/** The body as JSON text. */
export function toWorkersAIBody(
  request: ModelRequest,
  aliases: Aliases,
  { provider, hasModel }: { provider: string; hasModel: boolean },
): string {
  const { settings, tools, choice } = request;
  const hasTools = tools.length > 0;
  const body: WorkersAIBody = {
    model: hasModel ? request.model : undefined,
    stream: true,
    tools: hasTools
      ? tools.map(({ name, description, parameters }) => ({
        type: "function",
        function: { name: aliases.toWire(name), description, parameters },
      }))
      : undefined,
    tool_choice: hasTools ? toChatChoice(choice, aliases) : undefined,
    max_tokens: settings.maxOutputTokens,
    temperature: settings.temperature,
    top_p: settings.topP,
    reasoning_effort: toEffort(settings.reasoningEffort),
  };
  const system = request.system === "" ? "" : JSON.stringify({ role: "system", content: request.system });
  const conversation = writeConversation(request, createWorkersAIWriter(aliases, provider));
  return withList("messages", joinItems(system, conversation), body);
}

/** Sends a thread to the machine that has its prompt cached (row P10). */
export function toSession({ cacheKey }: ModelRequest): Readonly<Record<string, string>> {
  return { "x-session-affinity": fnv64(cacheKey) };
}

// Null turns thinking off, where a model lets itself be turned off.
function toEffort(effort: ModelSettings["reasoningEffort"]): WorkersAIBody["reasoning_effort"] {
  switch (effort) {
    case undefined:
    case "low":
    case "medium":
    case "high":
      return effort;
    case "none":
      return null;
    case "minimal":
      return "low";
    case "xhigh":
    case "max":
      return "high";
  }
}
