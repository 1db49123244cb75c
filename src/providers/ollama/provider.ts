// Provider ollama: the native API of Ollama, POST /api/chat, on the user's own machine or at ollama.com.

import { AgentError } from "../../core/error.ts";
import type { ChoiceRequest, Provider, ProviderDefinition } from "../../core/model/provider.ts";
import { findFirst, type HttpConfig } from "../_wire/config.ts";
import { bearer, defineHttpProvider, type Server } from "../_wire/define_http_provider.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import type { ProtocolAdapter } from "../_wire/protocol_adapter.ts";
import { withoutStream } from "../_wire/whole_answer.ts";
import { toOllamaBody } from "./body.ts";
import { createOllamaDecoder } from "./decoder.ts";
import { createOllamaWriter, OLLAMA_MEDIA } from "./messages.ts";
import { OLLAMA_MODELS } from "./models.ts";
import { OLLAMA_REFUSALS, readOllamaError } from "../_refusals/ollama.ts";

/** The base URL is `http://127.0.0.1:11434` by default; `/api` at its end is dropped. */
export interface OllamaConfig extends HttpConfig {
  /** Sent as a bearer token. ollama.com needs one; the user's own server does not. */
  readonly apiKey?: string;
}

const API = "ollama.chat";

const OLLAMA = defineHttpProvider<OllamaConfig>({
  name: "ollama",
  models: OLLAMA_MODELS,
  usualApi: API,
  variables: ["OLLAMA_HOST", "OLLAMA_BASE_URL", "OLLAMA_API_KEY"],
  fromEnv: ({ env }) => ({
    baseURL: findFirst(env, ["OLLAMA_BASE_URL"]) ?? toServerURL(env.OLLAMA_HOST ?? ""),
    apiKey: findFirst(env, ["OLLAMA_API_KEY"]),
  }),
  connect: ({ apiKey, baseURL = toServerURL("") }) => ({
    baseURL,
    headers: { "accept": "application/x-ndjson", "content-type": "application/json" },
    credentials: bearer(apiKey),
    adapter: toAdapter,
  }),
});

/** Provider `ollama`, for the registry. */
export const ollama: ProviderDefinition = OLLAMA.definition;

/**
 * A provider for the Ollama at `baseURL`, by POST /api/chat: one JSON text a line, the last with `done`. The API has
 * no field for a tool choice and none against parallel calls, so every choice is announced, filtered or withheld.
 * Sources: ollama 0.6.4 (types), ollama/ollama server/routes.go of 2026-08.
 *
 * @throws {AgentError} config_invalid, for what cannot be sent
 */
export function createOllamaProvider(config: OllamaConfig = {}): Provider {
  return OLLAMA.create(config);
}

function toAdapter({ name, baseURL, headers }: Server, { lacks }: ChoiceRequest): ProtocolAdapter {
  const media = { rules: OLLAMA_MEDIA, lacks };
  const writerOf = (_: ChoiceRequest, aliases: Aliases) => createOllamaWriter(aliases, name, media);
  return {
    framing: "lines",
    api: API,
    choice: () => null,
    historyWriter: writerOf,
    write: (request, aliases) => ({
      url: `${baseURL.replace(/\/api$/, "")}/api/chat`,
      headers,
      ...toOllamaBody(request, aliases, writerOf(request, aliases)),
    }),
    whole: withoutStream,
    decoder: createOllamaDecoder,
    readError: readOllamaError,
    refusals: OLLAMA_REFUSALS,
    media,
  };
}

/**
 * OLLAMA_HOST as the official tools read it (envconfig ConnectableHost): scheme, port and host may each be missing,
 * and an address for all interfaces (`0.0.0.0`) means this machine.
 *
 * @throws {AgentError} config_invalid
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
