// Scopes: what a caller that the deployment authenticates by itself may do.

import { AgentError } from "../../core/error.ts";

/** Every {@link Scope}. */
export const SCOPES = ["read", "run", "decide", "manage"] as const;

/**
 * | scope    | what it permits                                                                    |
 * | -------- | ---------------------------------------------------------------------------------- |
 * | `read`   | GET of what is not `manage`                                                        |
 * | `run`    | creating, running, waking, cancelling, forking and removing threads, changing their plans, detaching calls |
 * | `decide` | answers to approvals, links to them, and results of deferred calls                                      |
 * | `manage` | changes of catalogues, schedules, policies, evaluations, tools that run alone, usage (that of tools too) and analytics of the tenant, tokens, webhooks (those that go out, refusals of those that came in), exports of threads, and their index, facts of the deployment |
 */
export type Scope = typeof SCOPES[number];

/** What a caller with a user may do when its identity names no scopes: who asks for something does not approve it. */
const SCOPES_OF_USER: ReadonlySet<Scope> = new Set(["read", "run"]);

const ALL: ReadonlySet<Scope> = new Set(SCOPES);

const MANAGED =
  /^\/v1\/(?:schedules|policies|usage|analytics|deployment|tokens|webhooks|webhook-endpoints|webhook-deliveries|evaluations|tools\/usage|agents\/[^/]+\/tools)(?:\/|$)/;

/** The index is of the whole tenant. */
const INDEX = /^\/v1\/threads\/index$/;

/** What a catalogue has is read as what an agent has. */
const CATALOGUE = /^\/v1\/catalogues(?:\/|$)/;

/** An export has the definition of the agent and the mark of notices, which no user is to know. */
const EXPORT = /^\/v1\/threads\/[^/]+\/export$/;

/** A caller that may send an input may let a run go on without a result, as the input does. */
const DECIDED = /^\/v1\/(?:inbox\/|threads\/[^/]+\/(?:approvals\/|calls\/(?![^/]+\/detach$)))/;

/** The scopes of an identity. Words that are no scopes count for nothing: a token has more of them. */
export function scopesOf(
  { user, scopes }: { readonly user?: string | undefined; readonly scopes?: readonly string[] | undefined },
): ReadonlySet<Scope> {
  if (scopes === undefined) return user === undefined ? ALL : SCOPES_OF_USER;
  return new Set(SCOPES.filter((scope) => scopes.includes(scope)));
}

/** The scope that a request needs, by its method and its path below the base path. */
export function scopeOf(method: string, path: string): Scope {
  if (MANAGED.test(path) || EXPORT.test(path)) return "manage";
  if (method === "GET" || method === "HEAD" || method === "OPTIONS") return "read";
  if (CATALOGUE.test(path) || INDEX.test(path)) return "manage";
  return DECIDED.test(path) ? "decide" : "run";
}

/**
 * Refuses a caller without the scope, for routes on which it follows from the body.
 *
 * @throws {AgentError} forbidden
 */
export function assertScope(scopes: ReadonlySet<Scope> | undefined, scope: Scope): void {
  if (scopes === undefined || scopes.has(scope)) return;
  throw new AgentError("forbidden", `This caller lacks the scope ${scope}.`, { details: { scope } });
}
