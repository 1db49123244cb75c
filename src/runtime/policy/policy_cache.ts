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

  /** Undefined for what was not read, and for an entry that has ended by `now`, in epoch milliseconds. */
  get(tenant: string, name: string, now: number): CachedPolicy | undefined {
    const cached = this.#read.get(keyOf(tenant, name));
    return cached !== undefined && cached.until > now ? cached : undefined;
  }

  /** Keeps what the store has at `now`, in epoch milliseconds. */
  keep(tenant: string, name: string, policy: Policy | undefined, now: number): CachedPolicy {
    const cached = { policy, until: now + POLICY_MS };
    this.#read.set(keyOf(tenant, name), cached);
    return cached;
  }
}

// Tenants hold no control characters, so no key stands for two pairs.
function keyOf(tenant: string, name: string): string {
  return `${tenant}\n${name}`;
}
