// Provider bedrock: Converse and ConverseStream of AWS Bedrock, with an API key or with keys that sign.

import type { ChoiceRequest, ModelRequest, Provider, ProviderDefinition } from "../../core/provider.ts";
import { AgentError } from "../../core/error.ts";
import type { Clock } from "../../core/ports.ts";
import { openEventStream } from "./event_stream.ts";
import { type AwsKeys, createSigner } from "./sigv4.ts";
import { toBedrockBody, toBedrockChoice } from "./body.ts";
import { createBedrockDecoder } from "./decoder.ts";
import { toBedrockRefusal } from "./refusals.ts";
import { createBedrockWriter } from "./messages.ts";
import { BEDROCK_MODELS, streamsTools } from "./models.ts";
import { checkSendable, firstOf, type HttpConfig, required, toBaseURL, toSecrets } from "../_wire/config.ts";
import type { ProtocolAdapter, WireRequest } from "../_wire/dialect.ts";
import { joinUrl, withHeaders } from "../_wire/post.ts";
import type { Aliases } from "../_wire/tool_names.ts";
import { createWireProvider } from "../_wire/http_provider.ts";

/** An API key of Bedrock, or keys of AWS that sign every request. */
export type BedrockCredentials =
  | { readonly apiKey: string }
  | {
    readonly accessKeyId: string;
    readonly secretAccessKey: string;
    /** Of temporary keys. */
    readonly sessionToken?: string;
  };

export interface BedrockConfig extends HttpConfig {
  /** Such as `us-east-1`: where the models are, and what a signature is for. */
  readonly region: string;
  readonly credentials: BedrockCredentials;
}

const API_KEY = "AWS_BEARER_TOKEN_BEDROCK";
const ENDPOINTS = ["AWS_ENDPOINT_URL_BEDROCK_RUNTIME", "BEDROCK_BASE_URL"];
const REGIONS = ["AWS_REGION", "AWS_DEFAULT_REGION"];

/** Row P3. */
export const bedrock: ProviderDefinition = {
  capabilities: BEDROCK_MODELS,
  variables: [
    API_KEY,
    "AWS_ACCESS_KEY_ID",
    "AWS_SECRET_ACCESS_KEY",
    "AWS_SESSION_TOKEN",
    ...REGIONS,
    ...ENDPOINTS,
  ],
  create: ({ env, clock }) => {
    const apiKey = firstOf(env, [API_KEY]);
    const baseURL = firstOf(env, ENDPOINTS);
    const { AWS_SESSION_TOKEN: sessionToken } = env;
    return createBedrockProvider({
      // A gateway behind the endpoint knows where it is.
      region: apiKey && baseURL ? firstOf(env, REGIONS) ?? "us-east-1" : required(env, REGIONS),
      credentials: apiKey === undefined
        ? {
          accessKeyId: required(env, [API_KEY, "AWS_ACCESS_KEY_ID"]),
          secretAccessKey: required(env, ["AWS_SECRET_ACCESS_KEY"]),
          ...(sessionToken ? { sessionToken } : {}),
        }
        : { apiKey },
      ...(baseURL ? { baseURL } : {}),
      clock,
    });
  },
};

/**
 * Talks to Bedrock in one region, or to the server at `baseURL`. Answers are streamed, except those of models that refuse
 * tools in a stream. Throws `config_invalid` for what cannot be sent.
 */
export function createBedrockProvider(config: BedrockConfig): Provider {
  const { name = "bedrock", region, credentials, headers = {}, clock = Date.now } = config;
  checkRegion(region, name);
  const baseURL = config.baseURL ?? `https://bedrock-runtime.${region}.amazonaws.com`;
  toBaseURL(baseURL, name);
  const { apiKey, keys } = splitCredentials(credentials);
  checkSendable(
    {
      "The API key": apiKey,
      "The access key id": keys?.accessKeyId,
      "The session token": keys?.sessionToken,
    },
    headers,
    name,
  );
  const authorize = toAuthorize({ apiKey, keys, region, headers, clock });
  return createWireProvider({
    name,
    capabilities: BEDROCK_MODELS,
    dialectOf: (request) => toDialect({ name, baseURL, authorize }, request),
    secrets: toSecrets([apiKey, keys?.secretAccessKey, keys?.sessionToken, keys?.accessKeyId], headers),
    timeoutMs: config.timeoutMs,
    clock,
  });
}

interface BedrockServer {
  readonly name: string;
  readonly baseURL: string;
  /** The request as it is sent: signed anew each time. */
  readonly authorize: (url: string, body: string) => Promise<WireRequest>;
}

function toDialect(
  { name, baseURL, authorize }: BedrockServer,
  { model, tools }: ChoiceRequest,
): ProtocolAdapter {
  const historyWriter = (_: ChoiceRequest, aliases: Aliases) =>
    createBedrockWriter({ provider: name, model, aliases, hasTools: tools.length > 0 });
  const operation = tools.length > 0 && !streamsTools(model) ? "converse" : "converse-stream";
  return {
    framing: openEventStream,
    choice: toBedrockChoice,
    historyWriter,
    write: (request: ModelRequest, aliases: Aliases) =>
      authorize(
        joinUrl(baseURL, `/model/${encodeURIComponent(model)}/${operation}`),
        toBedrockBody(request, aliases, historyWriter(request, aliases), name),
      ),
    decoder: createBedrockDecoder,
    refusal: toBedrockRefusal,
  };
}

interface Authorization {
  readonly apiKey: string | undefined;
  readonly keys: AwsKeys | undefined;
  readonly region: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly clock: Clock;
}

function toAuthorize({ apiKey, keys, region, headers, clock }: Authorization): BedrockServer["authorize"] {
  const sent = withHeaders({
    "content-type": "application/json",
    "accept": "application/vnd.amazon.eventstream, application/json",
    ...(apiKey === undefined ? {} : { "authorization": `Bearer ${apiKey}` }),
  }, headers);
  if (!keys) return (url, body) => Promise.resolve({ url, headers: sent, body });
  const sign = createSigner(keys);
  // The others may be changed on the way.
  const signable = Object.entries(sent).filter(([name]) =>
    name === "content-type" || name.startsWith("x-amz-")
  );
  return async (url, body) => {
    const unsigned = { url, headers: Object.fromEntries(signable), body, service: "bedrock", region };
    const signed = await sign({ ...unsigned, at: clock() });
    return { url, headers: { ...signed, ...sent }, body };
  };
}

function splitCredentials(credentials: BedrockCredentials): Pick<Authorization, "apiKey" | "keys"> {
  if ("apiKey" in credentials) return { apiKey: credentials.apiKey, keys: undefined };
  const { accessKeyId, secretAccessKey, sessionToken } = credentials;
  return { apiKey: undefined, keys: { accessKeyId, secretAccessKey, sessionToken } };
}

// It becomes a part of the host's name.
function checkRegion(region: string, provider: string): void {
  if (/^[a-z0-9-]+$/.test(region)) return;
  throw new AgentError(
    "config_invalid",
    `The region of provider ${provider} is not one, such as us-east-1: ${JSON.stringify(region)}`,
  );
}
