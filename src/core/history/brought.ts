// Entries of a history that a caller brings. Their ids tell them from those that a step of the thread has made.

/** How the id of an entry begins that a history brings. */
export const BROUGHT = "brought_";

/** True for an entry that a history brings. */
export function isBrought({ id }: { readonly id: string }): boolean {
  return id.startsWith(BROUGHT);
}
