// createClient: the deployment, and its threads.

import type { AgentView } from "../core/contract/deployment.ts";
import type { ThreadPage } from "../core/contract/threads.ts";
import type { ListQuery, PersonAnswer } from "../core/contract/requests.ts";
import type { RequestOptions } from "./options.ts";
import { Thread } from "./thread.ts";
import { type ClientOptions, randomId, Transport } from "./transport.ts";
import type { InboxPage, InboxResult } from "../core/contract/calls.ts";

/** A page of a list. */
export interface PageOptions extends RequestOptions, ListQuery {}

/** An answer about a call of the inbox. */
export interface InboxAnswer extends PersonAnswer {
  readonly thread: string;
  readonly callId: string;
}

/** A deployment. */
export interface Client {
  /** A thread by its id, or a new one with a random id. Nothing is sent: the first run creates it with the option `agent`. */
  thread(id?: string): Thread;
  /** The threads of the key's tenant, newest first. @throws {TreadleError} */
  threads(page?: PageOptions): Promise<ThreadPage>;
  /** What waits for people, the oldest first; a page may be empty and have a cursor. @throws {TreadleError} */
  inbox(page?: PageOptions): Promise<InboxPage>;
  /** Answers 1 to 25 calls of the inbox, each by itself: what became of them, in their order. @throws {TreadleError} */
  decide(answers: readonly InboxAnswer[], options?: RequestOptions): Promise<readonly InboxResult[]>;
  /** The agents of the deployment. @throws {TreadleError} */
  agents(options?: RequestOptions): Promise<readonly AgentView[]>;
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
  const pages = <Page>(path: string) => ({ signal, cursor, limit = 20 }: PageOptions = {}): Promise<Page> => {
    const after = cursor === undefined ? "" : `&cursor=${encodeURIComponent(cursor)}`;
    return transport.json(`${path}?limit=${limit}${after}`, { signal });
  };
  return {
    thread: (id = randomId("thread")) => new Thread(id, transport),
    threads: pages("/v1/threads"),
    inbox: pages("/v1/inbox"),
    decide: async (answers, { signal } = {}) => {
      const call = { body: answers, signal };
      return (await transport.json<{ results: readonly InboxResult[] }>("/v1/inbox/decisions", call)).results;
    },
    agents: async ({ signal } = {}) =>
      (await transport.json<{ agents: readonly AgentView[] }>("/v1/agents", { signal })).agents,
  };
}
