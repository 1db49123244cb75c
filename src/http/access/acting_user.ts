// For whom a request acts: a caller with a user acts for that user alone, whatever the body names.

import { AgentError } from "../../core/error.ts";

/** Who sends a request, as far as acting for people goes. */
interface ActingCaller {
  readonly tenant: string;
  readonly by?: string | undefined;
  readonly user?: string | undefined;
}

/**
 * The user whom a request is booked to: that of the caller. A caller without one may name any.
 *
 * @throws {AgentError} forbidden - the request names another user than the caller's
 */
export function userOf(
  { user }: Pick<ActingCaller, "user">,
  named: string | undefined,
): string | undefined {
  if (user === undefined || named === undefined || named === user) return user ?? named;
  throw forbiddenName("/user", "user");
}

/**
 * Who answers: the person whom a request names, or the caller. A caller with a user answers as that user alone, so that of
 * several people who must approve none counts twice.
 *
 * @throws {AgentError} forbidden - a caller with a user names another person
 */
export function deciderOf(
  { user, tenant, by = `tenant:${tenant}` }: ActingCaller,
  named: string | undefined,
): string {
  if (named === undefined || named === by) return by;
  if (user === undefined) return named;
  throw forbiddenName("/by", "by");
}

function forbiddenName(pointer: string, field: string): AgentError {
  const detail = `This caller acts for its own user alone; leave ${field} out.`;
  return new AgentError("forbidden", detail, { problems: [{ pointer, detail }] });
}
