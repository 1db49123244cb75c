// The outcome of a checked thread, read from its store.

import type { ToolEntry } from "../core/entry.ts";
import type { Json } from "../core/json.ts";
import type { Store } from "../core/store.ts";
import { toDay } from "../core/store/ledger.ts";
import { utf8Bytes } from "../core/text/utf8_bytes.ts";
import { readEntry } from "../kernel/history/codec.ts";
import { ReadHistory } from "../kernel/history/read_history.ts";
import type { StepPlugin } from "../kernel/hooks/plugin.ts";
import { isWhole, type StoredStates } from "../kernel/hooks/plugin_states.ts";
import { readCountedDays } from "../kernel/hooks/step_counts.ts";
import type { RuntimeDeps } from "../kernel/deps.ts";
import { readStates } from "../kernel/hooks/in_step/read_states.ts";
import { buildFacts, loadPlugins } from "../kernel/hooks/in_step/session_plugins.ts";
import { storedSlices, withoutSlices } from "../kernel/hooks/in_step/stored_slices.ts";
import { readMeta, readState } from "../kernel/stored.ts";

/** The thread. */
export const REF = { tenant: "local", thread: "checked" };

/** When it begins, in epoch milliseconds: in the middle of a UTC day, so that all of its steps are booked on it. */
export const BEGINS_AT = 1_700_049_600_000;

/** The stored states of a plugin. */
export type OwnStates = { readonly thread: Json; readonly run: Json };

const NO_STATES: OwnStates = { thread: null, run: null };

/** The stored states of a plugin; null for none. */
export async function ownStatesIn(store: Store, name: string): Promise<OwnStates> {
  const snapshot = await store.read(REF);
  return snapshot === undefined ? NO_STATES : ownStates(storedSlices(readState(REF, snapshot.header)), name);
}

/** The states of a plugin that the thread would begin with if it had none. */
export async function replayStates(store: Store, name: string, deps: RuntimeDeps): Promise<OwnStates> {
  const snapshot = await store.read(REF);
  const page = await store.history(REF, { after: 0, limit: 1_000 });
  if (snapshot === undefined || page === undefined) return NO_STATES;
  const { header } = snapshot;
  const meta = readMeta(REF, header);
  const agent = deps.agents.get(meta.agent);
  const plugins = agent && await loadPlugins({ ref: REF, agent }, deps);
  if (agent === undefined || plugins === undefined) return NO_STATES;
  const state = withoutSlices(readState(REF, header));
  const facts = buildFacts({ ref: REF, agent, meta, user: meta.user, header, pending: [], state });
  const history = new ReadHistory(0, page.entries);
  const replayed = readStates(plugins, state, { history, imported: [] }, facts).get(name);
  if (replayed === undefined || !isWhole(replayed)) return NO_STATES;
  const { thread = null, run = null } = replayed as { thread?: Json; run?: Json };
  return { thread, run };
}

/** What the ledger has of a plugin, each counter behind what it belongs to. */
export async function countersIn(
  store: Store,
  plugin: StepPlugin | undefined,
  now: number,
): Promise<Record<string, number>> {
  if (plugin === undefined) return {};
  const { name, countKey = name } = plugin;
  const days = readCountedDays(countKey, await store.readLedger(REF.tenant, toDay(BEGINS_AT), toDay(now)));
  return Object.fromEntries(
    days.flatMap(({ groups }) =>
      groups.flatMap(({ of, counts }) =>
        Array.from(counts, ([name, count]): [string, number] => [`${of ?? "?"} ${name}`.trim(), count])
      )
    ),
  );
}

/** UTF-8 bytes of the largest state of a plugin. */
export async function measureStates(store: Store, name: string): Promise<number> {
  const { thread, run } = await ownStatesIn(store, name);
  return Math.max(...[thread, run].map((state) => state === null ? 0 : utf8Bytes(JSON.stringify(state))));
}

/** The outcome of each call, with its tool in front. */
export async function outcomesIn(store: Store): Promise<string[]> {
  const page = await store.history(REF, { after: 0, limit: 1_000 });
  const entries = (page?.entries ?? []).map((text) => readEntry(text));
  return entries.filter((entry): entry is ToolEntry => entry.type === "tool").map(({ name, outcome }) =>
    `${name} ${outcome}`
  );
}

function ownStates({ thread, run }: StoredStates, name: string): OwnStates {
  return { thread: thread?.[name]?.state ?? null, run: run?.[name]?.state ?? null };
}
