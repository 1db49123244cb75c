// Whose threads a call is about, and what the records say of its caller.

import type { Origin } from "../core/record.ts";
import type { AppDeps } from "../deps.ts";

/** The tenant of calls without another, which is that of this machine's requests to a deployment without keys. */
export const DEFAULT_TENANT = "local";

/** Who calls. */
export interface Caller {
  readonly tenant: string;
  readonly user?: string | undefined;
}

/** A deployment as one caller sees it. */
export interface Scope {
  readonly deps: AppDeps;
  readonly tenant: string;
  /** Who calls, as records name it; undefined without a user. */
  readonly by: string | undefined;
  /** Of the entries that a call brings. */
  readonly origin: Origin;
}

/** The scope of a caller. */
export function scopeOf({ tenant, user }: Caller, deps: AppDeps): Scope {
  const by = user === undefined ? undefined : `user:${user}`;
  return { deps, tenant, by, origin: { ...(by === undefined ? {} : { by }), door: "steps" } };
}
