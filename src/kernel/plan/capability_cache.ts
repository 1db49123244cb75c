// What this isolate has learned of models from their refusals. Nothing depends on it: the store has the same, and every entry
// ends.

import type { Lack } from "../../core/model/capability.ts";
import { Lru } from "../../core/lru.ts";

/** What a model was found to lack. */
export interface LearnedCapability {
  /** Empty: the store was read and had nothing. */
  readonly features: readonly Lack[];
  /** Epoch milliseconds from which on it does not count. */
  readonly until: number;
}

/** Most models of tenants that an isolate holds. */
const MODELS = 1_000;

/** Learned capabilities by tenant and model. */
export class CapabilityCache {
  readonly #learned = new Lru<LearnedCapability>(MODELS);

  /** Undefined for a model that this isolate has not met, and for an entry that has ended by `now`, in epoch milliseconds. */
  get(tenant: string, model: string, now: number): LearnedCapability | undefined {
    const learned = this.#learned.get(toKey(tenant, model));
    return learned !== undefined && learned.until > now ? learned : undefined;
  }

  set(tenant: string, model: string, learned: LearnedCapability): void {
    this.#learned.set(toKey(tenant, model), learned);
  }
}

// Tenants hold no control characters, so no key stands for two pairs.
function toKey(tenant: string, model: string): string {
  return `${tenant}\n${model}`;
}
