// The methods of a store by what a second call of the same does: the one list of them, for what stands between a store and its callers.

import type { Store } from "../store.ts";

/** The name of a method of a store. */
export type StoreMethod = Exclude<keyof Store, "name" | "lifetimes">;

/**
 * Every method. `once`: it writes, and when its answer was lost a second call has another answer, so that what repeats it keeps the first.
 * `apart`: it is no single request.
 */
export const STORE_METHODS = {
  create: "once",
  begin: "writes",
  enqueue: "writes",
  commit: "writes",
  advance: "writes",
  abandon: "writes",
  markStarted: "writes",
  flush: "writes",
  cancel: "once",
  decide: "once",
  read: "reads",
  taken: "reads",
  inbox: "reads",
  withdraw: "once",
  history: "reads",
  list: "reads",
  putFacets: "writes",
  putLabel: "writes",
  listAwaiting: "reads",
  fork: "once",
  remove: "once",
  readEvents: "reads",
  putBlob: "writes",
  getBlob: "reads",
  recordLearnedCapabilities: "writes",
  readLearnedCapabilities: "reads",
  putDefinition: "writes",
  readDefinition: "reads",
  listDefinitions: "reads",
  removeDefinition: "once",
  moveDue: "once",
  listDue: "reads",
  reserve: "writes",
  book: "writes",
  readLedger: "reads",
  ping: "reads",
  claimAlarm: "apart",
  watch: "apart",
  follow: "apart",
  close: "apart",
} as const satisfies Record<StoreMethod, "reads" | "writes" | "once" | "apart">;

/** True for the name of a method; a store's other functions are its own. */
export function isStoreMethod(name: string | symbol): name is StoreMethod {
  return Object.hasOwn(STORE_METHODS, name);
}
