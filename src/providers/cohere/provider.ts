// Provider cohere: the Chat API v2 of Cohere.

import type { ModelSettings } from "../../core/model_settings.ts";
import type { CapabilityTable } from "../../core/capability.ts";
import { unreachable } from "../../core/error.ts";
import { isJsonObject, joinItems, type JsonObject } from "../../core/json.ts";
import type {
  ChoiceRequest,
  HistoryWriter,
  ModelRequest,
  Provider,
  ProviderDefinition,
} from "../../core/provider.ts";
import type { ToolChoice } from "../../core/tool_choice.ts";
import { createCohereDecoder } from "./decoder.ts";
import { createCohereWriter } from "./messages.ts";
import { checkSendable, firstOf, type HttpConfig, required, toBaseURL, toSecrets } from "../_wire/config.ts";
import { type ProtocolAdapter, withList, writeConversation } from "../_wire/dialect.ts";
import { ProviderError } from "../_wire/errors.ts";
import { joinUrl, type Refused, toRefusal, withHeaders } from "../_wire/post.ts";
import type { Aliases } from "../_wire/tool_names.ts";
import { createWireProvider } from "../_wire/http_provider.ts";
import { toName } from "../_wire/json_fields.ts";

export interface CohereConfig extends HttpConfig {
  readonly apiKey: string;
}

const CAPABILITIES: CapabilityTable = {
  lacks: {
    tool: "Cohere can force a call, but not of which tool",
    allowed: "Cohere has no choice among some of the tools",
    parallel: "Cohere has no field against several calls",
  },
  models: [
    {
      models: /^command(?:-light)?(?:-nightly)?$/,
      example: "command-light",
      lacks: ["tools"],
      because: "the first Command models know no tools",
      asOf: "2026-11-21",
      source: "swarmauri/swarmauri-sdk#692",
    },
    {
      models: /^command-r(?:-plus)?(?:-(?:03|04|08)-2024)?$/,
      example: "command-r-08-2024",
      lacks: ["required", "none"],
      because: "only Command R7B and newer take a tool_choice",
      asOf: "2026-11-21",
      source: "types of cohere-ai 8.1.0: V2ChatRequest.toolChoice",
    },
    {
      models: /^(?:command(?!-a-(?:plus|reasoning))|c4ai-)/,
      example: "command-a-03-2025",
      lacks: ["effort"],
      because: "only Command A Reasoning and A Plus think",
      asOf: "2026-11-21",
      source: "https://docs.cohere.com/docs/reasoning, models.dev#1983",
    },
  ],
  thinks,
};

/** Row P5. */
export const cohere: ProviderDefinition = {
  capabilities: CAPABILITIES,
  variables: ["COHERE_API_KEY", "CO_API_KEY", "COHERE_BASE_URL", "CO_API_URL"],
  create: ({ env, clock }) => {
    const baseURL = firstOf(env, ["COHERE_BASE_URL", "CO_API_URL"]);
    return createCohereProvider({
      apiKey: required(env, ["COHERE_API_KEY", "CO_API_KEY"]),
      ...(baseURL ? { baseURL } : {}),
      clock,
    });
  },
};

/**
 * Talks to Cohere, or to the server at `baseURL`, which has no version in it: POST /v2/chat. Throws `config_invalid` for what
 * cannot be sent. Wire facts: the types of cohere-ai 8.1.0 and https://docs.cohere.com/reference/errors.
 */
export function createCohereProvider(config: CohereConfig): Provider {
  const { name = "cohere", baseURL = "https://api.cohere.com", apiKey, headers = {} } = config;
  toBaseURL(baseURL, name);
  checkSendable({ "The API key": apiKey }, headers, name);
  const sent = withHeaders({
    "accept": "text/event-stream",
    "authorization": `Bearer ${apiKey}`,
    "content-type": "application/json",
  }, headers);
  const url = joinUrl(baseURL.replace(/\/v2\/*$/, ""), "/v2/chat");
  const writerOf = ({ model, settings }: ChoiceRequest, aliases: Aliases): HistoryWriter =>
    createCohereWriter({ aliases, provider: name, thinks: thinks(model, settings) });
  const dialect: ProtocolAdapter = {
    framing: "sse",
    // "tool names can only contain certain characters (A-Za-z0-9_) and can't begin with a digit"
    names: /^[a-zA-Z_][a-zA-Z0-9_]{0,63}$/,
    choice: ({ choice }) => toCohereChoice(choice),
    historyWriter: writerOf,
    write: (request, aliases) => ({
      url,
      headers: sent,
      body: toBody(request, aliases, writerOf(request, aliases)),
    }),
    decoder: createCohereDecoder,
    refusal: toCohereRefusal,
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

// By default those that can, do.
function thinks(model: string, { reasoningEffort }: ModelSettings): boolean {
  return /^command-a-(?:plus|reasoning)/.test(model) && reasoningEffort !== "none";
}

// The package cohere-ai has these types in camelCase only.
interface CohereBody {
  model: string;
  stream: true;
  tools: CohereTool[] | undefined;
  tool_choice: CohereChoice | undefined;
  max_tokens: number | undefined;
  temperature: number | undefined;
  p: number | undefined;
  thinking: CohereThinking | undefined;
}

interface CohereTool {
  type: "function";
  function: { name: string; description: string; parameters: JsonObject };
}

type CohereChoice = "REQUIRED" | "NONE";

type CohereThinking = { type: "enabled"; token_budget?: number } | { type: "disabled" };

function toBody(request: ModelRequest, aliases: Aliases, writer: HistoryWriter): string {
  const { settings, tools, choice } = request;
  const hasTools = tools.length > 0;
  const body: CohereBody = {
    model: request.model,
    stream: true,
    tools: hasTools
      ? tools.map(({ name, description, parameters }) => ({
        type: "function",
        function: { name: aliases.toWire(name), description, parameters },
      }))
      : undefined,
    tool_choice: hasTools ? toCohereChoice(choice) ?? undefined : undefined,
    max_tokens: settings.maxOutputTokens,
    temperature: settings.temperature,
    // Of all probabilities, 1, Cohere takes at most 0.99.
    p: settings.topP === undefined ? undefined : Math.min(0.99, Math.max(0.01, settings.topP)),
    thinking: toThinking(settings),
  };
  const system = request.system === "" ? "" : JSON.stringify({ role: "system", content: request.system });
  return withList("messages", joinItems(system, writeConversation(request, writer)), body);
}

// "If tool_choice isn't specified, then the model is free to choose"; there is no word for that.
function toCohereChoice(choice: ToolChoice): CohereChoice | null {
  switch (choice.type) {
    case "required":
      return "REQUIRED";
    case "none":
      return "NONE";
    case "auto":
    case "tool":
    case "allowed":
      return null;
    default:
      return unreachable(choice);
  }
}

// An effort is a budget of tokens; from high on there is none. Cohere names 31,000 as the most that leaves room for an answer.
function toThinking({ reasoningEffort }: ModelSettings): CohereThinking | undefined {
  switch (reasoningEffort) {
    case undefined:
      return undefined;
    case "none":
      return { type: "disabled" };
    case "minimal":
      return { type: "enabled", token_budget: 500 };
    case "low":
      return { type: "enabled", token_budget: 2000 };
    case "medium":
      return { type: "enabled", token_budget: 8000 };
    case "high":
    case "xhigh":
    case "max":
      return { type: "enabled" };
    default:
      return unreachable(reasoningEffort);
  }
}

// {message, id}, and two statuses of its own.
function toCohereRefusal(refused: Refused): ProviderError {
  const { message, code, facts } = toRefusal(refused);
  const id = isJsonObject(refused.json) ? toName(refused.json.id) : undefined;
  return new ProviderError(BY_STATUS.get(refused.status) ?? code, message, {
    ...facts,
    requestId: facts.requestId ?? id,
  });
}

const BY_STATUS: ReadonlyMap<number, ProviderError["code"]> = new Map([
  // "a request or response contains a deny-listed token"
  [498, "model_content_filter"],
  // "request cancelled", by them: a request of ours that was aborted does not come here.
  [499, "model_server"],
]);
