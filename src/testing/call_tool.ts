// Runs one tool as a step does, for the tests of a tool.

import { defineAgent } from "../agents/define_agent.ts";
import type { PlannedCall } from "../core/call.ts";
import type { NewMedia } from "../core/content/new_part.ts";
import type { MediaPart } from "../core/content/part.ts";
import type { Entry } from "../core/entry.ts";
import type { ExecutedCall } from "../core/executor.ts";
import type { JsonObject } from "../core/json.ts";
import type { Clock, Sleep } from "../core/ports.ts";
import type { Tool } from "../core/tool.ts";
import { sha256Hex } from "../core/text/sha256.ts";
import { sleep } from "../deps/ports.ts";
import { createExecutor } from "../kernel/tools/executor.ts";
import { type ContextParts, createToolContext } from "./tool_context.ts";

/** What the tool finds in its context, and the clock of the test. */
export interface CallToolOptions extends Omit<ContextParts, "idempotencyKey" | "traceHeaders"> {
  /** For tools that declare `wantsThread`. */
  readonly history?: readonly Entry[];
  /** The clock of the timeout, such as `createFakeClock()`; the real one by default. */
  readonly time?: { readonly clock: Clock; readonly sleep: Sleep };
}

/**
 * Runs a tool once, as the executor of a step runs it: the arguments are validated, `timeoutMs` and `maxOutputBytes` hold, and
 * `context.env` has only names that the tool declares (all of them where it declares none: they are its agent's). A tool that
 * needs an approval counts as approved. What the tool throws is the `error` of the observation, as a model reads it; the
 * promise does not reject. A call that the tool defers has `deferred`, with the terms.
 *
 * @example
 * ```ts
 * import { defineTool } from "../agents/define_tool.ts";
 * import { callTool } from "./call_tool.ts";
 * import assert from "node:assert/strict";
 *
 * const greet = defineTool({
 *   name: "greet",
 *   description: "Greets a person.",
 *   parameters: ["name"],
 *   effect: "pure",
 *   env: ["GREETING"],
 *   run: ({ name }, { env }) => `${env.GREETING ?? "Hello"}, ${name}.`,
 * });
 * const { outcome, output } = await callTool(greet, { name: "Ada" }, { env: { GREETING: "Hi" } });
 * assert.deepEqual([outcome, output], ["completed", "Hi, Ada."]);
 *
 * const refused = await callTool(greet, {});
 * assert.equal(refused.error?.kind, "invalid_arguments");
 * ```
 */
export async function callTool(
  tool: Tool,
  args: JsonObject,
  { env = {}, time = { clock: Date.now, sleep }, history = [], ...parts }: CallToolOptions = {},
): Promise<ExecutedCall> {
  const context = createToolContext(parts);
  const { attempt } = context;
  const executor = createExecutor({ ...time, env });
  const call: PlannedCall = {
    id: context.callId,
    name: tool.name,
    args,
    epoch: 1,
    disposition: { type: "run" },
  };
  const [observation] = await executor.execute([call], {
    ...context,
    agent: defineAgent({
      name: context.agent,
      tools: [withoutApproval(tool)],
      env: tool.env === undefined ? Object.keys(env) : [],
    }),
    epoch: attempt + call.epoch,
    marks: new Map(),
    cancelledEpoch: 0,
    history,
    urlOfCallback: (_callId, expiresInMs) => context.callbackUrl({ expiresInMs }),
    known: new Map(),
    markStarted: () => Promise.resolve(),
    media: { maxBytes: 20_000_000, store: (media) => Promise.all(media.map(toReference)) },
  }, () => {});
  if (observation === undefined) throw new Error(`The executor gave no observation of ${tool.name}.`);
  return observation;
}

/** As a store refers to a medium; its bytes are kept nowhere. */
async function toReference({ source, ...mediaPart }: NewMedia): Promise<MediaPart> {
  if (source.type === "url" || source.type === "blob") return { ...mediaPart, source };
  if (source.type === "copy") throw new Error("A tool copies no media.");
  const { base64, bytes } = source;
  const blob = { id: await sha256Hex(base64), chunks: 1, bytes: base64.length };
  return { ...mediaPart, source: { type: "blob", blob, bytes } };
}

function withoutApproval(
  { approvals: _count, approvalTtlMs: _ttl, approvalEdits: _edits, ...tool }: Tool,
): Tool {
  return { ...tool, needsApproval: false };
}
