// For whom a request acts: a caller with a user or a token acts for that user or person alone, whatever the body names.

import { AgentError } from "../../core/error.ts";
import type { Binding } from "../../runtime/owner.ts";

/** Who sends a request, as far as acting for people goes. */
interface ActingCaller {
  readonly tenant: string;
  readonly by?: string | undefined;
  readonly user?: string | undefined;
  readonly bound?: Binding | undefined;
}

/**
 * The user whom a request is booked to: that of the caller. A caller with neither a user nor a token may name any.
 *
 * @throws {AgentError} forbidden - the request names another user than the caller's
 */
export function userOf(
  { user, bound }: Pick<ActingCaller, "user" | "bound">,
  named: string | undefined,
): string | undefined {
  if (named === undefined || named === user || user === undefined && bound === undefined) {
    return user ?? named;
  }
  throw forbiddenName("/user", "user");
}

/**
 * Who answers: the person whom a request names, or the caller. A caller with a user or a token answers as that user or person alone, so that of
 * several people who must approve none counts twice.
 *
 * @throws {AgentError} forbidden - such a caller names another person
 */
export function deciderOf(
  { user, tenant, bound, by = `tenant:${tenant}` }: ActingCaller,
  named: string | undefined,
): string {
  if (named === undefined || named === by) return by;
  if (user === undefined && bound === undefined) return named;
  throw forbiddenName("/by", "by");
}

function forbiddenName(pointer: string, field: string): AgentError {
  const detail = `This caller acts for its own user alone; leave ${field} out.`;
  return new AgentError("forbidden", detail, { problems: [{ pointer, detail }] });
}
