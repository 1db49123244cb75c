// Provider workers_ai: the models of Cloudflare, through the AI binding of a Worker, or over REST from anywhere else.

import type { CapabilityTable } from "../../core/capability.ts";
import type { Env } from "../../core/ports.ts";
import type { Provider, ProviderDefinition } from "../../core/provider.ts";
import { checkSendable, firstOf, type HttpConfig, required, toBaseURL, toSecrets } from "../_wire/config.ts";
import type { ProtocolAdapter } from "../_wire/dialect.ts";
import { joinUrl, post, withHeaders } from "../_wire/post.ts";
import { toChatChoice } from "../openai/chat/body.ts";
import { createWireProvider } from "../_wire/http_provider.ts";
import { type AiBinding, isAiBinding, toFetch } from "./binding.ts";
import { toSession, toWorkersAIBody } from "./body.ts";
import { createWorkersAIDecoder } from "./decoder.ts";
import { toWorkersAIRefusal } from "./refusals.ts";
import { createWorkersAIWriter } from "./messages.ts";

/** Over REST with `apiToken`, at `baseURL` or that of the account, which ends with `/ai/v1`; or with `binding`. */
export interface WorkersAIConfig extends HttpConfig {
  /** `env.AI` of a Worker: needs no key, and what is asked does not leave Cloudflare. */
  readonly binding?: AiBinding;
  readonly accountId?: string;
  readonly apiToken?: string;
}

/** What no model is known to have. `allowed` is in the schema of a few (gemma-4): an agent may say so of its model. */
const TABLE: CapabilityTable = {
  lacks: {
    allowed: "most models have no allowed_tools",
    parallel: "no model is known to keep parallel_tool_calls",
  },
  models: [],
  // Nothing that can be asked of them depends on it.
  thinks: (_model, { reasoningEffort }) => reasoningEffort !== undefined && reasoningEffort !== "none",
};

const BASE_URLS = ["CLOUDFLARE_AI_BASE_URL", "WORKERS_AI_BASE_URL"];

/** Row P5. A binding named AI is used where there is one, unless a base URL says otherwise. */
export const workersAI: ProviderDefinition = {
  capabilities: TABLE,
  variables: ["CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ACCOUNT_ID", ...BASE_URLS],
  create: ({ env, clock, bindings: { AI } }) =>
    createWorkersAIProvider(
      isAiBinding(AI) && firstOf(env, BASE_URLS) === undefined
        ? { binding: AI, clock }
        : { ...fromEnv(env), clock },
    ),
};

/**
 * Talks to Workers AI. A tool choice is that of Chat Completions, and written out even when it is auto, since some models
 * call nothing without it; `required` is advice that models forget in long contexts, so who needs it kept has it verified
 * (cloudflare/ai#560, #561, #574). Models cut answers at 256 tokens unless `maxOutputTokens` says otherwise.
 *
 * REST is POST /ai/v1/chat/completions and not /ai/run/{model}: the latter answers some models' streams with an empty JSON
 * result (workers-ai-provider, createRun). The body is the same as the binding's, and either answers in the native dialect or
 * in that of Chat Completions, streamed or whole, whatever was asked for. Sources: @cloudflare/workers-types 5.20261117,
 * workers-ai-provider 4.0.0, workerd src/cloudflare/internal/ai-api.ts.
 */
export function createWorkersAIProvider(config: WorkersAIConfig): Provider {
  const { name = "workers_ai", binding, apiToken, headers = {} } = config;
  checkSendable({ "The API token": apiToken }, headers, name);
  const url = binding ? undefined : joinUrl(toBaseURL(baseOf(config), name).href, "/chat/completions");
  const own = url === undefined ? {} : {
    "accept": "text/event-stream",
    "content-type": "application/json",
    ...(apiToken === undefined ? {} : { "authorization": `Bearer ${apiToken}` }),
  };
  const dialect: ProtocolAdapter = {
    framing: "sse",
    choice: ({ choice }, aliases) => toChatChoice(choice, aliases),
    historyWriter: (_request, aliases) => createWorkersAIWriter(aliases, name),
    write: (request, aliases) => ({
      url: url ?? request.model,
      headers: withHeaders({ ...own, ...toSession(request) }, headers),
      body: toWorkersAIBody(request, aliases, { provider: name, hasModel: url !== undefined }),
    }),
    decoder: createWorkersAIDecoder,
    refusal: toWorkersAIRefusal,
  };
  return createWireProvider({
    name,
    capabilities: TABLE,
    dialectOf: () => dialect,
    secrets: toSecrets([apiToken], headers),
    timeoutMs: config.timeoutMs,
    clock: config.clock,
    ...(binding && {
      send: (message, sending) => post(message, { ...sending, fetch: toFetch(binding, message) }),
    }),
  });
}

function fromEnv(env: Env): WorkersAIConfig {
  const baseURL = firstOf(env, BASE_URLS);
  return {
    apiToken: required(env, ["CLOUDFLARE_API_TOKEN"]),
    ...(baseURL === undefined ? { accountId: required(env, ["CLOUDFLARE_ACCOUNT_ID"]) } : { baseURL }),
  };
}

function baseOf({ baseURL, accountId = "" }: WorkersAIConfig): string {
  return baseURL ?? `https://api.cloudflare.com/client/v4/accounts/${encodeURIComponent(accountId)}/ai/v1`;
}
