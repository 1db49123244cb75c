// The context of a tool for tests: complete, with the parts replaced that a test is about.

import type { AnyToolContext, CallContext } from "../core/tool.ts";
import { fetchOnce } from "../core/outbound/fetch_once.ts";
import { toDeferred } from "../core/tool/deferred.ts";
import type { EnvSource } from "../core/tool/bindings.ts";
import type { StateView } from "../core/tool/state_view.ts";
import { ZERO_COUNTERS } from "../core/usage.ts";
import { toolEnv } from "../kernel/tools/tool_env.ts";

/** Parts of a context that a test sets; the others have their default. */
export type ContextParts = Partial<Omit<CallContext, "state">> & {
  /** Texts and bindings by name; an object with the methods that the tool calls is enough of a binding. Empty by default. */
  readonly env?: EnvSource;
  readonly state?: Partial<StateView>;
};

/**
 * A complete context for a tool or a hook: the first attempt of call `call_1` in step 2 of thread `test`, whose state is that
 * after its first step. Its signal never aborts, its times are 0.
 *
 * @example
 * ```ts
 * import { createToolContext } from "./tool_context.ts";
 * import assert from "node:assert/strict";
 *
 * const context = createToolContext({ user: "ada", env: { API_KEY: "k" }, state: { runSteps: 4 } });
 * assert.deepEqual([context.user, context.env.API_KEY, context.state.runSteps], ["ada", "k", 4]);
 * ```
 */
export function createToolContext({ env = {}, state, ...parts }: ContextParts = {}): AnyToolContext {
  const { callId = "call_1" } = parts;
  return {
    tenant: "local",
    thread: "test",
    agent: "test",
    step: 2,
    callId,
    idempotencyKey: callId,
    attempt: 1,
    signal: new AbortController().signal,
    metadata: {},
    user: undefined,
    fetch: fetchOnce,
    defer: (options) => toDeferred(options, 0, true),
    callbackUrl: () => Promise.resolve(`https://treadle.test/callbacks/${callId}`),
    ...parts,
    state: Object.freeze({ ...FIRST_STATE, ...state }),
    env: toolEnv({ env: Object.keys(env) }, {}, env),
  };
}

/** After the step that planned the call. */
const FIRST_STATE: StateView = {
  version: 1,
  status: "open",
  length: 2,
  counters: { ...ZERO_COUNTERS, steps: 1 },
  runSteps: 1,
  plan: undefined,
  createdAt: 0,
  updatedAt: 0,
};
