// A provider as its folder defines it: what is its own. The checks and headers that all HTTP providers have in common
// are here.

import type { LoadPrices } from "../../core/budget/price.ts";
import type { CapabilityTable } from "../../core/model/capability.ts";
import type {
  ChoiceRequest,
  Provider,
  ProviderDefinition,
  ProviderSetup,
} from "../../core/model/provider.ts";
import { checkSendable, type HttpConfig, toBaseURL, toSecrets } from "./config.ts";
import { createHttpProvider, type HttpProviderConfig } from "./http_provider.ts";
import { withHeaders } from "./post.ts";
import type { ProtocolAdapter } from "./protocol_adapter.ts";

/** The part of {@link HttpConfig} that every provider takes; a few have no base URL of their own. */
export type CommonConfig = Omit<HttpConfig, "baseURL">;

/** What one HTTP provider has of its own. */
export interface HttpProviderSpec<Config extends CommonConfig> {
  /** The name in the registry, and of a provider whose config has none. */
  readonly name: string;
  readonly models: CapabilityTable;
  /** See {@link ProviderApis.usual}. */
  readonly usualApi: string;
  /** The environment variables, the most important first. */
  readonly variables: readonly string[];
  /** What its models cost at its own server; none by default. */
  readonly prices?: LoadPrices | undefined;
  /**
   * The config of a deployment; the clock is added to it.
   *
   * @throws {AgentError} config_invalid, naming the variable, when one is missing or wrong
   */
  fromEnv(setup: ProviderSetup): Config;
  /**
   * Where requests go and what they carry. `name` is that of the provider in messages.
   *
   * @throws {AgentError} config_invalid, for what the common checks do not cover
   */
  connect(config: Config, name: string): Connection;
}

/** One server, and the API that it has. */
export interface Connection {
  /** Checked, and passed to `adapter` as a URL; undefined where a client or a binding has the address. */
  readonly baseURL: string | undefined;
  /** The base URL that a client has, for what observes requests. */
  readonly clientURL?: string;
  /** The kind of the server, where it is not the vendor's own: `compatible`, or a form of the API that is written otherwise. */
  readonly kind?: string | undefined;
  readonly credentials: Credentials;
  /** The headers of every request besides the credentials; {@link EVENT_STREAM} by default. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Where the models of this server differ from those of the spec. */
  readonly models?: CapabilityTable;
  /** The adapter of the API that a request is sent to. */
  adapter(server: Server, request: ChoiceRequest): ProtocolAdapter;
  readonly send?: HttpProviderConfig["send"];
  readonly prepare?: HttpProviderConfig["prepare"];
}

/** What an adapter needs of its connection. */
export interface Server {
  /** The name of the provider. */
  readonly name: string;
  /** The base URL, without slashes at its end; "" where the connection has none. */
  readonly baseURL: string;
  /** All headers of a request, names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

/** How a client authenticates itself. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  /** What is sent in headers, by its name in messages: "The API key". Empty and unsendable values are refused. */
  readonly values: Readonly<Record<string, string | undefined>>;
  /** Never repeated in a message; `values` by default. */
  readonly secrets?: readonly (string | undefined)[];
}

/** The headers of a request for server-sent events. */
export const EVENT_STREAM: Readonly<Record<string, string>> = {
  "accept": "text/event-stream",
  "content-type": "application/json",
};

/** A key that is sent as a bearer token; without a key the header is absent. `label` is its name in messages. */
export function bearer(key: string | undefined, label = "The API key"): Credentials {
  return {
    headers: key === undefined ? {} : { "authorization": `Bearer ${key}` },
    values: { [label]: key },
  };
}

/** The definition for the registry, and the function that makes a provider of a config. */
export interface DefinedProvider<Config> {
  readonly definition: ProviderDefinition;
  /** @throws {AgentError} config_invalid, for a base URL that is none and for what no header can carry */
  create(config: Config): Provider;
}

/** Defines an HTTP provider; mistral/provider.ts is a short example. */
export function defineHttpProvider<Config extends CommonConfig>(
  spec: HttpProviderSpec<Config>,
): DefinedProvider<Config> {
  const create = (config: Config) => createFrom(spec, config);
  return {
    create,
    definition: {
      name: spec.name,
      capabilities: spec.models,
      variables: spec.variables,
      prices: spec.prices,
      create: (setup) => create({ ...spec.fromEnv(setup), clock: setup.clock }),
    },
  };
}

function createFrom<Config extends CommonConfig>(spec: HttpProviderSpec<Config>, config: Config): Provider {
  const { name = spec.name, headers = {}, timeoutMs, clock } = config;
  const connection = spec.connect(config, name);
  const { baseURL, credentials, models = spec.models, adapter, send, prepare } = connection;
  const server: Server = {
    name,
    baseURL: baseURL === undefined ? "" : toBaseURL(baseURL, name).href.replace(/\/+$/, ""),
    headers: withHeaders({ ...connection.headers ?? EVENT_STREAM, ...credentials.headers }, headers),
  };
  checkSendable(credentials.values, headers, name);
  return createHttpProvider({
    name,
    server: connection.clientURL ?? (server.baseURL || undefined),
    usualApi: spec.usualApi,
    kind: connection.kind,
    capabilities: models,
    adapterFor: (request) => adapter(server, request),
    secrets: toSecrets(credentials.secrets ?? Object.values(credentials.values), headers),
    timeoutMs,
    clock,
    send,
    prepare,
  });
}
