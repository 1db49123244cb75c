// Calls of client tools: the page runs them, and their outcomes go to the deployment together.

import type { CallPart, Conversation } from "./client/collect/conversation.ts";
import { randomId } from "./client/transport.ts";
import type { GivenResult as ToolResult } from "../core/contract/requests.ts";
import { listClientCalls, type PageTool } from "./thread_state.ts";

/** The outcomes of all calls that the thread waits for. */
export interface ResultBatch {
  /** The idempotency key of their request, also when it is sent again. */
  readonly id: string;
  readonly results: readonly ToolResult[];
}

/** The calls of one thread that the page is to answer. */
export class PageCalls {
  readonly #results = new Map<string, ToolResult>();
  /** Calls that a tool of the page has begun, each once. */
  readonly #begun = new Set<string>();
  readonly #ids = new Map<string, string>();

  /** Notes an outcome. */
  answer(result: ToolResult): void {
    this.#results.set(result.callId, result);
  }

  /** Calls that wait for the page, without those that have an outcome or are run by a tool. */
  open(conversation: Conversation): CallPart[] {
    return listClientCalls(conversation).filter(({ callId }) =>
      !this.#results.has(callId) && !this.#begun.has(callId)
    );
  }

  /** Whether the thread waits for an outcome that is not there. */
  isWaiting(conversation: Conversation): boolean {
    return listClientCalls(conversation).some(({ callId }) => !this.#results.has(callId));
  }

  /** What is to be sent: undefined without such calls, or while one of them has no outcome. */
  batch(conversation: Conversation): ResultBatch | undefined {
    const results = listClientCalls(conversation).flatMap(({ callId }) => this.#results.get(callId) ?? []);
    if (results.length === 0 || this.isWaiting(conversation)) return undefined;
    const calls = results.map(({ callId }) => callId).join(" ");
    const id = this.#ids.get(calls) ?? randomId("results");
    this.#ids.set(calls, id);
    return { id, results };
  }

  /** Runs the calls of tools that the page has; `onResult` is called with each outcome. */
  run(
    conversation: Conversation,
    tools: readonly PageTool[],
    onResult: (result: ToolResult) => void,
  ): void {
    for (const call of this.open(conversation)) {
      const run = tools.find(({ name }) => name === call.name)?.run;
      if (run === undefined) continue;
      this.#begun.add(call.callId);
      void runCall(call, run).then(onResult);
    }
  }
}

/** The outcome of a call. What a tool throws is an outcome that the model reads. */
async function runCall({ callId, args }: CallPart, run: NonNullable<PageTool["run"]>): Promise<ToolResult> {
  try {
    return { callId, output: await run(JSON.parse(args), { callId }) };
  } catch (thrown) {
    return { callId, output: thrown instanceof Error ? thrown.message : String(thrown), failed: true };
  }
}
