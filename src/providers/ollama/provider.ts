// Provider ollama: the native API of Ollama, POST /api/chat, on a machine of one's own or at ollama.com.

import type { ChatRequest } from "ollama";
import { AgentError } from "../../core/error.ts";
import type { JsonSchema } from "../../core/json.ts";
import { joinItems } from "../../core/json.ts";
import type { ModelRequest, Provider, ProviderDefinition } from "../../core/provider.ts";
import type { ModelSettings } from "../../core/model_settings.ts";
import { checkSendable, type HttpConfig, toBaseURL, toSecrets } from "../_wire/config.ts";
import { type ProtocolAdapter, withList, writeConversation } from "../_wire/dialect.ts";
import { joinUrl, withHeaders } from "../_wire/post.ts";
import { createOllamaDecoder } from "./decoder.ts";
import { createOllamaWriter } from "./messages.ts";
import { OLLAMA_MODELS } from "./models.ts";
import type { Aliases } from "../_wire/tool_names.ts";
import { createWireProvider } from "../_wire/http_provider.ts";

export interface OllamaConfig extends HttpConfig {
  /** For ollama.com; a server of one's own wants none. */
  readonly apiKey?: string;
}

/** Row P5. */
export const ollama: ProviderDefinition = {
  capabilities: OLLAMA_MODELS,
  variables: ["OLLAMA_HOST", "OLLAMA_BASE_URL", "OLLAMA_API_KEY"],
  create: ({ env, clock }) =>
    createOllamaProvider({
      baseURL: env.OLLAMA_BASE_URL || toServerURL(env.OLLAMA_HOST ?? ""),
      ...(env.OLLAMA_API_KEY ? { apiKey: env.OLLAMA_API_KEY } : {}),
      clock,
    }),
};

/**
 * Talks to the Ollama at `baseURL` (`http://127.0.0.1:11434` by default, with or without `/api`) by POST /api/chat: one JSON
 * text a line, the last with `done`. The API has no field for a tool choice and none against parallel calls, so whatever is
 * asked for is prompted, filtered or withheld. Sources: ollama 0.6.4 (types), ollama/ollama server/routes.go of 2026-08.
 */
export function createOllamaProvider(config: OllamaConfig = {}): Provider {
  const { name = "ollama", baseURL = toServerURL(""), apiKey, headers = {} } = config;
  const base = toBaseURL(baseURL, name).href.replace(/\/+(?:api\/*)?$/, "");
  checkSendable({ "The API key": apiKey }, headers, name);
  const sent = withHeaders({
    "accept": "application/x-ndjson",
    "content-type": "application/json",
    ...(apiKey === undefined ? {} : { "authorization": `Bearer ${apiKey}` }),
  }, headers);
  const dialect: ProtocolAdapter = {
    framing: "lines",
    choice: () => null,
    historyWriter: (_request, aliases) => createOllamaWriter(aliases, name),
    write: (request, aliases) => ({
      url: joinUrl(base, "/api/chat"),
      headers: sent,
      body: toBody(request, aliases, name),
    }),
    decoder: createOllamaDecoder,
  };
  return createWireProvider({
    name,
    capabilities: OLLAMA_MODELS,
    dialectOf: () => dialect,
    secrets: toSecrets([apiKey], headers),
    timeoutMs: config.timeoutMs,
    clock: config.clock,
  });
}

/**
 * OLLAMA_HOST as the official tools read it (envconfig ConnectableHost): scheme, port and even the host may be missing, and
 * what a server listens on everywhere by is this machine. Throws `config_invalid`.
 */
function toServerURL(text: string): string {
  const host = text.trim();
  if (host === "ollama.com") return "https://ollama.com";
  const [, scheme, authority = "", path = ""] = /^(?:([a-z]+):\/\/)?([^/]*)(.*)$/i.exec(host) ?? [];
  const [, name = "", port] = /^(\[.*\]|[^:]*|.*:.*:.*?)(?::(\d+))?$/.exec(authority) ?? [];
  const where = name.includes(":") && !name.startsWith("[") ? `[${name}]` : name || "127.0.0.1";
  const url = URL.parse(
    `${scheme ?? "http"}://${where}:${port ?? (scheme === undefined ? DEFAULT_PORT : "")}${path}`,
  );
  if (!url || !/^https?:$/.test(url.protocol) || (authority !== "" && name === "" && port === undefined)) {
    throw new AgentError("config_invalid", `OLLAMA_HOST is no host, such as 127.0.0.1:11434: ${host}`);
  }
  if (url.hostname === "0.0.0.0") url.hostname = "127.0.0.1";
  if (url.hostname === "[::]") url.hostname = "[::1]";
  return url.href;
}

const DEFAULT_PORT = "11434";

/** The package's own, except for schemas, which it narrows, and for an effort that it does not know yet. */
type ChatBody = Omit<ChatRequest, "messages" | "tools" | "think"> & {
  tools: readonly ChatTool[] | undefined;
  think: ChatRequest["think"] | "max";
};

interface ChatTool {
  type: "function";
  function: { name: string; description: string; parameters: JsonSchema };
}

function toBody(request: ModelRequest, aliases: Aliases, provider: string): string {
  const { settings, tools } = request;
  const body: ChatBody = {
    model: request.model,
    stream: true,
    tools: tools.length === 0 ? undefined : tools.map(({ name, description, parameters }) => ({
      type: "function",
      function: { name: aliases.toWire(name), description, parameters },
    })),
    think: toThink(settings.reasoningEffort),
    options: toOptions(settings),
  };
  const system = request.system === "" ? "" : JSON.stringify({ role: "system", content: request.system });
  const conversation = writeConversation(request, createOllamaWriter(aliases, provider));
  return withList("messages", joinItems(system, conversation), body);
}

function toOptions({ maxOutputTokens, temperature, topP }: ModelSettings): ChatBody["options"] {
  const options = { num_predict: maxOutputTokens, temperature, top_p: topP };
  const given = Object.values(options).some((value) => value !== undefined);
  return given ? options : undefined;
}

// As the server itself does for its OpenAI endpoint (openai/openai.go, thinkFromReasoningEffort).
function toThink(effort: ModelSettings["reasoningEffort"]): ChatBody["think"] {
  switch (effort) {
    case undefined:
    case "low":
    case "medium":
    case "high":
    case "max":
      return effort;
    case "none":
      return false;
    case "minimal":
      return "low";
    case "xhigh":
      return "max";
  }
}
