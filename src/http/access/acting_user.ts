// The user of a request: a caller with a user or a token acts for that user or person alone, whatever the body names.

import { AgentError } from "../../core/error.ts";
import type { ReservedNames } from "../../kernel/session/reserved_names.ts";
import type { Binding } from "../../kernel/owner.ts";
import { assertNamesFree } from "../../kernel/session/reserved_names.ts";

/** Who sends a request, as far as acting for people goes. */
export interface ActingCaller {
  readonly tenant: string;
  readonly by?: string | undefined;
  readonly user?: string | undefined;
  readonly bound?: Binding | undefined;
  /** Names of users that are a plugin's; none of a program's own calls. */
  readonly reserved?: readonly ReservedNames[];
}

/**
 * The user whom a request is booked to: that of the caller. A caller with neither a user nor a token may name any that is not a plugin's.
 *
 * @throws {AgentError} forbidden - the request names another user than the caller's, or a plugin's
 */
export function resolveUser(caller: ActingCaller, named: string | undefined): string | undefined {
  const { user, bound } = caller;
  if (named === undefined || named === user) return user;
  if (user !== undefined || bound !== undefined) throw forbiddenName("/user", "user");
  return assertFree(named, caller);
}

function assertFree(user: string, { tenant, reserved = [] }: ActingCaller): string {
  assertNamesFree({ ref: { tenant }, user, origin: { door: "api" } }, reserved);
  return user;
}

/**
 * Who answers: the person whom a request names, or the caller. A caller with a user or a token answers as that user or person alone, so that of
 * several people who must approve none counts twice.
 *
 * @throws {AgentError} forbidden - such a caller names another person, or any caller one of a plugin
 */
export function resolveDecider(caller: ActingCaller, named: string | undefined): string {
  const { user, tenant, bound, by = `tenant:${tenant}` } = caller;
  if (named === undefined || named === by) return by;
  if (user !== undefined || bound !== undefined) throw forbiddenName("/by", "by");
  return assertFree(named, caller);
}

function forbiddenName(pointer: string, field: string): AgentError {
  const detail = `This caller acts for its own user alone; leave ${field} out.`;
  return new AgentError("forbidden", detail, { problems: [{ pointer, detail }] });
}
