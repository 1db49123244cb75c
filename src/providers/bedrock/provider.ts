// Provider bedrock: Converse and ConverseStream of AWS Bedrock, with an API key or with keys that sign.

import { AgentError } from "../../core/error.ts";
import type { Feature } from "../../core/model/capability.ts";
import type { ChoiceRequest, Provider, ProviderDefinition } from "../../core/model/provider.ts";
import type { Clock } from "../../core/ports.ts";
import { openEventStream } from "./event_stream.ts";
import { type AwsKeys, createSigner } from "./sigv4.ts";
import { outputLimit, toBedrockBody, toBedrockChoice } from "./body.ts";
import { createBedrockDecoder } from "./decoder.ts";
import { BEDROCK_REFUSALS, toBedrockRefusal } from "../_refusals/bedrock.ts";
import { bedrockMedia } from "./media.ts";
import { createBedrockWriter } from "./messages.ts";
import { BEDROCK_MODELS, streamsTools } from "./models.ts";
import { ANTHROPIC_REFUSALS, CLAUDE_REFUSALS } from "../_refusals/anthropic.ts";
import type { Aliases } from "../_wire/calls/tool_names.ts";
import { findFirst, findServerKind, type HttpConfig, requireVariable } from "../_wire/config.ts";
import { bearer, type Credentials, defineHttpProvider, type Server } from "../_wire/define_http_provider.ts";
import type { ProtocolAdapter, WireRequest } from "../_wire/protocol_adapter.ts";
import { bedrockPrices } from "../_wire/load_prices.ts";

/** An API key of Bedrock, or keys of AWS that sign every request. */
export type BedrockCredentials =
  | { readonly apiKey: string }
  | {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    /** Of temporary keys. */
    readonly sessionToken?: string;
  };

/** The base URL is that of the region by default. */
export interface BedrockConfig extends HttpConfig {
  /** Such as `us-east-1`: where the models are, and what a signature is for. */
  readonly region: string;
  readonly credentials: BedrockCredentials;
}

const API_KEY = "AWS_BEARER_TOKEN_BEDROCK";
const ENDPOINTS = ["AWS_ENDPOINT_URL_BEDROCK_RUNTIME", "BEDROCK_BASE_URL"];
const REGIONS = ["AWS_REGION", "AWS_DEFAULT_REGION"];

const API = "bedrock.converse";

const BEDROCK = defineHttpProvider<BedrockConfig>({
  name: "bedrock",
  models: BEDROCK_MODELS,
  usualApi: API,
  prices: bedrockPrices,
  variables: [
    API_KEY,
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    ...REGIONS,
    ...ENDPOINTS,
  ],
  fromEnv: ({ env }) => {
    const apiKey = findFirst(env, [API_KEY]);
    const baseURL = findFirst(env, ENDPOINTS);
    return {
      // A gateway behind the endpoint has a region of its own.
      region: apiKey && baseURL ? findFirst(env, REGIONS) ?? "us-east-1" : requireVariable(env, REGIONS),
      credentials: apiKey === undefined
        ? {
          accessKeyId: requireVariable(env, [API_KEY, "AWS_ACCESS_KEY_ID"]),
          secretAccessKey: requireVariable(env, ["AWS_SECRET_ACCESS_KEY"]),
          sessionToken: findFirst(env, ["AWS_SESSION_TOKEN"]),
        }
        : { apiKey },
      baseURL,
    };
  },
  connect: ({ region, credentials, baseURL, clock = Date.now }, name) => {
    checkRegion(region, name);
    const keys = "apiKey" in credentials ? undefined : credentials;
    return {
      baseURL: baseURL ?? `https://bedrock-runtime.${region}.amazonaws.com`,
      headers: {
        "content-type": "application/json",
        "accept": "application/vnd.amazon.eventstream, application/json",
      },
      kind: findServerKind(baseURL, "amazonaws.com"),
      credentials: toCredentials(credentials),
      adapter: createAdapter(keys && { keys, region, clock }),
    };
  },
});

/** Provider `bedrock`, for the registry. */
export const bedrock: ProviderDefinition = BEDROCK.definition;

/**
 * A provider for Bedrock in one region, or for the server at `baseURL`. Answers are streamed, except those of models
 * that refuse tools in a stream.
 *
 * @throws {AgentError} config_invalid, for what cannot be sent
 */
export function createBedrockProvider(config: BedrockConfig): Provider {
  return BEDROCK.create(config);
}

function toCredentials(credentials: BedrockCredentials): Credentials {
  if ("apiKey" in credentials) return bearer(credentials.apiKey);
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  return {
    headers: {},
    values: { "The access key id": accessKeyId, "The session token": sessionToken },
    secrets: [secretAccessKey, sessionToken, accessKeyId],
  };
}

interface Signing {
  readonly keys: AwsKeys;
  readonly region: string;
  readonly clock: Clock;
}

const EFFORT: readonly Feature[] = ["effort"];

/** Without `signing` a request is sent as it is. */
function createAdapter(
  signing: Signing | undefined,
): (server: Server, request: ChoiceRequest) => ProtocolAdapter {
  const sign = signing && createSign(signing);
  return ({ name, baseURL, headers }, { model, tools, lacks, settings }) => {
    const hasTools = tools.length > 0;
    const media = { rules: bedrockMedia(hasTools), lacks };
    const writerOf = (_: ChoiceRequest, aliases: Aliases) =>
      createBedrockWriter({ provider: name, model, aliases, hasTools, media });
    const isWhole = lacks.streaming !== undefined || hasTools && !streamsTools(model);
    const operation = isWhole ? "converse" : "converse-stream";
    return {
      framing: openEventStream,
      api: API,
      choice: toBedrockChoice,
      historyWriter: writerOf,
      outputLimit: ({ settings }) => outputLimit(model, settings),
      write: (request, aliases) => ({
        url: `${baseURL}/model/${encodeURIComponent(model)}/${operation}`,
        headers,
        ...toBedrockBody(request, aliases, writerOf(request, aliases), name),
      }),
      whole: (message) => ({ ...message, url: message.url.replace(/\/converse-stream$/, "/converse") }),
      sign,
      media,
      decoder: createBedrockDecoder,
      refusal: toBedrockRefusal,
      refusals: [...BEDROCK_REFUSALS, ...CLAUDE_REFUSALS, ...ANTHROPIC_REFUSALS],
      unlearnable: settings.reasoningEffort === undefined ? EFFORT : [],
    };
  };
}

/** Signs each request anew. Only headers that nothing changes on the way are signed. */
function createSign({ keys, region, clock }: Signing): (request: WireRequest) => Promise<WireRequest> {
  const sign = createSigner(keys);
  return async ({ url, headers, body }) => {
    const signable = Object.entries(headers).filter(([name]) =>
      name === "content-type" || name.startsWith("x-amz-")
    );
    const unsigned = { url, headers: Object.fromEntries(signable), body, service: "bedrock", region };
    const signed = await sign({ ...unsigned, at: clock() });
    return { url, headers: { ...signed, ...headers }, body };
  };
}

// It becomes a part of the host's name.
function checkRegion(region: string, provider: string): void {
  if (/^[a-z0-9-]+$/.test(region)) return;
  throw new AgentError(
    "config_invalid",
    `The region of provider ${provider} is not one, such as us-east-1: ${JSON.stringify(region)}`,
  );
}
