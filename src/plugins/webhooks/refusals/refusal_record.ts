// The record of refusals: one definition of the store for each trigger. Anybody may send deliveries that are refused, so an isolate
// limits its writes, and counts the refusals in between as one row for each reason.

import { failureFields } from "../../../core/error.ts";
import { newId } from "../../../core/text/id.ts";
import type { HttpDeps } from "../../../http/context.ts";
import {
  mergeRefusals,
  readRefusals,
  type RefusedDelivery,
  toBounded,
  writeRefusals,
} from "./refused_delivery.ts";

/** The kind of the definitions. */
export const KIND = "webhook-refusals";

/** The name of the definition about triggers that the deployment does not have. No trigger has it. */
const UNKNOWN = "?";

/** Writes of an isolate about one trigger at once; each is two store requests. */
const BURST = 5;

/** Milliseconds until one write more. */
const REFILL_MS = 60_000;

/** How often a definition is written that another delivery changes meanwhile. */
const ATTEMPTS = 4;

/** Most rows of an answer. */
const MOST_READ = 100;

/** Where refusals are kept. */
export interface RefusalPlace {
  readonly tenant: string;
  /** Undefined for every trigger that the deployment does not have. */
  readonly trigger: string | undefined;
}

interface Held {
  /** What the store does not have yet. */
  rows: readonly RefusedDelivery[];
  /** Writes that are left at `at`, epoch milliseconds. */
  writes: number;
  at: number;
  /** Settles when the writes that have begun are over: one follows the other. */
  writing: Promise<void>;
}

type RecordDeps = Pick<HttpDeps, "store" | "clock" | "random" | "log">;

/** Keeps the refusals of one deployment. */
export class RefusalRecord {
  readonly #deps: RecordDeps;
  /** Places are triggers of the deployment: there is an end of them. */
  readonly #held = new Map<string, Held>();

  constructor(deps: RecordDeps) {
    this.#deps = deps;
  }

  /** Keeps a refusal: at once while the isolate may write, else with the next write. It does not throw. */
  async add(place: RefusalPlace, row: RefusedDelivery): Promise<void> {
    const now = this.#deps.clock();
    const held = this.#heldOf(place, now);
    held.rows = mergeRefusals([...held.rows, toBounded(row)], now);
    if (held.writes < 1) return;
    held.writes--;
    await this.#write(place, held);
  }

  /** The refusals of these places, the newest first; pending counts of this isolate are written before. */
  async read(places: readonly RefusalPlace[]): Promise<readonly RefusedDelivery[]> {
    const now = this.#deps.clock();
    const read = await Promise.all(places.map(async (place) => {
      const held = this.#heldOf(place, now);
      await this.#write(place, held);
      const text = await this.#deps.store.readDefinition(place.tenant, KIND, toName(place));
      return text === undefined ? [] : mergeRefusals(readRefusals(text) ?? [], now);
    }));
    return read.flat().sort((a, b) => b.lastAt - a.lastAt).slice(0, MOST_READ);
  }

  #heldOf(place: RefusalPlace, now: number): Held {
    const key = `${place.tenant}/${toName(place)}`;
    const held = this.#held.get(key) ?? { rows: [], writes: BURST, at: now, writing: Promise.resolve() };
    this.#held.set(key, held);
    const refilled = Math.max(0, Math.floor((now - held.at) / REFILL_MS));
    held.writes = Math.min(BURST, held.writes + refilled);
    held.at += refilled * REFILL_MS;
    return held;
  }

  #write(place: RefusalPlace, held: Held): Promise<void> {
    return held.writing = held.writing.then(() => this.#writeHeld(place, held));
  }

  async #writeHeld(place: RefusalPlace, held: Held): Promise<void> {
    const { store, clock, random, log } = this.#deps;
    const { rows } = held;
    if (rows.length === 0) return; // an earlier write has stored them
    held.rows = [];
    try {
      for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
        const text = await store.readDefinition(place.tenant, KIND, toName(place));
        const before = text === undefined ? [] : readRefusals(text);
        if (before === undefined) return; // a later version keeps them
        const after = writeRefusals(mergeRefusals([...before, ...rows], clock()), newId("req", random));
        if (await store.putDefinition(place.tenant, KIND, toName(place), after, text ?? null)) return;
      }
    } catch (thrown) {
      log("warn", "refused webhooks were not recorded", {
        trigger: place.trigger ?? null,
        ...failureFields(thrown),
      });
    }
  }
}

function toName({ trigger = UNKNOWN }: RefusalPlace): string {
  return trigger;
}
