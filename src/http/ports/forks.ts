// Forks of threads, as far as callers know what makes them.

import type { ThreadRef } from "../../core/store/thread.ts";
import type { RuntimeDeps } from "../../kernel/deps.ts";
import { pluginMissing } from "../../kernel/plugin_missing.ts";
import type { Created } from "../../kernel/threads/threads.ts";

/** Where a fork leaves its source, and what it takes over. */
export interface ForkOptions {
  /** The last version whose entries are shared; the newest by default. */
  readonly version?: number | undefined;
  /** Id of the new thread; minted by default. */
  readonly thread?: string | undefined;
  /** Leaves out the last plan of the run that goes on at the version, and what stands behind it. False by default. */
  readonly replan?: boolean;
  /**
   * Id of an input of the version: it is left out, and all that stands behind it. What its commit has before it is shared: other inputs, and
   * what came of calls.
   */
  readonly before?: string | undefined;
  /**
   * What becomes of the calls that are pending at the version. `skip` (default): each gets a `skipped` observation. `run`: they
   * are pending in the fork; a `once` call among them leaves the source, where it is skipped, and is refused when it has run there
   * or was moved to another fork. `rerun`: such calls run in the fork whatever becomes of them in the source.
   */
  readonly calls?: "skip" | "run" | "rerun";
}

/** Makes new threads that share the history of another up to a version. */
export interface Forks {
  /**
   * A fork of the thread. With `idempotent` one that exists as the options would make it is the answer.
   *
   * @throws {AgentError} thread_unknown, version_unknown, thread_exists, agent_unknown, invalid_request, forbidden, thread_busy,
   * tools_unavailable, authorization_required, plugin_missing, plugin_failed, schema_unsupported, idempotency_mismatch
   */
  fork(source: ThreadRef, options: ForkOptions, idempotent: boolean, deps: RuntimeDeps): Promise<Created>;
}

/**
 * What makes the forks of the deployment.
 *
 * @throws {AgentError} plugin_missing
 */
export function requireForks({ forks }: { readonly forks?: Forks | undefined }): Forks {
  if (forks === undefined) throw pluginMissing("Forks", "forks");
  return forks;
}
