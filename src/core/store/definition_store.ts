// Texts of a tenant that belong to no thread, and the learned capabilities of models.

import type { Feature } from "../model/capability.ts";

/** Keeps definitions. */
export interface DefinitionStore {
  /**
   * Keeps the definition of a tenant's policy, or of another `kind` of thing, under a name; replaces the one that is there.
   * Definitions belong to no thread and do not expire. At most 64 KB of text. With `expected` it is kept only when the text that
   * is there is that one (null: when there is none), checked atomically; false when it is not. The same text counts as kept when
   * it is there already, so that a request which is sent twice is answered the same: a text that claims something names its
   * owner.
   */
  putDefinition(
    tenant: string,
    kind: string,
    name: string,
    text: string,
    expected?: string | null,
  ): Promise<boolean>;

  /** The text of a definition; undefined when there is none. */
  readDefinition(tenant: string, kind: string, name: string): Promise<string | undefined>;

  /** The names of a tenant's definitions of a kind, sorted by UTF-16 code units. */
  listDefinitions(tenant: string, kind: string): Promise<readonly string[]>;

  /** Removes a definition. False when there was none. */
  removeDefinition(tenant: string, kind: string, name: string): Promise<boolean>;

  /**
   * Records for `ttlMs` which features a model (`provider/model`) lacks: adds to the recorded ones and renews them.
   * Re-entrant. The record belongs to the tenant, not to a thread.
   */
  recordLearnedCapabilities(
    tenant: string,
    model: string,
    lacks: readonly Feature[],
    ttlMs: number,
  ): Promise<void>;

  /** The features that the model was recorded to lack, without expired ones, in the order of FEATURES. */
  readLearnedCapabilities(tenant: string, model: string): Promise<readonly Feature[]>;
}
