// A definition that several requests change at once: each change is made of the text that is there, and made again when another came first.

import { AgentError } from "../error.ts";
import type { Store } from "../store.ts";

/** Which definition, and how its change goes. */
export interface DefinitionChange<T> {
  readonly tenant: string;
  readonly kind: string;
  readonly name: string;
  /** What it is called in an error, such as `The keys`. */
  readonly what: string;
  /** How often the change is made at most; 5 times by default. */
  readonly tries?: number;
  /** What becomes of the text: a new one, or undefined where it stays. It is called again when another change came first. */
  change(text: string | undefined): Changed<T> | Promise<Changed<T>>;
}

/** A change, and what its maker gets for it. */
export interface Changed<T> {
  readonly text: string | undefined;
  readonly result: T;
}

/**
 * Changes a definition. Two requests to the store, and two more each time that another change came first.
 *
 * @throws {AgentError} store_unavailable - others have changed it all the time; what `change` and the store throw
 */
export async function changeDefinition<T>(
  { tenant, kind, name, what, tries = 5, change }: DefinitionChange<T>,
  store: Store,
): Promise<T> {
  for (let left = tries; left > 0; left--) {
    const before = await store.readDefinition(tenant, kind, name);
    const { text, result } = await change(before);
    if (text === undefined) return result;
    if (await store.putDefinition(tenant, kind, name, text, before ?? null)) return result;
  }
  throw new AgentError(
    "store_unavailable",
    `${what} were changed by others at the same time; try again.`,
  );
}
