// Store: where threads are kept. The contract of the step protocol: begin, then commit or advance, fenced by an
// epoch. tests/conformance/store.ts asserts every INVARIANT of the roles on every store of the package.
//
// Texts are opaque: a store never parses an entry, a state or a call, so every string comes back byte for byte. They
// are well-formed Unicode: JSON.stringify escapes a lone surrogate, which has no UTF-8. Times are epoch milliseconds.
// Methods are required; a store that lacks an ability declares it to the suite with a reason.
//
// What a working store may answer is a value. These are thrown as AgentError, by every method:
//
//   store_unavailable  no answer came, or the store is busy; the same request may be sent again
//   store_full         the store has no room; the thread is unchanged
//   store_failed       the store refused the request, or its answer has an unknown shape
//   store_corrupt      the stored form of the thread cannot be read; `list` and `remove` accept such a thread
//   schema_unsupported a newer Treadle has written the thread, which stays as it is; `list` alone accepts it, begin and enqueue
//                      answer `unsupported`, a late commit is `fenced`

import type { BlobStore } from "./store/blob_store.ts";
import type { DefinitionStore } from "./store/definition_store.ts";
import type { DueIndex } from "./store/due.ts";
import type { LedgerStore } from "./store/ledger.ts";
import type { StoreLifetimes } from "./store/limits.ts";
import type { StepStore } from "./store/step_store.ts";
import type { ThreadStore } from "./store/thread_store.ts";

/** Keeps threads: one contract for each role, so that a function names the one that it needs, and a new store is written one by one. */
export interface Store extends StepStore, ThreadStore, BlobStore, DefinitionStore, DueIndex, LedgerStore {
  readonly name: string;

  /** What the store applies; absent where it does not say. A deployment refuses some, see assertLifetimes. */
  readonly lifetimes?: Partial<StoreLifetimes>;

  /** Resolves when the store answers. */
  ping(): Promise<void>;

  close(): Promise<void>;
}
