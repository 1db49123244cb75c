// The keys of a deployment. A presented key is compared with every configured key to its last character, so the time
// depends on its length alone. By hand: timingSafeEqual of hono/utils/buffer hashes both texts with SHA-256 for each
// key, in a promise each.

import type { Scope } from "../../core/contract/scope.ts";
import type { Defer } from "../../core/ports.ts";
import { sha256OfShort } from "../../core/text/sha256.ts";
import { resolveScopes } from "./scopes.ts";

/** A key of TREADLE_API_KEYS. */
export interface TenantKey {
  readonly tenant: string;
  readonly key: string;
  /** Several keys have one while a key is rotated. */
  readonly name?: string | undefined;
  /** Words of {@link Scope}. Undefined: all. */
  readonly scopes?: readonly string[] | undefined;
}

/** Who sends a request. */
export interface Caller {
  readonly tenant: string;
  /**
   * The caller as records name it: for a key `key_` and its name, else the first 8 characters of its SHA-256 in base64url. Undefined without
   * a key.
   */
  readonly by: string | undefined;
  /** Undefined: all. */
  readonly scopes?: ReadonlySet<Scope> | undefined;
}

/** Finds the caller of a presented key; undefined for an unknown key. */
export type Keyring = (presented: string) => Caller | undefined;

/** Finds the callers of keys that are made and revoked while the deployment runs. */
export interface StoredKeys {
  /**
   * The caller of a presented key; undefined for an unknown key. A promise only where the store is read. `defer` keeps the invocation alive
   * until the use of the key is noted.
   *
   * @throws {AgentError} thrown or rejected: unauthorized - the key has expired; `store_*`, rate_limited - it cannot be checked now, and serves
   * no request
   */
  find(presented: string, defer: Defer): Caller | undefined | Promise<Caller | undefined>;
}

/** The keyring of a list of keys. */
export function createKeyring(keys: readonly TenantKey[]): Keyring {
  const callers = keys.map((each) => ({ key: each.key, caller: toKeyCaller(each) }));
  return (presented) => {
    let found: Caller | undefined;
    for (const { key, caller } of callers) {
      if (isSame(key, presented)) found = caller;
    }
    return found;
  };
}

/** The caller of a key. */
export function toKeyCaller({ tenant, key, name, scopes }: TenantKey): Caller {
  return {
    tenant,
    by: `key_${name ?? sha256OfShort(key).slice(0, 8)}`,
    scopes: scopes && resolveScopes({ scopes }),
  };
}

/** Equality in a time that depends on the length of `presented`, and not on the place of a difference. */
export function isSame(key: string, presented: Pick<string, "length" | "charCodeAt">): boolean {
  let difference = key.length ^ presented.length;
  for (let index = 0; index < presented.length; index++) {
    difference |= presented.charCodeAt(index) ^ key.charCodeAt(index % key.length);
  }
  return difference === 0;
}
