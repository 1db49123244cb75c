/**
 * The conformance suite of every store: one Deno test for each promise of src/core/store.ts. Declare or fail: a store
 * that cannot keep a promise names the case and the reason; whatever is not declared must hold.
 */
import { abandonCases } from "./store_cases/abandon.ts";
import { awaitingCases } from "./store_cases/people/awaiting.ts";
import { beginCases } from "./store_cases/begin.ts";
import { blobCases, largeBlobCases } from "./store_cases/blobs.ts";
import { bench, type StoreCase, type StoreSubject } from "./store_cases/case.ts";
import { commitCases } from "./store_cases/commit.ts";
import { controlCases } from "./store_cases/control.ts";
import { eventCases } from "./store_cases/events.ts";
import { fenceCases } from "./store_cases/fence.ts";
import { cachedHistoryCases } from "./store_cases/cached_history.ts";
import { filterCases } from "./store_cases/filters.ts";
import { historyCases } from "./store_cases/history.ts";
import { inboxCases } from "./store_cases/inbox.ts";
import { incarnationCases } from "./store_cases/incarnations.ts";
import { bookingCases } from "./store_cases/ledger/bookings.ts";
import { ledgerModelCases } from "./store_cases/ledger/model.ts";
import { reservationCases } from "./store_cases/ledger/reservations.ts";
import { stepLedgerCases } from "./store_cases/ledger/steps.ts";
import { lifetimeCases } from "./store_cases/lifetimes.ts";
import { modelCases } from "./store_cases/model_cases.ts";
import { receiptCases } from "./store_cases/receipts.ts";
import { definitionCases, learnedCapabilityCases } from "./store_cases/tenants.ts";
import { sharedBlobCases } from "./store_cases/shared_blobs.ts";
import { schemaCases } from "./store_cases/running/schemas.ts";
import { textCases } from "./store_cases/texts.ts";
import { threadCases } from "./store_cases/threads.ts";
import { dueCases } from "./store_cases/wakes/due.ts";
import { enqueueCases } from "./store_cases/wakes/enqueue.ts";
import { watchCases } from "./store_cases/running/watch.ts";

export type { OpenStore, StoreSubject } from "./store_cases/case.ts";

/** The cases by what they are about. */
const AREAS = {
  begins: [...beginCases, ...receiptCases],
  commits: [...commitCases, ...fenceCases],
  running: [...watchCases, ...abandonCases, ...schemaCases],
  people: [...inboxCases, ...controlCases, ...awaitingCases],
  wakes: [...enqueueCases, ...dueCases],
  histories: [...historyCases, ...cachedHistoryCases],
  threads: threadCases,
  filters: filterCases,
  lifetimes: [...lifetimeCases, ...incarnationCases, ...learnedCapabilityCases, ...definitionCases],
  ledger: [...reservationCases, ...bookingCases, ...stepLedgerCases, ...ledgerModelCases],
  blobs: [...blobCases, ...sharedBlobCases, ...eventCases],
  texts: [...largeBlobCases, ...textCases],
  models: modelCases,
} as const satisfies Record<string, readonly StoreCase[]>;

export type Area = keyof typeof AREAS;

const CASES: readonly StoreCase[] = Object.values(AREAS).flat();

/** Milliseconds: a case with a shorter lifetime waits until it is over, where the clock of a store cannot be moved. */
const WAITED_FOR_MS = 10_000;

/** Whether a case waits for the end of a lifetime. */
function waits({ lifetimes = {} }: StoreCase): boolean {
  return Object.values(lifetimes).some((ms) => ms < WAITED_FOR_MS);
}

/** The cases of an area that wait for nothing, which a store with a clock of its own has among the fast tests. */
export function quickCases(area: Area): readonly StoreCase[] {
  return AREAS[area].filter((one) => !waits(one));
}

/** The cases that wait for the end of a lifetime. */
export function waitingCases(): readonly StoreCase[] {
  return CASES.filter(waits);
}

/**
 * Registers the suite for one store, or some of its cases. `skip` names cases as they stand in this folder, without row and store.
 */
export function storeConformance(subject: StoreSubject, cases: readonly StoreCase[] = CASES): void {
  const register = subject.register ?? ((name, fn) => Deno.test(name, fn));
  const skips = new Map(subject.skip?.map(({ test, reason }) => [test, reason]));
  for (const name of skips.keys()) {
    if (CASES.some((one) => one.name === name)) continue;
    Deno.test(`E2: store ${subject.name} declares a case that exists: ${name}`, () => void caseNamed(name));
  }
  for (const one of cases) {
    const name = `${one.row}: store ${subject.name} ${one.name}`;
    const reason = skips.get(one.name);
    if (reason !== undefined) Deno.test.ignore(`${name} [skipped: ${reason}]`, () => {});
    else register(name, () => runCase(subject, one));
  }
}

/** The case of this name. */
export function caseNamed(name: string): StoreCase {
  const found = CASES.find((one) => one.name === name);
  if (found === undefined) throw new Error(`No case of the suite is named "${name}".`);
  return found;
}

/** Runs one case on a store that is opened for it alone. */
export async function runCase(subject: Pick<StoreSubject, "open">, one: StoreCase): Promise<void> {
  const opened = await subject.open(one.lifetimes);
  try {
    await one.run(bench(opened));
  } finally {
    await opened.close();
  }
}
