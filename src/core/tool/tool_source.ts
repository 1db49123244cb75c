// A source of tools: a server whose list of tools is read while the deployment runs. It stands on an agent beside its own tools.

import type { JsonObject } from "../json.ts";
import type { OutboundSetup } from "../outbound/setup.ts";
import type { Clock, Log, RandomBytes, Sleep } from "../ports.ts";
import type { Store } from "../store.ts";
import type { Tool } from "../tool.ts";
import type { Warning } from "../tool_choice/choice_report.ts";
import type { EnvSource } from "./bindings.ts";
import type { AppResource } from "./tool_app.ts";

/** A server of tools; `mcpServer` of the entry `mcp/client` makes one. */
export interface RemoteToolSource {
  /** Of the form of tool names; no two sources of an agent share one. */
  readonly name: string;
  /** What the name of each of its tools begins with. */
  readonly prefix: string;
  /** Its configuration without secrets. It is part of the agent's hash; the list of tools is not. */
  readonly settings: JsonObject;
  /** Names of the environment variables that it reads. */
  readonly env: readonly string[];
  /**
   * The tools as they are known. A promise only when this isolate has not read them yet. A list that is over is returned and read
   * anew behind the answer. The same list is the same object.
   *
   * @throws {AgentError} tools_unavailable, when there is no list and the server does not answer; authorization_required, when the user
   * has to authorize it
   */
  tools(request: SourceRequest, ports: SourcePorts): SourcedTools | Promise<SourcedTools>;
  /**
   * The HTML of an app of the server; missing where its apps are not rendered.
   *
   * @throws {AgentError} tools_unavailable - the server does not answer, or what it has is no app; authorization_required
   */
  readApp?(uri: string, request: SourceRequest, ports: SourcePorts): Promise<AppResource>;
  /** How users authorize the server; missing where they do not. */
  readonly authorization?: SourceAuthorization;
}

/** True for a name below one of the sources: its tools have it, whether or not their list can be read. */
export function isOfSource(sources: readonly RemoteToolSource[] | undefined, name: string): boolean {
  return sources?.some(({ prefix }) => name.startsWith(prefix)) ?? false;
}

/** The authorization of a server by the users of a tenant. */
export interface SourceAuthorization {
  /**
   * The URL at which the user authorizes the server; undefined when it is authorized.
   *
   * @throws {AgentError} authorization_failed, config_invalid, secrets_not_configured
   */
  begin(request: SourceRequest, ports: SourcePorts): Promise<string | undefined>;
  /**
   * Takes what an authorization server sends the user back with. Undefined when the `state` is not of this source.
   *
   * @throws {AgentError} authorization_failed
   */
  finish(params: URLSearchParams, ports: SourcePorts): Promise<Authorized | undefined>;
  /** Forgets the tokens of a user. False when there were none. */
  forget(request: SourceRequest, ports: SourcePorts): Promise<boolean>;
}

/** An authorization that is done. */
export interface Authorized {
  readonly tenant: string;
  /** The thread that waits for it; undefined when none does. */
  readonly thread: string | undefined;
  /** The name of the source. */
  readonly server: string;
}

/** Whom the tools are for. */
export interface SourceRequest {
  readonly tenant: string;
  /** Undefined without one. */
  readonly user: string | undefined;
  /** The thread that waits for the tools; undefined when none does: an authorization under way is used again then, of whatever thread. */
  readonly thread?: string | undefined;
  /** Refuses also for a server that is optional, where its tools cannot be listed. */
  readonly required?: true;
  /** Begins no authorization: a refusal names the URL of one that is under way, where there is one. */
  readonly looksOnly?: true;
}

/** What a source uses of the deployment. */
export interface SourcePorts {
  readonly store: Store;
  /** Requests to addresses of others. */
  readonly outbound: OutboundSetup;
  readonly clock: Clock;
  readonly log: Log;
  readonly sleep: Sleep;
  readonly random: RandomBytes;
  /** Keys of secrets in the store. */
  readonly sealSecrets: readonly string[];
  /** Variables and bindings of the deployment. */
  readonly env: EnvSource;
}

/** The tools of a source at one time. */
export interface SourcedTools {
  readonly tools: readonly Tool[];
  /** Tools that the server has for its apps alone: no model is offered them. Missing without such. */
  readonly appTools?: readonly Tool[] | undefined;
  /** What is to be known about the list: tools that are left out or have changed, a server that does not answer. */
  readonly warnings: readonly Warning[];
}
