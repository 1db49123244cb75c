// What a tenant has beside its threads, copied from a store into a backup or back: definitions, what is due of them, and what was spent.

import { AMOUNTS, type LedgerDay, subtractAmounts, ZERO_AMOUNTS } from "../../core/store/ledger.ts";
import { AgentError } from "../../core/error.ts";
import { sha256 } from "../../core/text/sha256.ts";
import { parseWakeName } from "../../core/wake.ts";
import { KEYS } from "../../plugins/keys/stored_keys.ts";
import { SHARES } from "../../plugins/shares/stored_shares.ts";
import type { Place, Places } from "../move/copy_thread.ts";
import {
  CLAIM_MS,
  type Definition,
  readDays,
  readDefinitions,
  RESTORED,
  toCounts,
} from "../move/tenant_parts.ts";

/** What is less than this is no difference of two amounts: sums of dollars are not exact. */
const LEAST_AMOUNT = 0.001;

/** The kinds of the definitions that let others in until they are revoked. */
const REVOCABLE: ReadonlySet<string> = new Set([KEYS, SHARES]);

/** How parts of a tenant are copied. */
export interface CopyRequest extends Places {
  readonly tenant: string;
  /** Replaces what the other store has in another form. */
  readonly replace: boolean;
  /** Epoch milliseconds. */
  readonly now: number;
}

/** What became of definitions, and of what is due. */
export interface CopiedRows {
  readonly copied: number;
  /** As `<kind> <name>`: those that the other store has in another form. They stay as they are there. */
  readonly kept: readonly string[];
}

/**
 * Copies the definitions of a tenant that are not due, and reads each of them again. Without `keys` its stored keys and the
 * links to its threads are left out, and `keysLeft` is true where the other store has not the same: one of them may have been revoked since.
 */
export async function copyDefinitions(
  { tenant, from, to, replace }: CopyRequest,
  keys: boolean,
): Promise<CopiedRows & { readonly keysLeft: boolean }> {
  const waiting = new Set((await from.listDueOf(tenant)).map(({ name }) => name));
  const kept: string[] = [];
  let copied = 0;
  let keysLeft = false;
  for await (const definition of readDefinitions(tenant, from, waiting)) {
    const { kind, name, text } = definition;
    if (REVOCABLE.has(kind) && !keys) keysLeft ||= await to.readDefinition(tenant, kind, name) !== text;
    else if (await put(tenant, to, definition, replace)) copied++;
    else kept.push(`${kind} ${name}`);
  }
  return { copied, kept, keysLeft };
}

/** False when the store has another text under the name, which stays. */
async function put(
  tenant: string,
  to: Place,
  { kind, name, text }: Definition,
  replace: boolean,
): Promise<boolean> {
  const there = await to.readDefinition(tenant, kind, name);
  if (there !== undefined && there !== text && !replace) return false;
  if (there !== text && !await to.putDefinition(tenant, kind, name, text, there ?? null)) return false;
  if (await to.readDefinition(tenant, kind, name) === text) return true;
  throw new AgentError("store_corrupt", `The definition ${kind} ${name} has arrived in another form.`);
}

/** Copies what is due of a tenant beside its threads, each at its time, or at the time `at`. */
export async function copyDueWork(
  { tenant, from, to, replace }: CopyRequest,
  at?: number,
): Promise<CopiedRows> {
  const kept: string[] = [];
  let copied = 0;
  for (const row of await from.listDueOf(tenant)) {
    const { kind, id } = parseWakeName(row.name);
    if (kind === undefined) continue;
    const text = await from.readDefinition(tenant, kind, id);
    if (text !== undefined && !await put(tenant, to, { kind, name: id, text }, replace)) {
      kept.push(`${kind} ${id}`);
      continue;
    }
    await to.moveDue(tenant, row.name, { to: at ?? row.at });
    copied++;
  }
  return { copied, kept };
}

/**
 * Copies what is due out of the backup with this id, once: all of it is there before the first is due, so that nothing which was done since is
 * done again by another call.
 */
export async function restoreDueWork(request: CopyRequest, id: string): Promise<CopiedRows> {
  const { tenant, from, to, now } = request;
  const noted = await to.readDefinition(tenant, RESTORED, id);
  const claim = noted === undefined ? now + CLAIM_MS : Number(noted);
  const { kept } = noted === undefined ? await copyDueWork(request, claim) : { kept: [] };
  if (noted === undefined) await to.putDefinition(tenant, RESTORED, id, String(claim), null);
  let copied = 0;
  for (const { name, at } of await from.listDueOf(tenant)) {
    const isOfThread = parseWakeName(name).kind === undefined;
    if (!isOfThread && await to.moveDue(tenant, name, { from: claim, to: at })) copied++;
  }
  return { copied, kept };
}

/** Books what the days of a tenant have less in the other store: each of them has at least as much there as here. Returns how many had less. */
export async function copyUsage({ tenant, from, to, now }: CopyRequest): Promise<number> {
  const short: LedgerDay[] = [];
  for await (const { day, there } of readDays(tenant, { from, to }, now)) {
    const bookings = findMissing(day, there);
    for (const booking of bookings) {
      const id = `restore ${await sha256(
        JSON.stringify([day.day, booking.accounts, booking.amounts, [...there?.counts ?? []]]),
      )}`;
      await to.book(tenant, { ...booking, id, day: day.day, now, reservations: [] });
    }
    if (bookings.length > 0) short.push(day);
  }
  for (const day of short) {
    const [there] = await to.readLedger(tenant, day.day, day.day);
    if (findMissing(day, there).length === 0) continue;
    throw new AgentError("store_corrupt", `The usage of ${day.day} has arrived in another form.`);
  }
  return short.length;
}

/** One booking for each account, and one for the counts. */
function findMissing({ accounts, counts }: LedgerDay, there: LedgerDay | undefined) {
  const amounts = [...accounts].map(([account, all]) => ({
    accounts: [account],
    amounts: subtractAmounts(all, there?.accounts.get(account) ?? ZERO_AMOUNTS),
  })).filter((booking) => AMOUNTS.some((name) => booking.amounts[name] > LEAST_AMOUNT));
  const less = [...counts].map(([name, count]) => [name, count - (there?.counts.get(name) ?? 0)] as const)
    .filter(([, count]) => count > 0);
  return less.length === 0
    ? amounts
    : [...amounts, { accounts: [], amounts: ZERO_AMOUNTS, counts: toCounts(less) }];
}
