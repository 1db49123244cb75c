// Names of plugins in requests that are not theirs.

import { AgentError } from "../../core/error.ts";
import type { Origin } from "../../core/record.ts";
import type { RuntimeDeps } from "../deps.ts";

/** The names of a request. */
interface AskedNames {
  /** Without a thread where the request has none. */
  readonly ref: { readonly tenant: string; readonly thread?: string };
  readonly user?: string | undefined;
  readonly origin?: Origin | undefined;
}

/**
 * Refuses a request for a user that acts as a user of a plugin, or has a thread of one. A request without a user is the tenant's own, and
 * one without an origin goes on with what was accepted.
 *
 * @throws {AgentError} forbidden
 */
export function assertNamesFree(
  { ref: { tenant, thread = "" }, user, origin }: AskedNames,
  { contributions: { reserved } }: Pick<RuntimeDeps, "contributions">,
): void {
  if (user === undefined || origin === undefined || origin.door === "phase") return;
  for (const { door, whose } of reserved) {
    if (door === origin.door) continue;
    const what = whose("thread", thread, tenant) ?? whose("user", user, tenant);
    if (what !== undefined) throw new AgentError("forbidden", `This is ${what}.`);
  }
}
