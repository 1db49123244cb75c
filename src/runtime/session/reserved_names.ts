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
  { contributions }: Deps,
): void {
  if (user === undefined || origin === undefined || origin.door === "phase") return;
  const others = contributions.reserved.filter(({ door }) => door !== origin.door);
  refuseFirst("thread", ref.thread, others.map((names) => names.whoseThread(ref)));
  refuseFirst("user", user, others.map((names) => names.whoseUser(ref.tenant, user)));
}

/**
 * Refuses a user of a plugin as that of a caller.
 *
 * @throws {AgentError} forbidden
 */
export function assertUserFree(tenant: string, user: string | undefined, { contributions }: Deps): void {
  if (user === undefined) return;
  refuseFirst("user", user, contributions.reserved.map((names) => names.whoseUser(tenant, user)));
}

function refuseFirst(kind: "thread" | "user", name: string, found: readonly (string | undefined)[]): void {
  const what = found.find((each) => each !== undefined);
  if (what === undefined) return;
  const message = `The ${kind} ${name} is ${what}, for which no other request speaks.`;
  throw new AgentError("forbidden", message, { problems: [{ pointer: `/${kind}`, detail: message }] });
}
