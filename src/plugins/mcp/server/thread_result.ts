// How a thread stands: after a run, or as it is stored.

import { joinText } from "../../../core/entry.ts";
import type { Json } from "../../../core/json.ts";
import type { ThreadStatus } from "../../../core/state.ts";
import type { ThreadRef } from "../../../core/store/thread.ts";
import type { CallView } from "../../../core/contract/calls.ts";
import type { RunResult } from "../../../kernel/result.ts";
import { readThread } from "../../../kernel/threads/threads.ts";
import type { HttpDeps } from "../../../http/context.ts";
import { newestEntries } from "../../../http/conversation/newest_entries.ts";

/** A thread, for the result of a tool. */
export interface ThreadResult {
  readonly thread: string;
  readonly agent: string;
  readonly status: ThreadStatus;
  /** The answer, or the output of an `execute` run as JSON text. */
  readonly output: string | null;
  /** Those of the run, then those that are outstanding. */
  readonly calls: readonly CallView[];
  readonly question: string | undefined;
  readonly error: { readonly code: string; readonly message: string } | undefined;
}

/** The thread behind a run. */
export function resultOfRun({ thread, output, calls, error }: RunResult): ThreadResult {
  const { id, agent, status, question } = thread;
  return {
    thread: id,
    agent,
    status,
    output,
    calls,
    question,
    error: error ?? (status === "failed" ? thread.error : undefined),
  };
}

/**
 * The thread as it is stored, with the calls of its last run.
 *
 * @throws {AgentError} thread_unknown
 */
export async function readResult(ref: ThreadRef, deps: HttpDeps): Promise<ThreadResult> {
  const { id, agent, status, question, error, calls, length } = await readThread(ref, deps);
  const ran: CallView[] = [];
  let answer: string | undefined;
  const outputs: Json[] = []; // those after the last plan
  for await (const entry of newestEntries(ref, length, deps)) {
    if (entry.type === "user") break;
    if (entry.type === "assistant") answer ??= joinText(entry.blocks);
    if (entry.type !== "tool") continue;
    const { callId, name, outcome, output, error: failure } = entry;
    if (answer === undefined) {
      outputs.unshift(outcome === "completed" ? output : { error: failure ? { ...failure } : null });
    }
    ran.unshift({ id: callId, name, args: {}, state: outcome, output, error: failure });
  }
  const words = outputs.length === 0
    ? answer ?? ""
    : JSON.stringify(outputs.length === 1 ? outputs[0] : outputs);
  return {
    thread: id,
    agent,
    status,
    question,
    error: status === "failed" ? error : undefined,
    output: status === "done" ? words : null,
    calls: [...ran, ...calls],
  };
}
