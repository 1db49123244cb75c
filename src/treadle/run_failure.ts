// The error of a run whose last step failed.

import { AgentError } from "../core/error.ts";
import type { RunResult } from "../kernel/result.ts";

/**
 * A run began and its last step failed: code, message and details are those of the failure, which is the cause. What was done
 * before the failure is committed. A refusal, of which nothing is committed, is an {@link AgentError} of another class.
 *
 * @example
 * ```ts
 * import { createScriptedProvider, createTreadle, defineAgent, RunFailure, scenario } from "../mod.ts";
 * import assert from "node:assert/strict";
 *
 * const model = createScriptedProvider({ script: scenario().fails("model_auth") });
 * const agents = [defineAgent({ name: "helper", model: "scripted/any", instructions: "Help." })];
 * const { run } = createTreadle({ agents, store: "memory", env: {}, providers: [model], log: () => {} });
 *
 * const thrown = await run("t1", "Hi.").catch((error: unknown) => error);
 * assert(thrown instanceof RunFailure);
 * assert.equal(thrown.code, "model_auth");
 * assert.equal(thrown.result.thread.id, "t1");
 * ```
 */
export class RunFailure extends AgentError {
  override readonly name: string = "RunFailure";
  /** The thread as the failure left it, the calls that ran, the warnings, and the usage. */
  readonly result: RunResult;

  constructor(error: AgentError, result: RunResult) {
    const { code, message, retryAfterMs, problems, details } = error;
    super(code, message, {
      cause: error,
      problems,
      details,
      retryAfterMs,
    });
    this.result = result;
  }
}
