// Whose threads a caller has: those of a tenant, those of one user of it, or those that a token is bound to.

import { AgentError } from "../core/error.ts";
import type { Json } from "../core/json.ts";
import type { ThreadHeader, ThreadRef } from "../core/store/thread.ts";
import { isBranchOf } from "../core/text/id.ts";
import { readMeta } from "./stored.ts";

/** Whose threads are meant: those of a tenant, or of one user of it, within what a token is bound to. */
export interface Whose {
  readonly tenant: string;
  readonly user?: string | undefined;
  readonly bound?: Binding | undefined;
}

/** What a token is bound to besides its tenant and its user. */
export interface Binding {
  /** Id of the token. */
  readonly id: string;
  /** The agents whose threads it has. */
  readonly agents: readonly string[];
  /** The threads by their ids; undefined for all. */
  readonly threads: ThreadRange | undefined;
}

/** Threads by their ids. The branches of a chat belong to its thread: `thread` c1 has `c1:2`, too. */
export type ThreadRange =
  | { readonly type: "thread"; readonly id: string }
  | { readonly type: "prefix"; readonly prefix: string };

/** True for a thread that the caller has. A thread that cannot be read is of no known user. */
export function isOwn(ref: ThreadRef, header: ThreadHeader, { user, bound }: Whose): boolean {
  if (!isInRange(bound, ref.thread)) return false;
  try {
    const meta = readMeta(ref, header);
    return (user === undefined || meta.user === user) &&
      (bound === undefined || bound.agents.includes(meta.agent));
  } catch (error) {
    if (error instanceof AgentError && error.code === "store_corrupt") return false;
    throw error;
  }
}

/** True for a caller that has all threads of its tenant. */
export function hasAll({ user, bound }: Whose): boolean {
  return user === undefined && bound === undefined;
}

/** True for a thread whose id a token is for. */
export function isInRange(bound: Binding | undefined, thread: string): boolean {
  const { threads } = bound ?? {};
  if (threads === undefined) return true;
  return threads.type === "prefix" ? thread.startsWith(threads.prefix) : isBranchOf(threads.id, thread);
}

/**
 * Refuses a thread that a token is not for, by its id alone.
 *
 * @throws {AgentError} forbidden
 */
export function assertInRange(bound: Binding | undefined, thread: string): void {
  if (isInRange(bound, thread)) return;
  throw new AgentError("forbidden", `This token is not for thread ${thread}.`, { details: { thread } });
}

/**
 * Refuses an agent that a token is not for.
 *
 * @throws {AgentError} forbidden
 */
export function assertBoundAgent(bound: Binding | undefined, agent: string | undefined): void {
  if (bound === undefined || agent === undefined || bound.agents.includes(agent)) return;
  throw new AgentError("forbidden", `This token is not for agent ${agent}.`, { details: { agent } });
}

/**
 * Refuses a run that a token would have go on without its client: it would go on when the token is over.
 *
 * @throws {AgentError} forbidden
 */
export function assertNoWake(bound: Binding | undefined, wake: true | undefined): void {
  if (bound === undefined || wake === undefined) return;
  throw new AgentError("forbidden", "A token has no run go on without its client; leave wake out.", {
    problems: [{ pointer: "/wake", detail: "needs an API key" }],
  });
}

/**
 * Refuses a plan of a caller with a token: a plan may name threads that the token is not for.
 *
 * @throws {AgentError} forbidden
 */
export function assertNoPlan(bound: Binding | undefined, plan: Json | undefined): void {
  if (bound === undefined || plan === undefined) return;
  throw new AgentError("forbidden", "A token writes no plans; leave plan out.", {
    problems: [{ pointer: "/plan", detail: "needs an API key" }],
  });
}
