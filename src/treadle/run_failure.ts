// The error of a run whose last step failed.

import { AgentError } from "../core/error.ts";
import type { RunResult } from "../runtime/result.ts";

/**
 * A run began and its last step failed: code, message and details are those of the failure, which is the cause. What was done
 * before the failure is committed. A refusal, of which nothing is committed, is an {@link AgentError} of another class.
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
      ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    });
    this.result = result;
  }
}
