// Tasks of the protocol 2025-11-25: a call of a tool that requires one is deferred, and its task is polled until it has ended.

import type { CallToolResult } from "@modelcontextprotocol/client";
import { isJsonObject, type Json } from "../../../core/json.ts";
import type { DeferOptions } from "../../../core/tool/deferred.ts";
import { ToolError } from "../../../core/tool/tool_error.ts";

/** The requested lifetime of a task in milliseconds, and the wait of its call where the server names no end: a day. */
export const TASK_MS = 86_400_000;
/** Milliseconds between two polls: least, and without a word of the server. */
const LEAST_POLL_MS = 1_000;
const POLL_MS = 5_000;
const MOST_POLL_MS = 3_600_000;

/** A task as the server describes it. */
export interface McpTask {
  readonly taskId: string;
  readonly status: string;
  readonly message: string;
  readonly ttlMs: number | undefined;
  readonly pollMs: number;
}

/** The outcome of a call: its result, or its task. */
export type Called = { readonly result: CallToolResult } | { readonly task: McpTask };

/** A task in an answer; undefined for another answer. */
export function readTask(json: Json | undefined): McpTask | undefined {
  if (!isJsonObject(json)) return undefined;
  const { taskId, status, statusMessage, ttl, pollInterval } = json;
  if (typeof taskId !== "string" || taskId === "" || typeof status !== "string") return undefined;
  const poll = typeof pollInterval === "number" ? pollInterval : POLL_MS;
  return {
    taskId,
    status,
    message: typeof statusMessage === "string" ? statusMessage : "",
    ttlMs: typeof ttl === "number" && ttl > 0 ? ttl : undefined,
    pollMs: Math.min(MOST_POLL_MS, Math.max(LEAST_POLL_MS, poll)),
  };
}

/**
 * How a call waits for its task. `expiresAt` is the end of an earlier wait, in epoch milliseconds.
 *
 * @throws {ToolError} retryable - the wait ends within a second
 */
export function toDeferOptions(task: McpTask, now: number, expiresAt?: number): DeferOptions {
  const end = expiresAt ?? now + Math.max(LEAST_POLL_MS, Math.min(task.ttlMs ?? TASK_MS, TASK_MS));
  // The executor ends a wait that is over, and keeps the terms of one that is about to be.
  if (end < now + LEAST_POLL_MS) throw new ToolError("retryable", "The task goes on.");
  return { ref: { task: task.taskId, expiresAt: end }, pollAfterMs: task.pollMs, expiresAt: end };
}

/** The task of a reference, and when its call ends. */
export function readRef(ref: Json): { readonly taskId: string; readonly expiresAt: number } {
  if (isJsonObject(ref) && typeof ref.task === "string" && typeof ref.expiresAt === "number") {
    return { taskId: ref.task, expiresAt: ref.expiresAt };
  }
  throw new ToolError("failed", "The call has no task.");
}

/** True for a task that has a result, whether the work failed or not. */
export function hasEnded({ status }: McpTask): boolean {
  return status === "completed" || status === "failed" || status === "cancelled";
}
