// What the providers' refusals have taught (row C4), where it can be looked up: in this isolate, in the thread's own state, and
// in the store, which all isolates share and which is asked only when neither of the others knows.

import { type Feature, FEATURES } from "../../core/capability.ts";
import { failureFields } from "../../core/error.ts";
import type { AgentState, LearnedState } from "../../core/state.ts";
import type { RuntimeDeps } from "../request.ts";
import type { Session } from "../session/open.ts";

/** How long a lesson holds: models change. */
const LESSON_MS = 86_400_000;

/** How long an isolate believes what it has read in the store: that something was learned, and that nothing was. */
const READ_MS = 3_600_000;
const NOTHING_MS = 300_000;

/** Models of tenants that an isolate remembers at most. */
const MODELS = 1_000;

/** What is known of one model: until a time in epoch milliseconds. */
export interface Lesson {
  /** None: the store was asked and had nothing. */
  readonly features: readonly Feature[];
  readonly until: number;
}

/** What this isolate knows, per tenant and model. */
export class LearnedCapabilities {
  /** Oldest first. */
  readonly #lessons = new Map<string, Lesson>();

  get(tenant: string, model: string, now: number): Lesson | undefined {
    const lesson = this.#lessons.get(keyOf(tenant, model));
    return lesson !== undefined && lesson.until > now ? lesson : undefined;
  }

  keep(tenant: string, model: string, lesson: Lesson): void {
    const key = keyOf(tenant, model);
    this.#lessons.delete(key);
    this.#lessons.set(key, lesson);
    if (this.#lessons.size <= MODELS) return;
    for (const oldest of this.#lessons.keys()) {
      this.#lessons.delete(oldest);
      break;
    }
  }
}

// Tenants hold no control characters, so no key stands for two pairs.
function keyOf(tenant: string, model: string): string {
  return `${tenant}\n${model}`;
}

type Asking = Pick<Session, "ref" | "state">;

/** What isolate and thread know of the model; undefined when neither has heard of it, so that the store may know more. */
export function knownOf(
  { ref, state: { learned } }: Asking,
  model: string,
  deps: Pick<RuntimeDeps, "learned" | "clock">,
): Lesson | undefined {
  const now = deps.clock();
  const here = deps.learned.get(ref.tenant, model, now);
  if (learned?.model !== model || learned.until <= now) return here;
  if (here === undefined || here.features.length === 0) return learned;
  const { features, until } = here;
  return { features: union(features, learned.features), until: Math.min(until, learned.until) };
}

/** What the store knows of the model; kept in this isolate. A store that is away is taken to know nothing. */
export async function readLearned({ ref }: Asking, model: string, deps: RuntimeDeps): Promise<Lesson> {
  try {
    const features = await deps.store.learned(ref.tenant, model);
    const lesson = { features, until: deps.clock() + (features.length > 0 ? READ_MS : NOTHING_MS) };
    deps.learned.keep(ref.tenant, model, lesson);
    return lesson;
  } catch (error) {
    deps.log("warn", "could not read what was learned of the model", { model, ...failureFields(error) });
    return { features: [], until: 0 };
  }
}

/** All that is known of the model now that it has refused these features. Nothing is remembered yet. */
export function lessonWith(
  session: Asking,
  model: string,
  features: readonly Feature[],
  deps: Pick<RuntimeDeps, "learned" | "clock">,
): Lesson {
  const known = knownOf(session, model, deps)?.features ?? [];
  return { features: union(known, features), until: deps.clock() + LESSON_MS };
}

/** A refusal that taught something. */
export interface Taught {
  /** `provider/model`. */
  readonly model: string;
  /** What it said that the model lacks. */
  readonly features: readonly Feature[];
  readonly lesson: Lesson;
}

/**
 * Remembers a lesson in this isolate, and in the store when the promise settles, which it always does well: the step does not
 * depend on it.
 */
export async function keepLesson(
  { ref: { tenant, thread } }: Asking,
  { model, features, lesson }: Taught,
  deps: RuntimeDeps,
): Promise<void> {
  deps.learned.keep(tenant, model, lesson);
  deps.log("info", "capability learned", { thread, tenant, model, lacks: features.join(" ") });
  try {
    await deps.store.learn(tenant, model, features, LESSON_MS);
  } catch (error) {
    deps.log("warn", "could not store what was learned", { thread, tenant, model, ...failureFields(error) });
  }
}

/** A lesson as a thread keeps it; what has run out is dropped. */
export function learnedIn(
  learned: LearnedState | undefined,
  { learned: before }: AgentState,
  now: number,
): { learned?: LearnedState } {
  const kept = learned ?? before;
  return kept !== undefined && kept.until > now ? { learned: kept } : {};
}

function union(some: readonly Feature[], others: readonly Feature[]): readonly Feature[] {
  return FEATURES.filter((feature) => some.includes(feature) || others.includes(feature));
}
