// The keys of a tenant in the store: one definition for all of them, so that they are one read. It has the digest of each key, never the key.

import * as z from "zod/mini";
import { AgentError } from "../../core/error.ts";
import { parseJson } from "../../core/json.ts";
import type { Store } from "../../core/store.ts";
import { changeDefinition } from "../../core/store/change_definition.ts";
import { toBase64url } from "../../core/text/byte_text.ts";
import type { RandomBytes } from "../../core/ports.ts";

/** The kind and the name of the definition. */
export const KEYS = "keys";
const ALL = "all";

/** The kind of the definitions that have, by the name of a key, when it was last used. They bring no key back that was revoked meanwhile. */
export const KEY_USED = "key_used";

/** Keys that a tenant may have; their texts together stay below 64 KB. */
const MOST_KEYS = 100;

/** Bytes of a secret. */
const SECRET_BYTES = 32;

/** `treadle_<tenant>.<name>.<secret>`: tenant and name are known without a read, and scanners of secrets find the form. */
const FORM = /^treadle_([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_-]{1,64})\.[A-Za-z0-9_-]{43}$/;

/** A key as the store has it. Times are epoch milliseconds. */
export interface StoredKey {
  readonly name: string;
  /** SHA-256 of the whole key, in base64url. */
  readonly digest: string;
  /** Words of Scope; null for all. */
  readonly scopes: readonly string[] | null;
  readonly createdAt: number;
  /** The caller that has made it. */
  readonly by: string | null;
  readonly rotatedAt: number | null;
  readonly expiresAt: number | null;
  /** Digests from before rotations, the newest first, and until when each is good. */
  readonly previous: readonly { readonly digest: string; readonly until: number }[];
}

/** Made at the first read. What a later version adds to a key stays in it. */
let schema: z.ZodMiniType<readonly StoredKey[]> | undefined;

function storedSchema(): z.ZodMiniType<readonly StoredKey[]> {
  const time = z.nullable(z.number());
  return schema ??= z.array(z.looseObject({
    name: z.string(),
    digest: z.string(),
    scopes: z.nullable(z.array(z.string())),
    createdAt: z.number(),
    by: z.nullable(z.string()),
    rotatedAt: time,
    expiresAt: time,
    previous: z.array(z.object({ digest: z.string(), until: z.number() })),
  }));
}

/** The text of a new key. */
export function makeKey(tenant: string, name: string, random: RandomBytes): string {
  return `treadle_${tenant}.${name}.${toBase64url(random(SECRET_BYTES))}`;
}

/** Tenant and name of a text of the form of a key; undefined for any other text. */
export function parseKey(text: string): { readonly tenant: string; readonly name: string } | undefined {
  const [, tenant, name] = FORM.exec(text) ?? [];
  return tenant === undefined || name === undefined ? undefined : { tenant, name };
}

/**
 * The tenant's keys, by their names. One request.
 *
 * @throws {AgentError} store_corrupt, and what the store throws
 */
export async function readKeys(tenant: string, store: Store): Promise<readonly StoredKey[]> {
  return parse(await store.readDefinition(tenant, KEYS, ALL));
}

/**
 * Changes the tenant's keys. `change` is called again when another change came first.
 *
 * @throws {AgentError} key_limit; store_corrupt; store_unavailable - others have changed them all the time; and what the store throws
 */
export async function changeKeys<T>(
  tenant: string,
  store: Store,
  change: (keys: readonly StoredKey[]) => { readonly keys: readonly StoredKey[]; readonly result: T },
): Promise<T> {
  return await changeDefinition({
    tenant,
    kind: KEYS,
    name: ALL,
    what: "The keys",
    change(text) {
      const { keys, result } = change(parse(text));
      if (keys.length > MOST_KEYS) {
        throw new AgentError("key_limit", `A tenant has at most ${MOST_KEYS} stored keys; revoke one first.`);
      }
      const sorted = keys.toSorted((one, other) => one.name < other.name ? -1 : 1);
      return { text: JSON.stringify(sorted), result };
    },
  }, store);
}

function parse(text: string | undefined): readonly StoredKey[] {
  if (text === undefined) return [];
  const read = storedSchema().safeParse(parseJson(text));
  if (read.success) return read.data;
  throw new AgentError("store_corrupt", "The stored keys of the tenant cannot be read.");
}
