// Entries of a history that a caller imports. Their ids differ from those of entries that a step of the thread has made.

/** The beginning of the id of an imported entry. */
export const BROUGHT = "brought_";

/** True for an entry that a history brings. */
export function isBrought({ id }: { readonly id: string }): boolean {
  return id.startsWith(BROUGHT);
}
