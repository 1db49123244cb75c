// Whose threads a call is about, and what the records say of its caller.

import * as z from "zod/mini";
import { AgentError } from "../core/error.ts";
import type { AppDeps } from "../deps/create_deps.ts";
import { toCaller } from "../http/access/identity.ts";
import { tenantName, userName } from "../http/schemas/requests.ts";
import type { ThreadRef } from "../core/store/thread.ts";
import { assertOwn } from "../kernel/threads/assert_own.ts";
import { assertIds, checkBody } from "./check_options.ts";
import type { As } from "./contract.ts";

/** Who calls, as a caller over HTTP that the deployment authenticates by itself. */
export type Caller = Pick<ReturnType<typeof toCaller>, "tenant" | "user" | "by">;

/** A deployment as one caller has it. */
export interface Scope {
  readonly deps: AppDeps;
  readonly caller: Caller;
}

/** The caller of calls without `as`: the tenant is that of this machine's requests to a deployment without keys. */
export const LOCAL: Caller = { tenant: "local", user: undefined, by: "tenant:local" };

/**
 * The caller that `as` gives.
 *
 * @throws {AgentError} invalid_request - for what cannot be a tenant or a user, and for a field that is there and undefined, or
 * no field of its own: a token without a subject must not become a caller for the whole tenant
 */
export function callerAs(who: As, before: Caller): Caller {
  const names = z.strictObject({ tenant: z.optional(tenantName), user: z.optional(userName) });
  const { tenant, user } = checkBody(names, who).value;
  for (const [field, value] of Object.entries({ tenant, user })) {
    if (value === undefined && field in who) throw undefinedField(field);
  }
  const kept = tenant === undefined ? before.user : undefined;
  const person = user ?? kept;
  const named = { tenant: tenant ?? before.tenant };
  return toCaller(person === undefined ? named : { ...named, user: person });
}

/**
 * The agent of new threads where none is named: the one that there is. Calls and agents are of one program. Over HTTP there is no
 * default: clients are deployed apart from the agents, so a second agent would break their requests, and an input to a mistyped
 * id would begin a thread.
 */
export function onlyAgent({ agents }: Pick<AppDeps, "agents">): string | undefined {
  const [first, ...others] = agents.keys();
  return others.length === 0 ? first : undefined;
}

function undefinedField(field: string): AgentError {
  const detail = "This field is there and has no value of its own; give a text, or leave it out.";
  return new AgentError(
    "invalid_request",
    `The option ${field} of as is there and has no value of its own; give a text, or leave it out.`,
    {
      problems: [{ pointer: `/${field}`, detail }],
    },
  );
}

/**
 * The thread of an id. One of another user does not exist for a caller with a user; that takes one store request.
 *
 * @throws {AgentError} invalid_path, thread_unknown
 */
export async function ownThread(
  { deps, caller }: Scope,
  thread: string,
  callId?: string,
): Promise<ThreadRef> {
  assertIds(thread, callId);
  const ref = { tenant: caller.tenant, thread };
  await assertOwn(ref, caller, deps);
  return ref;
}
