// Finds the callers of stored keys. An isolate reads the keys of a tenant when a request brings one of them, at most every few seconds.

import { AgentError, failureFields } from "../../core/error.ts";
import { Lru } from "../../core/lru.ts";
import type { Defer } from "../../core/ports.ts";
import { sha256OfShort } from "../../core/text/sha256.ts";
import type { HttpDeps } from "../../http/context.ts";
import { type Caller, isSame, type StoredKeys } from "../../http/access/keyring.ts";
import { resolveScopes } from "../../http/access/scopes.ts";
import { KEY_USED, parseKey, readKeys, type StoredKey } from "./stored_keys.ts";

/** Milliseconds for which an isolate goes by what it has read: a key that is revoked elsewhere is refused within this time. */
export const KEYS_MS = 10_000;

/** Reads of a tenant's keys in that time because of keys that the isolate does not know. One that was made elsewhere is among them. */
const MOST_READS = 10;

/** Unknown keys that an isolate remembers, at most. */
const MOST_REFUSED = 1_000;

/** Milliseconds after which the use of a key is noted again. */
const NOTE_MS = 3_600_000;

/** Keys whose last note an isolate remembers, at most. */
const MOST_NOTED = 10_000;

/** What an isolate has read of a tenant, and until when it counts. */
interface Known {
  readonly keys: readonly StoredKey[];
  readonly until: number;
}

/** The stored keys of a deployment. Only tenants of TREADLE_API_KEYS have some, so that no other name leads to a read. */
export class StoredKeyring implements StoredKeys {
  readonly #deps: Pick<HttpDeps, "store" | "clock" | "log">;
  readonly #tenants: ReadonlySet<string>;
  readonly #known = new Map<string, Known>();
  readonly #reads = new Map<string, { readonly until: number; count: number }>();
  /** Until when, by the digests of unknown keys. */
  readonly #refused = new Lru<number>(MOST_REFUSED);
  readonly #noted = new Lru<number>(MOST_NOTED);
  #changes = 0;

  constructor(deps: Pick<HttpDeps, "access" | "store" | "clock" | "log">) {
    const { access } = deps;
    this.#deps = deps;
    this.#tenants = new Set(access.type === "keys" ? access.callers.map(({ tenant }) => tenant) : []);
  }

  find(presented: string, defer: Defer): Caller | undefined | Promise<Caller | undefined> {
    const named = parseKey(presented);
    if (named === undefined || !this.#tenants.has(named.tenant)) return undefined;
    const { tenant, name } = named;
    const now = this.#deps.clock();
    const digest = sha256OfShort(presented);
    const known = this.#known.get(tenant);
    if (known !== undefined && known.until > now) {
      const key = findKey(known.keys, name, digest, now);
      if (key !== undefined) return this.#admit(tenant, key, now, defer);
      if ((this.#refused.get(digest) ?? 0) > now) return undefined;
      this.#countRead(tenant, now);
    }
    return this.#read(tenant, now).then((keys) => {
      const key = findKey(keys, name, digest, now);
      if (key !== undefined) return this.#admit(tenant, key, now, defer);
      this.#refused.set(digest, now + KEYS_MS);
      return undefined;
    });
  }

  /** Drops what was read of a tenant whose keys this isolate has changed, and what a read under way brings. */
  forget(tenant: string): void {
    this.#changes++;
    this.#known.delete(tenant);
  }

  // The keys, and not a promise of them: on Workers one request may not wait for another.
  async #read(tenant: string, now: number): Promise<readonly StoredKey[]> {
    const changes = this.#changes;
    const keys = await readKeys(tenant, this.#deps.store);
    if (changes === this.#changes) this.#known.set(tenant, { keys, until: now + KEYS_MS });
    return keys;
  }

  /**
   * Counts a read because of a key that the isolate does not know.
   *
   * @throws {AgentError} rate_limited - there were as many as may be, and whether this key is good is not known
   */
  #countRead(tenant: string, now: number): void {
    const last = this.#reads.get(tenant);
    const reads = last === undefined || last.until <= now ? { until: now + KEYS_MS, count: 0 } : last;
    if (reads.count >= MOST_READS) {
      const retryAfterMs = reads.until - now;
      const message =
        `Too many keys are unknown; whether this one is, is not checked before ${retryAfterMs} ms.`;
      throw new AgentError("rate_limited", message, { retryAfterMs });
    }
    reads.count++;
    this.#reads.set(tenant, reads);
  }

  #admit(tenant: string, { name, scopes, expiresAt }: StoredKey, now: number, defer: Defer): Caller {
    if (expiresAt !== null && expiresAt <= now) {
      const at = new Date(expiresAt).toISOString();
      throw new AgentError(
        "unauthorized",
        `The API key was good until ${at}; rotate ${name}, or use another.`,
      );
    }
    this.#note(tenant, name, now, defer);
    const by = `key_${name}`;
    return { tenant, by, scopes: scopes === null ? undefined : resolveScopes({ scopes }) };
  }

  #note(tenant: string, name: string, now: number, defer: Defer): void {
    const id = `${tenant}/${name}`;
    if ((this.#noted.get(id) ?? 0) + NOTE_MS > now) return;
    this.#noted.set(id, now);
    const { store, log } = this.#deps;
    defer(
      store.putDefinition(tenant, KEY_USED, name, String(now)).catch((thrown: unknown) =>
        log("warn", "the use of a key was not noted", failureFields(thrown))
      ),
    );
  }
}

/** The key of this name with this digest: its own, or one from before a rotation. */
function findKey(
  keys: readonly StoredKey[],
  name: string,
  digest: string,
  now: number,
): StoredKey | undefined {
  const key = keys.find((each) => each.name === name);
  if (key === undefined) return undefined;
  const good = [key.digest, ...key.previous.filter(({ until }) => until > now).map((each) => each.digest)];
  return good.filter((each) => isSame(each, digest)).length > 0 ? key : undefined;
}
