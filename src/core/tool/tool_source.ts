// A source of tools: a server whose list of tools is read while the deployment runs. It stands on an agent beside its own tools.

import type { JsonObject } from "../json.ts";
import type { OutboundSetup } from "../outbound/setup.ts";
import type { Clock, Log } from "../ports.ts";
import type { Store } from "../store.ts";
import type { Tool } from "../tool.ts";
import type { Warning } from "../tool_choice/choice_report.ts";
import type { EnvSource } from "./bindings.ts";

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
   * @throws {AgentError} tools_unavailable, when there is no list and the server does not answer
   */
  tools(request: SourceRequest, ports: SourcePorts): SourcedTools | Promise<SourcedTools>;
}

/** Whom the tools are for. */
export interface SourceRequest {
  readonly tenant: string;
  /** Undefined without one. */
  readonly user: string | undefined;
}

/** What a source uses of the deployment. */
export interface SourcePorts {
  readonly store: Store;
  /** Requests to addresses of others. */
  readonly outbound: OutboundSetup;
  readonly clock: Clock;
  readonly log: Log;
  /** Variables and bindings of the deployment. */
  readonly env: EnvSource;
}

/** The tools of a source at one time. */
export interface SourcedTools {
  readonly tools: readonly Tool[];
  /** What is to be known about the list: tools that are left out or have changed, a server that does not answer. */
  readonly warnings: readonly Warning[];
}
