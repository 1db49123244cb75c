// A week in the store: one definition with how far its counting is, and a text with the counts. A week that is over is counted once;
// from then on no thread of it is read again.

import * as z from "zod/mini";
import { parseJson } from "../../../core/json.ts";
import type { Store } from "../../../core/store.ts";
import { putText, readText, removeText, type TextPlace } from "../../../core/store/definition_texts.ts";
import { readCounts, type UsageCounts, writeCounts } from "./counts.ts";

/** The kind of the definitions, and of the wake-ups that make them. */
export const TOOL_USAGE = "tool_usage";

/** The kind of the pieces of counts. */
const TEXT = "tool_usage_text";

/** Weeks that a tenant keeps: the last year, and the same weeks of the year before for a while. */
const KEPT = 60;

const text = z.object({ name: z.string(), pieces: z.int() });

const headSchema = z.object({
  schema: z.literal(1),
  /** `alerting`: it is counted, and its alerts are under way. */
  status: z.enum(["counting", "alerting", "done"]),
  /** Continues the list of threads. */
  cursor: z.optional(z.string()),
  /** The counts of the week. */
  counts: z.optional(text),
  /** While it is counted: those of the week before, where that one was not counted. */
  before: z.optional(text),
  /** A worker has it until then, in epoch milliseconds; its name keeps two claims of one millisecond apart. */
  lease: z.optional(z.object({ by: z.string(), until: z.number() })),
  /** Tools whose calls fell. */
  alerts: z.array(z.object({ tool: z.string(), calls: z.int(), before: z.int() })),
});

/** How far the counting of a week is. */
export type WeekHead = z.output<typeof headSchema>;

/** A week of a tenant. */
export interface WeekRef {
  readonly tenant: string;
  readonly week: string;
}

/** A head with the text that it was read from, which a change names; a text of a newer form has no head. */
export interface ReadHead {
  readonly text: string | null;
  readonly head: WeekHead | undefined;
}

/** The head of a week. One request. */
export async function readHead({ tenant, week }: WeekRef, store: Store): Promise<ReadHead> {
  const text = await store.readDefinition(tenant, TOOL_USAGE, week) ?? null;
  const read = text === null ? undefined : z.safeParse(headSchema, parseJson(text));
  return { text, head: read?.data };
}

/** Changes the head; undefined where another worker has changed it before. One request. */
export async function writeHead(
  { tenant, week }: WeekRef,
  before: string | null,
  head: WeekHead,
  store: Store,
): Promise<ReadHead | undefined> {
  const text = JSON.stringify(head);
  return await store.putDefinition(tenant, TOOL_USAGE, week, text, before) ? { text, head } : undefined;
}

/** Keeps counts under a name that no other worker uses. */
export async function putCounts(
  { tenant }: WeekRef,
  name: string,
  counts: UsageCounts,
  store: Store,
): Promise<NonNullable<WeekHead["counts"]>> {
  return { name, pieces: await putText(toPlace(tenant, name), writeCounts(counts), store) };
}

/** The counts; undefined where there are none, or none that can be read. */
export async function readKept(
  { tenant }: Pick<WeekRef, "tenant">,
  kept: WeekHead["counts"],
  store: Store,
): Promise<UsageCounts | undefined> {
  if (kept === undefined) return undefined;
  const text = await readText(toPlace(tenant, kept.name), kept.pieces, store);
  return text === undefined ? undefined : readCounts(text);
}

/** Removes counts. */
export async function removeCounts(
  { tenant }: WeekRef,
  kept: WeekHead["counts"],
  store: Store,
): Promise<void> {
  if (kept !== undefined) await removeText(toPlace(tenant, kept.name), kept.pieces, store);
}

/** The counts of weeks that were counted to their end, and what their heads say. Two requests a week, and one more for a long text. */
export async function readDone(
  tenant: string,
  weeks: readonly string[],
  store: Store,
): Promise<ReadonlyMap<string, UsageCounts>> {
  const read = await Promise.all(weeks.map(async (week) => {
    const { head } = await readHead({ tenant, week }, store);
    const counts = head?.status === "done" ? await readKept({ tenant }, head.counts, store) : undefined;
    return counts === undefined ? [] : [[week, counts] as const];
  }));
  return new Map(read.flat());
}

/** Removes the oldest weeks beyond those that are kept. */
export async function removeOldest(tenant: string, store: Store): Promise<void> {
  const weeks = await store.listDefinitions(tenant, TOOL_USAGE);
  for (const week of weeks.slice(0, Math.max(0, weeks.length - KEPT))) {
    const { head } = await readHead({ tenant, week }, store);
    await removeCounts({ tenant, week }, head?.counts, store);
    await removeCounts({ tenant, week }, head?.before, store);
    await store.removeDefinition(tenant, TOOL_USAGE, week);
  }
}

function toPlace(tenant: string, name: string): TextPlace {
  return { tenant, kind: TEXT, name };
}
