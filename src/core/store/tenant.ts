// A tenant as a whole: what a store has of it, in numbers, and its removal. No step needs this.

/** What a store has of a tenant, in numbers. What has expired counts until it is removed. */
export interface TenantRows {
  readonly threads: number;
  /** Threads with a step in progress. */
  readonly running: number;
  /** Threads by the schema of their headers, which has the lock of a locked one (lockOf); 0 for a header without a number. */
  readonly schemas: Readonly<Record<string, number>>;
  /** Definitions by kind. */
  readonly definitions: Readonly<Record<string, number>>;
  /** Rows of the due index. */
  readonly due: number;
  /** Days of the ledger. */
  readonly days: number;
  /** All else that bears its name: learned capabilities, uploads that no thread has, what a thread has left, indexes of Redis. */
  readonly others: number;
}

/** Some threads of a tenant by schema. */
export interface SchemaSample {
  /** How many threads the tenant has. */
  readonly threads: number;
  /** As {@link TenantRows}, of those that were read. */
  readonly schemas: Readonly<Record<string, number>>;
}

/** Counts and removes what a store has of a tenant. */
export interface TenantStore {
  /** What there is. Its cost follows the number of threads; in Redis that of all keys of the database. */
  countTenant(tenant: string): Promise<TenantRows>;

  /**
   * The schemas of at most `most` threads: of all where there are no more, else of the newest half and of as many others, evenly by the
   * time of creation.
   */
  sampleSchemas(tenant: string, most: number): Promise<SchemaSample>;

  /**
   * Removes a part of what there is, whatever its schema or its lock: threads first, so that their steps are fenced. Returns how many rows
   * or keys it has removed, 0 when nothing was left. Nothing of another tenant changes.
   */
  eraseTenant(tenant: string): Promise<number>;
}

/** What a store has of a tenant that it does not know. */
export const NO_ROWS: TenantRows = {
  threads: 0,
  running: 0,
  schemas: {},
  definitions: {},
  due: 0,
  days: 0,
  others: 0,
};

/** The rows of several places. */
export function addRows(rows: readonly TenantRows[]): TenantRows {
  return rows.reduce((sum, each) => ({
    threads: sum.threads + each.threads,
    running: sum.running + each.running,
    schemas: addCounts(sum.schemas, each.schemas),
    definitions: addCounts(sum.definitions, each.definitions),
    due: sum.due + each.due,
    days: sum.days + each.days,
    others: sum.others + each.others,
  }), NO_ROWS);
}

/** Numbers by name, added. */
export function addCounts(
  left: Readonly<Record<string, number>>,
  right: Readonly<Record<string, number>>,
): Record<string, number> {
  const sum = { ...left };
  for (const [name, count] of Object.entries(right)) sum[name] = (sum[name] ?? 0) + count;
  return sum;
}
