// What the refusals of providers show of their models, and where it is kept: in this isolate, in the state of the thread, and in
// the store, which all isolates share and which is read only when the other two have nothing.

import { FEATURES, inOrder, type Lack } from "../../core/model/capability.ts";
import { failureFields } from "../../core/error.ts";
import type { LearnedState } from "../../core/state.ts";
import type { RuntimeDeps } from "../deps.ts";
import type { Session } from "../session.ts";
import type { LearnedCapability } from "./capability_cache.ts";

/** Milliseconds that a learned capability counts: models change. */
const LEARNED_MS = 86_400_000;

/** Milliseconds that an isolate goes on with what it read in the store: of a model with entries, and of one without. */
const READ_MS = 3_600_000;
const NOTHING_MS = 300_000;

type Thread = Pick<Session, "ref" | "state">;

/** What isolate and thread have of the model; undefined when neither has anything, so that the store may have more. */
export function findLearned(
  { ref, state: { learned } }: Thread,
  model: string,
  deps: Pick<RuntimeDeps, "capabilities" | "clock">,
): LearnedCapability | undefined {
  const now = deps.clock();
  const cached = deps.capabilities.get(ref.tenant, model, now);
  if (learned?.model !== model || learned.until <= now) return cached;
  if (cached === undefined || cached.features.length === 0) return learned;
  const { features, until } = cached;
  return { features: union(features, learned.features), until: Math.min(until, learned.until) };
}

/** What the store has of the model; cached in this isolate. A store that cannot be reached counts as one without an entry. */
export async function readLearned(
  { ref }: Thread,
  model: string,
  deps: RuntimeDeps,
): Promise<LearnedCapability> {
  try {
    const features = await deps.store.readLearnedCapabilities(ref.tenant, model);
    const learned = { features, until: deps.clock() + (features.length > 0 ? READ_MS : NOTHING_MS) };
    deps.capabilities.set(ref.tenant, model, learned);
    return learned;
  } catch (error) {
    deps.log("warn", "could not read the learned capabilities", { model, ...failureFields(error) });
    return { features: [], until: 0 };
  }
}

/** All that is known of the model once it has refused these features. Nothing is recorded yet. */
export function addLearned(
  thread: Thread,
  model: string,
  features: readonly Lack[],
  deps: Pick<RuntimeDeps, "capabilities" | "clock">,
): LearnedCapability {
  const known = findLearned(thread, model, deps)?.features ?? [];
  return { features: union(known, features), until: deps.clock() + LEARNED_MS };
}

/** A refusal that showed what its model lacks. */
export interface CapabilityRefusal {
  /** `provider/model`. */
  readonly model: string;
  /** What the refusal names. */
  readonly features: readonly Lack[];
  /** With what was known before. */
  readonly learned: LearnedCapability;
}

/**
 * Records what a refusal showed: in this isolate at once, in the store when the promise settles. It never rejects, since the
 * step does not depend on it.
 */
export async function recordLearned(
  { ref: { tenant, thread } }: Thread,
  { model, features, learned }: CapabilityRefusal,
  deps: RuntimeDeps,
): Promise<void> {
  deps.capabilities.set(tenant, model, learned);
  deps.log("info", "capability learned", { thread, tenant, model, lacks: features.join(" ") });
  try {
    const shared = FEATURES.filter((feature) => features.includes(feature));
    await deps.store.recordLearnedCapabilities(tenant, model, shared, LEARNED_MS);
  } catch (error) {
    const fields = { thread, tenant, model, ...failureFields(error) };
    deps.log("warn", "could not store the learned capabilities", fields);
  }
}

/** The learned capabilities as a thread keeps them; undefined where they have ended. */
export function keepLearned(learned: LearnedState | undefined, now: number): LearnedState | undefined {
  return learned !== undefined && learned.until > now ? learned : undefined;
}

function union(some: readonly Lack[], others: readonly Lack[]): readonly Lack[] {
  return inOrder(new Set([...some, ...others]));
}
