// The stored policies that this isolate has read, by tenant and name. The store is the truth: an entry counts for a few seconds.

import { Lru } from "../../core/lru.ts";
import type { Policy } from "../../core/policy.ts";

/** Milliseconds for which a policy counts that an isolate has read: a change reaches the other isolates within this time. */
export const POLICY_MS = 5_000;

/** What the store had under a name. */
export interface CachedPolicy {
  /** Undefined: the tenant has stored none of this name. */
  readonly policy: Policy | undefined;
  /** Epoch milliseconds from which on it does not count. */
  readonly until: number;
}

/** Most policies that an isolate holds. */
const POLICIES = 1_000;

/** Stored policies by tenant and name. */
export class PolicyCache {
  readonly #read = new Lru<CachedPolicy>(POLICIES);
  readonly #written = new Lru<number>(POLICIES);
  #writes = 0;

  /** Undefined for what was not read, and for an entry that has ended by `now`, in epoch milliseconds. */
  get(tenant: string, name: string, now: number): CachedPolicy | undefined {
    const cached = this.#read.get(toKey(tenant, name));
    return cached !== undefined && cached.until > now ? cached : undefined;
  }

  /** What this isolate has changed under the name so far: another value after each change. Noted before a read begins. */
  generation(tenant: string, name: string): number {
    return this.#written.get(toKey(tenant, name)) ?? 0;
  }

  /**
   * Keeps what a read found at `now`, in epoch milliseconds, unless this isolate has changed the policy since the read began
   * at `generation`: what it found may be older.
   */
  keepRead(
    tenant: string,
    name: string,
    policy: Policy | undefined,
    { generation, now }: { readonly generation: number; readonly now: number },
  ): void {
    if (this.generation(tenant, name) === generation) this.#keep(tenant, name, policy, now);
  }

  /** Keeps what this isolate has put into the store, or undefined for what it has removed, at `now`, in epoch milliseconds. */
  keepWritten(tenant: string, name: string, policy: Policy | undefined, now: number): void {
    this.#written.set(toKey(tenant, name), ++this.#writes);
    this.#keep(tenant, name, policy, now);
  }

  #keep(tenant: string, name: string, policy: Policy | undefined, now: number): void {
    this.#read.set(toKey(tenant, name), { policy, until: now + POLICY_MS });
  }
}

// Tenants hold no control characters, so no key stands for two pairs.
function toKey(tenant: string, name: string): string {
  return `${tenant}\n${name}`;
}
