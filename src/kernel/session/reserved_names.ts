// Names that belong to a plugin: the users whom it knows itself, and the threads that it keeps for them. A request of another way in that had
// such a name would speak as another person.

import { AgentError } from "../../core/error.ts";
import type { Origin } from "../../core/record.ts";
import type { Binding } from "../owner.ts";

/** The names of one plugin. */
export interface ReservedNames {
  /** The door of the requests that bring them, as the origins of entries name it. */
  readonly door: string;
  /** What the user or the thread of a tenant is, such as `the user U1 of channel slack`; undefined for one of every other name. */
  readonly whose: (kind: "thread" | "user", name: string, tenant: string) => string | undefined;
}

/** The names of a request. */
interface AskedNames {
  /** Without a thread where the request has none. */
  readonly ref: { readonly tenant: string; readonly thread?: string };
  readonly user?: string | undefined;
  readonly bound?: Binding | undefined;
  readonly origin?: Origin | undefined;
}

/** What the runtime itself brings into a thread: the end of a phase, the result of a call. */
const OWN_DOORS: readonly (string | undefined)[] = ["phase", "result"];

/**
 * Refuses a request for a user, or of a token, that acts as a user of a plugin or has a thread of one. Other requests without a user are
 * the tenant's own, and one without an origin goes on with what was accepted.
 *
 * @throws {AgentError} forbidden
 */
export function assertNamesFree(
  { ref: { tenant, thread = "" }, user, bound, origin }: AskedNames,
  reserved: readonly ReservedNames[],
): void {
  if (user === undefined && bound === undefined) return;
  if (origin === undefined || OWN_DOORS.includes(origin.door)) return;
  for (const { door, whose } of reserved) {
    if (door === origin.door) continue;
    const what = whose("thread", thread, tenant) ??
      (user === undefined ? undefined : whose("user", user, tenant));
    if (what !== undefined) throw new AgentError("forbidden", `This is ${what}.`);
  }
}
