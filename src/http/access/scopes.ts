// Which scope a request needs, and which ones a caller has that the deployment authenticates by itself.

import { AgentError } from "../../core/error.ts";
import { type Scope, SCOPES } from "../../core/contract/scope.ts";

/** What a caller with a user may do when its identity names no scopes: the requester of a call does not approve it. */
const SCOPES_OF_USER: ReadonlySet<Scope> = new Set(["read", "run"]);

const ALL: ReadonlySet<Scope> = new Set(SCOPES);

const MANAGED =
  /^\/v1\/(?:schedules|pauses|keys|policies|usage|analytics|deployment|tokens|webhooks|webhook-endpoints|webhook-deliveries|evaluations|tools\/usage|agents\/[^/]+\/tools)(?:\/|$)/;

/** The index has all threads of the tenant. */
const INDEX = /^\/v1\/threads\/index$/;

/** What a catalogue has is read as what an agent has. */
const CATALOGUE = /^\/v1\/catalogues(?:\/|$)/;

/** An export has the definition of the agent and the mark of notices, which no user is to know. */
const EXPORT = /^\/v1\/threads\/[^/]+\/export$/;

/** A caller that may send an input may let a run go on without a result, as the input does. */
const DECIDED = /^\/v1\/(?:inbox\/|threads\/[^/]+\/(?:approvals\/|calls\/(?![^/]+\/detach$)))/;

/** The scopes of an identity. Words that are no scopes count for nothing: a token has more of them. */
export function resolveScopes(
  { user, scopes }: { readonly user?: string | undefined; readonly scopes?: readonly string[] | undefined },
): ReadonlySet<Scope> {
  if (scopes === undefined) return user === undefined ? ALL : SCOPES_OF_USER;
  return new Set(SCOPES.filter((scope) => scopes.includes(scope)));
}

/** The scope that a request needs, by its method and its path below the base path. */
export function findRequiredScope(method: string, path: string): Scope {
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
