// Names that belong to a plugin: the users whom it knows itself, and the threads that it keeps for them. A request of another way in
// that had such a name would speak as another person.

/** The names of one plugin. */
export interface ReservedNames {
  /** The door of the requests that bring them, as the origins of entries name it. */
  readonly door: string;
  /** What the user or the thread of a tenant is, such as `the user U1 of channel slack`; undefined for one of every other name. */
  readonly whose: (kind: "thread" | "user", name: string, tenant: string) => string | undefined;
}
