// What a tenant has beside its threads: definitions, what is due of them, and what was spent.

import type { Store } from "../../core/store.ts";
import type { DueItem } from "../../core/store/due.ts";
import { AMOUNTS, isZero, type LedgerDay, subtractAmounts, ZERO_AMOUNTS } from "../../core/store/ledger.ts";
import { sha256 } from "../../core/text/sha256.ts";
import { parseWakeName } from "../../core/wake.ts";
import { CommandError } from "../command_error.ts";
import type { Places } from "./copy_thread.ts";
import {
  CLAIM_MS,
  CLAIMED,
  COPIED,
  type Definition,
  IDENTITY,
  MOVED,
  readDays,
  readDefinitions,
  toCounts,
} from "./tenant_parts.ts";

/** What became of definitions. */
export interface DefinitionsReport {
  readonly copied: number;
  /** As `<kind> <name>`: those that the other store has changed itself. They stay as they are there. */
  readonly kept: readonly string[];
}

/** The names by which both stores are known to each other. */
export interface Identities {
  readonly from: string;
  readonly to: string;
}

/** @throws {CommandError} place_unknown - both are one store */
export async function identify(tenant: string, { from, to }: Places): Promise<Identities> {
  const ids = { from: await identityOf(tenant, from), to: await identityOf(tenant, to) };
  if (ids.from !== ids.to) return ids;
  throw new CommandError("place_unknown", "Both names are of one store: --to has to be another one.");
}

async function identityOf(tenant: string, store: Store): Promise<string> {
  const made = crypto.randomUUID();
  if (await store.putDefinition(tenant, IDENTITY, "id", made, null)) return made;
  return await store.readDefinition(tenant, IDENTITY, "id") ?? made;
}

/** Copies the definitions of a tenant that are not due. A copy follows its original until the other store changes or removes it. */
export async function copyDefinitions(
  tenant: string,
  { from, to }: Places,
  due: readonly DueItem[],
): Promise<DefinitionsReport> {
  const waiting = new Set(due.map(({ name }) => name));
  const kept: string[] = [];
  let copied = 0;
  for await (const definition of readDefinitions(tenant, from, waiting)) {
    if (await copy(tenant, { from, to }, definition)) copied++;
    else kept.push(`${definition.kind} ${definition.name}`);
  }
  return { copied, kept };
}

async function copy(
  tenant: string,
  { from, to }: Places,
  { kind, name, text }: Definition,
): Promise<boolean> {
  const there = await to.readDefinition(tenant, kind, name);
  const known = await from.readDefinition(tenant, COPIED, `${kind}/${name}`);
  const hash = await sha256(text);
  if (there !== text) {
    // Of two stores that have copied to each other, the one that has changed it since counts.
    const given = await to.readDefinition(tenant, COPIED, `${kind}/${name}`);
    const isOurs = there === undefined ? known === undefined : [known, given].includes(await sha256(there));
    if (!isOurs || [known, given].includes(hash)) return false;
    if (!await to.putDefinition(tenant, kind, name, text, there ?? null)) return false;
  }
  if (known !== hash) await from.putDefinition(tenant, COPIED, `${kind}/${name}`, hash);
  return true;
}

/**
 * Moves what is due of a tenant beside its threads, such as deliveries: each is claimed, so that one of the two stores has it. What the other
 * store has in another form stays in both.
 */
export async function moveDueWork(
  tenant: string,
  { from, to }: Places,
  now: number,
): Promise<{ readonly moved: number; readonly kept: readonly string[] }> {
  const there = new Set((await to.listDueOf(tenant)).map(({ name }) => name));
  const kept: string[] = [];
  let moved = 0;
  for (const { name, at } of await from.listDueOf(tenant)) {
    const { kind, id } = parseWakeName(name);
    if (kind === undefined) continue;
    const noted = await from.readDefinition(tenant, CLAIMED, name);
    if (noted === undefined) await from.putDefinition(tenant, CLAIMED, name, String(at));
    const claim = now + CLAIM_MS;
    if (!await from.moveDue(tenant, name, { from: at, to: claim })) continue;
    const text = await from.readDefinition(tenant, kind, id);
    const time = Number(noted ?? at);
    if (text !== undefined && !await to.putDefinition(tenant, kind, id, text, null)) {
      await from.moveDue(tenant, name, { to: time });
      await from.removeDefinition(tenant, CLAIMED, name);
      kept.push(`${kind} ${id}`);
      continue;
    }
    await from.removeDefinition(tenant, kind, id);
    if (!there.has(name)) await to.moveDue(tenant, name, { to: time });
    await from.removeDefinition(tenant, CLAIMED, name);
    await from.moveDue(tenant, name, { from: claim });
    moved++;
  }
  return { moved, kept };
}

/** Books what the days of a tenant have more than was booked by a move before, and than has come from the other store. */
export async function moveUsage(
  tenant: string,
  { from, to }: Places,
  ids: Identities,
  now: number,
): Promise<number> {
  let moved = 0;
  for await (const { day, there } of readDays(tenant, { from, to }, now)) {
    if (await bookDay(tenant, to, day, there?.counts ?? new Map(), ids, now)) moved++;
  }
  return moved;
}

/** What is booked and the note of it are one booking, so that no amount is booked twice, and none is left out. */
async function bookDay(
  tenant: string,
  to: Store,
  { day, accounts, counts }: LedgerDay,
  there: ReadonlyMap<string, number>,
  ids: Identities,
  now: number,
): Promise<boolean> {
  const before = (note: string) =>
    (there.get(`${MOVED}|${ids.from} ${note}`) ?? 0) + (counts.get(`${MOVED}|${ids.to} ${note}`) ?? 0);
  const bookings = [...accounts].map(([account, amounts]) => {
    const known = Object.fromEntries(AMOUNTS.map((name) => [name, before(`${name} of ${account}`)]));
    const rest = subtractAmounts(amounts, { ...ZERO_AMOUNTS, ...known });
    const notes = AMOUNTS.map((name) => [`${ids.from} ${name} of ${account}`, rest[name]] as const);
    return { accounts: [account], amounts: rest, counts: toCounts([], notes) };
  }).filter(({ amounts }) => !isZero(amounts));
  const more = [...counts].flatMap(([name, count]) => {
    const rest = name.startsWith(`${MOVED}|`) ? 0 : count - before(`count ${name}`);
    return rest > 0 ? [[name, rest] as const] : [];
  });
  const counted = more.length === 0 ? [] : [{
    accounts: [],
    amounts: ZERO_AMOUNTS,
    counts: toCounts(more, more.map(([name, count]) => [`${ids.from} count ${name}`, count] as const)),
  }];
  for (const booking of [...bookings, ...counted]) {
    const id = `move ${await sha256(JSON.stringify([booking.accounts, booking.amounts, [...there], more]))}`;
    await to.book(tenant, { ...booking, id, day, now, reservations: [] });
  }
  return bookings.length + counted.length > 0;
}
