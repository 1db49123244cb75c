// Names of plugins in requests that are not theirs.

import { AgentError } from "../../core/error.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { StepRequest } from "../request.ts";

type Deps = Pick<RuntimeDeps, "contributions">;

/**
 * Refuses a request for a user that acts as a user of a plugin, or has a thread of one. A request without a user is the tenant's own, and
 * one without an origin goes on with what was accepted.
 *
 * @throws {AgentError} forbidden
 */
export function assertNamesFree(
  { ref, user, origin }: Pick<StepRequest, "ref" | "user" | "origin">,
  { contributions: { reserved } }: Deps,
): void {
  if (user === undefined || origin === undefined) return;
  for (const { door, whoseUser, whoseThread } of reserved) {
    if (origin.door === door || origin.door === "phase") continue;
    const thread = whoseThread(ref);
    if (thread !== undefined) throw forbidden("/thread", `Thread ${ref.thread} is ${thread}`);
    const person = whoseUser(ref.tenant, user);
    if (person !== undefined) throw forbidden("/user", `User ${user} is ${person}`);
  }
}

/**
 * Refuses a user of a plugin as that of a caller.
 *
 * @throws {AgentError} forbidden
 */
export function assertUserFree(
  tenant: string,
  user: string | undefined,
  { contributions: { reserved } }: Deps,
): void {
  if (user === undefined) return;
  for (const { whoseUser } of reserved) {
    const person = whoseUser(tenant, user);
    if (person !== undefined) throw forbidden("/user", `User ${user} is ${person}`);
  }
}

function forbidden(pointer: string, what: string): AgentError {
  const message = `${what}, whom no other request speaks for: use another name.`;
  return new AgentError("forbidden", message, { problems: [{ pointer, detail: message }] });
}
