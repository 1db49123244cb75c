// The identity of a caller, as a deployment's own `authenticate` finds it, and its form.

import * as z from "zod/mini";
import { AgentError } from "../../core/error.ts";
import { lazyShape } from "../../core/text/lazy_shape.ts";
import { findProblems } from "../problems.ts";
import { tenantName, userName } from "../schemas/requests.ts";
import type { Scope } from "../../core/contract/scope.ts";
import { resolveScopes } from "./scopes.ts";

/** Who sends a request, as `authenticate` of a deployment returns it. */
export interface Identity {
  /** 1 to 64 letters, digits, `_` and `-`. Tenants share nothing. */
  readonly tenant: string;
  /**
   * 1 to 128 characters without control characters. Such a caller sees and changes only the threads of this user, and its steps
   * are booked to the user. A caller without one sees all threads of the tenant.
   */
  readonly user?: string;
  /**
   * `read`, `run`, `decide`, `manage`; other words count for nothing. Without a list: all of them, and with a user `read` and
   * `run`: who may approve is always named.
   */
  readonly scopes?: readonly string[];
}

/**
 * Finds the identity of a request, or null for a caller that is not known. The request has the method, the URL and the headers of
 * the one that is served, and no body. What it throws is the response 500.
 */
export type Authenticate = (request: Request) => Identity | null | Promise<Identity | null>;

/** The caller of a request, found by `authenticate`. */
export interface CustomCaller {
  readonly tenant: string;
  /** The caller as records name it: `user:<user>`, or `tenant:<tenant>`. */
  readonly by: string;
  readonly user: string | undefined;
  readonly scopes: ReadonlySet<Scope>;
}

const identity = z.object(lazyShape(() => ({
  tenant: tenantName,
  user: z.optional(userName),
  scopes: z.optional(z.array(z.string())),
})));

/**
 * The caller with the identity.
 *
 * @throws {AgentError} config_invalid - the value is no identity; the message leaves its values out
 */
export function toCaller(value: unknown): CustomCaller {
  const checked = identity.safeParse(value);
  // A token without a subject must not become a caller for the whole tenant.
  const hasNoName = checked.success && checked.data.user === undefined && "user" in Object(value);
  if (!checked.success || hasNoName) throw notAnIdentity(hasNoName ? [UNNAMED] : wrongPlaces(value));
  const { tenant, user } = checked.data;
  const by = user === undefined ? `tenant:${tenant}` : `user:${user}`;
  return { tenant, by, user, scopes: resolveScopes(checked.data) };
}

const UNNAMED = "user is undefined: leave it out for a caller without one";

function wrongPlaces(value: unknown): string[] {
  return findProblems(identity, value).map(({ path, detail }) =>
    `${path.length === 0 ? "it" : path.join(".")} ${detail}`
  );
}

function notAnIdentity(wrong: readonly string[]): AgentError {
  return new AgentError(
    "config_invalid",
    `The deployment's authenticate returned no identity and not null: ${wrong.join("; ")}.`,
  );
}
