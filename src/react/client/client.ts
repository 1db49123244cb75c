// createClient: the deployment, and its threads.

import type { AgentView, DeploymentView } from "../../core/contract/deployment.ts";
import type {
  EvaluationDetail,
  EvaluationPage,
  RunnableTools,
  ToolRunView,
} from "../../core/contract/evaluations.ts";
import type { RefusalView } from "../../core/contract/webhooks.ts";
import type { JsonObject } from "../../core/json.ts";
import type { ThreadPage } from "../../core/contract/threads.ts";
import type { ListQuery, PersonAnswer, ThreadsQuery } from "../../core/contract/requests.ts";
import type { RequestOptions } from "./options.ts";
import { Thread } from "./thread.ts";
import { type ClientOptions, randomId, Transport } from "./transport.ts";
import type { InboxPage, InboxResult } from "../../core/contract/calls.ts";

/** A page of a list. */
export interface PageOptions extends RequestOptions, ListQuery {}

/** A page of threads, and what they are filtered by. */
export interface ThreadsPageOptions extends RequestOptions, ThreadsQuery {}

/** An answer about a call of the inbox. */
export interface InboxAnswer extends PersonAnswer {
  readonly thread: string;
  readonly callId: string;
}

/** How one tool is run. */
export interface ToolRunOptions extends RequestOptions {
  /** None by default. */
  readonly args?: JsonObject;
  /** Approves the call where people would have to; needs the scope `decide`. */
  readonly approve?: boolean;
  /** The user whose authorizations of MCP servers count. */
  readonly user?: string;
}

/** Which tools that can be run alone are listed. */
export interface RunnableToolsOptions extends RequestOptions {
  /** A part of their names. */
  readonly name?: string;
  /** The user whose authorizations of MCP servers count. */
  readonly user?: string;
}

/** A page of evaluations. */
export interface EvaluationsPageOptions extends RequestOptions {
  /** `cursor` of the page before. */
  readonly cursor?: string;
  /** From 1 to 50; 20 by default. */
  readonly limit?: number;
}

/** A deployment. */
export interface Client {
  /** A thread by its id, or a new one with a random id. Nothing is sent: the first run creates it with the option `agent`. */
  thread(id?: string): Thread;
  /** The threads of the key's tenant, newest first; with a filter those that match all of it. @throws {TreadleError} */
  threads(page?: ThreadsPageOptions): Promise<ThreadPage>;
  /** What waits for people, the oldest first; a page may be empty and have a cursor. @throws {TreadleError} */
  inbox(page?: PageOptions): Promise<InboxPage>;
  /** Answers 1 to 25 calls of the inbox, each by itself: what became of them, in their order. @throws {TreadleError} */
  decide(answers: readonly InboxAnswer[], options?: RequestOptions): Promise<readonly InboxResult[]>;
  /** The agents of the deployment. @throws {TreadleError} */
  agents(options?: RequestOptions): Promise<readonly AgentView[]>;
  /** What serves the requests: version, schema, runtime, store; the scope `manage`. @throws {TreadleError} */
  deployment(options?: RequestOptions): Promise<DeploymentView>;
  /**
   * Runs one tool of an agent alone, for real; the plugin `evaluations()` and the scope `manage`. The request is sent once.
   *
   * @throws {TreadleError}
   */
  runTool(agent: string, tool: string, options?: ToolRunOptions): Promise<ToolRunView>;
  /** The tools of an agent that can be run alone; the plugin `evaluations()` and the scope `manage`. @throws {TreadleError} */
  runnableTools(agent: string, options?: RunnableToolsOptions): Promise<RunnableTools>;
  /** Evaluations, the newest first; the plugin `evaluations()` and the scope `manage`. @throws {TreadleError} */
  evaluations(page?: EvaluationsPageOptions): Promise<EvaluationPage>;
  /** An evaluation with its report, when it is done. @throws {TreadleError} */
  evaluation(id: string, options?: RequestOptions): Promise<EvaluationDetail>;
  /** Webhooks that began nothing, and why; the plugin `webhooks()` and the scope `manage`. @throws {TreadleError} */
  webhookRefusals(options?: RequestOptions): Promise<readonly RefusalView[]>;
}

/**
 * A client of the deployment at `url`.
 *
 * @example
 * ```ts
 * import { createClient } from "./client.ts";
 * import assert from "node:assert/strict";
 *
 * const client = createClient({ url: "https://x.example/agents", key: () => "a-token", fetch: answer });
 * const [agent] = await client.agents();
 * assert.equal(agent?.name, "demo");
 *
 * async function answer(url: string, init: RequestInit) {
 *   assert.equal(url, "https://x.example/agents/v1/agents");
 *   assert.equal(new Headers(init.headers).get("authorization"), "Bearer a-token");
 *   return Response.json({ agents: [{ name: "demo" }] });
 * }
 * ```
 */
export function createClient(options: ClientOptions): Client {
  const transport = new Transport(options);
  return {
    thread: (id = randomId("thread")) => new Thread(id, transport),
    threads: ({ signal, metadata = {}, ...query } = {}) => {
      const fields = Object.entries(metadata).map(([name, value]) => [`metadata.${name}`, value] as const);
      return transport.json(`/v1/threads?${toQuery({ ...query, ...Object.fromEntries(fields) })}`, {
        signal,
      });
    },
    inbox: ({ signal, ...query } = {}) => transport.json(`/v1/inbox?${toQuery(query)}`, { signal }),
    decide: async (answers, { signal } = {}) => {
      const call = { body: answers, signal };
      return (await transport.json<{ results: readonly InboxResult[] }>("/v1/inbox/decisions", call)).results;
    },
    agents: async ({ signal } = {}) =>
      (await transport.json<{ agents: readonly AgentView[] }>("/v1/agents", { signal })).agents,
    deployment: ({ signal } = {}) => transport.json("/v1/deployment", { signal }),
    runTool: (agent, tool, { signal, ...body } = {}) => {
      const path = `/v1/agents/${encodeURIComponent(agent)}/tools/${encodeURIComponent(tool)}/run`;
      return transport.jsonOnce(path, { body, signal });
    },
    runnableTools: (agent, { signal, ...query } = {}) =>
      transport.json(`/v1/agents/${encodeURIComponent(agent)}/tools?${toQuery(query)}`, { signal }),
    evaluations: ({ signal, ...query } = {}) =>
      transport.json(`/v1/evaluations?${toQuery(query)}`, { signal }),
    evaluation: (id, { signal } = {}) =>
      transport.json(`/v1/evaluations/${encodeURIComponent(id)}`, { signal }),
    webhookRefusals: async ({ signal } = {}) => {
      const path = "/v1/webhooks/refusals";
      return (await transport.json<{ refusals: readonly RefusalView[] }>(path, { signal })).refusals;
    },
  };
}

type Query = Readonly<Record<string, string | number | undefined>>;

/** JSON leaves out what is undefined. */
function toQuery(query: Query): URLSearchParams {
  return new URLSearchParams(JSON.parse(JSON.stringify(query)));
}
