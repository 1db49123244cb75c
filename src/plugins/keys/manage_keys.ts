// What operators do with the stored keys of a tenant. The text of a key is in the response that makes it, and nowhere else.

import type { KeyView, NewKey } from "../../core/contract/keys.ts";
import { type Scope, SCOPES } from "../../core/contract/scope.ts";
import { AgentError, failureFields } from "../../core/error.ts";
import { sha256OfShort } from "../../core/text/sha256.ts";
import type { HttpDeps } from "../../http/context.ts";
import type { Caller } from "../../http/access/keyring.ts";
import { assertScope, resolveScopes } from "../../http/access/scopes.ts";
import type { StoredKeyring } from "./stored_keyring.ts";
import { changeKeys, KEY_USED, makeKey, readKeys, type StoredKey } from "./stored_keys.ts";

/** Digests from before rotations that a key keeps, at most. */
const MOST_PREVIOUS = 3;

/** What managing keys needs. */
export interface KeyParts {
  readonly deps: Pick<HttpDeps, "access" | "store" | "clock" | "random" | "log">;
  readonly keyring: StoredKeyring;
}

/** A new key, as its maker describes it. */
interface KeyRequest {
  readonly name: string;
  /** Those of the maker by default. */
  readonly scopes?: readonly Scope[] | undefined;
  readonly expiresInSeconds?: number | undefined;
}

/** The keys of a tenant: those of TREADLE_API_KEYS, then those of the store, by their names. */
export async function listKeys(tenant: string, { deps }: KeyParts): Promise<readonly KeyView[]> {
  const stored = await readKeys(tenant, deps.store);
  const views = stored.map(async (key) => {
    const used = Number(await deps.store.readDefinition(tenant, KEY_USED, key.name) ?? 0);
    // An earlier key of this name may have been used.
    return toView(key, deps.clock(), used >= key.createdAt ? used : null);
  });
  return [...callersOf(tenant, deps).map(toVariableView), ...await Promise.all(views)];
}

/**
 * A new key of the caller's tenant.
 *
 * @throws {AgentError} not_configured - the deployment does not go by keys; forbidden - the caller lacks a scope of the key; key_exists,
 * key_limit
 */
export async function createKey(
  maker: Caller,
  { name, scopes, expiresInSeconds }: KeyRequest,
  { deps, keyring }: KeyParts,
): Promise<NewKey> {
  const { tenant, by = null } = maker;
  assertKeys(deps);
  for (const scope of scopes ?? []) assertScope(maker.scopes, scope);
  if (callersOf(tenant, deps).some((known) => known.by === `key_${name}`)) {
    throw new AgentError("key_exists", `TREADLE_API_KEYS has a key ${name}; choose another name.`);
  }
  const createdAt = deps.clock();
  const text = makeKey(tenant, name, deps.random);
  const key: StoredKey = {
    name,
    digest: sha256OfShort(text),
    scopes: scopes ?? (maker.scopes === undefined ? null : [...maker.scopes]),
    createdAt,
    by,
    rotatedAt: null,
    expiresAt: expiresInSeconds === undefined ? null : createdAt + expiresInSeconds * 1_000,
    previous: [],
  };
  await changeKeys(tenant, deps.store, (keys) => {
    if (keys.some((each) => each.name === name)) {
      throw new AgentError(
        "key_exists",
        `There is a key ${name}; rotate it for another secret, or revoke it.`,
      );
    }
    return { keys: [...keys, key], result: undefined };
  }).finally(() => keyring.forget(tenant));
  logChange("created", name, maker, deps);
  return { ...toView(key, createdAt, null), key: text };
}

/**
 * A new secret for a key. The one before is good for as long as `keepForSeconds` says, and at most until the key would have expired; its
 * lifetime begins anew.
 *
 * @throws {AgentError} not_configured; key_unknown; forbidden - the caller lacks a scope of the key, whose text it would get
 */
export async function rotateKey(
  rotator: Caller,
  name: string,
  keepForSeconds: number,
  { deps, keyring }: KeyParts,
): Promise<NewKey> {
  const { tenant } = rotator;
  assertKeys(deps);
  const now = deps.clock();
  const text = makeKey(tenant, name, deps.random);
  const digest = sha256OfShort(text);
  const rotated = await changeKeys(tenant, deps.store, (keys) => {
    const key = assertKnown(keys, name, tenant, deps);
    for (const scope of scopesOf(key.scopes)) assertScope(rotator.scopes, scope);
    const { expiresAt, previous, rotatedAt } = key;
    const until = Math.min(now + keepForSeconds * 1_000, expiresAt ?? Infinity);
    // A request that is sent again rotates again: the secret of the clients is good as long as after the first time.
    const kept = [
      { digest: key.digest, until },
      ...previous.map((each) => ({
        ...each,
        until: Math.min(each.until, until),
      })),
    ].filter((each) => each.until > now).slice(0, MOST_PREVIOUS);
    const next: StoredKey = {
      ...key,
      digest,
      rotatedAt: now,
      expiresAt: expiresAt === null ? null : now + expiresAt - (rotatedAt ?? key.createdAt),
      previous: kept,
    };
    return { keys: keys.map((each) => each === key ? next : each), result: next };
  }).finally(() => keyring.forget(tenant));
  logChange("rotated", name, rotator, deps);
  return { ...toView(rotated, now, null), key: text };
}

/**
 * Revokes a key: this isolate refuses it from now on, every other one within 10 s.
 *
 * @throws {AgentError} key_unknown
 */
export async function revokeKey(revoker: Caller, name: string, { deps, keyring }: KeyParts): Promise<void> {
  const { tenant } = revoker;
  await changeKeys(tenant, deps.store, (keys) => {
    const key = assertKnown(keys, name, tenant, deps);
    return { keys: keys.filter((each) => each !== key), result: undefined };
  }).finally(() => keyring.forget(tenant));
  logChange("revoked", name, revoker, deps);
  await deps.store.removeDefinition(tenant, KEY_USED, name).catch((thrown: unknown) =>
    deps.log("warn", "when a revoked key was used was not removed", failureFields(thrown))
  );
}

function assertKeys({ access }: KeyParts["deps"]): void {
  if (access.type === "keys") return;
  throw new AgentError(
    "not_configured",
    "This deployment takes no stored keys: they stand beside those of TREADLE_API_KEYS, which is not set.",
  );
}

function assertKnown(
  keys: readonly StoredKey[],
  name: string,
  tenant: string,
  deps: KeyParts["deps"],
): StoredKey {
  const key = keys.find((each) => each.name === name);
  if (key !== undefined) return key;
  const isVariable = callersOf(tenant, deps).some(({ by }) => by === `key_${name}`);
  const where = isVariable ? "; TREADLE_API_KEYS has one: change it there" : "";
  throw new AgentError("key_unknown", `There is no stored key ${name}${where}.`);
}

/** Those of TREADLE_API_KEYS. */
function callersOf(tenant: string, { access }: Pick<KeyParts["deps"], "access">): readonly Caller[] {
  return access.type === "keys" ? access.callers.filter((caller) => caller.tenant === tenant) : [];
}

function scopesOf(scopes: StoredKey["scopes"]): readonly Scope[] {
  return scopes === null ? SCOPES : [...resolveScopes({ scopes })];
}

function toView(
  { name, scopes, createdAt, by, rotatedAt, expiresAt, previous }: StoredKey,
  now: number,
  lastUsedAt: number | null,
): KeyView {
  const until = Math.max(0, ...previous.map((each) => each.until));
  return {
    name,
    origin: "stored",
    scopes: scopesOf(scopes),
    createdAt: toTime(createdAt),
    by,
    rotatedAt: toTime(rotatedAt),
    previousUntil: until > now ? toTime(until) : null,
    expiresAt: toTime(expiresAt),
    lastUsedAt: toTime(lastUsedAt),
  };
}

function toVariableView({ by = "", scopes }: Caller): KeyView {
  return {
    name: by.replace(/^key_/, ""),
    origin: "variable",
    scopes: scopes === undefined ? SCOPES : [...scopes],
    createdAt: null,
    by: null,
    rotatedAt: null,
    previousUntil: null,
    expiresAt: null,
    lastUsedAt: null,
  };
}

function toTime(at: number): string;
function toTime(at: number | null): string | null;
function toTime(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

function logChange(change: string, name: string, { tenant, by }: Caller, { log }: KeyParts["deps"]): void {
  log("info", `a key was ${change}`, { tenant, key: `key_${name}`, caller: by });
}
