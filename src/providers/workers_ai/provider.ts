// Provider workers_ai: the models of Cloudflare, through the AI binding of a Worker, or over REST from anywhere else.

import type {
  ChoiceRequest,
  Provider,
  ProviderDefinition,
  ProviderSetup,
} from "../../core/model/provider.ts";
import { findFirst, findServerKind, type HttpConfig, requireVariable } from "../_wire/config.ts";
import { bearer, type Connection, defineHttpProvider, type Server } from "../_wire/define_http_provider.ts";
import { post, withHeaders } from "../_wire/post.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import type { ProtocolAdapter } from "../_wire/protocol_adapter.ts";
import { toChatChoice } from "../openai/chat/body.ts";
import { type AiBinding, isAiBinding, toFetch } from "./binding.ts";
import { toSession, toWorkersAIBody } from "./body.ts";
import { createWorkersAIDecoder } from "./decoder.ts";
import { createWorkersAIWriter, WORKERS_AI_MEDIA } from "./messages.ts";
import { WORKERS_AI_MODELS } from "./models.ts";
import { readWorkersAIError, toWorkersAIRefusal, WORKERS_AI_REFUSALS } from "../_refusals/workers_ai.ts";
import { workersAIPrices } from "../_wire/load_prices.ts";
import { withoutStream } from "../_wire/whole_answer.ts";

/** Over REST with `apiToken`, at `baseURL` or that of the account, which ends with `/ai/v1`; or with `binding`. */
export interface WorkersAIConfig extends HttpConfig {
  /** `env.AI` of a Worker: it needs no key, and requests do not leave Cloudflare. */
  readonly binding?: AiBinding;
  /** The account whose URL is used where there is no `baseURL`. */
  readonly accountId?: string;
  /** Sent as a bearer token. */
  readonly apiToken?: string;
}

const BASE_URLS = ["CLOUDFLARE_AI_BASE_URL", "WORKERS_AI_BASE_URL"];

const API = "workers_ai.chat";

const WORKERS_AI = defineHttpProvider<WorkersAIConfig>({
  name: "workers_ai",
  models: WORKERS_AI_MODELS,
  usualApi: API,
  prices: workersAIPrices,
  variables: ["CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ACCOUNT_ID", ...BASE_URLS],
  fromEnv,
  connect: (config) => config.binding ? toBinding(config.binding, config.apiToken) : toREST(config),
});

/**
 * Provider `workers_ai`, for the registry. A binding named AI is used where there is one, unless a base URL is set.
 */
export const workersAI: ProviderDefinition = WORKERS_AI.definition;

/**
 * A provider for Workers AI. A tool choice is that of Chat Completions, and is sent even when it is auto, since some
 * models call nothing without it; models ignore `requireVariable` in long contexts (cloudflare/ai#560, #561, #574). Models
 * cut answers at 256 tokens unless `maxOutputTokens` is set.
 *
 * REST is POST /ai/v1/chat/completions and not /ai/run/{model}: the latter answers some models' streams with an empty
 * JSON result (workers-ai-provider, createRun). The body is the same as the binding's, and either answers in the
 * native form or in that of Chat Completions, streamed or whole. Sources: @cloudflare/workers-types 5.20261117,
 * workers-ai-provider 4.0.0, workerd src/cloudflare/internal/ai-api.ts.
 *
 * @throws {AgentError} config_invalid, for what cannot be sent
 */
export function createWorkersAIProvider(config: WorkersAIConfig): Provider {
  return WORKERS_AI.create(config);
}

function fromEnv({ env, bindings: { AI } }: ProviderSetup): WorkersAIConfig {
  const baseURL = findFirst(env, BASE_URLS);
  if (isAiBinding(AI) && baseURL === undefined) return { binding: AI };
  const apiToken = requireVariable(env, ["CLOUDFLARE_API_TOKEN"]);
  if (baseURL !== undefined) return { apiToken, baseURL };
  return { apiToken, accountId: requireVariable(env, ["CLOUDFLARE_ACCOUNT_ID"]) };
}

// The token is not sent, but it is redacted all the same.
function toBinding(binding: AiBinding, apiToken: string | undefined): Connection {
  return {
    baseURL: undefined,
    kind: "binding", // its body has no model
    headers: {},
    credentials: { headers: {}, values: { "The API token": apiToken } },
    adapter: toAdapter,
    send: (message, sending) => post(message, { ...sending, fetch: toFetch(binding, message) }),
  };
}

function toREST({ apiToken, accountId = "", baseURL }: WorkersAIConfig): Connection {
  const account = `https://api.cloudflare.com/client/v4/accounts/${encodeURIComponent(accountId)}/ai/v1`;
  return {
    baseURL: baseURL ?? account,
    kind: findServerKind(baseURL, "cloudflare.com"),
    credentials: bearer(apiToken, "The API token"),
    adapter: toAdapter,
  };
}

function toAdapter({ name, baseURL, headers }: Server, { lacks }: ChoiceRequest): ProtocolAdapter {
  const media = { rules: WORKERS_AI_MEDIA, lacks };
  const writerOf = (_: ChoiceRequest, aliases: Aliases) => createWorkersAIWriter(aliases, name, media);
  const isREST = baseURL !== "";
  return {
    framing: "sse",
    api: API,
    choice: ({ choice }, aliases) => toChatChoice(choice, aliases),
    historyWriter: writerOf,
    write: (request, aliases) => ({
      // The binding takes the model in place of a URL.
      url: isREST ? `${baseURL}/chat/completions` : request.model,
      headers: withHeaders(toSession(request), headers),
      ...toWorkersAIBody(request, aliases, { writer: writerOf(request, aliases), hasModel: isREST }),
    }),
    whole: withoutStream,
    decoder: createWorkersAIDecoder,
    readError: readWorkersAIError,
    refusal: toWorkersAIRefusal,
    refusals: WORKERS_AI_REFUSALS,
    media,
  };
}
