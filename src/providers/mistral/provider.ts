// Provider mistral: Chat Completions of Mistral, which look like OpenAI's and take less.

import type { ChatCompletionStreamRequest$Outbound } from "@mistralai/mistralai/models/components/chatcompletionstreamrequest.js";
import type { Tool$Outbound } from "@mistralai/mistralai/models/components/tool.js";
import type { CapabilityTable } from "../../core/capability.ts";
import { unreachable } from "../../core/error.ts";
import { joinItems } from "../../core/json.ts";
import type { ModelRequest, Provider, ProviderDefinition } from "../../core/provider.ts";
import type { ToolSpec } from "../../core/tool.ts";
import type { ToolChoice } from "../../core/tool_choice.ts";
import { checkSendable, firstOf, type HttpConfig, required, toBaseURL, toSecrets } from "../_wire/config.ts";
import { type ProtocolAdapter, withList, writeConversation } from "../_wire/dialect.ts";
import { effortFor } from "../_wire/efforts.ts";
import { joinUrl, withHeaders } from "../_wire/post.ts";
import { MISTRAL_EFFORTS } from "./efforts.ts";
import { CONTINUE, createMistralWriter } from "./messages.ts";
import { createChatDecoder } from "../openai/chat/decoder.ts";
import { OPENAI } from "../openai/profile.ts";
import { toCacheKey } from "../openai/dialect.ts";
import type { Aliases } from "../_wire/tool_names.ts";
import { createWireProvider } from "../_wire/http_provider.ts";

export interface MistralConfig extends HttpConfig {
  readonly apiKey: string;
}

const CAPABILITIES: CapabilityTable = {
  lacks: { allowed: "Mistral has no choice among some of the tools" },
  models: [
    {
      models:
        /^(?:codestral|ministral|pixtral|voxtral|open-|(?:labs-)?devstral|mistral-(?:tiny|nemo|saba|code|large-latest$)|mistral-(?:small|medium|large)-(?:2[0-5]\d\d|260[12])$)/,
      example: "mistral-large-2512",
      lacks: ["effort"],
      because: "of Mistral's own models only those since Small 4, and Magistral, take an effort",
      asOf: "2026-11-21",
      source:
        "@ai-sdk/mistral 4.0.87, modelsWithoutReasoningEffort; live probes in models.dev#1986 and pi-go#245",
    },
  ],
  // By default only Magistral does.
  thinks: (model, { reasoningEffort }) =>
    reasoningEffort === undefined
      ? /^magistral/.test(model)
      : effortFor(reasoningEffort, model, MISTRAL_EFFORTS) !== "none",
};

/** Row P5. */
export const mistral: ProviderDefinition = {
  capabilities: CAPABILITIES,
  variables: ["MISTRAL_API_KEY", "MISTRAL_BASE_URL"],
  create: ({ env, clock }) => {
    const baseURL = firstOf(env, ["MISTRAL_BASE_URL"]);
    return createMistralProvider({
      apiKey: required(env, ["MISTRAL_API_KEY"]),
      ...(baseURL ? { baseURL } : {}),
      clock,
    });
  },
};

/**
 * Talks to Mistral, or to the server at `baseURL`: POST /chat/completions. Throws `config_invalid` for what cannot be sent.
 * Wire facts: the types of @mistralai/mistralai 2.7.0 and the rules in _mistral_messages.ts.
 */
export function createMistralProvider(config: MistralConfig): Provider {
  const { name = "mistral", baseURL = "https://api.mistral.ai/v1", apiKey, headers = {} } = config;
  const { pathname } = toBaseURL(baseURL, name);
  checkSendable({ "The API key": apiKey }, headers, name);
  const sent = withHeaders({
    "accept": "text/event-stream",
    "authorization": `Bearer ${apiKey}`,
    "content-type": "application/json",
  }, headers);
  // The official clients take a host alone.
  const url = joinUrl(baseURL, pathname === "/" ? "/v1/chat/completions" : "/chat/completions");
  const dialect: ProtocolAdapter = {
    framing: "sse",
    choice: ({ choice }, aliases) => toMistralChoice(choice, aliases),
    historyWriter: ({ model }, aliases) => createMistralWriter({ aliases, provider: name, model }),
    write: (request, aliases) => ({ url, headers: sent, body: toBody(request, aliases, name) }),
    decoder: (context) => createChatDecoder({ ...context, profile: OPENAI }),
  };
  return createWireProvider({
    name,
    capabilities: CAPABILITIES,
    dialectOf: () => dialect,
    secrets: toSecrets([apiKey], headers),
    timeoutMs: config.timeoutMs,
    clock: config.clock,
  });
}

type MistralBody = Omit<ChatCompletionStreamRequest$Outbound, "messages" | "tools" | "tool_choice"> & {
  tools: MistralTool[] | undefined;
  tool_choice: MistralChoice | undefined;
};

type MistralTool = Omit<Tool$Outbound, "function"> & { function: Omit<Tool$Outbound["function"], "strict"> };

type MistralChoice = "auto" | "any" | "none" | { type: "function"; function: { name: string } };

function toBody(request: ModelRequest, aliases: Aliases, provider: string): string {
  const { model, settings, tools, choice, parallel } = request;
  const { reasoningEffort } = settings;
  const hasTools = tools.length > 0;
  // The usage always comes; asking for it is a 422.
  const body: MistralBody = {
    model,
    stream: true,
    tools: hasTools ? tools.map((tool) => toTool(tool, aliases)) : undefined,
    tool_choice: hasTools ? toMistralChoice(choice, aliases) ?? undefined : undefined,
    parallel_tool_calls: hasTools ? parallel : undefined,
    max_tokens: settings.maxOutputTokens,
    temperature: settings.temperature,
    top_p: settings.topP,
    reasoning_effort: reasoningEffort && effortFor(reasoningEffort, model, MISTRAL_EFFORTS),
    prompt_cache_key: toCacheKey(request.cacheKey),
  };
  const writer = createMistralWriter({ aliases, provider, model });
  const system = request.system === "" ? "" : JSON.stringify({ role: "system", content: request.system });
  const messages = joinItems(system, writeConversation(request, writer));
  const endsWithModel = request.messages.at(-1)?.role === "assistant";
  return withList("messages", endsWithModel ? joinItems(messages, CONTINUE) : messages, body);
}

function toMistralChoice(choice: ToolChoice, aliases: Aliases): MistralChoice | null {
  switch (choice.type) {
    case "auto":
    case "none":
      return choice.type;
    case "required":
      return "any";
    case "tool":
      return { type: "function", function: { name: aliases.toWire(choice.name) } };
    case "allowed":
      return null;
    default:
      return unreachable(choice);
  }
}

function toTool(tool: ToolSpec, aliases: Aliases): MistralTool {
  return {
    type: "function",
    function: {
      name: aliases.toWire(tool.name),
      description: tool.description,
      parameters: tool.parameters,
    },
  };
}
