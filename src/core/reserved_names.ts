// Names that belong to a plugin: the users whom it knows itself, and the threads that it keeps for them. A request of another way in
// that had such a name would speak as another person.

import type { ThreadRef } from "./store/thread.ts";

/** The names of one plugin. */
export interface ReservedNames {
  /** The door of the requests that bring them, as the origins of entries name it. */
  readonly door: string;
  /** Whom the user of a tenant is, such as `a person of channel slack`; undefined for every other user. */
  whoseUser(tenant: string, user: string): string | undefined;
  /** What the thread is, such as `a conversation of channel slack`; undefined for every other thread. */
  whoseThread(ref: ThreadRef): string | undefined;
}
