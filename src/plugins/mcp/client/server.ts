// One MCP server in one deployment: its list of tools, their calls, and its authorization by users. Loaded by the first request, because
// it imports the official client, an optional peer.

import { AgentError } from "../../../core/error.ts";
import type { OutputWithMedia } from "../../../core/content/with_media.ts";
import type { Json, JsonObject } from "../../../core/json.ts";
import { Lru } from "../../../core/lru.ts";
import { canonicalJson, fnv64 } from "../../../core/text/hash.ts";
import { THREAD_ID } from "../../../core/text/id.ts";
import type { Effect, ToolContext } from "../../../core/tool.ts";
import type { AppResource } from "../../../core/tool/tool_app.ts";
import { ToolError } from "../../../core/tool/tool_error.ts";
import { AuthorizationNeeded, type Deferred } from "../../../core/tool/deferred.ts";
import type { Authorized, SourcedTools, SourcePorts, SourceRequest } from "../../../core/tool/tool_source.ts";
import {
  callTool,
  type Endpoint,
  type Listed,
  listTools,
  McpFailure,
  pollTask,
  readApp,
  type Sending,
} from "./connection.ts";
import {
  type AuthorizeParts,
  beginAuthorization,
  findPendingUrl,
  finishAuthorization,
} from "./oauth/authorize.ts";
import { openState, Records } from "./oauth/records.ts";
import { Tokens } from "./oauth/tokens.ts";
import type { ProtocolVersion } from "./protocol_version.ts";
import { toOutput, toToolError } from "./result.ts";
import { type McpSettings, type McpUrl, readVariable } from "./settings.ts";
import { type Called, readRef, toDeferOptions } from "./task.ts";
import { ToolList } from "./tool_list.ts";
import { toTools } from "./to_tool.ts";

/** Milliseconds that a list may take. */
const LIST_MS = 10_000;
/** Sessions that an isolate holds. */
const SESSIONS = 500;
/** Statuses of a server that did not take the request for the session or the version that it has. */
const REFUSED: readonly (number | undefined)[] = [400, 404, 405];

/** One server in one deployment. */
export class McpServer {
  readonly #settings: McpSettings;
  readonly #list: ToolList;
  readonly #records: Records;
  readonly #tokens: Tokens;
  /** What the last request to the server has found, by tenant and user. */
  readonly #eras = new Lru<ProtocolVersion>(SESSIONS);

  /** `declared` is the address as its author has written it. */
  constructor(settings: McpSettings, declared: McpUrl) {
    this.#settings = settings;
    this.#records = new Records(settings);
    this.#tokens = new Tokens(this.#records);
    const { name, url, only = [], except = [], token = "", apps } = settings;
    this.#list = new ToolList({
      settings,
      // A server may have other tools for a client that shows apps.
      of: canonicalJson({
        name,
        url: typeof declared === "string" ? url : { ...declared, hash: fnv64(url) }, // the store has no values of variables
        only: [...only],
        except: [...except],
        token,
        ...(apps && { apps }),
      }),
      list: (request, ports, protocolVersion) => this.#read(request, ports, protocolVersion),
      toTools: (tools, _request, ports) =>
        toTools(
          tools,
          settings,
          (tool, effect) => (args, context) => {
            const call = { tool, args, meta: toMeta(context) };
            return this.#call(
              {
                effect,
                context,
                send: (to, protocolVersion, sending) => callTool(to, protocolVersion, call, sending),
              },
              ports,
            );
          },
          async (ref, context) => {
            const { taskId, expiresAt } = readRef(ref);
            const polled = await this.#call({
              effect: "pure",
              context,
              expiresAt,
              send: (to, protocolVersion, sending) => pollTask(to, protocolVersion, taskId, sending),
            }, ports);
            // The next step is refused until the user has authorized the server; the task goes on there.
            if (polled instanceof AuthorizationNeeded) {
              throw new ToolError("retryable", missing(settings.name));
            }
            return polled;
          },
        ),
    });
  }

  /** As RemoteToolSource.tools. Where users authorize the server, a list is that of a user. */
  tools(request: SourceRequest, ports: SourcePorts): SourcedTools | Promise<SourcedTools> {
    if (this.#settings.oauth === undefined) return this.#list.read({ ...request, user: undefined }, ports);
    if (this.#tokens.peek(request, ports) !== undefined) return this.#list.read(request, ports);
    return this.#toolsOfUser(request, ports);
  }

  /** As RemoteToolSource.readApp, with what an earlier request has found of the server. */
  async readApp(uri: string, request: SourceRequest, ports: SourcePorts): Promise<AppResource> {
    const { name, oauth } = this.#settings;
    const own = oauth === undefined ? { ...request, user: undefined } : request;
    let app: AppResource | string;
    try {
      const sending = { signal: undefined, timeoutMs: LIST_MS };
      ({ app } = await this.#sendKnown(own, ports, (to, version) => readApp(to, version, uri, sending)));
    } catch (thrown) {
      if (thrown instanceof AgentError) throw thrown;
      throw new AgentError("tools_unavailable", `The server ${name} gave no app ${uri}.`, { cause: thrown });
    }
    if (typeof app !== "string") return app;
    throw new AgentError("tools_unavailable", `The server ${name} has no app ${uri}: ${app}.`);
  }

  async #toolsOfUser(request: SourceRequest, ports: SourcePorts): Promise<SourcedTools> {
    const { name, optional } = this.#settings;
    if (await this.#tokens.read(request, ports) !== undefined) return await this.#list.read(request, ports);
    if (!optional || request.required) throw await this.#toUnauthorized(request, null, ports);
    return { tools: [], warnings: [{ code: "authorization_required", message: missing(name) }] };
  }

  async #toUnauthorized(
    request: SourceRequest,
    challenge: string | null,
    ports: SourcePorts,
  ): Promise<AgentError> {
    const { name } = this.#settings;
    const { tenant, user, thread, looksOnly } = request;
    if (looksOnly) {
      const url = await findPendingUrl({ tenant, user }, thread, this.#parts(ports));
      return new AgentError("authorization_required", missing(name), { details: { server: name, url } });
    }
    const url = await this.#authorizationUrl(request, challenge, ports);
    return new AgentError("authorization_required", `${missing(name)} Open the URL of details.url.`, {
      details: { server: name, url },
    });
  }

  async begin(request: SourceRequest, ports: SourcePorts): Promise<string | undefined> {
    if (await this.#tokens.read(request, ports) !== undefined) return undefined;
    return await this.#authorizationUrl(request, null, ports);
  }

  async finish(params: URLSearchParams, ports: SourcePorts): Promise<Authorized | undefined> {
    const state = await openState(params.get("state") ?? "", ports);
    if (state?.server !== this.#settings.name || state.url !== this.#settings.url) return undefined;
    const thread = await finishAuthorization(state, params, this.#parts(ports));
    return { tenant: state.tenant, thread, server: state.server };
  }

  forget(request: SourceRequest, ports: SourcePorts): Promise<boolean> {
    return this.#tokens.forget(request, ports);
  }

  #authorizationUrl(request: SourceRequest, challenge: string | null, ports: SourcePorts): Promise<string> {
    const { tenant, user, thread } = request;
    return beginAuthorization({ tenant, user }, { thread, challenge }, this.#parts(ports));
  }

  #parts(ports: SourcePorts): AuthorizeParts {
    return { settings: this.#settings, records: this.#records, ports };
  }

  async #read(
    request: SourceRequest,
    ports: SourcePorts,
    protocolVersion: ProtocolVersion | undefined,
  ): Promise<Listed> {
    const sending = { signal: undefined, timeoutMs: LIST_MS, most: this.#settings.maxTools };
    const listed = await this.#sendAuthorized(
      request,
      ports,
      (endpoint) =>
        listTools(endpoint, protocolVersion, sending).catch((thrown) => {
          // What was known of the server may be over, or a connection that was kept: it is tried anew once.
          const isLost = thrown instanceof McpFailure && thrown.isLost;
          if (!isLost && (protocolVersion === undefined || !isRefusal(thrown))) throw thrown;
          return listTools(endpoint, undefined, sending);
        }),
    );
    this.#eras.set(toKey(request), listed.protocolVersion);
    return listed;
  }

  async #call(
    { effect, context, expiresAt, send }: Call,
    ports: SourcePorts,
  ): Promise<Json | OutputWithMedia | Deferred | AuthorizationNeeded> {
    const { name, timeoutMs, oauth } = this.#settings;
    // The user of the thread: the list may be of another request.
    const request = {
      tenant: context.tenant,
      user: oauth === undefined ? undefined : context.user,
      // A run that keeps no thread has an id of another form: nothing waits for the authorization then.
      thread: THREAD_ID.test(context.thread) ? context.thread : undefined,
    };
    const sending = { signal: context.signal, timeoutMs };
    try {
      const called = await this.#sendKnown(request, ports, (to, version) => send(to, version, sending));
      this.#eras.set(toKey(request), called.protocolVersion);
      return "result" in called
        ? toOutput(called.result)
        : context.defer(toDeferOptions(called.task, ports.clock(), expiresAt));
    } catch (thrown) {
      if (thrown instanceof AgentError && thrown.code === "authorization_required") {
        return new AuthorizationNeeded(name, String(thrown.details.url));
      }
      throw toToolError(thrown, name, effect);
    }
  }

  /** Sends in the protocol that the server has, by what is known of it. */
  #sendKnown<T>(
    request: SourceRequest,
    ports: SourcePorts,
    send: (endpoint: Endpoint, protocolVersion: ProtocolVersion | undefined) => Promise<T>,
  ): Promise<T> {
    const known = this.#eras.get(toKey(request)) ?? this.#list.protocolVersionFor(request);
    return this.#sendAuthorized(
      request,
      ports,
      (endpoint) =>
        send(endpoint, known).catch((thrown) => {
          // A session that is over, or a version that the server no longer has: nothing has run.
          if (!isRefusal(thrown)) throw thrown;
          return send(endpoint, known?.type === "legacy" ? LEGACY : undefined);
        }),
    );
  }

  /** Sends with the credentials; a token that the server does not take is refreshed once, since nothing has run then. */
  async #sendAuthorized<T>(
    request: SourceRequest,
    ports: SourcePorts,
    send: (endpoint: Endpoint) => Promise<T>,
  ): Promise<T> {
    if (this.#settings.oauth === undefined) return await send(this.#endpoint(ports, undefined));
    const token = this.#tokens.peek(request, ports) ?? await this.#tokens.read(request, ports);
    let challenge: string | null = null;
    if (token !== undefined) {
      try {
        return await send(this.#endpoint(ports, token));
      } catch (thrown) {
        if (!(thrown instanceof McpFailure) || thrown.seen.status !== 401) throw thrown;
        ({ challenge } = thrown.seen);
      }
      const next = await this.#tokens.read(request, ports, token);
      if (next !== undefined) return await send(this.#endpoint(ports, next));
    }
    throw await this.#toUnauthorized(request, challenge, ports);
  }

  #endpoint({ env, outbound }: SourcePorts, access: string | undefined): Endpoint {
    const { name, url, headers = {}, token, apps = false } = this.#settings;
    if (access !== undefined) {
      return { url, headers: { ...headers, authorization: `Bearer ${access}` }, outbound, apps };
    }
    if (token === undefined) return { url, headers, outbound, apps };
    const value = readVariable(token, name, env);
    return { url, headers: { ...headers, authorization: `Bearer ${value}` }, outbound, apps };
  }
}

function missing(server: string): string {
  return `The user has to authorize the server of tools ${server}.`;
}

interface Call {
  readonly effect: Effect;
  readonly context: ToolContext;
  /** Of a poll: when the wait ends, in epoch milliseconds. */
  readonly expiresAt?: number;
  send(
    to: Endpoint,
    protocolVersion: ProtocolVersion | undefined,
    sending: Sending,
  ): Promise<Called & { readonly protocolVersion: ProtocolVersion }>;
}

const LEGACY: ProtocolVersion = { type: "legacy", version: "", session: "" };

/** What a server reads of a call beside its arguments. */
function toMeta({ idempotencyKey, traceContext = {} }: ToolContext): JsonObject {
  const trace = Object.entries(traceContext).filter((entry): entry is [string, string] =>
    typeof entry[1] === "string"
  );
  return { "treadle/idempotencyKey": idempotencyKey, ...Object.fromEntries(trace) };
}

function isRefusal(thrown: unknown): boolean {
  return thrown instanceof McpFailure && REFUSED.includes(thrown.seen.status) && thrown.rpcCode === undefined;
}

// Tenants hold no control characters, so no key stands for two pairs.
function toKey({ tenant, user }: SourceRequest): string {
  return `${tenant}\n${user ?? ""}`;
}
